/** All traffic is judged: success bodies by the response schema and by what was sent, error bodies by the error shape. */
import type { Exchange } from "../client/model.js";
import { isObject } from "../generators/json.js";
import { echo } from "../oracles/echo.js";
import { ERROR_PARTS, errorShape, innards } from "../oracles/errorShape.js";
import { isJsonMediaType, jsonBody } from "../oracles/json.js";
import { answerText, isSuccess } from "../oracles/outcome.js";
import { readResponse } from "../oracles/responseBody.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { OPERATIONS } from "../schemas/operations.js";
import { checkIdOf } from "./checkIdOf.js";
import type { Failure, Judging, Recorder } from "./model.js";

/** The media type of a receipt is not shown in the document (section 4.7). */
const OPEN_MEDIA_TYPE = new Set(["getTransferReceipt"]);

const ERROR_EXPECTATIONS: Readonly<Record<(typeof ERROR_PARTS)[number], string>> = {
  mediaType: "a JSON media type on the error",
  body: "a JSON object as the body of the error",
  errors: "errors, a list with at least one error",
  items: "only objects in errors",
  detail: "a text detail in each error",
  code: "a text code in each error",
};

function judgeError(exchange: Exchange, judging: Judging, recorder: Recorder): void {
  const { response } = exchange;
  if (response === null) return;
  const shape = errorShape(response);
  const id = (part: string) => checkIdOf(judging.operation, "errors", part);
  const failure = (message: string, expected: string, actual: string): Failure => ({
    message,
    expected,
    actual: `${response.status} with ${actual}`,
    edit: judging.edit,
    control: judging.control,
    exchange,
  });
  for (const part of ERROR_PARTS) {
    const seen = shape[part];
    if (seen === undefined) continue;
    recorder.request(id(part));
    const expected = ERROR_EXPECTATIONS[part];
    if (seen.ok) recorder.pass(id(part));
    else
      recorder.fail(
        id(part),
        failure(`An error does not have the documented shape: ${seen.actual}`, expected, seen.actual),
      );
  }
  const leak = exchange.leaked.length > 0 ? `the secret ${exchange.leaked.join(", ")}` : innards(response);
  recorder.request(id("leak"));
  if (leak === null) recorder.pass(id("leak"));
  else recorder.fail(id("leak"), failure(`An error gives away ${leak}`, "a description of the error only", leak));
}

