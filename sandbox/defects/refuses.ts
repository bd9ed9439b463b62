import { ExactNumber, isObject, type JsonObject, parseJson } from "../json.js";
import type { OperationName, PartnerRequest } from "../request.js";
import type { BodyOperation, FieldRule } from "../rules.js";
import type { Service } from "../service.js";
import {
  bodyOf,
  type Change,
  changeAt,
  cut,
  letThrough,
  objectChange,
  publishedPath,
  queryChanged,
  replaced,
  requestChanged,
  requestValueChanged,
  ruleChanged,
  storedAccountType,
  textChange,
  valueAccepted,
  withMembers,
} from "./changes.js";
import {
  BODY_OPERATIONS,
  type Defect,
  defectOf,
  defects,
  FILE_TYPE_NAMES,
  inTurn,
  isDocumentedAsRequired,
  RECIPIENT_OPERATIONS,
  REQUEST_TABLES,
  type Rows,
  readRow,
} from "./defect.js";
import type { DefectHooks } from "./hooks.js";

const FAMILY = "too-loose";

/** Names of the same rule in both areas: what was let in comes out again, so that the response breaks it as well. */
function bothAreas(...rules: readonly string[]): string[] {
  return rules.flatMap((rule) => [`refuses/${rule}`, `response/${rule}`]);
}

/** A way to let through what a rule forbids: the end of the defect's id, what it does, and how. */
interface Loosening {
  readonly way: string;
  readonly does: string;
  readonly hooks: (path: string) => DefectHooks;
}

function loosened(operation: BodyOperation, rule: FieldRule, turn: number): Defect[] {
  const field = publishedPath(rule.path);
  return Object.entries(waysFor(operation, rule)).flatMap(([keyword, ways]) => {
    const chosen = inTurn(ways, turn);
    if (chosen === undefined) return [];
    const { way, does, hooks } = chosen;
    const rules = operation === "uploadFile" ? [`refuses/${field}.${keyword}`] : bothAreas(`${field}.${keyword}`);
    return defectOf(FAMILY, operation, rules, way, `${field} ${does}`, hooks(rule.path));
  });
}

function waysFor(operation: BodyOperation, rule: FieldRule): Readonly<Record<string, readonly Loosening[]>> {
  return {
    type: typeWays(rule),
    required: isDocumentedAsRequired(operation, rule)
      ? [byRule("left-out", "may be left out", { required: undefined })]
      : [],
    enum: enumWays(rule),
    ...(rule.values === undefined && !isSwiftCode(rule) ? { ...lengthWays(rule), pattern: patternWays(rule) } : {}),
    format: rule.dateTime === true ? DATE_TIME_WAYS : [],
    maxItems: rule.maxItems === undefined ? [] : maxItemsWays(rule.maxItems),
  };
}

/** Its pattern fixes its lengths; the two are loosened together, by hand. */
function isSwiftCode({ path }: FieldRule): boolean {
  return path.endsWith("swift_code");
}

function byRule(way: string, does: string, part: Partial<FieldRule>): Loosening {
  return { way, does, hooks: (path) => ruleChanged(path, (rule) => ({ ...rule, ...part })) };
}

function accepting(way: string, does: string, isAccepted: (value: unknown) => boolean): Loosening {
  return { way, does, hooks: (path) => valueAccepted(path, isAccepted) };
}

function coercing(way: string, does: string, coerce: Change): Loosening {
  return { way, does, hooks: (path) => requestValueChanged(path, coerce) };
}

const unwrapsList = coercing("list-unwrapped", "is taken out of a list of one", (value) =>
  Array.isArray(value) && value.length === 1 ? value[0] : value,
);
const coercesNumber = coercing("number-coerced", "may be a number, which is turned into text", (value) =>
  typeof value === "number" ? String(value) : value instanceof ExactNumber ? value.text : value,
);
const coercesBoolean = coercing("boolean-coerced", "may be true or false, which is turned into text", (value) =>
  typeof value === "boolean" ? String(value) : value,
);

function anyTypeBut(type: string, isOfType: (value: unknown) => boolean): Loosening {
  return accepting("any-type", `may be something else than ${type}`, (value) => value !== null && !isOfType(value));
}

