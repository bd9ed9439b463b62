/** Holds a value against a rule tree and says what is wrong with it. Nothing is converted on the way: 1 is not "1". */
import { Decimal } from "./json.mjs";
import { isDateTime } from "./time.mjs";

/**
 * @typedef {object} Rule one node of a rule tree
 * @property {string} kind string, number, object, list or variant
 * @property {boolean} [required]
 * @property {number} [min] characters of a string, items of a list
 * @property {number} [max] likewise
 * @property {boolean} [orEmpty] the empty string is allowed below the minimum
 * @property {RegExp} [pattern]
 * @property {string[]} [oneOf]
 * @property {boolean} [dateTime]
 * @property {Record<string, Rule>} [fields]
 * @property {Rule} [item]
 * @property {string} [tag]
 * @property {(value: Record<string, unknown>) => unknown} [tagOf]
 * @property {Record<string, Rule>} [variants]
 * @property {(value: unknown, standard: (value: unknown) => void, say: (what: string) => void) => void} [inspect]
 *   takes the place of the standard inspection
 */

/**
 * @typedef {object} Inspection
 * @property {boolean} closed fields that no rule names are problems
 * @property {{ path: string, what: string }[]} problems
 */

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

/** The number of characters (code points). @param {string} value */
export function characters(value) {
  let count = 0;
  for (const _character of value) count += 1;
  return count;
}

/** @param {string} path @param {string} name */
const under = (path, name) => (path === "" ? name : `${path}.${name}`);

/** @type {Record<string, (rule: Rule, value: unknown, path: string, inspection: Inspection) => void>} */
const INSPECTORS = {
  string(rule, value, path, inspection) {
    /** @param {string} what */
    const say = (what) => inspection.problems.push({ path, what });
    if (typeof value !== "string") {
      say("must be a string");
      return;
    }
    if (rule.orEmpty && value === "") return;
    const length = characters(value);
    if (rule.min !== undefined && length < rule.min) say(`must have at least ${rule.min} characters`);
    if (rule.max !== undefined && length > rule.max) say(`must have at most ${rule.max} characters`);
    if (rule.pattern && !rule.pattern.test(value)) say("has characters that are not allowed");
    if (rule.oneOf && !rule.oneOf.includes(value)) say(`must be one of ${rule.oneOf.join(", ")}`);
    if (rule.dateTime && !isDateTime(value)) say("must be a date-time");
  },
  number(_rule, value, path, inspection) {
    if (typeof value !== "number" && !(value instanceof Decimal)) {
      inspection.problems.push({ path, what: "must be a number" });
    }
  },
  object(rule, value, path, inspection) {
    if (!isObject(value)) {
      inspection.problems.push({ path, what: "must be an object" });
      return;
    }
    const fields = rule.fields ?? {};
    for (const [name, child] of Object.entries(fields)) {
      if (Object.hasOwn(value, name)) inspect(child, value[name], under(path, name), inspection);
      else if (child.required) inspection.problems.push({ path: under(path, name), what: "is required" });
    }
    if (!inspection.closed) return;
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(fields, name)) inspection.problems.push({ path: under(path, name), what: "is not known" });
    }
  },
  list(rule, value, path, inspection) {
    if (!Array.isArray(value) || rule.item === undefined) {
      inspection.problems.push({ path, what: "must be a list" });
      return;
    }
    if (rule.min !== undefined && value.length < rule.min) {
      inspection.problems.push({ path, what: `must have at least ${rule.min} items` });
    }
    if (rule.max !== undefined && value.length > rule.max) {
      inspection.problems.push({ path, what: `must have at most ${rule.max} items` });
    }
    for (const [index, item] of value.entries()) inspect(rule.item, item, `${path}[${index}]`, inspection);
  },
  variant(rule, value, path, inspection) {
    if (!isObject(value)) {
      inspection.problems.push({ path, what: "must be an object" });
      return;
    }
    const tag = rule.tagOf?.(value);
    const variants = rule.variants ?? {};
    const variant = typeof tag === "string" && Object.hasOwn(variants, tag) ? variants[tag] : undefined;
    if (variant === undefined) {
      inspection.problems.push({ path: under(path, rule.tag ?? ""), what: "is required and chooses the kind" });
      return;
    }
    inspect(variant, value, path, inspection);
  },
};

/**
 * @param {Rule} rule
 * @param {unknown} value
 * @param {string} path
 * @param {Inspection} inspection collects what is wrong
 */
export function inspect(rule, value, path, inspection) {
  /** @param {unknown} seen */
  const standard = (seen) => INSPECTORS[rule.kind]?.(rule, seen, path, inspection);
  if (rule.inspect) rule.inspect(value, standard, (what) => inspection.problems.push({ path, what }));
  else standard(value);
}

/**
 * The part of a value that the rules name.
 * @param {Rule} rule
 * @param {unknown} value
 * @returns {unknown}
 */
export function known(rule, value) {
  if (rule.kind === "list" && rule.item && Array.isArray(value)) {
    const item = rule.item;
    return value.map((entry) => known(item, entry));
  }
  if (!isObject(value)) return value;
  const tag = rule.kind === "variant" ? rule.tagOf?.(value) : undefined;
  const fields = rule.kind === "variant" ? rule.variants?.[String(tag)]?.fields : rule.fields;
  if (fields === undefined) return value;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, child]) => [name, known(child, value[name])]),
  );
}

/**
 * A copy in which fields that are null are absent.
 * @param {unknown} value
 * @returns {unknown}
 */
export function withoutNulls(value) {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([name, item]) => [name, withoutNulls(item)]),
  );
}
