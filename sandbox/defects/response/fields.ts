import { isObject } from "../../json.js";
import { OPERATION_NAMES, type OperationName } from "../../request.js";
import type { FieldRule } from "../../rules.js";
import {
  always,
  type Change,
  cut,
  listChange,
  publishedPath,
  removed,
  replaced,
  shownValueChanged,
  textChange,
} from "../changes.js";
import { type Defect, defectOf, eachInTurn, REQUEST_TABLES, type Row, rows, type Ways } from "../defect.js";

export interface ShownField {
  readonly rule: FieldRule;
  /** Whether it comes from the request, so that a fault in it is also one in the echo. */
  readonly isSent: boolean;
  /** The prefix of this kind of ids (section 1). */
  readonly prefix?: string;
}

const own = (path: string, part: Partial<FieldRule> = {}, prefix?: string): ShownField => ({
  rule: { path, kind: "text", ...part },
  isSent: false,
  ...(prefix === undefined ? {} : { prefix }),
});
const number = (path: string): ShownField => own(path, { kind: "number" });
const object = (path: string): ShownField => own(path, { kind: "object" });
const oneOf = (path: string, ...values: readonly string[]): ShownField => own(path, { values });
const dateTime = (path: string): ShownField => own(path, { dateTime: true });

function sent(rules: readonly FieldRule[]): ShownField[] {
  return rules.map((rule) => ({ rule, isSent: true }));
}

function inside(holder: string, fields: readonly ShownField[]): ShownField[] {
  return fields.map(({ rule, ...field }) => ({
    ...field,
    isSent: false,
    rule: { ...rule, path: `${holder}.${rule.path}` },
  }));
}

/** Section 2.1, for a request with these fields. */
function recipientWith(fields: readonly ShownField[]): ShownField[] {
  return [
    own("recipient_id", {}, "rcp_"),
    ...fields,
    oneOf("status", "pending", "active", "rejected", "suspended"),
    dateTime("created_at"),
  ];
}

const RECIPIENT = recipientWith(sent(REQUEST_TABLES.createRecipient));

/** An update is not sent the partner's id, but shows it all the same. */
const UPDATED_RECIPIENT = recipientWith([
  own("partner_recipient_id", { minLength: 20, maxLength: 64 }),
  ...sent(REQUEST_TABLES.updateRecipient),
]);

/** Section 2.4, without what only creation adds. */
const CUSTOMER: readonly ShownField[] = [
  own("customer_id", {}, "cus_"),
  ...sent(REQUEST_TABLES.createCustomer),
  own("status"),
  dateTime("created_at"),
];

const partnerTransactionId = own("partner_transaction_id", { minLength: 20, maxLength: 64 });
const TIMES = ["created_at", "audit_at", "completed_at"].map(dateTime);

/** The documented fields of the response of each operation (sections 2.1 to 2.9). */
export const RESPONSE_TABLES: Readonly<Record<OperationName, readonly ShownField[]>> = {
  createRecipient: RECIPIENT,
  updateRecipient: UPDATED_RECIPIENT,
  uploadFile: [own("file_id")],
  createCustomer: [
    ...CUSTOMER,
    own("business_details.business_type"),
    own("business_details.business_identifier_type"),
    own("account_usage.account_usage_product_reference"),
    own("business_person_list[].basic_info.role_type"),
    own("business_person_list[].identification.id_type"),
  ],
  getTransferDetail: [
    own("transaction_id", {}, "txn_"),
    partnerTransactionId,
    oneOf("transaction_type", "transfer"),
    ...["source", "target"].flatMap((side) => [
      object(side),
      own(`${side}.currency`),
      number(`${side}.amount`),
      own(`${side}.network`),
    ]),
    oneOf("status", "pending", "completed", "failed"),
    own("customer_id", {}, "cus_"),
    own("recipient_id", {}, "rcp_"),
    number("exchange_rate"),
    number("fee"),
    oneOf("purpose_code", "Payment for Physical Goods", "Other"),
    own("notes"),
    ...TIMES,
    object("customer"),
    ...inside("customer", CUSTOMER),
    object("recipient"),
    ...inside("recipient", RECIPIENT),
    own("file_id_list", { kind: "list" }),
    own("file_id_list[]"),
  ],
  listTransactions: [
    number("page_number"),
    number("page_size"),
    number("total"),
    own("items", { kind: "list" }),
    object("items[]"),
    ...["id", "reference_id", "type", "status"].map((name) => own(`items[].${name}`)),
    ...["sender_amount", "receiver_amount", "exchange_rate"].map((name) => number(`items[].${name}`)),
    dateTime("items[].created_at"),
  ],
  getTransferReceipt: [own("[]")],
  listBalances: [
    object("[]"),
    oneOf("[].status", "active", "inactive"),
    number("[].total_amount"),
    number("[].available_amount"),
    oneOf("[].currency", "USDT", "USDC", "USD"),
    oneOf("[].network", "ETH", "TRX"),
    oneOf("[].currency_type", "fiat", "crypto"),
  ],
  getDepositDetail: [
    partnerTransactionId,
    oneOf("network", "ETH", "TRX"),
    oneOf("account_currency", "USDT", "USDC", "USD"),
    number("amount"),
    oneOf("transaction_type", "deposit"),
    own("transaction_id", {}, "txn_"),
    own("source_wallet_address"),
    own("target_wallet_address"),
    oneOf("status", "Processing", "Succeeded", "Failed"),
    ...TIMES,
  ],
};