function judgeSuccess(exchange: Exchange, judging: Judging, recorder: Recorder): void {
  const { response } = exchange;
  if (response === null) return;
  const operation = OPERATIONS[judging.operation];
  const at = (rule: string) => checkIdOf(operation.id, "response", rule);
  const failure = (message: string, expected: string, actual: string): Failure => ({
    message,
    expected,
    actual,
    edit: judging.edit,
    control: judging.control,
    exchange,
  });
  if (judging.response && !OPEN_MEDIA_TYPE.has(operation.id)) {
    recorder.request(at("mediaType"));
    const type = response.headers["content-type"] ?? "none";
    if (isJsonMediaType(response)) recorder.pass(at("mediaType"));
    else
      recorder.fail(
        at("mediaType"),
        failure("A success has no JSON media type", "a JSON media type", `content-type ${type}`),
      );
  }
  const isOwn = exchange.wire.method === operation.method;
  if (isOwn && operation.successStatus !== null && response.status !== operation.successStatus) {
    const actual = `${response.status}`;
    recorder.fail(
      `${operation.id}/accepts/control.${accountTypeIn(judging.sent)}`,
      failure("A success does not have the documented status", `status ${operation.successStatus}`, actual),
    );
  }
  const body = jsonBody(response);
  if (!body.ok) {
    // Whatever a request is about, a success is answered in JSON. Two things say nothing when only errors are of
    // interest: a long answer that we cut ourselves, and a reading that found nothing and shows nothing.
    const nothingFound = operation.effect === "read" && response.body.trim() === "";
    if (!judging.response && (response.truncated || nothingFound)) return;
    // How long an answer may be is not stated.
    if (response.truncated) {
      recorder.blocked(at("body.json"), "its answers are longer than what is read of them");
      return;
    }
    const actual = `${response.status} with a body that is ${body.reason}`;
    recorder.fail(at("body.json"), failure(`The body of a success is ${body.reason}`, "a JSON body", actual));
    return;
  }
  if (judging.response) {
    recorder.pass(at("body.json"));
    recorder.request(at("body.json"));
    const reading = readResponse(operation.id, operation.responseSchema, body.value, judging.sent);
    for (const [rule, count] of reading.passes) {
      const id = at(rule);
      recorder.pass(id, count);
      recorder.request(id);
    }
    for (const fact of reading.facts) {
      const name = fact.rule.slice(0, fact.rule.lastIndexOf("."));
      const message =
        fact.outcome === "unseen"
          ? `${name} is listed for the response and never appears`
          : fact.rule.endsWith(".present")
            ? `${name} is missing in the response`
            : `${name} in the response is not ${fact.expected}`;
      recorder.request(at(fact.rule));
      if (fact.outcome === "seen") recorder.seen(at(fact.rule));
      else if (fact.outcome === "unseen") recorder.unseen(at(fact.rule), failure(message, fact.expected, fact.actual));
      else recorder.fail(at(fact.rule), failure(message, fact.expected, fact.actual));
    }
  }
  if (judging.echo && judging.sent !== undefined && operation.requestSchema !== null)
    judgeEcho(body.value, judging, recorder, failure);
}

/** The kind of account that an update is about. */
function accountTypeIn(sent: unknown): string {
  const details = isObject(sent) ? sent.payment_details : undefined;
  return isObject(details) && details.account_type === "crypto" ? "crypto" : "bank";
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** Customer creation states the echo outright; elsewhere a missing field is a matter of presence in the response. */
function judgeEcho(
  received: unknown,
  judging: Judging,
  recorder: Recorder,
  failure: (message: string, expected: string, actual: string) => Failure,
): void {
  const { requestSchema } = OPERATIONS[judging.operation];
  if (requestSchema === null || judging.operation === "uploadFile") return;
  for (const result of echo(fieldTree(requestSchema), judging.sent, received)) {
    // An update with an empty value may count as one that leaves the field out, and then the old value may stay.
    if (judging.operation === "updateRecipient" && isEmpty(result.sent)) continue;
    const check = checkIdOf(judging.operation, "echo", result.path);
    recorder.request(check);
    if (result.outcome === "same") recorder.pass(check);
    else if (result.outcome === "different" || judging.operation === "createCustomer") {
      const message =
        result.outcome === "missing"
          ? `${result.path} was sent and does not come back`
          : `${result.path} comes back changed`;
      recorder.fail(check, failure(message, JSON.stringify(result.sent), JSON.stringify(result.received) ?? "absent"));
    }
  }
}

/**
 * Judges one exchange beside its own expectation.
 * Answers of a throttle (429, and 503) are the infrastructure's, not the operation's: they are passed over.
 */
export function judgeTraffic(exchange: Exchange, judging: Judging, recorder: Recorder): void {
  const { response } = exchange;
  if (response === null || response.status === 429 || response.status === 503) return;
  const serverError = checkIdOf(judging.operation, "errors", "no-server-error");
  if (response.status >= 500) {
    recorder.fail(serverError, {
      message: "The service answers with a server error",
      expected: "any answer but a server error",
      actual: answerText(exchange),
      edit: judging.edit,
      control: judging.control,
      exchange,
    });
  } else if (judging.errors) recorder.pass(serverError);
  recorder.request(serverError);
  if (response.status >= 400) {
    if (judging.errors) judgeError(exchange, judging, recorder);
  } else if (isSuccess(exchange)) judgeSuccess(exchange, judging, recorder);
}
