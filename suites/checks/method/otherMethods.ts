/** Other methods than the documented one, on the only path that lists 405 (sections 4.2 and 7). */
import { type Check, check } from "../../../engine/check.js";
import { sending } from "../../../engine/editCase.js";

function otherMethod<Method extends string>(id: `updateRecipient/method/${Method}`, method: Method): Check {
  return check(id, {
    title: `${method} on the path of the update is answered with 405`,
    sends: `${method} /api/recipients/{recipient_id}/update`,
    expects: "status 405",
    cases: ({ templates: { updateRecipient } }) =>
      updateRecipient.slice(0, 1).map((template) =>
        sending({
          tier: 0,
          template,
          edit: { kind: "method", method },
          expect: { kind: "status", statuses: [405] },
          message: `${method} on the path of the update is not answered with 405`,
        }),
      ),
  });
}

/** No other method updates. */
export const otherMethods: readonly Check[] = [
  otherMethod("updateRecipient/method/GET", "GET"),
  otherMethod("updateRecipient/method/PUT", "PUT"),
  otherMethod("updateRecipient/method/PATCH", "PATCH"),
  otherMethod("updateRecipient/method/DELETE", "DELETE"),
];