export const LEFT_OUT = rows<Change>`missing | is missing | ${always(removed)}`;

/** The ways to break each rule of the value of a field. */
export function distortionsOf({ rule, prefix }: ShownField): Ways<Change> {
  const { path, values, minLength, maxLength, pattern, dateTime, maxItems } = rule;
  return {
    type: typeWays(rule),
    enum: values === undefined ? [] : enumWays(rule),
    minLength: minLength === undefined ? [] : shorter(minLength - 1),
    maxLength: maxLength === undefined ? [] : longer(maxLength + 1),
    pattern: pattern === undefined ? [] : path.endsWith("wallet_address") ? MASKED : SMALL,
    format: dateTime === true ? DATE_TIME_WAYS : [],
    maxItems: maxItems === undefined ? [] : repeatedTo(maxItems + 1),
    idPrefix:
      prefix === undefined ? [] : rows<Change>`other | begins with x${prefix} | ${(value) => `x${String(value)}`}`,
  };
}

/** The names, `path.keyword`, that a value that breaks a rule can fairly be given. */
export function brokenRules({ rule }: ShownField, keyword: string): readonly string[] {
  const path = publishedPath(rule.path);
  // What is outside a list of values is the same fault, however it got there.
  const isAlsoUnlisted = rule.values !== undefined && ["minLength", "maxLength", "pattern"].includes(keyword);
  return [`${path}.${keyword}`, ...(isAlsoUnlisted ? [`${path}.enum`] : [])];
}

const asText: Change = (value) => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value));

const TYPE_WAYS: Readonly<Record<FieldRule["kind"], readonly Row<Change>[]>> = {
  text: rows`
    number | is a number | ${always(12345)}
    object | is an object | ${(value) => ({ value })}
    boolean | is true | ${always(true)}
    list | is a list | ${(value) => [value]}
  `,
  number: rows`
    text | is a text | ${asText}
    object | is an object | ${(value) => ({ value })}
  `,
  object: rows`
    list | is a list | ${(value) => [value]}
    text | is a text | ${asText}
  `,
  list: rows`
    object | is an object | ${listChange((list) => ({ ...list }))}
    joined | is a text of its items | ${listChange((list) => list.join(","))}
  `,
};

const COUNT_WAYS = rows<Change>`
  text | is a text | ${asText}
  fraction | has decimals | ${(value) => Number(value) + 0.5}
`;

/** Counts are integers, and everything else may have decimals. */
const typeWays = ({ kind, path }: FieldRule): readonly Row<Change>[] =>
  /^(?:page_number|page_size|total)$/.test(path) ? COUNT_WAYS : TYPE_WAYS[kind];

const otherCase = textChange((text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()));

const ENUM_WAYS = rows<Change>`
  other-case | is in another letter case | ${otherCase}
  unlisted | has a value that is not listed | ${textChange(() => "UNSPECIFIED")}
  empty | is empty | ${textChange(() => "")}
  numbered | has a number at its end | ${replaced(/$/, "1")}
`;

