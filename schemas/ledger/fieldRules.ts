/**
 * The rules of fields, derived from the schemas so that nothing is stated twice (contract document, section 2):
 * of requests, of responses and deliveries, and of what a response repeats from its request.
 */

import { type Field, fieldTree, ITEM, impliedRules, keywordsOf, type ValueKeyword, walk } from "../fieldTree.js";
import { commaList } from "../groups.js";
import { operationOf } from "../operation.js";
import type { OperationId, Subject } from "../operations.js";
import { type Basis, type Rule, ruleOf } from "./rule.js";

const NOUNS: Readonly<Record<Field["type"], string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

function listed(values: readonly string[]): string {
  return values.length === 1 ? `is ${values.join("")}` : `is one of ${commaList(values)}`;
}

/** What a keyword says about a field, as the end of a sentence. */
function predicate(field: Field, keyword: ValueKeyword): string {
  const { rules } = field;
  switch (keyword) {
    case "type":
      return `is ${NOUNS[field.type]}`;
    case "enum":
      return listed(rules.enum ?? []);
    case "minLength":
      return `${rules.mayBeEmpty === true ? "is empty or has" : "has"} at least ${rules.minLength} characters`;
    case "maxLength":
      return `has at most ${rules.maxLength} characters`;
    case "pattern":
      return `matches ${rules.pattern}`;
    case "format":
      return "is an ISO 8601 date-time";
    case "minItems":
      return `holds at least ${rules.minItems} items`;
    case "maxItems":
      return `holds at most ${rules.maxItems} items`;
    case "idPrefix":
      return `begins with ${rules.idPrefix}`;
  }
}

/** What the type rule of a request field says besides the type: that it may be absent, or empty. */
function freedoms(field: Field): string {
  const absent = field.absence === "optional" ? ", and may be left out" : "";
  const empty = field.rules.mayBeEmpty === true || field.rules.maxItems !== undefined ? ", and may be empty" : "";
  return absent + empty;
}

function placeOf({ place, statedAt }: Field, keyword: string): string {
  return statedAt[keyword] ?? place;
}

function basisOf({ should }: Field, keyword: string): Basis {
  return should.includes(keyword) ? "implied" : "stated";
}

function requestRulesOf(operation: OperationId, field: Field): Rule[] {
  const reasons = new Map<string, string>(impliedRules(field).map(({ keyword, reason }) => [keyword, reason]));
  return keywordsOf(field)
    .filter((keyword) => keyword !== "idPrefix")
    .map((keyword): Rule => {
      const ending = keyword === "type" ? freedoms(field) : "";
      const unjudged = reasons.get(keyword);
      return ruleOf({
        id: `${operation}.request.${field.path}.${keyword}`,
        place: placeOf(field, keyword),
        basis: basisOf(field, keyword),
        operation,
        text:
          keyword === "required"
            ? `In a request, ${field.path} must be there.`
            : `In a request, ${field.path} ${predicate(field, keyword)}${ending}.`,
        ...(unjudged === undefined ? {} : { unjudged }),
      });
    });
}

/**
 * The rules of the fields of an operation's request body; the rules of the body as a whole are elsewhere. A rule that
 * the field's other rules imply carries that as its reason.
 */
export function requestFieldRules(operation: OperationId): readonly Rule[] {
  const { requestSchema } = operationOf(operation);
  if (requestSchema === null) return [];
  return [...walk(fieldTree(requestSchema))]
    .filter(({ path }) => path !== "")
    .flatMap((field) => requestRulesOf(operation, field));
}

const PRESENCE_TEXTS: Readonly<Record<NonNullable<Field["presence"]>, string>> = {
  required: "must be there",
  listed: "is present",
  sent: "is present when the request carried it",
  eventual: "is present once it has a value",
};

/** Whose fields they are, and how their rules are named and worded. */
interface Owner {
  readonly operation: Subject;
  /** The prefix of a field's path in the ids. */
  readonly prefix: string;
  /** Where the field stands, as the beginning of a sentence. */
  readonly where: string;
  readonly body: string;
  /** Where the document says that it has these fields, when that is not where they are listed. */
  readonly place?: string;
  /** Why the presence of a field that depends on a request cannot be judged, or null. */
  readonly unknownRequest: string | null;
}

function placeFor({ place }: Owner, field: Field, keyword: string): string {
  const own = placeOf(field, keyword);
  return place === undefined ? own : field.path === "" ? place : `${place}, and ${own}`;
}

function presenceRule(owner: Owner, field: Field, presence: NonNullable<Field["presence"]>): Rule {
  const { operation, prefix, where, unknownRequest } = owner;
  return ruleOf({
    id: `${prefix}.${field.path}.present`,
    place: placeFor(owner, field, presence === "required" ? "required" : "present"),
    basis: presence === "required" ? "stated" : "implied",
    operation,
    text: `${where}, ${field.path} ${PRESENCE_TEXTS[presence]}.`,
    ...(presence === "sent" && unknownRequest !== null ? { unjudged: unknownRequest } : {}),
  });
}

