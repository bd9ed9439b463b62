/** The documented fields of every success: their rules, and whether they are there (section 2). */
import { check, type JudgedTogether, judgedTogether } from "../../../engine/check.js";
import { KEYWORD_EXPECTATIONS, PRESENCE_EXPECTATIONS } from "../../../engine/responseExpectations.js";
import { failureOf } from "../../../engine/traffic.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { bodyOr, type ResponseFact, readResponse, ruleName } from "../../../oracles/responseBody.js";
import { type Field, fieldTree, keywordsOf, walk } from "../../../schemas/fieldTree.js";
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
    field,
    keyword,
  });
}

function messageOf({ name, keyword, outcome, expected }: ResponseFact): string {
  if (outcome === "unseen") return `${name} is listed for the response and never appears`;
  return keyword === PRESENT ? `${name} is missing in the response` : `${name} in the response is not ${expected}`;
}

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
  return judgedTogether([...checks.values()], () => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    if (!judging.response || !isSuccess(exchange)) return;
    const body = jsonBody(response);
    if (!body.ok) return;
    const reading = readResponse(operation, responseSchema, body.value, judging.sent);
    for (const [rule, count] of reading.passes) {
      const id = checks.get(rule)?.id;
      if (id === undefined) continue;
      recorder.pass(id, count);
      recorder.request(id);
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
