/** Methods other than the documented one (sections 4, 4.2 and 7). */
import { type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { steps } from "../../../engine/cases/sequenceCase.js";
import { materialise } from "../../../generators/edits/edit.js";
import { answerText, isSuccess } from "../../../oracles/outcome.js";
import { OPERATION_IDS, OPERATIONS, type OperationId } from "../../../schemas/operations.js";

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
          message: { subject: "updateRecipient", object: `${method} on its path` },
        }),
      ),
  });
}

/** No other method updates: this is the only path that lists 405. */
export const otherMethods: readonly Check[] = [
  otherMethod("updateRecipient/method/GET", "GET"),
  otherMethod("updateRecipient/method/PUT", "PUT"),
  otherMethod("updateRecipient/method/PATCH", "PATCH"),
  otherMethod("updateRecipient/method/DELETE", "DELETE"),
];

/**
 * Methods that nothing documents anywhere. Those that may create are sent with the body of the control, and DELETE with nothing that it
 * could name.
 */
const UNDOCUMENTED = ["DELETE", "PUT", "PATCH"];

/** How many of them every profile sends; which ones differs from operation to operation. */
const TELLING = 1;

/** Other methods on a path that lists no status for them. Those of the update, where 405 is listed, have checks of their own. */
export function methodSuccesses(operation: Exclude<OperationId, "updateRecipient">): Check {
  const { path, method: documented } = OPERATIONS[operation];
  const turn = OPERATION_IDS.indexOf(operation) % UNDOCUMENTED.length;
  // A read may get the same answer when it is sent with POST, so the control's own query is used.
  const methods = [
    ...(documented === "GET" ? ["POST"] : []),
    ...UNDOCUMENTED.slice(turn),
    ...UNDOCUMENTED.slice(0, turn),
  ];
  return check(`${operation}/method/other`, {
    title: `${path} accepts no method but ${documented}`,
    sends: methods.map((method) => `${method} ${path}`).join(", "),
    expects: "any answer but a 2xx status",
    cases: ({ noWrites, templates }) =>
      (noWrites === null ? methods : []).map((method, index) =>
        steps(Math.max(0, index - TELLING + 1), async ({ execution, expect, fresh }) => {
          const isNaming = method === "POST" || (documented === "POST" && method !== "DELETE");
          const [control] = isNaming ? templates[operation] : [];
          const headers = { accept: "application/json" };
          const bare = { method, path, headers, body: null, credentials: "valid" } as const;
          const request =
            control === undefined ? bare : materialise(control, { kind: "method", method }, fresh(method)).wire;
          const exchange = await execution.send(request);
          const message = `${operation} accepts ${method} on its path`;
          const departure = { message, expected: "any answer but a 2xx status", actual: answerText(exchange) };
          expect(!isSuccess(exchange), { exchange }, departure);
        }),
      ),
  });
}
