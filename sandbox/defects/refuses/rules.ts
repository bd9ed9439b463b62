import { ExactNumber, isObject, type JsonObject, parsedJson } from "../../json.js";
import type { OperationName } from "../../request.js";
import type { BodyOperation, FieldRule } from "../../rules.js";
import {
  bodyOf,
  type Change,
  cut,
  letThrough,
  publishedPath,
  queryChanged,
  replaced,
  requestValueChanged,
  ruleChanged,
  textChange,
  valueAccepted,
  withMembers,
} from "../changes.js";
import {
  BODY_OPERATIONS,
  type Defect,
  defectOf,
  defects,
  defectsBy,
  eachInTurn,
  FILE_TYPE_NAMES,
  isDocumentedAsRequired,
  RECIPIENT_OPERATIONS,
  REQUEST_TABLES,
  type Row,
  rows,
  rulesIn,
  type Ways,
} from "../defect.js";
import type { DefectHooks } from "../hooks.js";
import { DIGITS_WITH_ALL, isText, ofOneKind, taken } from "./texts.js";

export const FAMILY = "too-loose";

/** What was wrongly accepted is returned, so that the response breaks the rule as well. */
const BOTH = ["refuses", "response"];

/** A way to accept what a rule forbids. */
type Loosening = (path: string) => DefectHooks;

function loosened(operation: BodyOperation, rule: FieldRule, turn: number): Defect[] {
  const field = publishedPath(rule.path);
  const areas = operation === "uploadFile" ? ["refuses"] : BOTH;
  return eachInTurn(waysFor(operation, rule), turn, (keyword, { name, title, value }) =>
    defectOf(FAMILY, operation, rulesIn(areas, `${field}.${keyword}`), name, `${field} ${title}`, value(rule.path)),
  );
}

function waysFor(operation: BodyOperation, rule: FieldRule): Ways<Loosening> {
  return {
    type: typeWays(rule),
    required: isDocumentedAsRequired(operation, rule)
      ? rows`left-out | may be left out | ${byRule({ required: undefined })}`
      : [],
    enum: enumWays(rule),
    // The pattern of a swift_code fixes its lengths; the two are loosened together, by hand.
    ...(rule.values === undefined && !rule.path.endsWith("swift_code") ? boundWays(rule) : {}),
    format: rule.dateTime === true ? DATE_TIME_WAYS : [],
    maxItems: rule.maxItems === undefined ? [] : maxItemsWays(rule.maxItems),
  };
}

const byRule =
  (part: Partial<FieldRule>): Loosening =>
  (path) =>
    ruleChanged(path, (rule) => ({ ...rule, ...part }));
const accepting =
  (isAccepted: (value: unknown) => boolean): Loosening =>
  (path) =>
    valueAccepted(path, isAccepted);
const coercing =
  (coerce: Change): Loosening =>
  (path) =>
    requestValueChanged(path, coerce);
const isString = (value: unknown): value is string => typeof value === "string";
const anyBut = (isOfType: (value: unknown) => boolean): Loosening =>
  accepting((value) => value !== null && !isOfType(value));
const digitsAsNumber: Change = (value) =>
  isString(value) && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value;
const unwrapped: Change = (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value);
const wrapped: Change = (value) => (Array.isArray(value) || value === null ? value : [value]);

const NUMBER_WAYS = rows<Loosening>`text-coerced | may be a text of digits | ${coercing(digitsAsNumber)}`;
const OBJECT_WAYS = rows<Loosening>`
  any-type | may be something other than an object | ${anyBut(isObject)}
  list-unwrapped | is taken out of a list of one | ${coercing(unwrapped)}
  text | may be a text | ${accepting(isString)}
`;
const LIST_WAYS = rows<Loosening>`
  any-type | may be something other than a list | ${anyBut(Array.isArray)}
  single-wrapped | may be a single item outside a list | ${coercing(wrapped)}
`;
const TEXT_WAYS = rows<Loosening>`
  any-type | may be something other than text | ${anyBut(isString)}
  number-coerced | may be a number, which is turned into text
    | ${coercing((value) => (typeof value === "number" ? String(value) : value instanceof ExactNumber ? value.text : value))}
  list-unwrapped | is taken out of a list of one | ${coercing(unwrapped)}
  boolean-coerced | may be true or false, which is turned into text
    | ${coercing((value) => (typeof value === "boolean" ? String(value) : value))}
`;

