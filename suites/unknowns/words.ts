/** What was observed, as values and in words: the same words for the same behaviour, whatever the run. */

import type { Observed } from "../../engine/judge/observations.js";
import { errorsIn } from "../../oracles/json.js";
import { groupedBy } from "../../schemas/groups.js";
import { isEmpty, isObject, type Json, type JsonObject, jsonText } from "../../schemas/json.js";
import type { Reply } from "./inquiry.js";

/** Something observed whose value is an object. */
export interface Outcome extends Observed {
  readonly value: JsonObject;
}

/** Something observed whose text also serves as its value. */
export function word(text: string): Observed {
  return { value: text, text };
}

/**
 * A sentence around something that was observed, which is its value: phrase`an empty object is ${outcome(reply)}`.
 * @param parts texts, and one thing that was observed
 */
export function phrase(strings: TemplateStringsArray, ...parts: readonly (string | number | Observed)[]): Observed {
  const text = String.raw(
    { raw: strings },
    ...parts.map((part) => (typeof part === "object" ? part.text : String(part))),
  );
  const observed = parts.find((part) => typeof part === "object");
  return { value: observed?.value ?? text, text };
}

/** Something observed with more members in its value, and more words. */
export function extended({ value, text }: Outcome, members: JsonObject, more: string): Outcome {
  return { value: { ...value, ...members }, text: `${text}${more}` };
}

/** Distinct texts in alphabetical order. */
export function sorted(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}

export function sortedList(texts: Iterable<string>): string {
  return sorted(texts).join(", ");
}

export function words(texts: Iterable<string>): Observed {
  return { value: sorted(texts), text: sortedList(texts) };
}

/** The error codes of an answer, sorted; none when it carries none. */
export function codesOf({ value }: Pick<Reply, "value">): string[] {
  return sorted(errorsIn(value).flatMap(({ code }) => (typeof code === "string" ? [code] : [])));
}

/** `accepted with 200`, `refused with 400 INVALID_PARAMETER`, `no answer (timeout)`. */
export function outcome(reply: Reply): Outcome {
  const { status, exchange } = reply;
  if (status === null) {
    const unanswered = exchange.failure?.kind ?? "unknown";
    return { value: { unanswered }, text: `no answer (${unanswered})` };
  }
  if (reply.accepted) return { value: { accepted: status }, text: `accepted with ${status}` };
  if (status >= 300 && status < 400) return { value: { redirected: status }, text: `redirected with ${status}` };
  const codes = codesOf(reply);
  const named = codes.length === 0 ? "" : ` ${codes.join(" and ")}`;
  return { value: { refused: status, codes }, text: `refused with ${status}${named}` };
}

/** How an empty answer is empty; null when it holds something. */
function nothingIn(value: unknown): string | null {
  if (value === undefined) return "no JSON";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : null;
  return isObject(value) && Object.keys(value).length === 0 ? "an empty object" : null;
}

/** `answered with 200` for what is read rather than sent. */
export function readOutcome(reply: Reply): Outcome {
  const { accepted, status, value } = reply;
  if (!accepted) return outcome(reply);
  const answered: Outcome = { value: { answered: status }, text: `answered with ${status}` };
  const shows = nothingIn(value);
  return shows === null ? answered : extended(answered, { shows }, ` and ${shows}`);
}

/** The name of what was tried, and how it went; its name in the text, where that differs. */
export type Tried = readonly [name: string, went: Observed, label?: string];

/** What was tried, grouped by how it went: `accepted with 200: a, b; refused with 400: c`. Its value is by name. */
export function gathered(tried: readonly Tried[]): Outcome {
  const byWent = groupedBy(tried, ([, { text }]) => text);
  return {
    value: Object.fromEntries(tried.map(([name, { value }]) => [name, value])),
    text: [...byWent]
      .map(([went, all]) => `${went}: ${all.map(([name, , label = name]) => label).join(", ")}`)
      .join("; "),
  };
}

/** Several things listed one after the other: `source: "USDT"; target: "USD"`. Its value is by name. */
export function eachOf(told: readonly (readonly [name: string, seen: Observed])[], before = "", after = ": "): Outcome {
  return {
    value: Object.fromEntries(told.map(([name, { value }]) => [name, value])),
    text: told.map(([name, { text }]) => `${before}${name}${after}${text}`).join("; "),
  };
}

/** The names of an object's members, or those of all objects of a list. */
export function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return sorted(value.flatMap(namesOf));
  return isObject(value) ? Object.keys(value).sort() : [];
}

const ABSENT = jsonText(undefined);

/** The different values that a field was seen with: `"ETH", absent`. */
export function valuesSeen(found: readonly unknown[]): Outcome {
  const texts = sorted(found.map((value) => jsonText(value)));
  const values = texts.filter((text) => text !== ABSENT).map((text): Json => JSON.parse(text));
  return { value: { values, absent: found.includes(undefined) }, text: texts.join(", ") };
}

/** The value of one field, without a member for an absent field. */
export function fieldSeen(name: string, value: unknown): Outcome {
  const text = jsonText(value);
  return { value: value === undefined ? {} : { [name]: JSON.parse(text) }, text };
}

/** What became of a value that should be present: the ways in which it is missing, or that it is present. */
export function missingText(value: unknown): string {
  return isEmpty(value) ? jsonText(value) : "there";
}
