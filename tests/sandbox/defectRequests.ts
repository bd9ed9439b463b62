import { chooseBehaviour } from "../../sandbox/behaviours.js";
import { type FieldRule, fieldRules } from "../../sandbox/rules.js";
import { controls, type Fields, type KnownIds, letters, type TestRequest } from "./defectControls.js";

const tables = fieldRules(chooseBehaviour());

/** Values for one field of a request, valid and not: one of its controls with only that field changed. */
export function fieldRequests(operation: string, path: string, keyword: string, known: KnownIds): TestRequest[] {
  const isBank = path.includes("payment_details.bank.");
  const steps = path.replace(/\.(?:bank|crypto)\./, ".").match(/\[\]|[^.[\]]+/g) ?? [];
  const [control, cryptoControl] = controls(operation, known);
  const base =
    path.includes("payment_details.crypto.") || (!isBank && path === "payment_details.account_type")
      ? cryptoControl
      : control;
  if (base === undefined) return [];
  const rule = ruleOf(operation, path);
  const current = valueAt(base.body, steps);
  const changed = (value: unknown): TestRequest => ({
    ...base,
    body: withFresh(operation, path, replaced(base.body, steps, value), known),
  });
  const requests = [...valuesFor(keyword, rule, current), absent].map(changed);
  return path === "payment_details.account_type" ? [...requests, ...controls(operation, known)] : requests;
}

const CONTENTS: readonly (readonly [path: readonly string[], text: string])[] = [
  [["business_name"], "Partner 🌍"],
  [["payment_details", "bank_name"], "Union Bank"],
  [["payment_details", "account_number"], "0".repeat(12)],
  [["payment_details", "account_number"], "AO12345678"],
  [["address_info", "post_code"], "d02 AF30"],
  [["payment_details", "local_bank_code"], "HSBC-4"],
];

/** Recipients with texts that keep every rule, and that somebody may dislike for what they say. */
export function contentRequests(operation: string, known: KnownIds): TestRequest[] {
  return CONTENTS.flatMap(([path, text]) =>
    controls(operation, known)
      .slice(0, 1)
      .map((control) => ({
        ...control,
        body: withFresh(operation, path.join("."), replaced(control.body, path, text), known),
      })),
  );
}

const absent = Symbol("absent");

function withFresh(operation: string, path: string, body: unknown, known: KnownIds): unknown {
  const name = operation === "createCustomer" ? "partner_customer_id" : "partner_recipient_id";
  return isFields(body) && Object.hasOwn(body, name) && path !== name
    ? { ...body, [name]: `fresh-partner-identifier-${known.fresh()}` }
    : body;
}

function ruleOf(operation: string, path: string): FieldRule | undefined {
  return Object.entries(tables)
    .filter(([name]) => name === operation)
    .flatMap(([, rules]) => rules)
    .find((rule) => rule.path.replace(/\((\w+)\)/, ".$1") === path);
}

function valuesFor(keyword: string, rule: FieldRule | undefined, current: unknown): unknown[] {
  const text = typeof current === "string" ? current : "text";
  const { minLength = 0, maxLength = 0, values = [] } = rule ?? {};
  switch (keyword) {
    case "type":
      return [12345678, 123, true, [current], {}, { value: current }, "x", null, "12.5", text];
    case "minLength":
    case "maxLength":
      return [
        ...[
          minLength - 1,
          minLength,
          minLength + 1,
          maxLength - 1,
          maxLength,
          maxLength + 1,
          maxLength * 2,
          1,
          0,
          24,
          30,
          60,
        ]
          .filter((length) => length >= 0)
          .flatMap((length) => [letters(length), letters(length, "汉"), `  ${letters(Math.max(0, length - 2))}`]),
        "ABCDEFGH123",
        "ABCDEF1",
        "ABCDEFGH",
        "ABCDEFGH1234",
        "GBP",
        "上海",
      ];
    case "enum":
      return [
        ...values,
        ...values.flatMap((value) => [value.toLowerCase(), ` ${value}`, `${value}2`, `${value}x`]),
        "USD",
        "ETH",
        "SWIFT",
      ];
    case "pattern":
      return [
        text.toLowerCase(),
        `${text}\n`,
        `-${text}`,
        `${text}-`,
        `${text}1`,
        `${text}12`,
        text.slice(0, 8),
        ...patterns,
        ...classEnds("BCDEFG2M345", 11),
        ...classEnds(text, 1),
      ];
    case "format":
      return [
        "soon",
        "2024-02-30T00:00:00Z",
        "2024-13-01T00:00:00Z",
        "01/02/2024",
        "2024-01-01T00:00:00Z",
        "2024-01-01T00:00:00.25+08:00",
        "2024-01-01T00:00:00-05:00",
        "2023-07-31T10:00:00Z",
        "2024-02-29T10:00:00Z",
        "2023-06-15T00:30:00Z",
        "2023-06-15T23:30:00Z",
      ];
    case "text":
      return ["汉字", "O'Neill", "two  spaces", "<b>", "𠮷𠮷", "12345", "شركة", "null", letters(60, "é")];
    case "maxItems":
      return [9, 10, 11, 12].map((count) =>
        Array.isArray(current) ? Array.from({ length: count }, (): unknown => current[0]) : current,
      );
    case "number":
      return [1, 12.5, 2_000_000, "12.5"];
    default:
      return ["", [], {}, null];
  }
}

