import type { FieldRule } from "../../fieldRule.js";
import type { BodyOperation } from "../../rules.js";
import { publishedPath } from "../bodyPath.js";
import { ruleChanged } from "../changes.js";
import { type Defect, defectOf } from "../defect.js";
import { BODY_OPERATIONS, inTurn, REQUEST_TABLES } from "../requestTables.js";

/** A way to refuse what no rule forbids: the end of the defect's id, what it does, and the rule in place of the documented one. */
interface Tightening {
  readonly way: string;
  readonly does: string;
  readonly change: (rule: FieldRule) => FieldRule;
  /** Other rules that it can be called by. */
  readonly also?: readonly string[];
}

function tightened(operation: BodyOperation, rule: FieldRule, turn: number): Defect[] {
  const field = publishedPath(rule.path);
  return Object.entries(waysFor(operation, rule)).flatMap(([keyword, ways]) => {
    const chosen = inTurn(ways, turn);
    return chosen === undefined
      ? []
      : defectOf(
          "too-strict",
          operation,
          [`accepts/${field}.${keyword}`, ...(chosen.also ?? [])],
          chosen.way,
          `${field} ${chosen.does}`,
          ruleChanged(rule.path, chosen.change),
        );
  });
}

function waysFor(operation: BodyOperation, rule: FieldRule): Readonly<Record<string, readonly Tightening[]>> {
  const isSwiftCode = rule.path.endsWith("swift_code");
  return {
    ...(rule.values === undefined && !isSwiftCode ? lengthWays(rule) : {}),
    enum: enumWays(rule),
    text: isFreeText(operation, rule) ? TEXT_WAYS : [],
    empty: emptyWays(operation, rule),
    optional: isOptional(operation, rule) ? [demanded] : [],
    maxItems:
      rule.maxItems === undefined
        ? []
        : [byRule("one-less", "may not have as many items as documented", { maxItems: rule.maxItems - 1 })],
    format: rule.dateTime === true ? DATE_TIME_WAYS : [],
  };
}

function byRule(way: string, does: string, part: Partial<FieldRule>): Tightening {
  return { way, does, change: (rule) => ({ ...rule, ...part }) };
}

function refusing(way: string, does: string, isRefused: (text: string) => boolean): Tightening {
  return byRule(way, does, {
    accepts: (value) => (typeof value === "string" && isRefused(value) ? false : undefined),
  });
}

const demanded = byRule("demanded", "may not be left out", { required: true });

function lengthWays({ path, minLength, maxLength }: FieldRule): Readonly<Record<string, readonly Tightening[]>> {
  // Where only one length is allowed there is no smaller range to narrow it to.
  if (minLength !== undefined && minLength === maxLength) return {};
  const least = minLength ?? 0;
  const most = maxLength ?? 0;
  return {
    minLength:
      minLength === undefined
        ? []
        : [byRule("one-more", `must have ${least + 1} characters`, { minLength: least + 1 })],
    maxLength:
      maxLength === undefined
        ? []
        : [
            byRule("one-less", `may have ${most - 1} characters only`, { maxLength: most - 1 }),
            refusing(
              "bytes",
              `may have ${most} bytes only`,
              (text) => Buffer.byteLength(text) > most && [...text].length <= most,
            ),
            {
              ...byRule("half", `may have ${Math.floor(most / 2)} characters only`, {
                maxLength: Math.floor(most / 2),
              }),
              // Of a wallet address this leaves less than any plain one has.
              ...(path.endsWith("wallet_address") ? { also: ["accepts/control.crypto"] } : {}),
            },
          ].filter(({ way }) => (way !== "bytes" || FREE_TEXTS.test(path)) && (way !== "half" || most >= 60)),
  };
}

function enumWays({ path, values }: FieldRule): readonly Tightening[] {
  // Without its only value nothing at all could be sent, which would show everywhere rather than here.
  return values === undefined || values.length < 2
    ? []
    : [...values].reverse().map((value) => ({
        // A plain recipient may well have this value, and is then refused as a whole.
        also: kindsWith(path, value).map((kind) => `accepts/control.${kind}`),
        ...byRule(`without-${value}`, `may not be ${value}`, { values: values.filter((each) => each !== value) }),
      }));
}