function shownRulesOf(owner: Owner, field: Field): Rule[] {
  const { operation, prefix, where } = owner;
  const name = field.path === "" ? owner.body : field.path;
  const rules = keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) =>
      ruleOf({
        id: `${prefix}.${field.path === "" ? "body" : field.path}.${keyword}`,
        place: placeFor(owner, field, keyword),
        basis: basisOf(field, keyword),
        operation,
        text: `${where}, ${name} ${predicate(field, keyword)}.`,
      }),
    );
  return field.presence === null ? rules : [...rules, presenceRule(owner, field, field.presence)];
}

function pathsOf(schemaName: string): string[] {
  return [...walk(fieldTree(schemaName))].map(({ path }) => path);
}

/** Paths of the fields that creation adds to a customer, and that the customer inside a transfer does not have. */
export const ADDED_FIELDS: readonly string[] = (() => {
  const stored = new Set(pathsOf("customer-stored.schema.json"));
  return pathsOf("customer-response.schema.json").flatMap((path) => (stored.has(path) ? [] : `customer.${path}`));
})();

/** The rules that the customer inside a transfer has none of these fields. */
const ADDED_FIELD_RULES: readonly Rule[] = ADDED_FIELDS.map((path) =>
  ruleOf({
    id: `getTransferDetail.response.${path}.absent`,
    place: "2.5, row customer",
    basis: "implied",
    operation: "getTransferDetail",
    text: `In a transfer, ${path} is absent.`,
  }),
);

/** The rules of the body and the fields of an operation's success response. */
export function responseFieldRules(operation: OperationId): readonly Rule[] {
  const { requestSchema, responseSchema } = operationOf(operation);
  const unseen = "a read cannot show whether the partner supplied a value";
  const owner: Owner = {
    operation,
    prefix: `${operation}.response`,
    where: "In a response",
    body: "the body",
    unknownRequest: requestSchema === null ? unseen : null,
  };
  return [
    ...[...walk(fieldTree(responseSchema))].flatMap((field) => shownRulesOf(owner, field)),
    ...(operation === "getTransferDetail" ? ADDED_FIELD_RULES : []),
  ];
}

/**
 * The rules of the data object that a delivery carries.
 * @param kind the category as ids name it: `recipient`
 * @param place where the document says what the data object is
 */
export function deliveryFieldRules(kind: string, schemaName: string, place: string): readonly Rule[] {
  const owner: Owner = {
    place,
    operation: "webhooks",
    prefix: `webhooks.response.${kind}`,
    where: `In a ${kind} delivery`,
    body: "the data object",
    unknownRequest: null,
  };
  return [...walk(fieldTree(schemaName))].flatMap((field) => shownRulesOf(owner, field));
}

/** Operations whose response repeats the fields of the request (sections 2.1 and 2.4). */
const ECHOING: ReadonlySet<OperationId> = new Set(["createRecipient", "updateRecipient", "createCustomer"]);

/**
 * Spellings in which a response repeats what was sent: other spellings hold the same content, so these rules are only
 * implied.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  trimmed: "The response shows texts with the spaces around them that were sent.",
  collapsed: "The response shows as many spaces in a text as were sent.",
  NFC: "The response shows accents and the like in the Unicode form in which they were sent.",
  "upper-case": "The response shows codes in the letter case in which they were sent.",
  "lower-case": "The response spells websites and e-mail addresses as they were sent.",
  empty: "Empty values come back empty.",
};

/** Where the document says, for each, that the response repeats the request. */
function echoPlace(operation: OperationId): string {
  return operation === "createCustomer" ? "2.4, response repeats all other request fields" : "2.1, response fields";
}

function spellingRules(operation: OperationId): readonly Rule[] {
  const place = echoPlace(operation);
  return Object.entries(SPELLINGS).map(([form, text]) =>
    ruleOf({ id: `${operation}.echo.normal-form.${form}`, place, basis: "implied", operation, text }),
  );
}

/** Recipients show payment details as stored, customers all that was sent; for the rest it follows from being shown. */
function echoBasis(operation: OperationId, path: string): Basis {
  return operation === "createCustomer" || path.startsWith("payment_details") ? "stated" : "follows";
}

/** One rule for each request field that the response repeats, and one for each spelling. */
export function echoRules(operation: OperationId): readonly Rule[] {
  const { requestSchema, responseSchema } = operationOf(operation);
  if (requestSchema === null || !ECHOING.has(operation)) return [];
  const shown = new Map([...walk(fieldTree(responseSchema))].map(({ path, place }) => [path, place]));
  const fields = [...walk(fieldTree(requestSchema))].filter(({ path, name }) => path !== "" && name !== ITEM);
  return [
    ...fields.map(({ path, place }) =>
      ruleOf({
        id: `${operation}.echo.${path}`,
        place: shown.get(path) ?? place,
        basis: echoBasis(operation, path),
        operation,
        text: `The response shows ${path} with the value that was sent.`,
      }),
    ),
    ...spellingRules(operation),
  ];
}