function typeWays(rule: FieldRule): readonly Loosening[] {
  const { kind, values, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = rule;
  switch (kind) {
    case "number":
      return [
        coercing("text-coerced", "may be a text of digits", (value) =>
          typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value,
        ),
      ];
    case "object":
      return [
        anyTypeBut("an object", isObject),
        unwrapsList,
        accepting("text", "may be a text", (value) => typeof value === "string"),
      ];
    case "list":
      return [
        anyTypeBut("a list", Array.isArray),
        coercing("single-wrapped", "may be a single item outside a list", (value) =>
          Array.isArray(value) || value === null ? value : [value],
        ),
      ];
    case "text": {
      // Of a file more is asked than to be text, so that nothing coerced would get any further.
      if (rule.path === "file") return [unwrapsList];
      const any = anyTypeBut("text", (value) => typeof value === "string");
      const isBound = [values, pattern, rule.dateTime, rule.file].some((each) => each !== undefined);
      if (isBound || minLength > 8 || maxLength < 12) return [any, unwrapsList];
      return [any, coercesNumber, unwrapsList, ...(minLength <= 4 ? [coercesBoolean] : [])];
    }
  }
}

function lengthWays({ minLength, maxLength }: FieldRule): Readonly<Record<string, readonly Loosening[]>> {
  const least = minLength ?? 0;
  const most = maxLength ?? 0;
  const shorter = [
    byRule("one-less", `may have ${least - 1} characters`, { minLength: least - 1 }),
    byRule("ignored", `may be shorter than ${least} characters`, { minLength: undefined }),
  ];
  const longer = [
    byRule("one-more", `may have ${most + 1} characters`, { maxLength: most + 1 }),
    byRule("ignored", `may be longer than ${most} characters`, { maxLength: undefined }),
  ];
  return { minLength: minLength === undefined ? [] : shorter, maxLength: maxLength === undefined ? [] : longer };
}

function patternWays({ pattern }: FieldRule): readonly Loosening[] {
  if (pattern === undefined) return [];
  const { source } = pattern;
  const reading = (way: string, does: string, instead: string): Loosening =>
    byRule(way, does, { pattern: new RegExp(instead) });
  return [
    reading("end-open", "is looked at only up to the first character that is not allowed", source.replace(/\$$/, "")),
    reading("line-end", "may end with a line break", source.replace(/\$$/, "\\n?$")),
    reading("start-open", "is looked at only from the last character that is not allowed", source.replace(/^\^/, "")),
    reading("dashes", "may hold dashes and spaces", source.replaceAll("[", "[ _\\-")),
    byRule("ignored", "may hold any characters", { pattern: undefined }),
  ];
}

function enumWays({ values, path }: FieldRule): readonly Loosening[] {
  if (values === undefined) return [];
  const taking = (way: string, does: string, isTaken: (value: string) => boolean): Loosening =>
    accepting(way, does, (value) => typeof value === "string" && isTaken(value));
  const sibling = SIBLING_VALUES[path.replace(/^.*\(/, "(")];
  return [
    byRule("open", "may have values beyond the list", { values: undefined, pattern: undefined }),
    taking("any-case", "may be in another letter case", (value) =>
      values.some((member) => member.toLowerCase() === value.toLowerCase()),
    ),
    taking("padded", "may have spaces around it", (value) => values.includes(value.trim())),
    ...(sibling === undefined
      ? []
      : [taking("of-sibling", "may have a value of another field", (value) => sibling.includes(value))]),
  ];
}

/** What stands in the list of a field of the same name or meaning elsewhere. */
const SIBLING_VALUES: Readonly<Record<string, readonly string[]>> = {
  "(bank).network": ["ETH", "TRX"],
  "(bank).payment_method": ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"],
  "(crypto).network": ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"],
  "(crypto).currency": ["USD"],
};

const DATE_TIME_WAYS: readonly Loosening[] = [
  byRule("ignored", "may be any text", { dateTime: undefined }),
  accepting("shape-only", "is compared with the shape of a date-time only", (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(String(value)),
  ),
  accepting(
    "platform-parsed",
    "may be whatever a platform reads as a date",
    (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  ),
  accepting("days-to-31", "may name a day that its month does not have", (value) =>
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(String(value)),
  ),
];

function maxItemsWays(most: number): readonly Loosening[] {
  return [
    byRule("one-more", `may have ${most + 1} items`, { maxItems: most + 1 }),
    byRule("ignored", `may have more than ${most} items`, { maxItems: undefined }),
  ];
}

function beginningOf(text: string): string | undefined {
  for (let end = text.indexOf("}"); end >= 0; end = text.indexOf("}", end + 1)) {
    const read = text.slice(0, end + 1);
    try {
      if (isObject(parseJson(read))) return read;
    } catch {
      // The object goes on.
    }
  }
  return undefined;
}

function brokenBodies(operation: BodyOperation): Defect[] {
  const accepted = (isMeant: (raw: Buffer, body: unknown) => boolean): DefectHooks =>
    letThrough(
      "body",
      (request, due) =>
        due.code === "MALFORMED_REQUEST" && isMeant(request.rawBody ?? Buffer.alloc(0), bodyOf(request)),
    );
  const rewritten = (rewrite: (body: unknown, text: string) => string | undefined): DefectHooks => ({
    request: (request) => {
      const text = rewrite(bodyOf(request), request.rawBody?.toString() ?? "");
      return text === undefined ? request : { ...request, rawBody: Buffer.from(text) };
    },
  });
  return defects(FAMILY, operation, {
    "refuses/body.malformed/accepted | a body that is no JSON is taken as an empty one": accepted(
      (raw, body) => raw.length > 0 && body === undefined,
    ),
    "refuses/body.type/accepted | a body that is JSON but no object is taken as an empty one": accepted(
      (_raw, body) => body !== undefined && !isObject(body),
    ),
    "refuses/body.empty/accepted | a request without a body is accepted": accepted((raw) => raw.length === 0),
    "refuses/body.malformed/mended | a trailing comma is read over": rewritten((body, text) =>
      text !== "" && body === undefined ? text.replace(/,\s*}$/, "}").replace(/}}$/, "}") : undefined,
    ),
    "refuses/body.malformed/end-ignored | what stands behind a JSON object is not read": rewritten((body, text) =>
      text !== "" && body === undefined ? beginningOf(text) : undefined,
    ),
    "refuses/body.malformed/first-of-two | of two JSON objects the first one is read": rewritten((body, text) =>
      body === undefined && /\}\s*\{/.test(text) ? beginningOf(text) : undefined,
    ),
    "refuses/body.type/list-unwrapped | a list around the body is taken off": rewritten((body) =>
      Array.isArray(body) && body.length === 1 ? JSON.stringify(body[0]) : undefined,
    ),
  });
}

const BANK = "payment_details(bank)";
const isText = (isMeant: (text: string) => boolean) => (value: unknown) => typeof value === "string" && isMeant(value);

/** Depth, and what is done before validating: the rules that are broken, the way, and what happens. */
function carelessValidation(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const of = (way: string, title: string, rules: readonly string[], hooks: DefectHooks): Defect =>
    defectOf(FAMILY, operation, rules, way, title, hooks);
  const inAccount = ["bank_name", "account_name", "account_number", "swift_code", "account_currency"];
  const account = [
    ...inAccount.map((name) => `payment_details.bank.${name}.type`),
    "payment_details.bank.swift_code.pattern",
    "payment_details.account_type.enum",
  ];
  const address = ["post_code.maxLength", "post_code.minLength", "city.maxLength", "city.type"];
  const wallet = ["pattern", "minLength", "maxLength"].map((rule) => `payment_details.crypto.wallet_address.${rule}`);
  return [
    of(
      "top-level-only",
      "nothing inside payment_details is looked at",
      bothAreas(...account),
      valueAccepted("payment_details", isObject),
    ),
    of(
      "top-level-only",
      "nothing inside address_info is looked at",
      bothAreas(...address.map((rule) => `address_info.${rule}`)),
      valueAccepted("address_info", isObject),
    ),
    of(
      "crypto-unchecked",
      "wallet addresses of crypto accounts are not looked at",
      bothAreas(...wallet),
      valueAccepted("payment_details(crypto).wallet_address", () => true),
    ),
    of(
      "bytes-counted",
      "account_currency is held to 3 bytes, not characters",
      bothAreas("payment_details.bank.account_currency.minLength"),
      valueAccepted(
        `${BANK}.account_currency`,
        isText((value) => Buffer.byteLength(value) === 3),
      ),
    ),
    of(
      "first-item-only",
      "only the first item of file_id_list is looked at",
      bothAreas("file_id_list[].type"),
      valueAccepted(
        "file_id_list",
        (value) => Array.isArray(value) && value.length > 1 && value.length <= 10 && typeof value[0] === "string",
      ),
    ),
    of(
      "trimmed-first",
      "business_name is trimmed before its length is looked at",
      [...bothAreas("business_name.minLength", "business_name.maxLength"), "echo/normal-form.trimmed"],
      requestValueChanged(
        "business_name",
        textChange((text) => (text.trim().length >= 2 ? text.trim() : text)),
      ),
    ),
    ...defects(FAMILY, operation, {
      "refuses/payment_details.bank.account_name.maxLength/chinese-unlimited | an account_name that begins with a Chinese character may be of any length":
        valueAccepted(
          `${BANK}.account_name`,
          isText((value) => value.length > 128 && /^\p{Script=Han}/u.test(value)),
        ),
      "refuses/address_info.post_code.minLength/blank | a post_code of one or two spaces is taken, as if it were empty":
        valueAccepted(
          "address_info.post_code",
          isText((value) => value !== "" && value.length < 3 && value.trim() === ""),
        ),
      "refuses/address_info.post_code.minLength/two-letters | a post_code of two letters is taken": valueAccepted(
        "address_info.post_code",
        isText((value) => /^[A-Z]{2}$/.test(value)),
      ),
      "refuses/payment_details.bank.account_number.pattern/cleaned-first | spaces and dashes are taken out of account_number before it is looked at":
        requestValueChanged(`${BANK}.account_number`, replaced(/[\s-]/g, "")),
      "refuses/payment_details.bank.swift_code.pattern/capitals-first, echo/normal-form.upper-case | swift_code is put into capitals before it is looked at":
        requestValueChanged(
          `${BANK}.swift_code`,
          textChange((text) => text.toUpperCase()),
        ),
      "refuses/payment_details.bank.account_number.pattern/half-width-first | full-width digits and letters in account_number are turned into plain ones before it is looked at":
        requestValueChanged(
          `${BANK}.account_number`,
          textChange((text) => text.normalize("NFKC")),
        ),
    }),
    of(
      "cut-first",
      "address_line_1 is cut to 255 characters before it is looked at",
      bothAreas("address_info.address_line_1.maxLength"),
      requestValueChanged("address_info.address_line_1", cut(255)),
    ),
    ...defects(FAMILY, operation, {
      "refuses/payment_details.account_type.required/guessed | a missing account_type is guessed from the fields that are there":
        requestValueChanged(
          "payment_details",
          withMembers(
            ({ account_type: type, wallet_address: wallet }): JsonObject =>
              type === undefined ? { account_type: wallet === undefined ? "bank" : "crypto" } : {},
          ),
        ),
    }),
  ];
}

/** Patterns in place of that of swift_code and its lengths, by the keywords that they break. */
const SWIFT_CODES: Readonly<Record<string, RegExp>> = {
  "minLength pattern seven | may have seven characters": /^[A-Z]{6}[A-Z0-9]{1,2}(?:[A-Z0-9]{3})?$/,
  "maxLength pattern longer | may have more than eleven characters": /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3,})?$/,
  "pattern nine-or-ten | may have nine or ten characters": /^[A-Z]{6}[A-Z0-9]{2,5}$/,
  "pattern any-letters | may have digits where letters must stand": /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/,
  "pattern any-case | may have small letters": /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i,
  "pattern line-end | may end with a line break": /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\n?$/,
  "pattern branch-unchecked | may have any branch": /^[A-Z]{6}[A-Z0-9]{2}(?:.{3})?$/,
};

