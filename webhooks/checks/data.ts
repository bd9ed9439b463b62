/** The data object of a delivery, field by field: the rules of its schema, or of its times where no schema is shown. */
import { type Check, check } from "../../engine/check.js";
import { KEYWORD_EXPECTATIONS, PRESENCE_EXPECTATIONS } from "../../engine/responseExpectations.js";
import { isJsonMediaType } from "../../oracles/json.js";
import { readResponse, ruleName } from "../../oracles/responseBody.js";
import { isDateTime } from "../../schemas/dateTime.js";
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Category,
  dataSchema,
  detailSchema,
  TRANSACTION_TIMES,
} from "../../schemas/deliveries.js";
import { type Field, fieldTree, keywordsOf, walk } from "../../schemas/fieldTree.js";
import { cutJsonText, type JsonRecord } from "../../schemas/json.js";
import type { Delivery } from "../delivery.js";
import { type DeliveryReading, holdsMore } from "../reading.js";
import { type DeliveryFact, EACH_DELIVERY, held, notKept } from "./fact.js";

/* The body of a delivery: that it is JSON (section 1), and that it carries the data object (section 6). */

const bodyIsJson = check("webhooks/response/body.json", {
  sends: EACH_DELIVERY,
  expects: "a body that can be read as JSON in UTF-8",
});

const jsonMediaType = check("webhooks/response/body.mediaType", {
  sends: EACH_DELIVERY,
  expects: "content-type application/json, or another JSON media type",
});

const carriesData = check("webhooks/response/envelope.data", {
  title: "A delivery of a documented category carries the data object",
  sends: EACH_DELIVERY,
  expects: "the data object, wherever it stands",
});

export const bodyChecks = [bodyIsJson, jsonMediaType, carriesData];

/** Characters of a body that a failure shows. */
const SHOWN = 120;

/** What the body of a delivery shows. */
export function* bodyFacts({ headers }: Delivery, { body, data, category }: DeliveryReading): Generator<DeliveryFact> {
  if (body.kind === "not-json") {
    const { reason } = body;
    yield notKept(bodyIsJson, `The body of a delivery is ${reason}`, "a JSON body", `a body that is ${reason}`);
    return;
  }
  yield held(bodyIsJson);
  const type = `content-type ${headers["content-type"] ?? "none"}`;
  yield isJsonMediaType({ headers })
    ? held(jsonMediaType)
    : notKept(jsonMediaType, "A delivery has no JSON media type", "a JSON media type", type);
  // What is about none of the five categories, such as a test of the connection, is not documented.
  if (category === null) return;
  // What is in the data of transfers, deposits and returns is not shown: any object may be it.
  if (data === null && dataSchema(category) === null && holdsMore(body.value)) {
    yield held(carriesData);
    return;
  }
  if (data === null) {
    const message = `A ${CATEGORY_NAMES[category]} delivery carries no data object`;
    yield notKept(carriesData, message, "the data object", `a body without it: ${cutJsonText(body.value, SHOWN)}`);
    return;
  }
  const place = data.at === "" ? "the body" : data.at;
  yield data.asText
    ? notKept(carriesData, "The data of a delivery is a text that holds JSON", "an object", `${place} is a text`)
    : held(carriesData);
}

function fieldCheck(kind: string, field: Field, keyword: string, title: string, expects: string): Check {
  return check(`webhooks/response/${kind}.${ruleName(field.path, keyword)}`, {
    title: `In a ${kind} delivery, ${title}`,
    sends: EACH_DELIVERY,
    expects,
    field,
    keyword,
  });
}

function fieldChecks(kind: string, field: Field): Check[] {
  const name = field.path === "" ? "the data object" : field.path;
  const checks = keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) => {
      const expects = KEYWORD_EXPECTATIONS[keyword]?.(field) ?? keyword;
      return fieldCheck(kind, field, keyword, `${name} is ${expects}`, expects);
    });
  if (field.presence === null) return checks;
  const expects = PRESENCE_EXPECTATIONS[field.presence] ?? "";
  return [...checks, fieldCheck(kind, field, "present", `${name} is there`, expects)];
}

