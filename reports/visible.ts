/**
 * How a value is shown to a person: as JSON, short, and with nothing in it that cannot be seen or that looks like something else.
 * Everything that came from a target passes through here before it is printed, so a target can neither move the
 * cursor of a terminal nor hide what it answered.
 */

import { DELIVERIES, type Subject } from "../schemas/operation.js";
import { escapedUnits } from "../schemas/unseen.js";

/** Control, format, unassigned and private characters, separators other than the plain space, and letters that draw nothing. */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/u;

/** Characters that pass for an ASCII letter or digit: full-width forms, digits of other scripts, styled letters, case-folding twins. */
const LOOKALIKE =
  /(?![0-9])\p{Nd}|[\uff21-\uff3a\uff41-\uff5a\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u017f\u0131\u212a]|[\u{1d400}-\u{1d7ff}]/u;

/** An accent written as a character of its own, which draws like the composed letter. */
const LOOSE_ACCENT = /(?<=\p{Script=Latin})\p{M}/u;

const NOTABLE = new RegExp(`${INVISIBLE.source}|${LOOKALIKE.source}|${LOOSE_ACCENT.source}`, "gu");

/** Cyrillic and Greek letters drawn like Latin ones; escaped only next to Latin letters, where they are suspicious. */
const FOREIGN_TWIN = /[АВЕЅІЈКМНОРСТУХаеорсухіјѕΑΒΕΖΗΙΚΜΝΟΡΤΥΧο]/gu;
const ASCII_LETTER = /[A-Za-z]/;

const DIGITS = new Intl.NumberFormat("en-US");

/** A number with thousands separated: 4,310. */
export function grouped(value: number): string {
  return DIGITS.format(value);
}

/** A number with its noun: `1 violation`, `2 violations`. */
export function amount(value: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(value)} ${value === 1 ? singular : plural}`;
}

interface Counted {
  readonly failing?: number | undefined;
  readonly cases: number;
  readonly requests: number;
  readonly area: string;
  readonly operation: Subject;
}

/** How often a failure was seen, after its message: ` (3 of 12 requests)`, or of values where one answer has several. */
export function timesText({ failing = 0, cases, requests, area, operation }: Counted): string {
  const [sent, many] = operation === DELIVERIES ? (["delivery", "deliveries"] as const) : (["request"] as const);
  const noun = cases <= requests ? sent : area === "response" || area === "echo" ? "value" : "case";
  return ` (${grouped(failing)} of ${amount(cases, noun, noun === sent ? many : undefined)})`;
}

/** The form of a verb that goes with a number: `1 check was`, `2 checks were`. */
export function verb(value: number, singular: string, plural: string): string {
  return value === 1 ? singular : plural;
}

/** Writes a character the way JSON escapes it, so that what is shown can still be pasted as JSON. */
function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  return escapedUnits(character);
}

/**
 * A text on one line in which each invisible or confusable character is replaced by its escape.
 * Letters of any script stay as they are unless they imitate ASCII.
 */
export function readable(text: string): string {
  const shown = text.replace(NOTABLE, escaped);
  return ASCII_LETTER.test(text) ? shown.replace(FOREIGN_TWIN, escaped) : shown;
}

/** Like {@link readable}, but keeps line feeds and tabs: for bodies. */
function readableLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.split("\t").map(readable).join("\t"))
    .join("\n");
}

function characters(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function notableIn(part: readonly string[], offset: number): string {
  const index = part.findIndex((character) => readable(character) !== character);
  const found = part[index];
  if (found === undefined) return "";
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `, with U+${code} at ${grouped(offset + index + 1)}`;
}

/**
 * Makes a text readable; of one with more than `limit` characters (code points) only the beginning.
 * @returns the text to show, and a note with the full length (`""` when nothing was cut) that also names a
 *   notable character that the cut would have hidden.
 */
function shortened(text: string, limit: number, beginning = limit): { text: string; note: string } {
  // A character has at most two units, so the cheap test settles nearly every value.
  if (text.length <= limit) return { text: readable(text), note: "" };
  const all = [...text];
  if (all.length <= limit) return { text: readable(text), note: "" };
  const note = `${grouped(all.length)} characters${notableIn(all.slice(beginning), beginning)}`;
  return { text: `${readable(all.slice(0, beginning).join(""))}…`, note };
}

/** A text on one line, readable, ended after `limit` characters, without quotes. */
export function brief(text: string, limit: number): string {
  const short = shortened(text, limit);
  return short.note === "" ? short.text : `${short.text} (${short.note})`;
}

function json(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "bigint") return String(value);
  return JSON.stringify(value) ?? String(value);
}

/** The size of a value in words: characters of a string (code points), items of an array; null for anything else. */
export function measure(value: unknown): string | null {
  if (typeof value === "string") return amount(characters(value), "character");
  if (Array.isArray(value)) return amount(value.length, "item");
  return null;
}

/** How many characters are shown of a value that is too long to show completely: a size says more than pages of it. */
const BEGINNING = 100;

/**
 * A value as JSON with nothing hidden in it, and its size; only the beginning of one with more than `limit` characters (code points).
 * @example sizedValue("7".repeat(4096), 9) // text "777777777…" in quotes, size "4,096 characters"
 */
export function sizedValue(value: unknown, limit: number): { text: string; size: string | null } {
  if (typeof value !== "string") {
    const { text, note } = shortened(json(value), limit, Math.min(limit, BEGINNING));
    return { text, size: note === "" ? measure(value) : `${note} as JSON` };
  }
  const size = measure(value);
  if (characters(value) <= limit) return { text: readable(JSON.stringify(value)), size };
  const { text, note } = shortened(value, limit, Math.min(limit, BEGINNING));
  return { text: `"${text.replaceAll('"', '\\"')}"`, size: note };
}

/**
 * A value as JSON with nothing hidden in it; only the beginning of one with more than `limit` characters (code points).
 * @example visible("a\n") // "a\n" in quotes, the line feed as an escape
 * @example visible("7".repeat(4096), 9) // "777777777…" (4,096 characters)
 */
export function visible(value: unknown, limit = 80): string {
  const { text, size } = sizedValue(value, limit);
  const whole = typeof value === "string" ? characters(value) <= limit : !text.includes("…");
  return whole || size === null ? text : `${text} (${size})`;
}

/** The first `limit` characters (UTF-16 units) of a body, readable, line feeds kept; and how many it had when something was left out. */
export function bounded(text: string, limit: number) {
  if (text.length <= limit) return { text: readableLines(text), cutFrom: null };
  return { text: readableLines(text.slice(0, limit)), cutFrom: text.length };
}

/** A duration in milliseconds in words: `850 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Joins words as prose does: `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1);
  if (last === undefined) return "";
  return words.length === 1 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
