/**
 * Shrinking inside the fault: a drawn value that shows a fault is made smaller by fast-check, but only to values about
 * exactly the same rule, and each candidate is judged on the wire again.
 */
import fc from "fast-check";
import type { DrawSource } from "../../generators/edits/spread.js";
import type { Case } from "../model.js";
import type { CaseRunner } from "../send/caseRunner.js";
import type { SeenFailure } from "./results.js";

/** Most smaller candidates that are sent. */
export const MOST_CANDIDATES = 40;
/** Most of the candidates that showed the fault that are sent once more. */
const MOST_REPEATED = 4;

/**
 * A drawn case that can be shrunk.
 * @param caseOf the case of another value
 * @param sameFault whether a value is about exactly the case's rule, as the referee sees it
 */
export function shrinkable<Value>(
  caseOf: (value: Value) => Case,
  drawn: Value,
  { arbitrary, seed, index }: DrawSource<Value>,
  sameFault: (value: Value) => boolean,
): Case {
  return {
    ...caseOf(drawn),
    draw: { seed, path: String(index) },
    redraw({ path }) {
      const [value] = fc.sample(arbitrary, { seed, path, numRuns: 1 });
      return value === undefined || !sameFault(value) ? null : { ...caseOf(value), draw: { seed, path } };
    },
    async shrink(fails) {
      const failing: Value[] = [];
      let sent = 0;
      const property = fc.asyncProperty(arbitrary, async (value) => {
        if (!sameFault(value) || sent >= MOST_CANDIDATES) return true;
        sent += 1;
        const failed = await fails(caseOf(value));
        if (failed) failing.push(value);
        return !failed;
      });
      const { counterexamplePath } = await fc.check(property, { seed, path: String(index), numRuns: index + 1 });
      const [, ...smaller] = failing;
      const smallest = smaller.at(-1);
      if (smallest === undefined || counterexamplePath === null) return [];
      return [{ ...caseOf(smallest), draw: { seed, path: counterexamplePath } }];
    },
  };
}

/** What the edit of a case was drawn from, if it was drawn. */
export function drawnFrom(testCase: Case | null): Pick<SeenFailure, "draw"> {
  return testCase?.draw === undefined ? {} : { draw: testCase.draw };
}

/**
 * The failure of the smallest random edit, or of the fewest turns, that show the fault once more; null where none do. A fault
 * that comes every second time shows in the fewest turns only now and then, and each time in some more.
 */
export async function shrunk(
  runner: Pick<CaseRunner, "again">,
  testCase: Case,
  check: string,
): Promise<SeenFailure | null> {
  if (testCase.shrink === undefined) return null;
  const failureOf = async (candidate: Case): Promise<SeenFailure | undefined> =>
    (await runner.again(candidate)).of(check).failures[0];
  const smaller = await testCase.shrink(async (candidate) => (await failureOf(candidate)) !== undefined);
  for (const candidate of smaller.slice(0, MOST_REPEATED)) {
    const failure = await failureOf(candidate);
    if (failure !== undefined) return { ...failure, ...drawnFrom(candidate) };
  }
  return null;
}
