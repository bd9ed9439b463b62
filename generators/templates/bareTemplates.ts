/** Creations of recipients with as little as the document may allow (section 2.1). */

import type { OperationId } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";

/** What a recipient's creation may have to carry, which is open; a rule may be looked at only where some of it is there. */
const PERHAPS_OPTIONAL = new Set(["website", "address_info", "file_id_list"]);

/**
 * A creation of each kind of account without what may be left out. Where a service does not take it, its cases are passed
 * over: whether it must is open. Updates have such a template among the others.
 */
export function bareTemplates(operation: OperationId, templates: readonly Template[]): Template[] {
  if (operation !== "createRecipient") return [];
  return ["bank", "crypto"].flatMap((type) => {
    const full = templates.find(({ id }) => id.startsWith(type));
    if (full?.body == null) return [];
    const body = Object.fromEntries(Object.entries(full.body).filter(([name]) => !PERHAPS_OPTIONAL.has(name)));
    return [{ ...full, id: `${full.id} bare`, body }];
  });
}
