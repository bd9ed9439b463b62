/** The documented fields of every success: their rules, and whether they are there (section 2). */
import { type Check, check, type JudgedTogether, judgedTogether } from "../../../engine/check.js";
import type { Answer } from "../../../engine/model.js";
import { letGo } from "../../../engine/outcome.js";
import { KEYWORD_EXPECTATIONS, PRESENCE_EXPECTATIONS } from "../../../engine/responseExpectations.js";
import { failureOf } from "../../../engine/traffic.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import {
  bodyOr,
  type ResponseFact,
  type ResponseReading,
  readResponse,
  ruleName,
} from "../../../oracles/responseBody.js";
import { type Field, fieldTree, keywordsOf, mayLackFields, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

/** What is asked of a field besides its own keywords: that it is there. */
const PRESENT = "present";

/** What is asked of a field of the response, by keyword, for people. */
function expectationsOf(operation: OperationId, field: Field): (readonly [keyword: string, expects: string])[] {
  const own = keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) => [keyword, KEYWORD_EXPECTATIONS[keyword]?.(field) ?? keyword] as const);
  const { presence } = field;
  // What was sent can be missed only where something is sent.
  if (presence === null || (presence === "sent" && OPERATIONS[operation].requestSchema === null)) return own;
  return [...own, [PRESENT, PRESENCE_EXPECTATIONS[presence] ?? ""]];
}

function fieldCheck(operation: OperationId, field: Field, keyword: string, expects: string) {
  const { path } = field;
  const name = path === "" ? "The body" : path;
  return check(`${operation}/response/${bodyOr(path)}.${keyword}`, {
    title: keyword === PRESENT ? `${name} is in the response` : `${name} in the response is ${expects}`,
    sends: "every request that is accepted",
    expects,
    watches: "successes",
    field,
    keyword,
  });
}

/** The check that what has no value is left out: null is of no documented type. */
function nullFields(operation: OperationId): Check {
  return check(`${operation}/response/null-fields`, {
    title: "No documented field of a success is null",
    sends: "every request that is accepted",
    expects: "a value of the documented type, or no such field",
    watches: "successes",
  });
}

const TYPE = ".type";

function messageOf({ name, keyword, outcome, expected, actual }: ResponseFact): string {
  if (outcome === "unseen") return `${name} is listed for the response and never appears`;
  if (keyword !== PRESENT && actual === "null") return `${name} in the response is null, and not ${expected}`;
  return keyword === PRESENT ? `${name} is missing from the response` : `${name} in the response is not ${expected}`;
}

/** Notes the documented fields of a success that are null, and those that are not. */
function noteNulls(id: string, answer: Answer, { nulls, passes }: ResponseReading): void {
  const { recorder } = answer;
  recorder.request(id);
  for (const { path, record } of nulls) recorder.field(id, path, false, record);
  for (const [rule, count] of passes) {
    if (count > 0 && rule.endsWith(TYPE)) recorder.field(id, rule.slice(0, -TYPE.length), true, null);
  }
  const [first] = nulls;
  if (first === undefined) {
    recorder.pass(id);
    return;
  }
  const message = "Documented fields are null, which is not a value of their type";
  const where = first.record === null ? "" : `, ${first.record}`;
  const actual = `${first.path} null${where}`;
  recorder.fail(id, failureOf(answer, { message, expected: "a value of the documented type, or no field", actual }));
}

const BEYOND = letGo("premise", "it stands in records in US dollars alone, of which the document says two things");

/** Holds every success to the rules of its fields. */
export function responseFields(operation: OperationId): JudgedTogether {
  const { responseSchema } = OPERATIONS[operation];
  const checks = new Map(
    [...walk(fieldTree(responseSchema))].flatMap((field) =>
      expectationsOf(operation, field).map(
        ([keyword, expects]) =>
          [ruleName(field.path, keyword), fieldCheck(operation, field, keyword, expects)] as const,
      ),
    ),
  );
  const ofNulls = mayLackFields(responseSchema) ? [nullFields(operation)] : [];
  return judgedTogether([...checks.values(), ...ofNulls], () => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    if (!judging.response || !isSuccess(exchange)) return;
    const body = jsonBody(response);
    if (!body.ok) return;
    const reading = readResponse(operation, responseSchema, body.value, judging.sent);
    for (const { id } of ofNulls) noteNulls(id, answer, reading);
    for (const [rule, count] of reading.passes) {
      const id = checks.get(rule)?.id;
      if (id === undefined) continue;
      recorder.pass(id, count, 1);
    }
    for (const rule of reading.beyond) {
      const id = checks.get(rule)?.id;
      if (id !== undefined) recorder.outcome(id, BEYOND);
    }
    for (const fact of reading.facts) {
      const id = checks.get(fact.rule)?.id;
      if (id === undefined) continue;
      recorder.request(id);
      if (fact.outcome === "seen") {
        recorder.seen(id);
        continue;
      }
      const { expected, actual } = fact;
      const failure = failureOf(answer, { message: messageOf(fact), expected, actual });
      if (fact.outcome === "unseen") recorder.unseen(id, failure);
      else recorder.fail(id, failure);
    }
  });
}
