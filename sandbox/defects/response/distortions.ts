import type { FieldRule } from "../../fieldRule.js";
import { isObject } from "../../json.js";
import { type Change, publishedPath, removed } from "../bodyPath.js";
import { textChange } from "../text.js";
import type { ShownField } from "./tables.js";

/** A way to show a field other than documented: the end of a defect's id, what it does, and how. */
export interface Distortion {
  readonly way: string;
  readonly does: string;
  readonly change: Change;
}

/** The field is left out. */
export const leftOut: Distortion = { way: "missing", does: "is missing", change: () => removed };

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
    idPrefix:
      prefix === undefined
        ? []
        : [{ way: "other", does: `begins with x${prefix}`, change: (value) => `x${String(value)}` }],
  };
}

/** The names, `path.keyword`, by which a value that breaks a rule can fairly be called. */
export function brokenRules({ rule }: ShownField, keyword: string): readonly string[] {
  const path = publishedPath(rule.path);
  // What is outside a list of values is the same fault, however it got there.
  const isAlsoUnlisted = rule.values !== undefined && ["minLength", "maxLength", "pattern"].includes(keyword);
  return [`${path}.${keyword}`, ...(isAlsoUnlisted ? [`${path}.enum`] : [])];
}

const asObject: Distortion = { way: "object", does: "is an object", change: (value) => ({ value }) };
const asList: Distortion = { way: "list", does: "is a list", change: (value) => [value] };
const asText: Distortion = {
  way: "text",
  does: "is a text",
  change: (value) => (isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)),
};

function typeWays({ kind, path }: FieldRule): readonly Distortion[] {
  switch (kind) {
    case "text":
      return [
        { way: "number", does: "is a number", change: () => 12345 },
        asObject,
        { way: "boolean", does: "is true", change: () => true },
        asList,
      ];
    case "number":
      // What counts is an integer, and everything else may have decimals.
      return /^(?:page_number|page_size|total)$/.test(path)
        ? [asText, { way: "fraction", does: "has decimals", change: (value) => Number(value) + 0.5 }]
        : [asText, asObject];
    case "object":
      return [asList, asText];
    case "list":
      return [
        { way: "object", does: "is an object", change: (value) => (Array.isArray(value) ? { ...value } : value) },
        {
          way: "joined",
          does: "is a text of its items",
          change: (value) => (Array.isArray(value) ? value.join(",") : value),
        },
      ];
  }
}

const ENUM_WAYS: readonly Distortion[] = [
  {
    way: "other-case",
    does: "is in another letter case",
    change: textChange((text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())),
  },
  { way: "unlisted", does: "has a value that is not listed", change: textChange(() => "UNSPECIFIED") },
  { way: "empty", does: "is empty", change: textChange(() => "") },
  { way: "numbered", does: "has a number at its end", change: textChange((text) => `${text}1`) },
];

function shorter(least: number): Distortion {
  return {
    way: "shortened",
    does: `is cut to ${least - 1} characters`,
    change: textChange((text) => [...text].slice(0, least - 1).join("")),
  };
}

function longer(most: number): Distortion {
  return {
    way: "lengthened",
    does: `is filled up to ${most + 1} characters`,
    change: textChange((text) => text.padEnd(most + 1, "X")),
  };
}

function patternWay(path: string): Distortion {
  return path.endsWith("wallet_address")
    ? {
        way: "masked",
        does: "is masked",
        change: textChange((text) => `${text.slice(0, 6)}${"*".repeat(16)}${text.slice(-4)}`),
      }
    : {
        way: "small",
        does: "is in small letters",
        change: textChange((text) => (/[A-Z]/.test(text) ? text.toLowerCase() : `${text.slice(0, -1)}-`)),
      };
}

const DATE_TIME_WAYS: readonly Distortion[] = [
  {
    way: "slashes",
    does: "is written with slashes and a space",
    change: textChange((text) => `${text.slice(0, 19).replaceAll("-", "/").replace("T", " ")}`),
  },
  {
    way: "epoch",
    does: "is a text of milliseconds",
    change: textChange((text) => String(Date.parse(text))),
  },
  {
    way: "mail",
    does: "is written as in mail headers",
    change: textChange((text) => new Date(text).toUTCString()),
  },
  {
    way: "month-13",
    does: "names a thirteenth month",
    change: textChange((text) => `${text.slice(0, 5)}13${text.slice(7)}`),
  },
];

function repeatedTo(count: number): Distortion {
  return {
    way: "too-many",
    does: `has ${count} items`,
    change: (value) =>
      Array.isArray(value) && value.length > 0
        ? Array.from({ length: count }, (_, index): unknown => value[index % value.length])
        : value,
  };
}
