/** What every success must keep to (sections 1 and 2). */
import { type Check, check, type SuiteEntry } from "../../../discovery/check.js";
import { failureOf } from "../../../engine/judge/traffic.js";
import { excused } from "../../../engine/model.js";
import { hasByteOrderMark, isJsonMediaType, jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";
import { saysNothing } from "../../../schemas/statuses.js";
import { judgedBy } from "../judged.js";
import { responseFields } from "./responseFields.js";

const SENDS = "every request that is accepted";

/** The media type of a success. Not of a receipt: its content type is not shown (section 4.7). */
function successMediaType(operation: Exclude<OperationId, "getTransferReceipt">): Check {
  return check(`${operation}/response/mediaType`, {
    title: "A success has a JSON media type",
    sends: SENDS,
    expects: "content-type application/json, or another JSON media type",
    watches: "successes",
    judge: judgedBy(({ exchange, response, judging }) => {
      if (!judging.response || !isSuccess(exchange)) return undefined;
      if (isJsonMediaType(response)) return null;
      return {
        message: "A success does not have a JSON media type",
        expected: "a JSON media type",
        actual: `content-type ${response.headers["content-type"] ?? "none"}`,
      };
    }),
  });
}

/**
 * The body of a success, whatever the request is about: even for an unknown transaction it claims that there is one, unless its
 * status says that there is none.
 */
function successBody(operation: OperationId): Check {
  const { method } = OPERATIONS[operation];
  return check(`${operation}/response/body.json`, {
    title: "The body of a success is JSON",
    sends: SENDS,
    expects: "a body that can be read as JSON",
    judge: (id) => (answer) => {
      const { exchange, response, judging, recorder } = answer;
      // The answer to another method is documented nowhere.
      if (!isSuccess(exchange) || exchange.request.method !== method) return;
      if (!judging.response && saysNothing(response.status)) return;
      const body = jsonBody(response);
      const isNull = body.ok && body.value === null;
      const isMarked = body.ok && judging.response && hasByteOrderMark(response);
      if (body.ok && !isMarked && (judging.response || !isNull)) {
        // That null has a different type from the body is judged separately.
        if (!judging.response) return;
        recorder.pass(id);
        recorder.request(id);
        return;
      }
      const reason = !body.ok ? body.reason : isMarked ? "JSON after a byte order mark" : "null";
      // An answer that is not read to its end says nothing, especially when only errors matter.
      if (!body.ok && body.unread === true) {
        if (judging.response) recorder.outcome(id, excused("unread", `an answer is ${reason}`));
      } else {
        const message = `The body of a success (${response.status}) is ${reason}`;
        const actual = `${response.status} with a body that is ${reason}`;
        recorder.fail(id, failureOf(answer, { message, expected: "a JSON body", actual }));
      }
    },
  });
}

export function responses(operation: OperationId): SuiteEntry {
  return [
    operation === "getTransferReceipt" ? [] : successMediaType(operation),
    successBody(operation),
    responseFields(operation),
  ];
}
