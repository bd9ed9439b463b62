/** A success is answered in JSON (section 1). */
import { type Check, check } from "../../../engine/check.js";
import { failureOf } from "../../../engine/traffic.js";
import { isJsonMediaType, jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

const SENDS = "every request that is accepted";

/** The media type of a success. Not of a receipt: its content type is not shown (section 4.7). */
export function successMediaType(operation: Exclude<OperationId, "getTransferReceipt">): Check {
  return check(`${operation}/response/mediaType`, {
    title: "A success has a JSON media type",
    sends: SENDS,
    expects: "content-type application/json, or another JSON media type",
    watches: "successes",
    judge: (id) => (answer) => {
      const { exchange, response, judging, recorder } = answer;
      if (!judging.response || !isSuccess(exchange)) return;
      recorder.request(id);
      if (isJsonMediaType(response)) recorder.pass(id);
      else
        recorder.fail(
          id,
          failureOf(answer, {
            message: "A success has no JSON media type",
            expected: "a JSON media type",
            actual: `content-type ${response.headers["content-type"] ?? "none"}`,
          }),
        );
    },
  });
}

/** The body of a success, whatever the request is about: of an unknown transaction, too, it says that there is one. */
export function successBody(operation: OperationId): Check {
  const { method } = OPERATIONS[operation];
  return check(`${operation}/response/body.json`, {
    title: "The body of a success is JSON",
    sends: SENDS,
    expects: "a body that can be read as JSON",
    judge: (id) => (answer) => {
      const { exchange, response, judging, recorder } = answer;
      // What another method is answered with is documented nowhere.
      if (!isSuccess(exchange) || exchange.request.method !== method) return;
      const body = jsonBody(response);
      const isNull = body.ok && body.value === null;
      if (body.ok && (judging.response || !isNull)) {
        // That null is of another type than the body is judged beside.
        if (!judging.response) return;
        recorder.pass(id);
        recorder.request(id);
        return;
      }
      const reason = body.ok ? "null" : body.reason;
      // An answer that is not read to its end says nothing, least of all when only errors are of interest.
      if (!body.ok && body.unread === true) {
        if (judging.response) recorder.blocked(id, `an answer is ${reason}`);
      } else
        recorder.fail(
          id,
          failureOf(answer, {
            message: `The body of a success (${response.status}) is ${reason}`,
            expected: "a JSON body",
            actual: `${response.status} with a body that is ${reason}`,
          }),
        );
    },
  });
}
