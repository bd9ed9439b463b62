import { ExactNumber, isObject, type JsonObject } from "../../json.js";
import { refusal } from "../../request.js";
import type { BodyOperation, FieldRule } from "../../rules.js";
import {
  bodyRefused,
  changeAt,
  cut,
  objectChange,
  publishedPath,
  queryChanged,
  ruleChanged,
  storedValueChanged,
  valueRefused,
} from "../changes.js";
import {
  BODY_OPERATIONS,
  type Defect,
  defectOf,
  defects,
  defectsBy,
  eachInTurn,
  FILE_TYPE_NAMES,
  type Operations,
  RECIPIENT_OPERATIONS,
  REQUEST_TABLES,
  type Row,
  rows,
  type Ways,
} from "../defect.js";
import { REFUSED_CONTENT } from "./content.js";

const FAMILY = "too-strict";

/** A way to refuse what no rule forbids: what the rule says instead. */
type Tightening = Partial<FieldRule>;

function tightened(operation: BodyOperation, rule: FieldRule, turn: number): Defect[] {
  const field = publishedPath(rule.path);
  return eachInTurn(waysFor(operation, rule), turn, (keyword, { name, also, title, value }) => {
    const hooks = ruleChanged(rule.path, (documented) => ({ ...documented, ...value }));
    return defectOf(FAMILY, operation, [`accepts/${field}.${keyword}`, ...also], name, `${field} ${title}`, hooks);
  });
}

const isOfRecipient = (operation: BodyOperation): boolean => RECIPIENT_OPERATIONS.some((each) => each === operation);

function waysFor(operation: BodyOperation, rule: FieldRule): Ways<Tightening> {
  const { path, values, maxItems = 0, dateTime } = rule;
  const fewer = rows<Tightening>`
    one-less | may not have as many items as documented | ${{ maxItems: maxItems - 1 }}
  `;
  return {
    ...(values === undefined && !path.endsWith("swift_code") ? lengthWays(rule) : {}),
    enum: enumWays(rule),
    text: isOfRecipient(operation) && FREE_TEXTS.test(path) ? TEXT_WAYS : [],
    empty: isOfRecipient(operation) ? emptyWays(rule) : [],
    optional: isOptional(operation, rule) ? rows`demanded | may not be left out | ${{ required: true }}` : [],
    maxItems: maxItems === 0 ? [] : fewer,
    format: dateTime === true ? DATE_TIME_WAYS : [],
  };
}

type Refused = RegExp | ((text: string) => boolean);

const isIn = (refused: Refused, value: unknown): boolean =>
  typeof value === "string" && (refused instanceof RegExp ? refused.test(value) : refused(value));

function refusing(texts: readonly Row<Refused>[]): readonly Row<Tightening>[] {
  return texts.map(({ value: refused, ...row }) => ({
    ...row,
    value: { accepts: (value) => (isIn(refused, value) ? false : undefined) },
  }));
}

const hasMoreBytes =
  (most: number): Refused =>
  (text) =>
    Buffer.byteLength(text) > most && [...text].length <= most;

function lengthWays({ path, minLength, maxLength }: FieldRule): Ways<Tightening> {
  // Where only one length is allowed there is no smaller range to narrow it to.
  if (minLength !== undefined && minLength === maxLength) return {};
  const [least, most] = [(minLength ?? 0) + 1, maxLength ?? 0];
  const half = Math.floor(most / 2);
  // Half of a wallet address is shorter than any plain one.
  const also = path.endsWith("wallet_address") ? ", accepts/control.crypto" : "";
  const longer = rows<Tightening>`one-more | must have ${String(least)} characters | ${{ minLength: least }}`;
  const bytes = refusing(rows<Refused>`bytes | may have ${String(most)} bytes only | ${hasMoreBytes(most)}`);
  return {
    minLength: minLength === undefined ? [] : longer,
    maxLength: [
      ...rows<Tightening>`one-less | may have ${String(most - 1)} characters only | ${{ maxLength: most - 1 }}`,
      ...(FREE_TEXTS.test(path) ? bytes : []),
      ...(most >= 60
        ? rows<Tightening>`half${also} | may have ${String(half)} characters only | ${{ maxLength: half }}`
        : []),
    ].filter(() => maxLength !== undefined),
  };
}

