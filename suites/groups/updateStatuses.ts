/** The statuses that the document lists for recipient update alone: 404 and 405 (sections 4.2 and 7). */
import type { Edit } from "../../generators/edit.js";
import { caseUnit } from "../caseUnit.js";
import { check, group } from "../define.js";
import type { CheckGroup, World } from "../model.js";
import { unknownIdLike } from "./transactionDetails.js";

const METHODS = ["GET", "PUT", "PATCH", "DELETE"] as const;

/** Ids of recipients that were never created, of the shape that real ones have. */
function unknownIds(world: World): string[] {
  const real = world.recipients.bank[0] ?? world.recipients.crypto[0];
  if (real === undefined) return [];
  return [unknownIdLike(real.recipientId), unknownIdLike(real.recipientId, 1)];
}

/** Unknown recipients and other methods. */
export function updateStatuses(): CheckGroup {
  const unknown = check("updateRecipient", "state", {
    rule: "unknown-recipient",
    section: "4.2",
    title: "An update of a recipient that does not exist is answered with 404",
    sends: "an accepted update in which only recipient_id differs: an id of the usual shape that no recipient has",
    expects: "status 404",
  });
  const methods = METHODS.map((method) =>
    check("updateRecipient", "method", {
      rule: method,
      section: "7",
      title: `${method} on the path of the update is answered with 405`,
      sends: `${method} /api/recipients/{recipient_id}/update`,
      expects: "status 405",
    }),
  );
  return group("updateRecipient", [unknown, ...methods], (world) => {
    const { updateRecipient: templates } = world.templates;
    const [template] = templates;
    if (template === undefined) return [];
    const edits = unknownIds(world).map((value): Edit => ({ kind: "path", parameter: "recipient_id", value }));
    return [
      ...edits.flatMap((edit, index) =>
        ["bank", "crypto"].flatMap((accountType, turn) => {
          const own = templates.find(({ id }) => id.startsWith(accountType));
          if (own === undefined) return [];
          return caseUnit({
            check: unknown.id,
            index: index * 2 + turn,
            tier: index * 2 + turn,
            template: own,
            edit,
            expect: { kind: "status", statuses: [404] },
            message: "An update of a recipient that does not exist is not answered with 404",
          });
        }),
      ),
      ...METHODS.map((method) =>
        caseUnit({
          check: `updateRecipient/method/${method}`,
          index: 0,
          tier: 0,
          template,
          edit: { kind: "method", method },
          expect: { kind: "status", statuses: [405] },
          message: `${method} on the path of the update is not answered with 405`,
        }),
      ),
    ];
  });
}
