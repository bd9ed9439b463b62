/** What a run finds out about a service that conforms: nothing is found wrong, the answer is told, and few requests are enough. */
import { describe, expect, test } from "vitest";
import { choicesText } from "../../selftest/services.js";
import { checksWith, type Trial, trialOnSandbox } from "../engine/trial.js";
import { slice } from "../slice.js";
import { SERVICES } from "./services.js";

const FINDINGS = ["violation", "warning", "flaky", "error"] as const;

/** Reasons of what was not exercised. */
function reasonsIn({ report }: Trial): string[] {
  return report.checks.flatMap(({ verdict, reason = "" }) => (verdict === "not-exercised" ? reason : []));
}

function answersIn({ report }: Trial): Map<string, string> {
  return new Map([...report.observations, ...report.conflicts].map(({ id, answer }) => [id, answer]));
}

const TRIED = slice(SERVICES, 2);

test.each(TRIED.entries.map((service) => ({ ...service, title: choicesText(service.behaviours) })))(
  `$title is found out (${TRIED.told})`,
  async ({
    behaviours,
    operations,
    seed = 42,
    profile = "smoke",
    atMost,
    answers = {},
    withheld: [count, reason] = [0, /^$/],
  }) => {
    const trial = await trialOnSandbox({ operations, seed, profile }, { behaviours });
    expect(checksWith(trial.report, ...FINDINGS)).toEqual([]);
    const told = answersIn(trial);
    for (const [id, answer] of Object.entries(answers))
      expect(told.get(id), id).toEqual(typeof answer === "string" ? answer : expect.stringMatching(answer));
    const reasons = reasonsIn(trial);
    expect(reasons.filter((each) => !reason.test(each))).toEqual([]);
    expect(reasons).toHaveLength(count);
    expect(trial.report.run.requests).toBeLessThanOrEqual(atMost);
  },
);

describe("what the user allows and states", () => {
  test("writes that are not allowed are not sent, and their checks say so", async () => {
    const trial = await trialOnSandbox({ noWrites: "it changes data" });
    expect(new Set(trial.exchanges.map(({ request }) => request.method))).toEqual(new Set(["GET"]));
    expect(checksWith(trial.report, ...FINDINGS)).toEqual([]);
    const written = trial.report.checks.filter(({ operation }) => /^(?:create|update|upload)/.test(operation));
    expect(new Set(written.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
      new Set(["not-exercised: it changes data"]),
    );
  });

  test("nothing is stored for operations that read", async () => {
    const trial = await trialOnSandbox({ operations: ["listBalances", "listTransactions"] });
    expect(trial.report.created).toEqual([]);
    expect(
      trial.exchanges.filter(({ request, response }) => request.method !== "GET" && response?.status === 200),
    ).toEqual([]);
  });

  test("transactions that the user names are looked up although the list is shut", async () => {
    const { exchanges } = await trialOnSandbox({ operations: ["listTransactions"] });
    const listed = exchanges.map(({ response }) => response?.body ?? "").join();
    const transferId = /"id":"(\w+)"[^{}]*"type":"transfer"/.exec(listed)?.[1];
    const trial = await trialOnSandbox(
      { operations: ["getTransferDetail"], transferId },
      { defects: ["listTransactions/accepts/control.read/never"] },
    );
    expect(trial.report.summary.pass).toBeGreaterThan(50);
  });
});