function swiftCodes(operation: BodyOperation): Defect[] {
  return Object.entries(SWIFT_CODES).map(([row, pattern]) => {
    const { name, title } = readRow(row);
    const words = name.split(" ");
    const rules = words.slice(0, -1).map((keyword) => `payment_details.bank.swift_code.${keyword}`);
    const loose = { minLength: undefined, maxLength: undefined, pattern };
    const hooks = ruleChanged(`${BANK}.swift_code`, (rule) => ({ ...rule, ...loose }));
    return defectOf(FAMILY, operation, bothAreas(...rules), words.at(-1) ?? "", `swift_code ${title}`, hooks);
  });
}

const fileTypeRead = (reading: (type: string) => string | undefined): DefectHooks =>
  queryChanged(({ file_type: type }) => {
    const known = typeof type === "string" ? reading(type) : undefined;
    return known === undefined ? {} : { file_type: known };
  });
const fileTypeLike = (isLike: (known: string, type: string) => boolean): DefectHooks =>
  fileTypeRead((type) => FILE_TYPE_NAMES.find((known) => isLike(known, type)));

const LOOSE_FILE_TYPES: Rows = {
  "refuses/file_type.enum/open | file_type may have values beyond the list": fileTypeRead((type) =>
    FILE_TYPE_NAMES.includes(type) ? type : "Invoice",
  ),
  "refuses/file_type.enum/any-case | file_type may be in another letter case": fileTypeLike(
    (known, type) => known.toLowerCase() === type.toLowerCase(),
  ),
  "refuses/file_type.enum/padded | file_type may have spaces around it": fileTypeLike(
    (known, type) => known === type.trim(),
  ),
  "refuses/file_type.enum/underscores | file_type may have underscores in place of spaces": fileTypeLike(
    (known, type) => known.toLowerCase() === type.toLowerCase().replaceAll("_", " "),
  ),
};

