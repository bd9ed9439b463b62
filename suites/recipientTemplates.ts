/** The templates of recipients that checks and observations work with. */
import type { Target } from "../discovery/target.js";
import type { Template } from "../generators/edits/edit.js";
import { type AccountType, withAccountType } from "../generators/templates/accountTypes.js";
import { without } from "../schemas/json.js";
import type { RecipientOperation } from "../schemas/operations.js";

/** The template without files: uploaded files belong to the partner whose credentials uploaded them. */
export function withoutFiles(template: Template): Template {
  return { ...template, body: without(template.body ?? {}, ["file_id_list"]) };
}

/** The first template of an account type, if there is one. */
export function templateOf(
  target: Target,
  operation: RecipientOperation,
  accountType: AccountType,
): Template | undefined {
  return withAccountType(target.templates[operation], accountType)[0];
}
