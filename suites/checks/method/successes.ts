/** Methods that no path documents are answered with anything but a success (sections 4 and 7). */
import { type Check, check } from "../../../engine/check.js";
import { steps } from "../../../engine/sequenceCase.js";
import { answerText, isSuccess } from "../../../oracles/outcome.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

/** Methods that nothing documents anywhere. They are sent without a body, and without a query that would name something. */
const UNDOCUMENTED = ["DELETE", "PUT", "PATCH"];

/** Other methods on a path that lists no status for them. Those of the update, where 405 is listed, have checks of their own. */
export function methodSuccesses(operation: Exclude<OperationId, "updateRecipient">): Check {
  const { path, method: documented } = OPERATIONS[operation];
  return check(`${operation}/method/other`, {
    title: `No method but ${documented} on ${path} is answered with a success`,
    sends: `${UNDOCUMENTED.join(", ")} ${path} without a body`,
    expects: "any answer but a 2xx status",
    cases: ({ noWrites }) =>
      (noWrites === null ? UNDOCUMENTED : []).map((method, index) =>
        steps(Math.min(index, 1), async ({ execution, expect }) => {
          const headers = { accept: "application/json" };
          const exchange = await execution.send({ method, path, headers, body: null, credentials: "valid" });
          expect(!isSuccess(exchange), exchange, {
            message: `${method} on ${path} is answered with a success`,
            expected: "any answer but a 2xx status",
            actual: answerText(exchange),
          });
        }),
      ),
  });
}
