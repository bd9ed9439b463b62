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
  TRANSACTION_IDS,
  TRANSACTION_TIMES,
} from "../../../schemas/deliveries.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { cutJsonText, isObject, type JsonRecord } from "../../../schemas/json.js";
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

/** What section 1 says of any timestamp and of any id. */
const GENERAL = [
  {
    names: TRANSACTION_TIMES,
    keyword: "format",
    told: "a date-time",
    expects: "an ISO 8601 date-time",
    holds: isDateTime,
  },
  { names: TRANSACTION_IDS, keyword: "type", told: "a string", expects: "a string", holds: () => true },
] as const;

interface GeneralCheck {
  readonly check: Check;
  /** What the value is, when it is right. */
  readonly told: string;
  readonly holds: (text: string) => boolean;
}

/** The checks of a category's times and ids, by field. */
const generalChecks: ReadonlyMap<Category, ReadonlyMap<string, GeneralCheck>> = new Map(
  CATEGORIES.map((category) => {
    const schema = detailSchema(category);
    const fields = schema === null ? [] : fieldTree(schema).children;
    const checks = GENERAL.flatMap(({ names, keyword, expects, told, holds }) => {
      const owner: FieldOwner = {
        ...ownerOf(category, schema ?? ""),
        title: ({ path }) => `In a ${CATEGORY_NAMES[category]} delivery, ${path} is ${told} when present`,
      };
      return names
        .flatMap((name) => fields.find(({ path }) => path === name) ?? [])
        .map((field): [string, GeneralCheck] => [
          field.path,
          { check: fieldCheck(owner, field, keyword, expects), told, holds },
        ]);
    });
    return [category, new Map(checks)];
  }),
);

export const dataChecks = [
  bodyIsJson,
  jsonMediaType,
  carriesData,
  ...CATEGORIES.flatMap((category) => [
    ...[...(generalChecks.get(category)?.values() ?? [])].map(({ check }) => check),
    ...(shownFields.get(category)?.checks.values() ?? []),
  ]),
];

/** The parties of a transaction: their times and ids are as those of the transaction. */
const PARTIES = ["customer", "recipient"];

/** What times and ids show of a data object whose other fields are not described. */
function judgeTransaction(answer: Answer, category: Category, object: JsonRecord, place = ""): void {
  for (const [field, { check, told, holds }] of generalChecks.get(category) ?? []) {
    const value = object[field];
    if (value === undefined || value === null) continue;
    const message = `${place}${field} in a ${CATEGORY_NAMES[category]} delivery is not ${told}`;
    if (typeof value === "string" && holds(value)) held(answer, check);
    else departs(answer, check, { message, expected: told, actual: cutJsonText(value, SHOWN) });
  }
  for (const name of place === "" ? PARTIES : []) {
    const party = object[name];
    if (isObject(party)) judgeTransaction(answer, category, party, `${name}.`);
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
      judgeTransaction(answer, category, object);
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
 * Times and ids that turned out to be missing from data whose fields are not described.
 * @param seen the delivered objects of a category
 */
export function absentFields(category: Category, seen: readonly JsonRecord[]): readonly (readonly [string, string])[] {
  if (seen.length === 0) return [];
  const kind = CATEGORY_NAMES[category];
  return [...(generalChecks.get(category) ?? [])].map(([field, { check }]) => [
    check.id,
    `the data of ${kind} deliveries has no ${field}, and its fields are not documented`,
  ]);
}
