/** Differences by what they come of: a status or a code that is another one everywhere is told once. */

import { labelFor } from "../../schemas/ledger/labels.js";
import type { ValueChange } from "./diff.js";

/** One word of the answers that is another one in several of them. */
export interface CommonChange {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly ValueChange[];
}

export interface GroupedChanges {
  readonly common: readonly CommonChange[];
  /** Those that the common ones do not explain. */
  readonly single: readonly ValueChange[];
}

/** Answers in which the same word changes, from how many on it is told once. */
const COMMON = 3;
/** Words that differ between two answers which say the same of other things, such as a status and a code. */
const MOST_WORDS = 2;

const WORD = /[^\s,;:()"]+/g;

/** The words that differ, where the answers differ in nothing else; null for other answers. */
function changedWords({ left, right }: ValueChange): readonly (readonly [string, string])[] | null {
  const [one, other] = [left?.match(WORD) ?? [], right?.match(WORD) ?? []];
  if (one.length === 0 || one.length !== other.length) return null;
  const pairs = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ""] as const]));
  // Where much is another word, the words do not stand for each other: a list has other entries.
  return new Set(pairs.map((pair) => pair.join(" "))).size > MOST_WORDS ? null : pairs;
}

/** What changes in several answers, the most frequent first, and the answers that more than that changes in. */
export function groupChanges(changes: readonly ValueChange[]): GroupedChanges {
  const found = new Map<string, { from: string; to: string; changes: Set<ValueChange> }>();
  const words = new Map(changes.map((change) => [change, changedWords(change)]));
  for (const [change, pairs] of words) {
    for (const [from, to] of pairs ?? []) {
      const key = JSON.stringify([from, to]);
      const group = found.get(key) ?? { from, to, changes: new Set() };
      group.changes.add(change);
      found.set(key, group);
    }
  }
  const common = [...found.values()].filter((group) => group.changes.size >= COMMON);
  const isCommon = ([from, to]: readonly [string, string]): boolean =>
    common.some((group) => group.from === from && group.to === to);
  return {
    common: common
      .map((group) => ({ ...group, changes: [...group.changes] }))
      .sort((one, other) => other.changes.length - one.changes.length),
    single: changes.filter((change) => {
      const pairs = words.get(change) ?? null;
      return pairs === null || pairs.length === 0 || !pairs.every(isCommon);
    }),
  };
}

/** `First status`: what an open point is called, or its id where it has no name. */
export function nameOf({ id }: ValueChange): string {
  return labelFor(id)?.label ?? id;
}

/** Whether hardly anybody asks for it. */
export function isTrivia({ id }: ValueChange): boolean {
  return labelFor(id)?.importance === "trivia";
}