function enumWays({ path, values = [] }: FieldRule): readonly Row<Tightening>[] {
  // Without its only value nothing at all could be sent, which would show everywhere rather than here.
  if (values.length < 2) return [];
  return values.toReversed().map((value) => ({
    name: `without-${value}`,
    // A plain recipient may well have this value, and is then refused completely.
    also: kindsWith(path, value).map((kind) => `accepts/control.${kind}`),
    title: `may not be ${value}`,
    value: { values: values.filter((each) => each !== value) },
  }));
}

/** The kinds of account of the recipients that may have a value at a path. */
function kindsWith(path: string, value: string): readonly string[] {
  if (path.endsWith("account_type")) return [value];
  const kind = /\((\w+)\)/.exec(path)?.[1];
  return kind === undefined ? ["bank", "crypto"] : [kind];
}

/** Names and address lines. For other texts the document leaves open which characters they may hold. */
const FREE_TEXTS = /(?:^|[._])(?:business_name|bank_name|account_name|wallet_name|address_line_[12]|city|state)$/;

const TEXT_WAYS = refusing(rows<Refused>`
  ascii-only | may hold ASCII characters only | ${/[^ -~]/}
  no-quotes | may not hold quotation marks | ${/['"]/}
  no-double-spaces | may not hold two spaces in a row | ${(text) => text.includes("  ")}
  no-markup | may not hold angle brackets | ${/[<>]/}
  basic-plane-only | may not hold characters of four bytes | ${/[\u{10000}-\u{10ffff}]/u}
  no-digits-only | may not be made of digits alone | ${/^\d+$/}
  latin-only | may not be written from right to left | ${/[\u0590-\u06ff]/}
  no-null-word | may not be the word null | ${(text) => text === "null"}
`);

function emptyWays({ path, kind, maxLength, minLength, emptyAllowed }: FieldRule): readonly Row<Tightening>[] {
  const refused = (part: Tightening) => rows<Tightening>`refused | may not be empty | ${part}`;
  if (emptyAllowed === true) return refused({ emptyAllowed: false });
  if (kind === "text" && path.startsWith("address_info.") && minLength === undefined && maxLength !== undefined)
    return refused({ minLength: 1 });
  if (path !== "file_id_list" && path !== "address_info") return [];
  const empty = kind === "list" ? "[]" : "{}";
  return refused({ accepts: (value) => (JSON.stringify(value) === empty ? false : undefined) });
}

/** What the document calls optional: inside accounts and addresses, and of the fields of an update (sections 2.1 to 2.3). */
function isOptional(operation: BodyOperation, { path }: FieldRule): boolean {
  const isInside = /^address_info\.|\.(?:payment_method|local_bank_code)$/.test(path);
  return (
    (isInside && isOfRecipient(operation)) ||
    (operation === "updateRecipient" && ["website", "address_info", "file_id_list"].includes(path))
  );
}

const DATE_TIME_WAYS = refusing(rows<Refused>`
  no-offset | must be in UTC, with a Z | ${/[+-]\d\d:\d\d$/}
  no-fraction | may not have decimals of a second | ${/\.\d/}
  no-western-offset | may not be behind UTC | ${/-\d\d:\d\d$/}
`);

/** Declares texts that are refused, by the rule that they are named after. */
const strict = (operations: Operations, areas: readonly string[] = ["accepts"]) =>
  defectsBy(FAMILY, operations, areas, (refused: Refused, path) => valueRefused(path, (value) => isIn(refused, value)));

/** Valid values refused for reasons that no table of rules suggests. */
const REFUSED_TEXTS = strict(RECIPIENT_OPERATIONS)`
  bank.swift_code.minLength+pattern/eleven-only | … must have eleven characters | ${(text) => text.length === 8}
  bank.swift_code.maxLength+pattern/eight-only | … must have eight characters | ${(text) => text.length === 11}
  bank.swift_code.pattern/letters-in-location
    | … may not have digits in its seventh and eighth place | ${/^.{6}(?:\d|.\d)/}
  bank.swift_code.pattern/branch-of-letters | … may not have digits in its branch
    | ${(text) => /\d/.test(text.slice(8))}
  bank.account_number.pattern/not-digits-only | … may not be made of digits alone | ${/^\d+$/}
  bank.account_number.pattern/digit-demanded | … must hold a digit | ${(text) => !/\d/.test(text)}
  bank.account_number.pattern/no-leading-zero | … may not begin with a zero | ${(text) => text.startsWith("0")}
  bank.account_number.maxLength/thirty-four | … may have 34 characters only | ${(text) => text.length > 34}
  crypto.wallet_address.pattern/known-beginning | … must begin with 0x or T | ${(text) => !/^(?:0x|T)/.test(text)}
  crypto.wallet_address.pattern/letter-demanded | … must hold a letter | ${(text) => !/[A-Za-z]/.test(text)}
  crypto.wallet_address.pattern/no-small-only | … may not be without capitals and digits | ${/^[a-z]+$/}
  crypto.wallet_address.minLength/from-34 | … must have 34 characters | ${(text) => text.length < 34}
  crypto.wallet_address.maxLength/up-to-42 | … may have 42 characters only | ${(text) => text.length > 42}
  address_info.post_code.minLength/from-four | … must have four characters | ${(text) => text.length === 3}
  bank.bank_name.maxLength/bytes-counted | … may have 128 bytes only | ${hasMoreBytes(128)}
  business_name.minLength+text/two-letters | … must hold two Latin letters
    | ${(text) => !/[A-Za-z].*[A-Za-z]/.test(text)}
`;

