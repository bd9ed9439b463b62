/** The templates of recipients that checks and observations work with. */
import type { Target } from "../engine/model.js";
import type { Template } from "../generators/edits/edit.js";
import { type AccountType, withAccountType } from "../generators/templates/accountTypes.js";

/** The first template of an account type, if there is one. */
export function templateOf(
  target: Target,
  operation: "createRecipient" | "updateRecipient",
  accountType: AccountType,
): Template | undefined {
  return withAccountType(target.templates[operation], accountType)[0];
}
