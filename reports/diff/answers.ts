/**
 * Whether two answers say the same, apart from what differs between any two runs. Code compares values; what a user wrote
 * down, in a baseline or in a file of answers, are texts, and compared as such.
 */
import { isObject, type Json } from "../../schemas/json.js";

/** Members of a value that hold what was measured, so that they are other numbers in each run. */
const MEASURED: ReadonlySet<string> = new Set(["milliseconds", "about"]);

/** A value as text, without what was measured, and with the members of objects in one order. */
function steadyText(value: Json): string {
  return JSON.stringify(value, (name, member: Json) => {
    if (MEASURED.has(name)) return undefined;
    return isObject(member) ? Object.fromEntries(Object.entries(member).sort(byName)) : member;
  });
}

function byName([one]: readonly [string, Json], [other]: readonly [string, Json]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether two values say the same. */
export function sameValue(left: Json, right: Json): boolean {
  return steadyText(left) === steadyText(right);
}

/** What differs in texts between any two runs: ids, times, durations and some counts. */

const PASSING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  // The documented prefixes, and the one of the suite's own partner ids (section 1). A digit tells an id from a field name.
  [/\b(rcp|cus|txn|file)_(?=\w*\d)\w+/g, "$1_<id>"],
  [/\bppc[a-z0-9]{17,}\b/g, "<partner id>"],
  [/\b\d+(?:\.\d+)? (?:ms|s|seconds?)\b/g, "<duration>"],
  [/\babout \d+(?= requests in the second before)/g, "about some"],
  // How much comes is a matter of timing; whether all of it, some or none is like the rest is not.
  [/\b(\d+) of \1(?= (?:came again|deliver))/g, "all"],
  [/\b[1-9]\d* of \d+(?= (?:came again|deliver))/g, "some"],
  [/\bof [\d,]+ (?:deliver(?:y|ies)|resources?)\b/g, "of some"],
];

/** An answer without what differs between any two runs. */
export function comparable(answer: string): string {
  return PASSING.reduce((text, [pattern, stand]) => text.replace(pattern, stand), answer).trim();
}

/** Whether two answers say the same. */
export function sameAnswer(left: string, right: string): boolean {
  return comparable(left) === comparable(right);
}

/** An answer that lists what was met, so that it grows with what is sent: error codes, headers, statuses. */
export interface Growing {
  /** The answer as long as nothing was met; null when there is none then. */
  readonly none: string | null;
}

/** The parts of an answer that lists what was met: `400 A, 401 B` has two. */
export function partsOf(answer: string, { none }: Growing): readonly string[] {
  const text = comparable(answer);
  return text === none ? [] : text.split(/,\s+/);
}

/** Whether every part of a growing answer stands in another one, too. */
export function addsNothing(answer: string, other: string, growing: Growing): boolean {
  const known = new Set(partsOf(other, growing));
  return partsOf(answer, growing).every((part) => known.has(part));
}

/** A growing answer with the parts of both, in the order of the alphabet. */
export function joinedAnswer(left: string, right: string, growing: Growing): string {
  const parts = [...new Set([...partsOf(left, growing), ...partsOf(right, growing)])].sort();
  return parts.length === 0 ? left : parts.join(", ");
}
