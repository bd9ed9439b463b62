import { describe, expect, test } from "vitest";
import { TimeLimit } from "../../client/timeLimit.js";
import { timePlanOf } from "../../engine/plan/budget.js";
import { checkResults, replayCommands } from "../../engine/report.js";
import { CHECKS } from "../../suites/suites.js";
import { failure, testCase } from "./executing.js";
import { trialOnSandbox } from "./trial.js";

const cases = (rule: string, count: number, guesses?: "credentials") =>
  Array.from({ length: count }, (_, index) =>
    testCase(`listBalances/${rule}`, () => {}, { index, ...(guesses === undefined ? {} : { guesses }) }),
  );

describe("a budget of time", () => {
  test("keeps a tenth for what fails, and for the cases that come last their share", () => {
    let now = 1_000;
    const time = new TimeLimit(100_000, () => now);
    const plan = timePlanOf(time, () => 0, cases("state/steady", 80), cases("auth/neither", 20, "credentials"));
    now = 1_000 + 71_000;
    expect(plan.mayBegin()).toBe(true);
    now = 1_000 + 72_000;
    expect(plan.mayBegin()).toBe(false);
    now = 1_000 + 94_000;
    expect(plan.mayBeginLast()).toBe(true);
    now = 1_000 + 95_000;
    expect(plan.mayBeginLast()).toBe(false);
  });

  test("keeps half a minute of an hour", () => {
    let now = 0;
    const plan = timePlanOf(new TimeLimit(3_600_000, () => now), () => 0, cases("state/steady", 1), []);
    now = 3_569_000;
    expect(plan.mayBegin()).toBe(true);
    now = 3_570_000;
    expect(plan.mayBegin()).toBe(false);
  });

  test("lets measuring take what goes through at the pace so far", () => {
    let now = 0;
    let sent = 50;
    const plan = timePlanOf(new TimeLimit(100_000, () => now), () => sent, cases("state/steady", 1), []);
    now = 10_000;
    sent = 150;
    expect(plan.measuring()).toBe(800);
    now = 100_000;
    expect(plan.measuring()).toBe(0);
  });
});

/** A run on a clock that goes on by a second with each request. */
async function timedRun(seconds: number, defects: readonly string[] = []) {
  let sent = 0;
  const options = {
    checks: ["createRecipient/refuses/address_info.*"],
    profile: "standard",
    limitRequests: 0,
    maxTimeMs: seconds * 1_000,
    clock: () => sent * 1_000,
    onExchange: () => {
      sent += 1;
    },
  } as const;
  const { report } = await trialOnSandbox(options, { defects });
  // Sixteen requests at the most are under way when the time is over.
  expect(sent).toBeLessThanOrEqual(seconds + 16);
  return report;
}

test("a run whose time is too short sends the most telling cases and says what was left out", async () => {
  const report = await timedRun(150);
  expect(report).toMatchObject({ exitCode: 0, outcome: "conforms", run: { ended: { why: "time" } } });
  expect(report.run.ended?.text).toMatch(
    /^The time limit was reached after \d+ requests; highest-priority cases were sent first, \d+ cases were left out\.$/,
  );
  expect(report.run.roundSeeds).toBeUndefined();
});

test("a run that is done before its time goes on with fresh seeds until it is over", async () => {
  const report = await timedRun(900, ["createRecipient/refuses/address_info.city.maxLength/one-more"]);
  const seeds = report.run.roundSeeds ?? [];
  expect(seeds.length).toBeGreaterThan(1);
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(report.run.requests).toBeGreaterThan(700);
  expect(report).toMatchObject({ exitCode: 1, outcome: "violations", summary: { violation: 1, flaky: 0 } });
  expect(report.run.ended).toBeUndefined();
});

test("a finding tells the seed that drew its case, where it is not the run's", () => {
  const [definition] = CHECKS;
  if (definition === undefined) throw new Error("there are checks");
  const failures = ["planned", "drawn"].map((name) => ({ testCase: name, isOwn: true, failure: failure("wrong") }));
  const judged = {
    definition,
    verdict: "violation",
    reason: null,
    requests: 2,
    cases: 2,
    failing: 2,
    failures,
  } as const;
  const commands = replayCommands("report.json", { kind: "sandbox", baseUrl: "http://127.0.0.1:4010" });
  const [result] = checkResults([judged], () => commands, undefined, new Map([["drawn", 7]]));
  expect(result?.findings.map(({ seed }) => seed)).toEqual([undefined, 7]);
});