/** What may never have been sent may be shown empty. */
const enumWays = (rule: FieldRule): readonly Row<Change>[] =>
  isUncertain(rule) ? ENUM_WAYS.filter(({ name }) => name !== "empty") : ENUM_WAYS;

const shorter = (length: number) => rows<Change>`shortened | is cut to ${String(length)} characters | ${cut(length)}`;
const longer = (length: number) => rows<Change>`
  lengthened | is filled up to ${String(length)} characters | ${textChange((text) => text.padEnd(length, "X"))}
`;

const small = textChange((text) => (/[A-Z]/.test(text) ? text.toLowerCase() : `${text.slice(0, -1)}-`));
const SMALL = rows<Change>`small | is in small letters | ${small}`;
const MASKED = rows<Change>`
  masked | is masked | ${textChange((text) => `${text.slice(0, 6)}${"*".repeat(16)}${text.slice(-4)}`)}
`;

const DATE_TIME_WAYS = rows<Change>`
  slashes | is written with slashes and a space
    | ${textChange((text) => text.slice(0, 19).replaceAll("-", "/").replace("T", " "))}
  epoch | is a text of milliseconds | ${textChange((text) => String(Date.parse(text)))}
  mail | is written as in mail headers | ${textChange((text) => new Date(text).toUTCString())}
  month-13 | names a thirteenth month | ${textChange((text) => `${text.slice(0, 5)}13${text.slice(7)}`)}
`;

const repeatedTo = (count: number) => rows<Change>`
  too-many | has ${String(count)} items
    | ${listChange((list) => (list.length === 0 ? list : Array.from({ length: count }, (_, at) => list[at % list.length])))}
`;

function distorted(operation: OperationName, field: ShownField, turn: number): Defect[] {
  const { rule, isSent } = field;
  const path = publishedPath(rule.path);
  // What was sent and does not come back is an echo fault.
  const missing = isSent || path.endsWith("[]") || isUncertain(rule) ? [] : LEFT_OUT;
  return eachInTurn({ present: missing, ...distortionsOf(field) }, turn, (keyword, { name, title, value }) => {
    const rules = [
      ...brokenRules(field, keyword).map((broken) => `response/${broken}`),
      ...(isSent ? [`echo/${path}`] : []),
      ...(STATE_RULES[operation]?.[rule.path] ?? []),
    ];
    const hooks = shownValueChanged(rule.path, value);
    return defectOf("response", operation, rules, name, `${path} in the response ${title}`, hooks);
  });
}

/** What else is wrong once one of these values is wrong. */
const STATE_RULES: Readonly<Partial<Record<OperationName, Readonly<Record<string, readonly string[]>>>>> = {
  updateRecipient: {
    recipient_id: ["state/recipient_id.kept"],
    partner_recipient_id: ["state/partner_recipient_id.kept"],
    created_at: ["state/created_at.kept"],
  },
  getTransferDetail: {
    transaction_id: ["state/asked-for"],
    partner_transaction_id: ["state/asked-for"],
    customer_id: ["state/customer.agrees"],
    "customer.customer_id": ["state/customer.agrees"],
    recipient_id: ["state/recipient.agrees"],
    "recipient.recipient_id": ["state/recipient.agrees"],
  },
  getDepositDetail: { transaction_id: ["state/asked-for"], partner_transaction_id: ["state/asked-for"] },
};

/** Fields inside the customer or recipient of a transfer that may be absent, because they may never have been sent. */
function isUncertain({ path, required }: FieldRule): boolean {
  const inside = /^(?:customer|recipient)\.(.*)$/.exec(path)?.[1];
  // An account that is present has all its required fields.
  if (inside?.startsWith("payment_details") === true && inside !== "payment_details") return required !== true;
  const certain =
    /^(?:customer_id|recipient_id|partner_recipient_id|status|created_at|business_name|business_type|country_code)$/;
  return inside !== undefined && !certain.test(inside);
}

/** Every documented rule of every response field, each broken in one way; the ways take turns. */
export const RESPONSE_FIELDS: readonly Defect[] = OPERATION_NAMES.flatMap((operation, position) =>
  RESPONSE_TABLES[operation].flatMap((field, index) => distorted(operation, field, index + position)),
);