const fileTypeRefused = defectsBy(FAMILY, "uploadFile", [], (isRefused: (type: string) => boolean) =>
  queryChanged(({ file_type: given }) => {
    const type = String(given ?? "");
    return isRefused(type) ? { file_type: `${type} (not taken)` } : {};
  }),
);

const FILE_TYPES: readonly Defect[] = [
  ...FILE_TYPE_NAMES.flatMap(
    (type) => fileTypeRefused`
  accepts/file_type.enum/without-${type.replaceAll(" ", "-")} | file_type may not be ${type} | ${(given) => given === type}
`,
  ),
  ...fileTypeRefused`
  accepts/file_type.enum/none-taken | file_type may have none of its values, and may be left out | ${(given) => given !== ""}
`,
];

type Test = (value: unknown) => boolean;
const amount =
  (isRefused: (amount: number) => boolean): Test =>
  (value) =>
    (typeof value === "number" || value instanceof ExactNumber) &&
    isRefused(Number(value instanceof ExactNumber ? value.text : value));
const isLeapDay: Test = (value) => isIn(/-02-29/, value);

/**
 * The same for customers. A plain one may well have cents in its revenue, or no fractions of a second in its dates, and
 * is then refused completely.
 */
const REFUSED_OF_CUSTOMERS = defectsBy(FAMILY, "createCustomer", ["accepts"], (isRefused: Test, path) =>
  valueRefused(path, isRefused),
)`
  account_usage.estimated_monthly_revenue_amount.number/integer, accepts/control.business
    | … must be a whole number | ${amount((value) => !Number.isInteger(value))}
  account_usage.estimated_monthly_revenue_amount.number/below-a-million
    | … must be below a million | ${amount((value) => value >= 1_000_000)}
  account_usage.estimated_monthly_revenue_amount.number/no-number | … may not be a number | ${amount(() => true)}
  business_details.business_identifier_start_date.format/no-leap-day | … may not be the 29th of February | ${isLeapDay}
  person.basic_info.birth_date.format/no-leap-day | … may not be the 29th of February | ${isLeapDay}
  person.basic_info.birth_date.format/none-taken | … is refused whatever it is | ${(value) => typeof value === "string"}
  business_details.business_identifier_start_date.format/fraction-demanded, accepts/control.business
    | … must have decimals of a second | ${(value) => isIn((text) => !/\.\d/.test(text), value)}
`;

/** Whether the members of a body, or of the account in it, come in the order in which plain requests have them. */
function isInOrder(body: JsonObject): boolean {
  const [first = ""] = Object.keys(isObject(body.payment_details) ? body.payment_details : body);
  return ["account_type", "partner_customer_id", "file"].includes(first);
}

/** Bodies that are refused for how their JSON is written (section 1). */
function notations(operation: BodyOperation): Defect[] {
  const all = defects(FAMILY, operation)`
    accepts/body.notation/escapes | a body with \\u escapes is refused
      | ${bodyRefused((_body, text) => /\\u[0-9a-f]{4}/i.test(text))}
    accepts/body.notation/line-breaks | a body with line breaks between its members is refused
      | ${bodyRefused((_body, text) => text.includes("\n"))}
    accepts/body.notation/first-segment | a body that is longer than 64 KiB is refused, as if its first part were all
      | ${bodyRefused((_body, text) => text.length > 65_536)}
    accepts/body.notation/order | a body whose members come in another order is refused
      | ${bodyRefused((body) => !isInOrder(body))}
  `;
  return operation === "uploadFile" ? all.slice(0, -1) : all;
}

