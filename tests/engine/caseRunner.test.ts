import { expect, test } from "vitest";
import { BudgetSpentError } from "../../client/interruption.js";
import { CaseRunner } from "../../engine/caseRunner.js";
import { Results } from "../../engine/results.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { failure, REQUEST, sessionWith, testCase } from "./executing.js";

const CHECK = "listBalances/state/one";

/** A case that fails unless its request is answered with 200. */
const asking = () =>
  testCase(CHECK, async ({ send, recorder }) => {
    const exchange = await send(REQUEST);
    if (exchange.response?.status === 200) recorder.pass(CHECK);
    else recorder.fail(CHECK, failure("not 200", exchange));
  });

/** What is seen of a target that answers with these statuses, one after the other, the last one from then on. */
async function seenOf(...statuses: readonly number[]) {
  const session = sessionWith((_, number) => exchangeOf(responseOf([], statuses[number] ?? statuses.at(-1))));
  const runner = new CaseRunner(session);
  const results = new Results();
  await runner.first(asking(), results);
  return { record: results.of(CHECK), accidents: session.accidents.of("listBalances"), runner };
}

test("a server error that does not come again is an accident, and nothing is said of the case's first turn", async () => {
  const { record, accidents } = await seenOf(500, 200);
  expect(record).toMatchObject({ passes: 1, failing: 0 });
  expect(accidents).toMatchObject({ count: 1, requests: 2, inVain: 0 });
});

test("a server error that comes each time is a failure, after three turns", async () => {
  const { record, accidents } = await seenOf(500);
  expect(record).toMatchObject({ passes: 0, failing: 1, own: 1 });
  expect(accidents).toMatchObject({ count: 0, requests: 3, inVain: 1 });
});

test("a refusal is no accident: the case is run once", async () => {
  const { record, accidents } = await seenOf(400, 200);
  expect(record).toMatchObject({ passes: 0, failing: 1 });
  expect(accidents).toMatchObject({ count: 0, requests: 1 });
});

test.each([409, 423])("what %i fails at for a moment is run again, and no accident", async (status) => {
  const { record, accidents } = await seenOf(status, status, 200);
  expect(record).toMatchObject({ passes: 1, failing: 0 });
  expect(accidents).toMatchObject({ count: 0, requests: 3, inVain: 0 });
});

test("what is locked each time is a failure", async () => {
  const { record, accidents } = await seenOf(423);
  expect(record).toMatchObject({ passes: 0, failing: 1 });
  expect(accidents).toMatchObject({ count: 0, requests: 3, inVain: 1 });
});

test("an error inside a case is the suite's own, and the run goes on", async () => {
  const { runner } = await seenOf(200);
  const results = new Results();
  const broken = testCase(CHECK, () => {
    throw new Error("a mistake of ours");
  });
  await runner.first(broken, results);
  expect(runner.stop).toBeNull();
  expect(runner.internalErrors).toMatchObject([{ check: CHECK }]);
  expect(runner.internalErrors[0]?.message).toContain("a mistake of ours");
});

test("once the run has to end, no case is run any more", async () => {
  const runner = new CaseRunner(
    sessionWith(() => {
      throw new BudgetSpentError(1);
    }),
  );
  const results = new Results();
  await runner.first(asking(), results);
  expect(runner.stop).toBe("budget");
  let ran = false;
  await runner.first(
    testCase(CHECK, () => {
      ran = true;
    }),
    results,
  );
  expect(ran).toBe(false);
});
