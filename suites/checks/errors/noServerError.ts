/** A server error is no answer to a request (section 7), whatever the request is. */

import { type Cases, type Check, check, type Exercise, exercise } from "../../../engine/check.js";
import { failureOf } from "../../../engine/traffic.js";
import { answerText } from "../../../oracles/outcome.js";
import type { OperationId } from "../../../schemas/operations.js";
import { isServerError } from "../../../schemas/statuses.js";

/** Looks for server errors among all answers. */
export function noServerError(operation: OperationId): Check {
  return check(`${operation}/errors/no-server-error`, {
    title: "No request makes the service fail",
    sends: "every request",
    expects: "a status below 500",
    judge: (id) => (answer) => {
      const { exchange, response, judging, recorder } = answer;
      if (isServerError(response.status))
        recorder.fail(
          id,
          failureOf(answer, {
            message: "The service answers with a server error",
            expected: "any answer but a server error",
            actual: answerText(exchange),
          }),
        );
      else if (judging.errors) recorder.pass(id);
      recorder.request(id);
    },
  });
}

/**
 * Requests whose answers the document leaves open: only that the service does not fail is asked of it.
 * @param name keeps the cases apart from others of this kind
 */
export function openRequests(operation: OperationId, name: string, cases: Cases): Exercise {
  return exercise(`${operation}/errors/no-server-error`, name, cases, { role: "inquiry" });
}
