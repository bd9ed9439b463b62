/**
 * JSON in and out without losing digits: the platform's parser turns every number into a double, and an amount that was
 * sent has to come back as it was (section 2.4).
 */
import { randomBytes } from "node:crypto";

// Stands for a number inside a string while the platform's parser and printer are at work; random, so that no sender can forge it.
const MARK = `\uE000${randomBytes(9).toString("hex")}:`;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARKED = new RegExp(`"${MARK}([^"]*)"`, "g");
const MAYBE_LONG_NUMBER = /\d[\d.]{14}|\d[eE]/;
const SAFE_DIGITS = 15;

/** A number kept as it was written. */
export class Decimal {
  /** @param {string} literal a JSON number literal */
  constructor(literal) {
    this.literal = literal;
  }

  toJSON() {
    return MARK + this.literal;
  }

  valueOf() {
    return Number(this.literal);
  }
}

/** @param {string} literal */
function losesDigits(literal) {
  if (/[eE]/.test(literal)) return true;
  return literal.replace(/[-.]/g, "").replace(/^0+/, "").length > SAFE_DIGITS;
}

/**
 * Reads JSON text; numbers that a double cannot hold become Decimal.
 * @param {string} text
 * @returns {unknown}
 * @throws {SyntaxError} when the text is not JSON
 */
export function readJson(text) {
  const plain = JSON.parse(text);
  if (!MAYBE_LONG_NUMBER.test(text)) return plain;
  let marked = false;
  const rewritten = text.replace(TOKENS, (token) => {
    if (token.startsWith('"') || !losesDigits(token)) return token;
    marked = true;
    return `"${MARK}${token}"`;
  });
  if (!marked) return plain;
  return JSON.parse(rewritten, (_key, value) =>
    typeof value === "string" && value.startsWith(MARK) ? new Decimal(value.slice(MARK.length)) : value,
  );
}

/** @param {string} character */
function escapeUnit(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Prints a value as JSON.
 * @param {unknown} value
 * @param {"plain" | "escaped" | "pretty"} style "escaped" writes everything outside ASCII, and < > &, as \u escapes
 * @returns {string}
 */
export function writeJson(value, style) {
  const printed = JSON.stringify(value, null, style === "pretty" ? 2 : undefined) ?? "";
  const text = printed.includes(MARK) ? printed.replace(MARKED, "$1") : printed;
  return style === "escaped" ? text.replace(/[<>&\u0080-\uffff]/g, escapeUnit) : text;
}

/**
 * A deep copy of a JSON value; Decimals are immutable and shared.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function copyJson(value) {
  if (Array.isArray(value)) return /** @type {T} */ (value.map(copyJson));
  if (value === null || typeof value !== "object" || value instanceof Decimal) return value;
  return /** @type {T} */ (Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyJson(item)])));
}