const patterns = [
  "ABCDEF1A",
  "1BCDEF1A",
  "ABCDEFGH",
  "ABCDEFGH1",
  "ABCDEFGHA1B",
  "ABCDEFGHa-b",
  "12345678901",
  "00000001",
  "１２３４５６７８９",
  "1234-5678 9",
  letters(34, "a"),
  letters(34, "7"),
  `x${letters(30, "7")}`,
];

/** A text with the ends of the usual classes of characters in each of its first places, and in its last. */
function classEnds(text: string, places: number): string[] {
  const at = [...Array.from({ length: places }, (_, place) => place), text.length - 1];
  return at.flatMap((place) => [..."AZaz09"].map((end) => `${text.slice(0, place)}${end}${text.slice(place + 1)}`));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  const member: unknown = step === "[]" && Array.isArray(value) ? value[0] : isFields(value) ? value[step] : undefined;
  return valueAt(member, rest);
}

function replaced(value: unknown, [step, ...rest]: readonly string[], by: unknown): unknown {
  if (step === undefined) return by;
  if (step === "[]")
    return Array.isArray(value)
      ? value.map((item: unknown, index) => (index === value.length - 1 ? replaced(item, rest, by) : item))
      : value;
  if (!isFields(value)) return value;
  const { [step]: member, ...others } = value;
  const next = replaced(member, rest, by);
  return next === absent ? others : { ...others, [step]: next };
}

/** A field of words and one of a code, for each operation that shows what was sent. */
const SPELLED: Readonly<Record<string, readonly [words: string, code: string]>> = {
  createRecipient: ["business_name", "payment_details.bank.local_bank_code"],
  updateRecipient: ["business_name", "payment_details.bank.local_bank_code"],
  createCustomer: ["business_details.business_name", "registration_address.registration_address_postcode"],
};

type Spelled = Readonly<Record<string, readonly (readonly [path: string, value: unknown])[]>>;

/** Letters, signs and spaces in an id of the partner's own. */
const OWN_IDS: Spelled = {
  createRecipient: [["partner_recipient_id", " Own-Id.4711/AbCdEfGhIj "]],
  createCustomer: [["partner_customer_id", " Own-Id.4711/AbCdEfGhIj "]],
};

/** What may be empty. */
const EMPTIED: Spelled = {
  createRecipient: [
    ["website", ""],
    ["address_info.city", ""],
  ],
  updateRecipient: [
    ["website", ""],
    ["file_id_list", []],
  ],
  createCustomer: [
    ["partner_customer_id", ""],
    ["business_details.website", ""],
    ["primary_contact.contact_phone", ""],
  ],
};

/** Accepted values that have a normal form which is another one. */
export function spelledRequests(operation: string, known: KnownIds): TestRequest[] {
  const paths = SPELLED[operation];
  const [control] = controls(operation, known);
  if (paths === undefined || control === undefined) return [];
  const [words, code] = paths;
  return [
    [words, "Cafe\u0301 and Sons"],
    [words, "Salt  and  Sons"],
    [words, " Salt and Sons "],
    [words, ""],
    [code, "hsbc-hk-004"],
    ...(OWN_IDS[operation] ?? []),
    ...(EMPTIED[operation] ?? []),
  ].map(([path = "", value]) => {
    const steps = path.replace(/\.bank\./, ".").split(".");
    return { ...control, body: withFresh(operation, path, replaced(control.body, steps, value), known) };
  });
}
