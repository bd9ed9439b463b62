/**
 * Shrinking inside the fault: a random edit that shows one is made smaller by fast-check, but only to edits that are
 * still about exactly the same rule, and each candidate is judged on the wire again.
 */
import fc from "fast-check";
import type { Edit } from "../generators/edits/edit.js";
import type { RandomSource } from "../generators/edits/spread.js";
import type { CaseRunner } from "./caseRunner.js";
import type { Case } from "./model.js";
import type { SeenFailure } from "./results.js";

/** Smaller edits that are sent at the most. */
const MOST_CANDIDATES = 40;

/**
 * A case whose random edit can be shrunk.
 * @param caseOf the case with another edit
 * @param sameFault whether an edit is about exactly the case's rule, as the referee sees it
 */
export function shrinkable(
  caseOf: (edit: Edit) => Case,
  drawn: Edit,
  source: RandomSource,
  sameFault: (edit: Edit) => boolean,
): Case {
  return {
    ...caseOf(drawn),
    async shrink(fails) {
      let smallest: Edit = drawn;
      let sent = 0;
      const property = fc.asyncProperty(source.arbitrary, async (edit) => {
        if (!sameFault(edit) || sent >= MOST_CANDIDATES) return true;
        sent += 1;
        const failed = await fails(caseOf(edit));
        if (failed) smallest = edit;
        return !failed;
      });
      await fc.check(property, { seed: source.seed, path: String(source.index), numRuns: source.index + 1 });
      return JSON.stringify(smallest) === JSON.stringify(drawn) ? null : caseOf(smallest);
    },
  };
}

/** The failure of the smallest random edit that still shows the fault; null when there is nothing to shrink. */
export async function shrunk(runner: CaseRunner, testCase: Case, check: string): Promise<SeenFailure | null> {
  if (testCase.shrink === undefined) return null;
  const failureOf = async (candidate: Case): Promise<SeenFailure | undefined> =>
    (await runner.again(candidate)).of(check).failures[0];
  const smaller = await testCase.shrink(async (candidate) => (await failureOf(candidate)) !== undefined);
  return smaller === null ? null : ((await failureOf(smaller)) ?? null);
}
