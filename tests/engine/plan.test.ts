/** What is said before a run of what it is going to send. */
import { expect, test } from "vitest";
import { CONTRACT } from "../../contract.js";
import { planOf } from "../../engine/plan/plan.js";
import { trialOnSandbox } from "./trial.js";

test.each([true, false])(
  "a dry run counts the cases that the run plays, with wrong secrets or without: %s",
  async (wrongSecrets) => {
    const options = { profile: "smoke", operations: ["createRecipient"], wrongSecrets } as const;
    const { report, credentials } = await trialOnSandbox(options);
    const { cases, power } = await planOf(CONTRACT, { baseUrl: report.target.baseUrl, credentials, ...options });
    const planned = cases.read + cases["refused write"] + cases.write;
    expect(report.summary.cases).toEqual({ planned, played: planned });
    expect(power?.told).toBe(report.power?.told);
  },
);

test("the progress of a part counts and names what its report tells, and nothing else", async () => {
  const told: string[] = [];
  const failures: number[] = [];
  const operations = new Set<string | undefined>();
  const check = "listBalances/auth/no-key";
  const { report } = await trialOnSandbox(
    {
      checks: [check],
      onProgress: (progress) => {
        failures.push(progress.failures);
        operations.add(progress.operation);
        if (progress.seenTwice !== undefined) told.push(progress.seenTwice.check);
      },
    },
    { defects: ["listBalances/response/[].status.present/missing", `${check}/let-in`] },
  );
  expect(report.checks.map(({ id, verdict }) => [id, verdict])).toEqual([[check, "violation"]]);
  expect(told).toEqual([check]);
  expect(Math.max(...failures)).toBe(1);
  operations.delete(undefined);
  expect([...operations]).toEqual(["listBalances"]);
});
