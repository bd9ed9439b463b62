/** What several shards observed of one open point, as one answer. */

import type { Growing } from "../diff/answers.js";
import { joinedAnswer, sameAnswer, sameValue } from "../diff/answers.js";
import type { Conflict, Observation } from "../model.js";
import type { ShardReport } from "./shards.js";

type Answer = Observation | Conflict;

/** One answer to each open point. */
export interface MergedAnswers<T extends Answer> {
  readonly answers: readonly T[];
  /** Ids of those that the shards answer differently. */
  readonly contradictions: readonly string[];
}

/** An answer, and the shard that saw it. */
interface Given<T extends Answer> {
  readonly answer: T;
  readonly shard: ShardReport;
}

function saysSame({ answer: left }: Given<Answer>, { answer: right }: Given<Answer>): boolean {
  if (left.value !== undefined && right.value !== undefined && sameValue(left.value, right.value)) return true;
  return sameAnswer(left.answer, right.answer);
}

/** Lists of what was met, as one list. */
function joined<T extends Answer>(left: T, right: T, growing: Growing): T {
  const answer = joinedAnswer(left.answer, right.answer, growing);
  if (!Array.isArray(left.value) || !Array.isArray(right.value)) return { ...left, answer };
  const [known, more] = [left.value, right.value];
  return { ...left, answer, value: [...known, ...more.filter((one) => !known.some((other) => sameValue(one, other)))] };
}

/**
 * The answers of all shards, in their order.
 * @param growing what lists what was met, so that each shard sees a part of it
 */
export function mergedAnswers<T extends Answer>(
  shards: readonly ShardReport[],
  answersOf: (shard: ShardReport) => readonly T[],
  growing: (id: string) => Growing | null,
): MergedAnswers<T> {
  const given = new Map<string, Given<T>[]>();
  for (const shard of shards)
    for (const answer of answersOf(shard)) given.set(answer.id, [...(given.get(answer.id) ?? []), { answer, shard }]);
  const contradictions: string[] = [];
  const answers = [...given].flatMap(([id, all]) => {
    // What one shard could not tell, another one may have seen.
    const told = all.filter(({ answer }) => answer.value !== null);
    const [first, ...others] = told.length > 0 ? told : all;
    if (first === undefined) return [];
    const list = growing(id);
    if (list !== null) return others.reduce((answer, other) => joined(answer, other.answer, list), first.answer);
    const different = [first, ...others].filter(
      (one, at, before) => !before.slice(0, at).some((other) => saysSame(one, other)),
    );
    if (different.length === 1) return first.answer;
    contradictions.push(id);
    const texts = different.map(({ answer, shard }) => `${answer.answer} (shard ${shard.index})`);
    return { ...first.answer, value: null, answer: `the shards saw different things: ${texts.join("; ")}` };
  });
  return { answers, contradictions };
}
