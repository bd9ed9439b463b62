/**
 * The body of a delivery, and its data object field by field: the rules of its schema, or of its times where no schema
 * is documented.
 */
import type { Check } from "../../../discovery/check.js";
import type { Answer } from "../../../engine/model.js";
import { isJsonMediaType } from "../../../oracles/json.js";
import { ruleName } from "../../../oracles/responseBody.js";
import { isDateTime } from "../../../schemas/dateTime.js";
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Category,
  dataSchema,
  detailSchema,
  TRANSACTION_TIMES,
} from "../../../schemas/deliveries.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { cutJsonText, type JsonRecord } from "../../../schemas/json.js";
import { holdsMore } from "../../../webhooks/reading.js";
import { type FieldOwner, fieldCheck, fieldChecks, judgeFields, PRESENT } from "../response/responseFields.js";
import { type DeliveryAnswer, departs, EACH_DELIVERY, held, ofDeliveries, SHOWN } from "./delivered.js";

/* The body of a delivery: that it is JSON (section 1), and that it carries the data object (section 6). */

const bodyIsJson = ofDeliveries("webhooks/response/body.json", {
  expects: "a body that can be read as JSON in UTF-8",
});

const jsonMediaType = ofDeliveries("webhooks/response/body.mediaType", {
  expects: "content-type application/json, or another JSON media type",
});

const carriesData = ofDeliveries("webhooks/response/envelope.data", {
  title: "A delivery of a documented category carries the data object",
  expects: "the data object, wherever it stands",
});

function judgeBody(answer: DeliveryAnswer): void {
  const { headers, reading } = answer.exchange.delivery;
  const { body, data, category } = reading;
  if (body.kind === "not-json") {
    const { reason } = body;
    const message = `The body of a delivery is ${reason}`;
    departs(answer, bodyIsJson, { message, expected: "a JSON body", actual: `a body that is ${reason}` });
    return;
  }
  held(answer, bodyIsJson);
  if (isJsonMediaType({ headers })) held(answer, jsonMediaType);
  else {
    const actual = `content-type ${headers["content-type"] ?? "none"}`;
    const message = "A delivery has no JSON media type";
    departs(answer, jsonMediaType, { message, expected: "a JSON media type", actual });
  }
  // Deliveries outside the five categories, such as a connection test, are not documented.
  if (category === null) return;
  // The data of transfers, deposits and returns is not documented: it may be any object.
  if (data === null && dataSchema(category) === null && holdsMore(body.value)) held(answer, carriesData);
  else if (data === null) {
    const message = `A ${CATEGORY_NAMES[category]} delivery carries no data object`;
    const actual = `a body without it: ${cutJsonText(body.value, SHOWN)}`;
    departs(answer, carriesData, { message, expected: "the data object", actual });
  } else if (data.asText) {
    const actual = `${data.at === "" ? "the body" : data.at} is a text`;
    const message = "The data of a delivery is a text that holds JSON";
    departs(answer, carriesData, { message, expected: "an object", actual });
  } else held(answer, carriesData);
}

/* The fields of the data object. */

function ownerOf(category: Category, schema: string): FieldOwner {
  const kind = CATEGORY_NAMES[category];
  return {
    idOf: (rule) => `webhooks/response/${kind}.${rule}`,
    schema,
    operation: category === "Customer" ? "createCustomer" : "createRecipient",
    options: { sends: EACH_DELIVERY },
    title: ({ path }, expects) => {
      const name = path === "" ? "the data object" : path;
      return `In a ${kind} delivery, ${name} is ${expects ?? "there"}`;
    },
    message: ({ name, keyword, expected }) =>
      `${name} is ${keyword === PRESENT ? "missing" : `not ${expected}`} in a ${kind} delivery`,
  };
}

const shownFields = new Map(
  CATEGORIES.flatMap((category) => {
    const schema = dataSchema(category);
    if (schema === null) return [];
    const owner = ownerOf(category, schema);
    return [[category, { owner, checks: fieldChecks(owner) }] as const];
  }),
);

const TIME = "an ISO 8601 date-time";

/** The checks of a category's times, by field. */
const timeChecks: ReadonlyMap<Category, ReadonlyMap<string, Check>> = new Map(
  CATEGORIES.map((category) => {
    const schema = detailSchema(category);
    const fields = schema === null ? [] : fieldTree(schema).children;
    const times = TRANSACTION_TIMES.flatMap((name) => fields.find(({ path }) => path === name) ?? []);
    const owner: FieldOwner = {
      ...ownerOf(category, schema ?? ""),
      title: ({ path }) => `In a ${CATEGORY_NAMES[category]} delivery, ${path} is a date-time when present`,
    };
    return [category, new Map(times.map((field) => [field.path, fieldCheck(owner, field, "format", TIME)]))];
  }),
);

export const dataChecks = [
  bodyIsJson,
  jsonMediaType,
  carriesData,
  ...CATEGORIES.flatMap((category) => [
    ...(timeChecks.get(category)?.values() ?? []),
    ...(shownFields.get(category)?.checks.values() ?? []),
  ]),
];

/** What the times show of a data object whose other fields are not described. */
function judgeTimes(answer: Answer, category: Category, object: JsonRecord): void {
  for (const [field, each] of timeChecks.get(category) ?? []) {
    const value = object[field];
    if (value === undefined || value === null) continue;
    const message = `${field} in a ${CATEGORY_NAMES[category]} delivery is not a date-time`;
    if (typeof value === "string" && isDateTime(value)) held(answer, each);
    else departs(answer, each, { message, expected: "a date-time", actual: cutJsonText(value, SHOWN) });
  }
}

/** What the body and the data of a delivery show. A body that was not kept shows nothing. */
export function judgeData(answer: DeliveryAnswer): void {
  const { oversized, reading } = answer.exchange.delivery;
  if (oversized) return;
  judgeBody(answer);
  const { category, data } = reading;
  if (category === null || data === null) return;
  const { sent } = answer.judging;
  for (const [index, object] of data.objects.entries()) {
    const shown = shownFields.get(category);
    if (shown === undefined) {
      judgeTimes(answer, category, object);
      continue;
    }
    const { owner, checks } = shown;
    const { nulls } = judgeFields(owner, checks, answer, object, Array.isArray(sent) ? sent[index] : undefined);
    for (const { path } of nulls) {
      const each = checks.get(ruleName(path, PRESENT));
      const message = `${path} is null in a ${CATEGORY_NAMES[category]} delivery`;
      if (each !== undefined)
        departs(answer, each, { message, expected: "a value of the documented type", actual: "null" });
    }
  }
}

/**
 * Times that turned out to be missing from data whose fields are not described.
 * @param seen the delivered objects of a category
 */
export function absentTimes(category: Category, seen: readonly JsonRecord[]): readonly (readonly [string, string])[] {
  if (seen.length === 0) return [];
  const kind = CATEGORY_NAMES[category];
  return [...(timeChecks.get(category) ?? [])].map(([field, { id }]) => [
    id,
    `the data of ${kind} deliveries has no ${field}, and its fields are not documented`,
  ]);
}