function timeCheck(kind: string, field: Field): Check {
  const title = `${field.path} is a date-time when it is there`;
  return fieldCheck(kind, field, "format", title, "an ISO 8601 date-time");
}

/** The checks of a category's times, by field. */
const timeChecks: ReadonlyMap<Category, ReadonlyMap<string, Check>> = new Map(
  CATEGORIES.map((category) => {
    const schema = detailSchema(category);
    const fields = schema === null ? [] : fieldTree(schema).children;
    const times = TRANSACTION_TIMES.flatMap((name) => fields.find(({ path }) => path === name) ?? []);
    return [category, new Map(times.map((field) => [field.path, timeCheck(CATEGORY_NAMES[category], field)]))];
  }),
);

/** The checks of a category's fields, by the names of their rules. */
const ruleChecks: ReadonlyMap<Category, ReadonlyMap<string, Check>> = new Map(
  CATEGORIES.map((category) => {
    const schema = dataSchema(category);
    const fields = schema === null ? [] : [...walk(fieldTree(schema))];
    const checks = fields.flatMap((field) => fieldChecks(CATEGORY_NAMES[category], field));
    return [category, new Map(checks.map((each) => [ruleName(each.field?.path ?? "", each.keyword ?? ""), each]))];
  }),
);

function checksOf(category: Category): readonly Check[] {
  return [...(timeChecks.get(category)?.values() ?? []), ...(ruleChecks.get(category)?.values() ?? [])];
}

export const dataChecks = CATEGORIES.flatMap(checksOf);

/** What the times of a data object show whose other fields are not described. */
function* timeFacts(category: Category, object: JsonRecord): Generator<DeliveryFact> {
  for (const [field, each] of timeChecks.get(category) ?? []) {
    const value = object[field];
    if (value === undefined || value === null) continue;
    const message = `${field} in a ${CATEGORY_NAMES[category]} delivery is not a date-time`;
    const isTime = typeof value === "string" && isDateTime(value);
    yield isTime ? held(each) : notKept(each, message, "a date-time", cutJsonText(value, SHOWN));
  }
}

/**
 * What a data object shows of the rules for its fields.
 * @param sent what was sent to create the resource, for fields that come back only when they were sent
 */
export function* dataFacts(category: Category, object: JsonRecord, sent: unknown): Generator<DeliveryFact> {
  const schema = dataSchema(category);
  if (schema === null) {
    yield* timeFacts(category, object);
    return;
  }
  const checks = ruleChecks.get(category);
  const operation = category === "Recipient" ? "createRecipient" : "createCustomer";
  const { passes, facts, nulls } = readResponse(operation, schema, object, sent);
  for (const [rule, count] of passes) {
    const each = checks?.get(rule);
    if (each !== undefined && count > 0) yield held(each, count);
  }
  for (const { rule, name, keyword, outcome, expected, actual } of facts) {
    const each = checks?.get(rule);
    if (each === undefined || outcome !== "broken") continue;
    const what = keyword === "present" ? `${name} is missing` : `${name} is not ${expected}`;
    yield notKept(each, `${what} in a ${CATEGORY_NAMES[category]} delivery`, expected, actual);
  }
  for (const { path } of nulls) {
    const each = checks?.get(ruleName(path, "present"));
    const message = `${path} is null in a ${CATEGORY_NAMES[category]} delivery`;
    if (each !== undefined) yield notKept(each, message, "a value of the documented type", "null");
  }
}

/** Fields of a data object that break a rule of their own. */
export function brokenFields(facts: readonly DeliveryFact[]): readonly string[] {
  return facts.flatMap(({ check: { field }, failure }) =>
    failure === null || field === undefined ? [] : [field.path],
  );
}

/**
 * Times that data whose fields are not described turned out not to have.
 * @param seen the objects that were delivered of a category
 */
export function absentTimes(category: Category, seen: readonly JsonRecord[]): ReadonlyMap<string, string> {
  if (seen.length === 0) return new Map();
  return new Map(
    [...(timeChecks.get(category) ?? [])].map(([field, { id }]) => [
      id,
      `the data of ${CATEGORY_NAMES[category]} deliveries has no ${field}, and its fields are not documented`,
    ]),
  );
}