/** The kinds of account of the recipients that may have a value at a path. */
function kindsWith(path: string, value: string): readonly string[] {
  const kinds = ["bank", "crypto"];
  if (path.endsWith("account_type")) return [value];
  return kinds.some((kind) => path.includes(`(${kind})`)) ? kinds.filter((kind) => path.includes(`(${kind})`)) : kinds;
}

/** Names and address lines. Of other texts the document leaves open which characters they hold. */
const FREE_TEXTS = /(?:^|[._])(?:business_name|bank_name|account_name|wallet_name|address_line_[12]|city|state)$/;

function isFreeText(operation: BodyOperation, { path }: FieldRule): boolean {
  return (operation === "createRecipient" || operation === "updateRecipient") && FREE_TEXTS.test(path);
}

const TEXT_WAYS: readonly Tightening[] = [
  refusing("ascii-only", "may hold ASCII characters only", (text) => /[^ -~]/.test(text)),
  refusing("no-quotes", "may not hold quotation marks", (text) => /['"]/.test(text)),
  refusing("no-double-spaces", "may not hold two spaces in a row", (text) => text.includes("  ")),
  refusing("no-markup", "may not hold angle brackets", (text) => /[<>]/.test(text)),
  refusing("basic-plane-only", "may not hold characters of four bytes", (text) => /[\u{10000}-\u{10ffff}]/u.test(text)),
  refusing("no-digits-only", "may not be made of digits alone", (text) => /^\d+$/.test(text)),
  refusing("latin-only", "may not be written from right to left", (text) => /[\u0590-\u06ff]/.test(text)),
  refusing("no-null-word", "may not be the word null", (text) => text === "null"),
];

function emptyWays(
  operation: BodyOperation,
  { path, kind, maxLength, minLength, emptyAllowed }: FieldRule,
): readonly Tightening[] {
  if (operation !== "createRecipient" && operation !== "updateRecipient") return [];
  const refused = (accepts: (value: unknown) => boolean | undefined) => [
    byRule("refused", "may not be empty", { accepts }),
  ];
  if (emptyAllowed === true) return [byRule("refused", "may not be empty", { emptyAllowed: false })];
  if (kind === "text" && path.startsWith("address_info.") && minLength === undefined && maxLength !== undefined)
    return [byRule("refused", "may not be empty", { minLength: 1 })];
  if (path === "file_id_list")
    return refused((value) => (Array.isArray(value) && value.length === 0 ? false : undefined));
  if (path === "address_info") return refused((value) => (JSON.stringify(value) === "{}" ? false : undefined));
  return [];
}

/** What the document calls optional: inside accounts and addresses, and of the fields of an update (sections 2.1 to 2.3). */
function isOptional(operation: BodyOperation, { path }: FieldRule): boolean {
  const isInside = /^address_info\.|\.(?:payment_method|local_bank_code)$/.test(path);
  return (
    (isInside && (operation === "createRecipient" || operation === "updateRecipient")) ||
    (operation === "updateRecipient" && ["website", "address_info", "file_id_list"].includes(path))
  );
}

const DATE_TIME_WAYS: readonly Tightening[] = [
  refusing("no-offset", "must be in UTC, with a Z", (text) => /[+-]\d\d:\d\d$/.test(text)),
  refusing("no-fraction", "may not have decimals of a second", (text) => /\.\d/.test(text)),
  refusing("no-western-offset", "may not be behind UTC", (text) => /-\d\d:\d\d$/.test(text)),
];

/** Every request field with its smallest, longest, empty, left-out or unusual values refused; the ways take turns. */
export const STRICT_FIELDS: readonly Defect[] = BODY_OPERATIONS.flatMap((operation, position) =>
  REQUEST_TABLES[operation].flatMap((rule, index) => tightened(operation, rule, index + position)),
);