function customers(): Defect[] {
  const person = "business_person_list[]";
  const unchecked = (name: string, ...rules: readonly string[]): Defect => {
    const names = rules.map((rule) => `refuses/${person}.${name}.${rule}`);
    const title = `nothing inside ${name} of a business person is looked at`;
    const hooks = valueAccepted(`${person}.${name}`, isObject);
    return defectOf(FAMILY, "createCustomer", names, "inside-unchecked", title, hooks);
  };
  const birth = `${person}.basic_info.birth_date.format`;
  return [
    ...defects(FAMILY, "createCustomer", {
      [`refuses/${birth}/several-unchecked, response/${birth} | business persons are not looked at when there are several`]:
        valueAccepted(
          "business_person_list",
          (value) => Array.isArray(value) && value.length > 1 && isObject(value[0]),
        ),
    }),
    unchecked("identification", "id_issue_date.format", "id_number.type"),
    unchecked("basic_info", "birth_date.format", "first_name.type"),
  ];
}

/**
 * What should be refused is let through: every documented rule of every request field in one way (the ways take turns), whole
 * bodies, and what a table of rules does not show.
 */
export const LOOSE: readonly Defect[] = [
  ...BODY_OPERATIONS.flatMap((operation, position) =>
    REQUEST_TABLES[operation].flatMap((rule, index) => loosened(operation, rule, index + position)),
  ),
  ...BODY_OPERATIONS.flatMap(brokenBodies),
  ...RECIPIENT_OPERATIONS.flatMap(carelessValidation),
  ...RECIPIENT_OPERATIONS.flatMap(swiftCodes),
  ...defects(FAMILY, "uploadFile", LOOSE_FILE_TYPES),
  ...customers(),
];

