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
import { type Defect, defectOf, inTurn } from "../defect.js";
import { RESPONSE_TABLES, type ShownField } from "./tables.js";

/** A way to show a field other than documented: the end of a defect's id, what it does, and how. */
interface Distortion {
  readonly way: string;
  readonly does: string;
  readonly change: Change;
}

/** The field is left out. */
export const leftOut: Distortion = { way: "missing", does: "is missing", change: always(removed) };

/** The ways to break each rule of the value of a field, by keyword; none where the field has no such rule. */
export function distortionsOf({ rule, prefix }: ShownField): Readonly<Record<string, readonly Distortion[]>> {
  const { path, values, minLength, maxLength, pattern, dateTime, maxItems } = rule;
  return {
    type: typeWays(rule),
    enum: values === undefined ? [] : ENUM_WAYS,
    minLength: minLength === undefined ? [] : [shorter(minLength)],
    maxLength: maxLength === undefined ? [] : [longer(maxLength)],
    pattern: pattern === undefined ? [] : [patternWay(path)],
    format: dateTime === true ? DATE_TIME_WAYS : [],
    maxItems: maxItems === undefined ? [] : [repeatedTo(maxItems + 1)],
    idPrefix: prefix === undefined ? [] : [way("other", `begins with x${prefix}`, (value) => `x${String(value)}`)],
  };
}

/** The names, `path.keyword`, by which a value that breaks a rule can fairly be called. */
export function brokenRules({ rule }: ShownField, keyword: string): readonly string[] {
  const path = publishedPath(rule.path);
  // What is outside a list of values is the same fault, however it got there.
  const isAlsoUnlisted = rule.values !== undefined && ["minLength", "maxLength", "pattern"].includes(keyword);
  return [`${path}.${keyword}`, ...(isAlsoUnlisted ? [`${path}.enum`] : [])];
}

function way(name: string, does: string, change: Change): Distortion {
  return { way: name, does, change };
}

const asObject = way("object", "is an object", (value) => ({ value }));
const asList = way("list", "is a list", (value) => [value]);
const asText = way("text", "is a text", (value) =>
  isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value),
);

function typeWays({ kind, path }: FieldRule): readonly Distortion[] {
  switch (kind) {
    case "text":
      return [way("number", "is a number", always(12345)), asObject, way("boolean", "is true", always(true)), asList];
    case "number":
      // What counts is an integer, and everything else may have decimals.
      return /^(?:page_number|page_size|total)$/.test(path)
        ? [asText, way("fraction", "has decimals", (value) => Number(value) + 0.5)]
        : [asText, asObject];
    case "object":
      return [asList, asText];
    case "list":
      return [
        way(
          "object",
          "is an object",
          listChange((list) => ({ ...list })),
        ),
        way(
          "joined",
          "is a text of its items",
          listChange((list) => list.join(",")),
        ),
      ];
  }
}

const otherCase = textChange((text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()));

const ENUM_WAYS: readonly Distortion[] = [
  way("other-case", "is in another letter case", otherCase),
  way(
    "unlisted",
    "has a value that is not listed",
    textChange(() => "UNSPECIFIED"),
  ),
  way(
    "empty",
    "is empty",
    textChange(() => ""),
  ),
  way("numbered", "has a number at its end", replaced(/$/, "1")),
];

function shorter(least: number): Distortion {
  return way("shortened", `is cut to ${least - 1} characters`, cut(least - 1));
}

function longer(most: number): Distortion {
  const filled = textChange((text) => text.padEnd(most + 1, "X"));
  return way("lengthened", `is filled up to ${most + 1} characters`, filled);
}

function patternWay(path: string): Distortion {
  const masked = textChange((text) => `${text.slice(0, 6)}${"*".repeat(16)}${text.slice(-4)}`);
  const small = textChange((text) => (/[A-Z]/.test(text) ? text.toLowerCase() : `${text.slice(0, -1)}-`));
  return path.endsWith("wallet_address")
    ? way("masked", "is masked", masked)
    : way("small", "is in small letters", small);
}

const withSlashes = textChange((text) => text.slice(0, 19).replaceAll("-", "/").replace("T", " "));

const DATE_TIME_WAYS: readonly Distortion[] = [
  way("slashes", "is written with slashes and a space", withSlashes),
  way(
    "epoch",
    "is a text of milliseconds",
    textChange((text) => String(Date.parse(text))),
  ),
  way(
    "mail",
    "is written as in mail headers",
    textChange((text) => new Date(text).toUTCString()),
  ),
  way(
    "month-13",
    "names a thirteenth month",
    textChange((text) => `${text.slice(0, 5)}13${text.slice(7)}`),
  ),
];

function repeatedTo(count: number): Distortion {
  const repeated = listChange((list) =>
    Array.from({ length: count }, (_, index): unknown => list[index % list.length]),
  );
  return way("too-many", `has ${count} items`, (value, holder) =>
    Array.isArray(value) && value.length > 0 ? repeated(value, holder) : value,
  );
}

function distorted(operation: OperationName, field: ShownField, turn: number): Defect[] {
  const { rule, isSent } = field;
  const path = publishedPath(rule.path);
  // What was sent and does not come back is a fault of the echo.
  const missing = isSent || path.endsWith("[]") || isUncertain(rule) ? [] : [leftOut];
  return Object.entries({ present: missing, ...distortionsOf(field) }).flatMap(([keyword, ways]) => {
    const chosen = inTurn(ways, turn);
    if (chosen === undefined) return [];
    const rules = [
      ...brokenRules(field, keyword).map((broken) => `response/${broken}`),
      ...(isSent ? [`echo/${path}`] : []),
      ...(STATE_RULES[operation]?.[rule.path] ?? []),
    ];
    const title = `${path} in the response ${chosen.does}`;
    return defectOf("response", operation, rules, chosen.way, title, shownValueChanged(rule.path, chosen.change));
  });
}

/** What else is wrong once one of these values is not the one that it should be. */
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
  getDepositDetail: {
    transaction_id: ["state/asked-for"],
    partner_transaction_id: ["state/asked-for"],
  },
};

/** Fields inside the customer or recipient of a transfer that need not be there, because they may never have been sent. */
function isUncertain({ path, required }: FieldRule): boolean {
  const inside = /^(?:customer|recipient)\.(.*)$/.exec(path)?.[1];
  // An account that is there has all that it requires.
  if (inside?.startsWith("payment_details") === true && inside !== "payment_details") return required !== true;
  const certain =
    /^(?:customer_id|recipient_id|partner_recipient_id|status|created_at|business_name|business_type|country_code)$/;
  return inside !== undefined && !certain.test(inside);
}

/** Every documented rule of every response field, each broken in one way; the ways take turns. */
export const RESPONSE_FIELDS: readonly Defect[] = OPERATION_NAMES.flatMap((operation, position) =>
  RESPONSE_TABLES[operation].flatMap((field, index) => distorted(operation, field, index + position)),
);
