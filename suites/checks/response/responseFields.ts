/** The documented fields of a body: their rules, and whether they are there. */
import {
  type Check,
  type CheckId,
  type CheckOptions,
  check,
  type JudgedTogether,
  judgedTogether,
} from "../../../discovery/check.js";
import { KEYWORD_EXPECTATIONS, PRESENCE_EXPECTATIONS } from "../../../engine/judge/expectations.js";
import { failureOf } from "../../../engine/judge/traffic.js";
import { type Answer, excused } from "../../../engine/model.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { type ResponseFact, type ResponseReading, readResponse, ruleName } from "../../../oracles/responseBody.js";
import { type Field, fieldTree, keywordsOf, mayLackFields, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

/** The requirement of a field besides its own keywords: that it is present. */
export const PRESENT = "present";

/** Whose fields are judged, and in what words. */
export interface FieldOwner {
  /** @param rule the name of a rule */
  readonly idOf: (rule: string) => CheckId;
  readonly schema: string;
  readonly operation: OperationId;
  readonly options: Pick<CheckOptions, "sends" | "watches">;
  /** @param expects what is expected; for the presence of a field nothing that the title already says */
  readonly title: (field: Field, expects: string | null) => string;
  readonly message: (fact: ResponseFact) => string;
}

function expectationsOf({ operation }: FieldOwner, field: Field): (readonly [keyword: string, expects: string])[] {
  const own = keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) => [keyword, KEYWORD_EXPECTATIONS[keyword]?.(field) ?? keyword] as const);
  const { presence } = field;
  // A sent value can be missing only where something is sent.
  if (presence === null || (presence === "sent" && OPERATIONS[operation].requestSchema === null)) return own;
  return [...own, [PRESENT, PRESENCE_EXPECTATIONS[presence] ?? ""]];
}

export function fieldCheck(owner: FieldOwner, field: Field, keyword: string, expects: string): Check {
  return check(owner.idOf(ruleName(field.path, keyword)), {
    title: owner.title(field, keyword === PRESENT ? null : expects),
    ...owner.options,
    expects,
    field,
    keyword,
  });
}

export function fieldChecks(owner: FieldOwner): ReadonlyMap<string, Check> {
  const fields = [...walk(fieldTree(owner.schema))];
  return new Map(
    fields.flatMap((field) =>
      expectationsOf(owner, field).map(
        ([keyword, expects]) => [ruleName(field.path, keyword), fieldCheck(owner, field, keyword, expects)] as const,
      ),
    ),
  );
}

/**
 * Checks a body against the rules of its fields.
 * @param sent what was sent, for fields that come back only when they were sent
 */
export function judgeFields(
  owner: FieldOwner,
  checks: ReadonlyMap<string, Check>,
  answer: Answer,
  body: unknown,
  sent: unknown,
): ResponseReading {
  const { recorder } = answer;
  const reading = readResponse(owner.schema, body, sent);
  for (const [rule, count] of reading.passes) {
    const id = checks.get(rule)?.id;
    if (id !== undefined) recorder.pass(id, count, 1);
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
    const failure = failureOf(answer, { message: owner.message(fact), expected, actual });
    if (fact.outcome === "unseen") recorder.unseen(id, failure);
    else recorder.fail(id, failure);
  }
  return reading;
}

/* The documented fields of every success: their rules, and whether they are present (section 2). */

/** The check that a field without a value is left out: null has no documented type. */
function nullFields(operation: OperationId): Check {
  return check(`${operation}/response/null-fields`, {
    title: "No documented field of a success is null",
    sends: "every request that is accepted",
    expects: "a value of the documented type, or no such field",
    watches: "successes",
  });
}

const TYPE = ".type";

/** A field, in words where its path does not begin with a name. */
function named(path: string, every: "Each" | "An"): string {
  return path.replace(/^\[\]$/, `${every} item`).replace(/^\[\]\./, `${every} item's `);
}

function messageOf({ name: path, keyword, outcome, expected, actual }: ResponseFact): string {
  const name = path === "body" ? "The response body" : `${named(path, "An")} in the response`;
  if (outcome === "unseen") return `${named(path, "An")} is documented for the response but never appears`;
  if (keyword === PRESENT) return `${named(path, "An")} is missing from the response`;
  return actual === "null" ? `${name} is null instead of ${expected}` : `${name} is not ${expected}`;
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

const BEYOND = excused("premise", "it is only in records in US dollars, about which the document contradicts itself");

export function responseFields(operation: OperationId): JudgedTogether {
  const { responseSchema } = OPERATIONS[operation];
  const owner: FieldOwner = {
    idOf: (rule) => `${operation}/response/${rule}`,
    schema: responseSchema,
    operation,
    options: { sends: "every request that is accepted", watches: "successes" },
    title: ({ path }, expects) => {
      if (path === "") return `The response body is ${expects ?? "present"}`;
      const name = named(path, "Each");
      return expects === null ? `${name} is in the response` : `${name} in the response is ${expects}`;
    },
    message: messageOf,
  };
  const checks = fieldChecks(owner);
  const ofNulls = mayLackFields(responseSchema) ? [nullFields(operation)] : [];
  return judgedTogether([...checks.values(), ...ofNulls], () => (answer) => {
    const { exchange, response, judging } = answer;
    if (!judging.response || !isSuccess(exchange)) return;
    const body = jsonBody(response);
    if (!body.ok) return;
    const reading = judgeFields(owner, checks, answer, body.value, judging.sent);
    for (const { id } of ofNulls) noteNulls(id, answer, reading);
  });
}