type IsMeant = (body: JsonObject, request: PartnerRequest, service: Service) => boolean;

/** What is wrong is put right before it is checked, where a condition holds. */
function mended(path: string, change: Change, isMeant: IsMeant = () => true): DefectHooks {
  return requestChanged((body, request, service) =>
    isMeant(body, request, service) ? changeAt(body, path, change) : body,
  );
}

const changesFrom =
  (accountType: string): IsMeant =>
  (_body, request, service) =>
    storedAccountType(request, service) === accountType;

/** Rules that hold, save under one condition (sections 2.1 to 2.4 and 4.3). */
export const MENDED_VALUES: readonly Defect[] = defects(FAMILY, null, {
  "updateRecipient/refuses/payment_details.bank.bank_name.maxLength/switched-cut | bank_name is cut, not refused, when the account was a wallet before":
    mended(`${BANK}.bank_name`, cut(128), changesFrom("crypto")),
  "updateRecipient/refuses/payment_details.crypto.wallet_name.maxLength/switched-cut | wallet_name is cut, not refused, when the account was a bank account before":
    mended("payment_details(crypto).wallet_name", cut(128), changesFrom("bank")),
  "updateRecipient/refuses/address_info.city.maxLength/cut-without-line-1 | city is cut, not refused, in an address without its first line":
    mended(
      "address_info.city",
      cut(64),
      ({ address_info: address }) => isObject(address) && address.address_line_1 === undefined,
    ),
  "updateRecipient/refuses/business_name.maxLength/cut-with-emoji | business_name is cut, not refused, when it holds a character of four bytes":
    mended("business_name", (value) => (/[\u{10000}-\u{10ffff}]/u.test(String(value)) ? cut(128)(value, null) : value)),
  "updateRecipient/refuses/website.maxLength/query-not-counted | the query of a website is left out of its length, and cut off":
    mended(
      "website",
      textChange((value) => (value.length > 225 ? (value.split("?")[0] ?? "") : value)),
    ),
  "updateRecipient/refuses/payment_details.bank.payment_method.enum/local-transfer | payment_method may be LOCAL_TRANSFER":
    mended(`${BANK}.payment_method`, replaced(/^LOCAL_TRANSFER$/, "LOCAL")),
  "updateRecipient/refuses/payment_details.bank.swift_code.pattern/dashes-removed | dashes are taken out of swift_code":
    mended(`${BANK}.swift_code`, replaced(/-/g, "")),
  "updateRecipient/refuses/payment_details.bank.account_number.pattern/groups-joined | account_number may be written in groups of four":
    mended(
      `${BANK}.account_number`,
      textChange((value) => (/^\S{4}(?: \S{1,4})+$/.test(value) ? value.replaceAll(" ", "") : value)),
    ),
  "createRecipient/refuses/partner_recipient_id.minLength/digits-filled | a partner_recipient_id of digits is filled up with zeros":
    mended(
      "partner_recipient_id",
      textChange((value) => (/^\d{6,}$/.test(value) ? value.padStart(20, "0") : value)),
    ),
  "createCustomer/refuses/business_details.business_identifier_start_date.format/second-61 | a second may be numbered 61":
    mended("business_details.business_identifier_start_date", replaced(/:61(?=Z)/, ":59")),
  "uploadFile/refuses/file_type.enum/capitals | each word of file_type may have a capital": fileTypeRead((type) =>
    / P/.test(type) ? type.replace(" P", " p") : undefined,
  ),
});

