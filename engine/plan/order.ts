/** The order of cases by how telling they are: whatever ends a run, the most telling ones have been sent by then. */
import type { Case } from "../model.js";

function counter(): (kind: string) => number {
  const counts = new Map<string, number>();
  return (kind) => {
    const number = counts.get(kind) ?? 0;
    counts.set(kind, number + 1);
    return number;
  };
}

/**
 * By tier; within one the first case of each check, then the second of each, and so on, spread over the operations. Ties
 * stay in the order of declaration.
 */
export function inTellingOrder(cases: readonly Case[]): Case[] {
  const ofCheck = counter();
  const turns = cases.map((testCase) => ({ testCase, turn: ofCheck(`${testCase.tier} ${testCase.check}`) }));
  const ofOperation = counter();
  return turns
    .map(({ testCase, turn }) => {
      const place = ofOperation(`${testCase.tier} ${turn} ${testCase.operation}`);
      return { testCase, turn, place };
    })
    .sort(
      (left, right) => left.testCase.tier - right.testCase.tier || left.turn - right.turn || left.place - right.place,
    )
    .map(({ testCase }) => testCase);
}
