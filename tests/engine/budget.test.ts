import { describe, expect, test } from "vitest";
import { planOf } from "../../engine/plan/budget.js";
import { testCase } from "./executing.js";
import { trialOnSandbox } from "./trial.js";

const execute = (): void => {};
const cases = (rule: string, count: number, guesses?: "credentials") =>
  Array.from({ length: count }, (_, index) =>
    testCase(`listBalances/${rule}`, execute, { index, ...(guesses === undefined ? {} : { guesses }) }),
  );

describe("a budget of requests", () => {
  test("keeps a tenth for what fails, and for the cases that come last as many as are among the most telling", () => {
    let sent = 100;
    const plan = planOf(1_100, () => sent, cases("state/steady", 600), cases("auth/neither", 600, "credentials"));
    sent = 590;
    expect(plan.mayBegin()).toBe(false);
    expect(plan.mayBeginLast()).toBe(true);
    sent = 1_049;
    expect(plan.mayBeginLast()).toBe(true);
    sent = 1_050;
    expect(plan.mayBeginLast()).toBe(false);
  });

  test("leaves nothing to measuring before everything was sent", () => {
    const plan = planOf(1_000, () => 500, cases("state/steady", 10), cases("auth/neither", 100, "credentials"));
    expect(plan.measuring()).toBe(340);
    expect(planOf(1_000, () => 500, [], cases("auth/neither", 600, "credentials")).measuring()).toBe(0);
  });
});

test("a small one judges every operation, confirms what fails, and says what was left out", async () => {
  const defects = ["listBalances/auth/swapped/let-in", "createCustomer/method/other/202-for-PATCH"];
  const { report } = await trialOnSandbox({ profile: "standard", maxRequests: 600 }, { defects });
  expect(report.run.requests).toBeLessThanOrEqual(600);
  expect(report).toMatchObject({ exitCode: 1, outcome: "violations", run: { ended: { why: "budget" } } });
  expect(report.run.ended?.text).toMatch(
    /^The request limit was reached after \d+ requests; highest-priority cases were sent first, [\d,]+ cases were left out\.$/,
  );
  const judged = report.checks.filter(({ verdict }) => verdict === "pass" || verdict === "violation");
  expect(new Set(judged.map(({ operation }) => operation)).size).toBe(9);
  expect(report.checks.find(({ id }) => id === "listBalances/auth/swapped")).toMatchObject({ verdict: "violation" });
  const reasons = report.checks.filter(
    ({ reason }) => reason === "left out: the allowed requests went to higher-priority cases",
  );
  expect(reasons.length).toBeGreaterThan(0);
});

test("one that is enough leaves nothing out", async () => {
  const { report } = await trialOnSandbox({ operations: ["listBalances"], maxRequests: 5_000 });
  expect(report).toMatchObject({ exitCode: 0, outcome: "conforms" });
});
