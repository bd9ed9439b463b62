/** Creations of recipients with as little as the document may allow (section 2.1). */

import { fieldTree } from "../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";
import { ACCOUNT_TYPES, withAccountType } from "./accountTypes.js";
import { withoutOptional } from "./withoutOptional.js";

/**
 * A creation of each kind of account without what an update may leave out; a rule may be looked at only where some of it
 * is there. Where a service does not take it, its cases are passed over: what a creation has to carry is open. Updates
 * have such a template among the others.
 */
export function bareTemplates(operation: OperationId, templates: readonly Template[]): Template[] {
  if (operation !== "createRecipient") return [];
  return ACCOUNT_TYPES.flatMap((type) => {
    const [full] = withAccountType(templates, type);
    if (full?.body == null) return [];
    const body = withoutOptional(full.body, fieldTree(OPERATIONS.updateRecipient.requestSchema));
    return [{ ...full, id: `${full.id} bare`, body }];
  });
}