const DATES = [
  "business_details.business_identifier_start_date",
  "business_details.business_identifier_expiry_date",
  "business_person_list[].basic_info.birth_date",
  "business_person_list[].identification.id_issue_date",
  "business_person_list[].identification.id_expiration_date",
];

function isLastDay(text: string): boolean {
  const date = new Date(text);
  return new Date(date.getTime() + 24 * 3_600_000).getUTCMonth() !== date.getUTCMonth();
}

/** Ordinary days and hours that a careless calendar refuses (section 2.4). */
function calendars(): Defect[] {
  // A plain customer may well have such a date, and is then refused completely.
  const plain = "accepts/control.business";
  const isAbove = new Set(REFUSED_OF_CUSTOMERS.map(({ id }) => id));
  const accepts = (value: unknown): false | undefined => (isIn(/-31T/, value) ? false : undefined);
  const rules = [...DATES.map((path) => `accepts/${path}.format`), plain];
  const of31st = defectOf(FAMILY, "createCustomer", rules, "none-on-31st", "no date may be the 31st of a month", {
    rules: (all) => all.map((rule) => (rule.dateTime === true ? { ...rule, accepts } : rule)),
  });
  return [
    ...DATES.flatMap(
      (path) => strict("createCustomer")`
        ${path}.format/no-31st, ${plain} | … may not be the 31st of a month | ${/-31T/}
        ${path}.format/no-last-day, ${plain} | … may not be the last day of a month | ${isLastDay}
        ${path}.format/no-leap-day, ${plain} | … may not be the 29th of February | ${isLeapDay}
        ${path}.format/no-last-hour, ${plain} | … may not be in the last hour of a day | ${/T23:/}
        ${path}.format/no-first-hour, ${plain} | … may not be in the first hour of a day unless it is midnight
          | ${/T00:(?!00:00)/}
      `,
    ).filter(({ id }) => !isAbove.has(id)),
    of31st,
  ];
}

const isCodeAlone = ({ address_info: address }: JsonObject): boolean =>
  isObject(address) && address.post_code === "" && address.state === undefined;
const withNameCut = objectChange((account) =>
  [...String(account.bank_name ?? "")].length === 2 ? changeAt(account, "account_name", cut(100)) : account,
);

/** Valid values refused: at the ends of each rule (the ways take turns), for what they are, and for how they are written. */
export const STRICT: readonly Defect[] = [
  ...BODY_OPERATIONS.flatMap((operation, position) =>
    REQUEST_TABLES[operation].flatMap((rule, index) => tightened(operation, rule, index + position)),
  ),
  ...REFUSED_TEXTS,
  ...FILE_TYPES,
  ...REFUSED_OF_CUSTOMERS,
  ...BODY_OPERATIONS.flatMap(notations),
  ...defects(FAMILY, "createCustomer")`
    accepts/body.notation/exponent | a customer whose numbers are written with an exponent is refused
      | ${bodyRefused((_body, text) => /[:[,]\s*-?\d[\d.]*e/i.test(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')))}
  `,
  ...calendars(),
  ...REFUSED_CONTENT,
  // Values that each keep every rule, but are refused or changed together with one value of another field.
  ...defects(FAMILY, "createRecipient")`
    accepts/combinations/code-without-state | an empty post_code is refused in an address without a state
      | ${bodyRefused(isCodeAlone, refusal(400, "INVALID_PARAMETER", "address_info is incomplete"))}
  `,
  ...defects("echo", "updateRecipient")`
    echo/payment_details.bank.account_name/cut-beside-short-bank
      | account_name is cut to 100 characters where bank_name has two
      | ${storedValueChanged("payment_details", withNameCut)}
  `,
];

/** Valid values that a service's own careless rules refuse. */
export const STRICT_RARE_VALUES: readonly Defect[] = [
  ...strict("updateRecipient", [])`
    accepts/bank.local_bank_code.maxLength/nine-characters | local_bank_code may not have nine characters
      | ${(value) => value.length === 9}
    accepts/address_info.address_line_1.text/one-letter | address_line_1 may not be a single letter
      | ${(value) => value.length === 1}
    accepts/bank.bank_name.text/typographic-apostrophe | bank_name may hold no typographic apostrophe
      | ${(value) => value.includes("’")}
  `,
  ...defects(FAMILY, "updateRecipient")`
    accepts/body.notation/account-first | an update whose first member is payment_details is refused
      | ${bodyRefused((body) => Object.keys(body)[0] === "payment_details")}
  `,
];
