/**
 * Whether two answers say the same, apart from what differs between any two runs. Code compares values; what a user
 * wrote, in a baseline or in a file of answers, is text, and compared as such.
 */
import { isObject, type Json } from "../../schemas/json.js";

/** Members of a value that hold measurements, which differ in each run. */
const MEASURED: ReadonlySet<string> = new Set(["milliseconds", "about"]);

/** A value as text, without measurements, and with the members of objects in a fixed order. */
function steadyText(value: Json): string {
  return JSON.stringify(value, (name, member: Json) => {
    if (MEASURED.has(name)) return undefined;
    if (!isObject(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}

/** What differs in texts between any two runs: ids, times, durations and some counts. */
const PASSING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  // The documented prefixes, and the one of the suite's own partner ids (section 1). A digit distinguishes an id from a
  // field name.
  [/\b(rcp|cus|txn|file)_(?=\w*\d)\w+/g, "$1_<id>"],
  [/\bppc[a-z0-9]{17,}\b/g, "<partner id>"],
  [/\b\d+(?:\.\d+)? (?:ms|s|seconds?)\b/g, "<duration>"],
  [/\babout \d+(?= requests in the second before)/g, "about some"],
  // How much arrives is a matter of timing; whether all, some or none of it is alike is not.
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

/** How the values of an answer that lists what was met are put together, and how one of them is written. */
export interface Summary {
  /** One value for each that is written: the same whatever the order and number of what was met. */
  join(values: readonly Json[]): Json[];
  text(value: Json): string;
  /** The value that a text states. */
  read(text: string): Json;
}

/** A list of what was met states each thing separately. */
const LIST: Summary = {
  join: (values) => [...new Map(values.map((value) => [steadyText(value), value])).values()],
  text: String,
  read: (text) => text,
};

/** An answer that lists what was met, so that it grows with what is sent: error codes, headers, statuses. */
export interface Growing {
  /** The answer while nothing has been met; null when there is none then. */
  readonly none: string | null;
  /** For an answer that combines several things: which. */
  readonly summary?: Summary;
}

/** The parts of an answer that lists what was met: `400 A, 401 B` has two. */
export function partsOf(answer: string, { none }: Growing): readonly string[] {
  const text = comparable(answer);
  return text === none ? [] : text.split(/,\s+/);
}

/** An answer, in a report or in a user's file. */
export interface Said {
  readonly answer: string;
  /** Not in a user's files and in reports of older versions; null when the run could not tell. */
  readonly value?: Json;
}

/** What both list, each as values; as texts where one of them has no values. */
function listedBy(one: Said, other: Said, growing: Growing): readonly [Json[], Json[]] {
  if (Array.isArray(one.value) && Array.isArray(other.value)) return [one.value, other.value];
  const read = ({ answer }: Said): Json[] => partsOf(answer, growing).map((growing.summary ?? LIST).read);
  return [read(one), read(other)];
}

/** Whether a growing answer contains all of another one. */
export function contains(whole: Said, part: Said, growing: Growing): boolean {
  const { join } = growing.summary ?? LIST;
  const [all, some] = listedBy(whole, part, growing);
  const told = new Set(join(all).map(steadyText));
  return join([...all, ...some]).every((value) => told.has(steadyText(value)));
}

/** Whether two answers say the same; compared as texts where one of them has no value, or a run could not tell. */
export function saysSame(one: Said, other: Said, growing: Growing | null): boolean {
  if (sameAnswer(one.answer, other.answer)) return true;
  if (growing !== null) return contains(one, other, growing) && contains(other, one, growing);
  const [left = null, right = null] = [one.value, other.value];
  return left !== null && right !== null && steadyText(left) === steadyText(right);
}

/** A growing answer that states what both state, in alphabetical order. */
export function joinedAnswer(left: string, right: string, growing: Growing): string {
  const { join, text, read } = growing.summary ?? LIST;
  const parts = [...partsOf(left, growing), ...partsOf(right, growing)];
  return parts.length === 0 ? left : join(parts.map(read)).map(text).sort().join(", ");
}

/** Two growing answers merged into one. */
export function joined<T extends Said>(left: T, right: T, growing: Growing): T {
  const answer = joinedAnswer(left.answer, right.answer, growing);
  if (!Array.isArray(left.value) || !Array.isArray(right.value)) return { ...left, answer };
  return { ...left, answer, value: (growing.summary ?? LIST).join([...left.value, ...right.value]) };
}
