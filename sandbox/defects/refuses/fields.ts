import type { FieldRule } from "../../fieldRule.js";
import { ExactNumber, isObject } from "../../json.js";
import type { BodyOperation } from "../../rules.js";
import { publishedPath } from "../bodyPath.js";
import { requestValueChanged, ruleChanged } from "../changes.js";
import { type Defect, defectOf } from "../defect.js";
import type { DefectHooks } from "../hooks.js";
import { BODY_OPERATIONS, inTurn, isDocumentedAsRequired, REQUEST_TABLES } from "../requestTables.js";

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
    // What was let in comes out again, so that the response breaks the same rule.
    const rules = [
      `refuses/${field}.${keyword}`,
      ...(operation === "uploadFile" ? [] : [`response/${field}.${keyword}`]),
    ];
    return chosen === undefined
      ? []
      : defectOf("too-loose", operation, rules, chosen.way, `${field} ${chosen.does}`, chosen.hooks(rule.path));
  });
}

function waysFor(operation: BodyOperation, rule: FieldRule): Readonly<Record<string, readonly Loosening[]>> {
  return {
    type: typeWays(rule),
    required: isDocumentedAsRequired(operation, rule) ? [requiredIgnored] : [],
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

function byRule(way: string, does: string, change: (rule: FieldRule) => FieldRule): Loosening {
  return { way, does, hooks: (path) => ruleChanged(path, change) };
}

function accepting(way: string, does: string, isAccepted: (value: unknown) => boolean): Loosening {
  return byRule(way, does, (rule) => ({ ...rule, accepts: (value) => isAccepted(value) || undefined }));
}

function coercing(way: string, does: string, coerce: (value: unknown) => unknown): Loosening {
  return { way, does, hooks: (path) => requestValueChanged(path, coerce) };
}

const requiredIgnored = byRule("left-out", "may be left out", ({ required: _required, ...rule }) => rule);

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
      const isBound =
        values !== undefined || pattern !== undefined || rule.dateTime === true || rule.file !== undefined;
      if (isBound || minLength > 8 || maxLength < 12) return [any, unwrapsList];
      return [any, coercesNumber, unwrapsList, ...(minLength <= 4 ? [coercesBoolean] : [])];
    }
  }
}

function lengthWays({ minLength, maxLength }: FieldRule): Readonly<Record<string, readonly Loosening[]>> {
  const least = minLength ?? 0;
  const most = maxLength ?? 0;
  return {
    minLength:
      minLength === undefined
        ? []
        : [
            byRule("one-less", `may have ${least - 1} characters`, (rule) => ({ ...rule, minLength: least - 1 })),
            byRule("ignored", `may be shorter than ${least} characters`, ({ minLength: _minimum, ...rule }) => rule),
          ],
    maxLength:
      maxLength === undefined
        ? []
        : [
            byRule("one-more", `may have ${most + 1} characters`, (rule) => ({ ...rule, maxLength: most + 1 })),
            byRule("ignored", `may be longer than ${most} characters`, ({ maxLength: _maximum, ...rule }) => rule),
          ],
  };
}

function patternWays({ pattern }: FieldRule): readonly Loosening[] {
  if (pattern === undefined) return [];
  const withPattern = (way: string, does: string, source: string, flags = ""): Loosening =>
    byRule(way, does, (rule) => ({ ...rule, pattern: new RegExp(source, flags) }));
  return [
    withPattern(
      "end-open",
      "is looked at only up to the first character that is not allowed",
      pattern.source.replace(/\$$/, ""),
    ),
    withPattern("line-end", "may end with a line break", pattern.source.replace(/\$$/, "\\n?$")),
    withPattern(
      "start-open",
      "is looked at only from the last character that is not allowed",
      pattern.source.replace(/^\^/, ""),
    ),
    withPattern("dashes", "may hold dashes and spaces", pattern.source.replaceAll("[", "[ _\\-")),
    byRule("ignored", "may hold any characters", ({ pattern: _pattern, ...rule }) => rule),
  ];
}

function enumWays({ values, path }: FieldRule): readonly Loosening[] {
  if (values === undefined) return [];
  const text = (isMember: (value: string) => boolean) => (value: unknown) =>
    typeof value === "string" && isMember(value);
  const open = byRule(
    "open",
    "may have values beyond the list",
    ({ values: _values, pattern: _pattern, ...rule }) => rule,
  );
  const inAnyCase = accepting(
    "any-case",
    "may be in another letter case",
    text((value) => values.some((member) => member.toLowerCase() === value.toLowerCase())),
  );
  const padded = accepting(
    "padded",
    "may have spaces around it",
    text((value) => values.includes(value.trim())),
  );
  const sibling = SIBLING_VALUES[path.replace(/^.*\(/, "(")];
  return sibling === undefined
    ? [open, inAnyCase, padded]
    : [
        open,
        inAnyCase,
        padded,
        accepting(
          "of-sibling",
          "may have a value of another field",
          text((value) => sibling.includes(value)),
        ),
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
  byRule("ignored", "may be any text", ({ dateTime: _dateTime, ...rule }) => rule),
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
    byRule("one-more", `may have ${most + 1} items`, (rule) => ({ ...rule, maxItems: most + 1 })),
    byRule("ignored", `may have more than ${most} items`, ({ maxItems: _maximum, ...rule }) => rule),
  ];
}

/** Every documented rule of every request field, each let through in one way; the ways take turns. */
export const LOOSE_FIELDS: readonly Defect[] = BODY_OPERATIONS.flatMap((operation, position) =>
  REQUEST_TABLES[operation].flatMap((rule, index) => loosened(operation, rule, index + position)),
);