function typeWays(rule: FieldRule): readonly Row<Loosening>[] {
  const { kind, path, values, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  if (kind !== "text") return { number: NUMBER_WAYS, object: OBJECT_WAYS, list: LIST_WAYS }[kind];
  const isBound =
    [values, pattern, rule.dateTime, rule.file].some((each) => each !== undefined) || minLength > 8 || maxLength < 12;
  return TEXT_WAYS.filter(({ name }) => {
    // A file must be more than text, so nothing coerced would get any further.
    if (path === "file") return name === "list-unwrapped";
    return !name.endsWith("-coerced") || (!isBound && (name === "number-coerced" || minLength <= 4));
  });
}

function boundWays({ minLength, maxLength, pattern }: FieldRule): Ways<Loosening> {
  const least = minLength ?? 0;
  const most = maxLength ?? 0;
  const shorter = rows<Loosening>`
    one-less | may have ${String(least - 1)} characters | ${byRule({ minLength: least - 1 })}
    ignored | may be shorter than ${String(least)} characters | ${byRule({ minLength: undefined })}
  `;
  const longer = rows<Loosening>`
    one-more | may have ${String(most + 1)} characters | ${byRule({ maxLength: most + 1 })}
    ignored | may be longer than ${String(most)} characters | ${byRule({ maxLength: undefined })}
  `;
  return {
    minLength: minLength === undefined ? [] : shorter,
    maxLength: maxLength === undefined ? [] : longer,
    pattern: pattern === undefined ? [] : patternWays(pattern),
  };
}

function patternWays({ source }: RegExp): readonly Row<Loosening>[] {
  const reading = (instead: string): Loosening => byRule({ pattern: new RegExp(instead) });
  return rows`
    end-open | is checked only up to the first character that is not allowed | ${reading(source.replace(/\$$/, ""))}
    line-end | may end with a line break | ${reading(source.replace(/\$$/, "\\n?$"))}
    start-open | is checked only from the last character that is not allowed | ${reading(source.replace(/^\^/, ""))}
    dashes | may hold dashes and spaces | ${reading(source.replaceAll("[", "[ _\\-"))}
    ignored | may hold any characters | ${byRule({ pattern: undefined })}
  `;
}

function enumWays({ values = [], path }: FieldRule): readonly Row<Loosening>[] {
  const sibling = SIBLING_VALUES[path.replace(/^.*\(/, "(")];
  const isSame = (value: string) => (member: string) => member.toLowerCase() === value.toLowerCase();
  const ways = rows<Loosening>`
    open | may have values beyond the list | ${byRule({ values: undefined, pattern: undefined })}
    any-case | may be in another letter case | ${accepting(isText((value) => values.some(isSame(value))))}
    padded | may have spaces around it | ${accepting(isText((value) => values.includes(value.trim())))}
    of-sibling | may have a value of another field | ${accepting(isText((value) => sibling?.includes(value) === true))}
  `;
  return values.length === 0 ? [] : ways.slice(0, sibling === undefined ? 3 : 4);
}

/** What is in the list of a field of the same name or meaning elsewhere. */
const SIBLING_VALUES: Readonly<Record<string, readonly string[]>> = {
  "(bank).network": ["ETH", "TRX"],
  "(bank).payment_method": ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"],
  "(crypto).network": ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"],
  "(crypto).currency": ["USD"],
};

const DAY_TO_31 = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

const DATE_TIME_WAYS = rows<Loosening>`
  ignored | may be any text | ${byRule({ dateTime: undefined })}
  shape-only | is checked only for the shape of a date-time
    | ${accepting((value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(String(value)))}
  platform-parsed | may be whatever a platform reads as a date
    | ${accepting(isText((value) => !Number.isNaN(Date.parse(value))))}
  days-to-31 | may name a day that its month does not have | ${accepting((value) => DAY_TO_31.test(String(value)))}
`;

function maxItemsWays(most: number): readonly Row<Loosening>[] {
  return rows`
    one-more | may have ${String(most + 1)} items | ${byRule({ maxItems: most + 1 })}
    ignored | may have more than ${String(most)} items | ${byRule({ maxItems: undefined })}
  `;
}

function beginningOf(text: string): string | undefined {
  for (let end = text.indexOf("}"); end >= 0; end = text.indexOf("}", end + 1)) {
    const read = text.slice(0, end + 1);
    if (isObject(parsedJson(read))) return read;
  }
  return undefined;
}

const accepted = (isMeant: (raw: Buffer, body: unknown) => boolean): DefectHooks =>
  letThrough("body", (request, due) => {
    const raw = request.rawBody ?? Buffer.alloc(0);
    return due.code === "MALFORMED_REQUEST" && isMeant(raw, bodyOf(request));
  });
const rewritten = (rewrite: (body: unknown, text: string) => string | undefined): DefectHooks => ({
  request: (request) => {
    const text = rewrite(bodyOf(request), request.rawBody?.toString() ?? "");
    return text === undefined ? request : { ...request, rawBody: Buffer.from(text) };
  },
});
/** Reads differently what is not JSON. */
const mendedText = (read: (text: string) => string | undefined): DefectHooks =>
  rewritten((body, text) => (text !== "" && body === undefined ? read(text) : undefined));

const BROKEN_BODIES = defects(FAMILY, BODY_OPERATIONS)`
  refuses/body.malformed/accepted | a body that is not JSON is treated as empty
    | ${accepted((raw, body) => raw.length > 0 && body === undefined)}
  refuses/body.type/accepted | a body that is JSON but not an object is treated as empty
    | ${accepted((_raw, body) => body !== undefined && !isObject(body))}
  refuses/body.empty/accepted | a request without a body is accepted | ${accepted((raw) => raw.length === 0)}
  refuses/body.malformed/mended | a trailing comma is ignored
    | ${mendedText((text) => text.replace(/,\s*}$/, "}").replace(/}}$/, "}"))}
  refuses/body.malformed/end-ignored | anything after the JSON object is ignored | ${mendedText(beginningOf)}
  refuses/body.malformed/first-of-two | of two JSON objects the first one is read
    | ${mendedText((text) => (/\}\s*\{/.test(text) ? beginningOf(text) : undefined))}
  refuses/body.type/list-unwrapped | a list around the body is removed
    | ${rewritten((body) => (Array.isArray(body) && body.length === 1 ? JSON.stringify(body[0]) : undefined))}
`;

const ACCOUNT_RULES = rulesIn(
  BOTH,
  ...["bank_name", "account_name", "account_number", "swift_code", "account_currency"].map(
    (name) => `payment_details.bank.${name}.type`,
  ),
  "payment_details.bank.swift_code.pattern",
  "payment_details.account_type.enum",
);
const ADDRESS_RULES = rulesIn(BOTH, "address_info.post_code.maxLength+minLength", "address_info.city.maxLength+type");
const areSeveral = (list: unknown): list is readonly unknown[] => Array.isArray(list) && list.length > 1;

/** Changes the value at the path of a rule before it is checked. */
export const readAs = (operation: OperationName, areas: readonly string[] = []) =>
  defectsBy(FAMILY, operation, areas, (change: Change, path) => requestValueChanged(path, change));

/** Depth, and what is done before validating. */
function carelessValidation(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const unlooked = (rules: readonly string[], holder: string): Defect => {
    const title = `nothing inside ${holder} is checked`;
    return defectOf(FAMILY, operation, rules, "top-level-only", title, valueAccepted(holder, isObject));
  };
  return [
    unlooked(ACCOUNT_RULES, "payment_details"),
    unlooked(ADDRESS_RULES, "address_info"),
    ...taken(operation, BOTH)`
      crypto.wallet_address.pattern+minLength+maxLength/crypto-unchecked
        | wallet addresses of crypto accounts are not checked | ${() => true}
      bank.account_currency.minLength/bytes-counted | account_currency is held to 3 bytes, not characters
        | ${isText((value) => Buffer.byteLength(value) === 3)}
      bank.account_currency.minLength/nothing | account_currency is checked only when it is not empty
        | ${isText((value) => value === "")}
      bank.bank_name.minLength/nothing | bank_name is checked only when it is not empty
        | ${isText((value) => value === "")}
    `,
    ...defects(FAMILY, operation)`
      refuses/file_id_list[].type/first-item-only, response/file_id_list[].type
        | only the first item of file_id_list is checked
        | ${valueAccepted("file_id_list", (list) => areSeveral(list) && list.length <= 10 && isString(list[0]))}
      refuses/file_id_list[].type/first-three-only, response/file_id_list[].type
        | only the first three items of file_id_list are checked
        | ${valueAccepted("file_id_list", (list) => areSeveral(list) && list.length <= 10 && list.slice(0, 3).every(isString))}
    `,
    ...readAs(operation, BOTH)`
      business_name.minLength+maxLength/trimmed-first, echo/normal-form.trimmed
        | business_name is trimmed before its length is checked
        | ${textChange((text) => (text.trim().length >= 2 ? text.trim() : text))}
    `,
    ...ofOneKind(operation),
    ...readAs(operation)`
      refuses/bank.account_number.pattern/cleaned-first
        | spaces and dashes are taken out of account_number before it is checked | ${replaced(/[\s-]/g, "")}
      refuses/bank.swift_code.pattern/capitals-first, echo/normal-form.upper-case
        | swift_code is put into capitals before it is checked | ${textChange((text) => text.toUpperCase())}
      refuses/bank.network.enum/capitals-first, echo/normal-form.upper-case
        | the network is put into capitals before it is checked | ${textChange((text) => text.toUpperCase())}
      refuses/crypto.network.enum/capitals-first, echo/normal-form.upper-case
        | the blockchain is put into capitals before it is checked | ${textChange((text) => text.toUpperCase())}
      refuses/bank.account_number.pattern/half-width-first
        | full-width digits and letters in account_number are turned into plain ones before it is checked
        | ${textChange((text) => text.normalize("NFKC"))}
    `,
    ...readAs(operation, BOTH)`
      address_info.address_line_1.maxLength/cut-first
        | address_line_1 is cut to 255 characters before it is checked | ${cut(255)}
    `,
    ...defects(FAMILY, operation)`
      refuses/payment_details.account_type.required/guessed
        | a missing account_type is guessed from the fields that are there
        | ${requestValueChanged("payment_details", withGuessedType)}
      refuses/payment_details.account_type.type/null-for-bank | account_type may be null for a bank account
        | ${requestValueChanged("payment_details", withTypeForNull)}
      refuses/payment_details.crypto.wallet_address.type/digits | wallet_address may be a number, whose digits are taken
        | ${requestValueChanged("payment_details", withDigits)}
    `,
  ];
}

const withDigits = withMembers(
  ({ wallet_address: wallet }): JsonObject => (wallet instanceof ExactNumber ? { wallet_address: wallet.text } : {}),
);

const withTypeForNull = withMembers(
  ({ account_type: type, bank_name: bank }): JsonObject =>
    type === null && bank !== undefined ? { account_type: "bank" } : {},
);

const withGuessedType = withMembers(
  ({ account_type: type, wallet_address: wallet }): JsonObject =>
    type === undefined ? { account_type: wallet === undefined ? "bank" : "crypto" } : {},
);

/** Patterns that replace that of swift_code and its lengths, by the keywords that they break. */
const SWIFT_CODES = defectsBy(FAMILY, RECIPIENT_OPERATIONS, BOTH, (pattern: RegExp, path) =>
  ruleChanged(path, (rule) => ({ ...rule, minLength: undefined, maxLength: undefined, pattern })),
)`
  bank.swift_code.minLength+pattern/seven | swift_code may have seven characters
    | ${/^[A-Z]{6}[A-Z0-9]{1,2}(?:[A-Z0-9]{3})?$/}
  bank.swift_code.maxLength+pattern/longer | swift_code may have more than eleven characters
    | ${/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3,})?$/}
  bank.swift_code.pattern/nine-or-ten | swift_code may have nine or ten characters | ${/^[A-Z]{6}[A-Z0-9]{2,5}$/}
  bank.swift_code.pattern/any-letters | swift_code may have digits where letters must stand
    | ${/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/}
  bank.swift_code.pattern/any-case | swift_code may have small letters | ${/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i}
  bank.swift_code.pattern/line-end | swift_code may end with a line break
    | ${/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\n?$/}
  bank.swift_code.pattern/branch-unchecked | swift_code may have any branch | ${/^[A-Z]{6}[A-Z0-9]{2}(?:.{3})?$/}
`;

export const fileTypeRead = (reading: (type: string) => string | undefined): DefectHooks =>
  queryChanged(({ file_type: type }) => {
    const known = typeof type === "string" ? reading(type) : undefined;
    return known === undefined ? {} : { file_type: known };
  });
const fileTypeLike = (isLike: (known: string, type: string) => boolean): DefectHooks =>
  fileTypeRead((type) => FILE_TYPE_NAMES.find((known) => isLike(known, type)));

const LOOSE_FILE_TYPES = defects(FAMILY, "uploadFile")`
  refuses/file_type.enum/open | file_type may have values beyond the list
    | ${fileTypeRead((type) => (FILE_TYPE_NAMES.includes(type) ? type : "Invoice"))}
  refuses/file_type.enum/any-case | file_type may be in another letter case
    | ${fileTypeLike((known, type) => known.toLowerCase() === type.toLowerCase())}
  refuses/file_type.enum/padded | file_type may have spaces around it
    | ${fileTypeLike((known, type) => known === type.trim())}
  refuses/file_type.enum/underscores | file_type may have underscores in place of spaces
    | ${fileTypeLike((known, type) => known.toLowerCase() === type.toLowerCase().replaceAll("_", " "))}
`;

const CUSTOMERS = defects(FAMILY, "createCustomer")`
  refuses/person.basic_info.birth_date.format/several-unchecked, response/person.basic_info.birth_date.format
    | business persons are not checked when there are several
    | ${valueAccepted("business_person_list", (list) => areSeveral(list) && isObject(list[0]))}
  refuses/person.identification.id_issue_date.format/inside-unchecked, refuses/person.identification.id_number.type
    | nothing inside identification of a business person is checked
    | ${valueAccepted("business_person_list[].identification", isObject)}
  refuses/person.basic_info.birth_date.format/inside-unchecked, refuses/person.basic_info.first_name.type
    | nothing inside basic_info of a business person is checked
    | ${valueAccepted("business_person_list[].basic_info", isObject)}
`;

/**
 * What should be refused is accepted: every documented rule of every request field in one way (the ways take turns), whole
 * bodies, and what a table of rules does not show.
 */
export const LOOSE: readonly Defect[] = [
  ...BODY_OPERATIONS.flatMap((operation, position) =>
    REQUEST_TABLES[operation].flatMap((rule, index) => loosened(operation, rule, index + position)),
  ),
  ...BROKEN_BODIES,
  ...RECIPIENT_OPERATIONS.flatMap(carelessValidation),
  ...SWIFT_CODES,
  ...DIGITS_WITH_ALL,
  ...LOOSE_FILE_TYPES,
  ...CUSTOMERS,
];