const COMPLETE_ACCOUNTS = {
  bank: {
    account_type: "bank",
    bank_name: "Harbour Sample Bank",
    network: "RTGS",
    account_name: "Harbour Sample Trading",
    account_number: "SAMPLE123456",
    swift_code: "QZHBCNSH",
    account_currency: "CNY",
    country_code: "CN",
  },
  crypto: {
    account_type: "crypto",
    wallet_name: "Sample wallet",
    wallet_address: "TSample0aaaaaaaaaaaaaaaaaaaaaaaaaa",
    network: "TRX",
    currency: "USDT",
  },
};

function completed(type: "bank" | "crypto", isMeant: (details: JsonObject) => boolean): DefectHooks {
  const change: Change = objectChange((details) => (isMeant(details) ? COMPLETE_ACCOUNTS[type] : details));
  return requestValueChanged("payment_details", change);
}

function incompleteDetails(operation: OperationName): Defect[] {
  return [
    ...defects(FAMILY, operation, {
      "refuses/payment_details.account_type.required/empty-object | payment details without any member are taken":
        completed("bank", (details) => Object.keys(details).length === 0),
    }),
    ...(["bank", "crypto"] as const).flatMap((type) => {
      const [own, other] =
        type === "bank" ? ["account_number", "wallet_address"] : ["wallet_address", "account_number"];
      const rule = `refuses/payment_details.${type}.${own}.required`;
      return defects(FAMILY, operation, {
        [`${rule}/type-alone | payment details of nothing but account_type ${type} are taken`]: completed(
          type,
          (details) => details.account_type === type && Object.keys(details).length === 1,
        ),
        [`${rule}/other-kind | payment details of account_type ${type} are taken with the members of the other kind`]:
          completed(
            type,
            (details) => details.account_type === type && details[own] === undefined && details[other] !== undefined,
          ),
      });
    }),
  ];
}

/** Requests that lack what they must have (sections 2.1 and 2.2). */
export const INCOMPLETE_ACCOUNTS: readonly Defect[] = [
  ...RECIPIENT_OPERATIONS.flatMap(incompleteDetails),
  ...defects(FAMILY, "updateRecipient", {
    "refuses/business_name.required/nothing-sent | an update may be an empty object": requestChanged(
      (body, { recipientId }, { state }) => {
        const { partner_recipient_id: _own, ...stored } = state.recipients.get(recipientId)?.fields ?? {};
        return Object.keys(body).length > 0 ? body : stored;
      },
    ),
  }),
];
