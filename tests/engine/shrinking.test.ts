/** Of the smaller cases that show a fault, the smallest that shows it once more is reported. */
import { expect, test } from "vitest";
import { Results } from "../../engine/judge/results.js";
import { shrunk } from "../../engine/judge/shrinking.js";
import type { Case } from "../../engine/model.js";
import { failure, testCase } from "./executing.js";

const CHECK = "listBalances/state/one";

/** A case that shows its fault the first so many times it is sent. */
interface Smaller {
  readonly turns: number;
  readonly shows: number;
}

/** What is reported of a case with smaller ones. */
async function reported(smaller: readonly Smaller[]): Promise<string | null> {
  const cases = smaller.map(({ turns }) => testCase(CHECK, () => {}, { index: turns }));
  const left = new Map<Case, number>(cases.map((one, index) => [one, smaller[index]?.shows ?? 0]));
  const runner = {
    again: async (candidate: Case) => {
      const results = new Results();
      const times = left.get(candidate) ?? 0;
      left.set(candidate, times - 1);
      if (times > 0) results.writer(candidate.id).fail(CHECK, failure(candidate.id));
      return results;
    },
  };
  const shrinking = testCase(CHECK, () => {}, {
    shrink: async (fails) => {
      for (const one of cases.toReversed()) await fails(one);
      return cases;
    },
  });
  return (await shrunk(runner, shrinking, CHECK))?.failure.message ?? null;
}

test.each([
  { smaller: [{ turns: 2, shows: 9 }], told: `${CHECK}#2` },
  {
    smaller: [
      { turns: 2, shows: 1 },
      { turns: 5, shows: 9 },
      { turns: 9, shows: 9 },
    ],
    told: `${CHECK}#5`,
  },
  { smaller: [{ turns: 2, shows: 1 }], told: null },
  { smaller: [], told: null },
])("of $smaller, $told is told", async ({ smaller, told }) => {
  expect(await reported(smaller)).toBe(told);
});
