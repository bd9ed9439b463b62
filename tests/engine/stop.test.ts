import { expect, test } from "vitest";
import { BudgetSpentError } from "../../client/interruption.js";
import { TargetError } from "../../engine/send/reachability.js";
import { stopOf, stopText } from "../../engine/send/stop.js";

const NOTHING = { error: null, requests: 3, cases: { played: 2, planned: 90 }, outages: [], stalledAt: [] };

test("an error ends a run when it is about the run as a whole", () => {
  expect(stopOf(new BudgetSpentError(3))).toBe("budget");
  expect(stopOf(new Error("a mistake of ours"))).toBeNull();
  expect(stopOf(new TargetError("nothing is there"))).toBe("unreachable");
  const refused = new TargetError("every operation answers 401", "credentials");
  expect([stopOf(refused), stopText("credentials", { ...NOTHING, error: refused })]).toEqual([
    "credentials",
    "every operation answers 401",
  ]);
});

test.each([
  ["budget", "The run ended because the request limit was reached, after 3 requests; 88 cases were left out."],
  ["time", "The run ended because the time limit was reached, after 3 requests; 88 cases were left out."],
  ["interrupted", "The run was interrupted, after 3 requests."],
  ["gone", "The target stopped answering, after 3 requests, and did not come back."],
  ["unreachable", "The target cannot be reached."],
] as const)("a run that ended with %s says so in a sentence", (stop, sentence) => {
  expect(stopText(stop, NOTHING)).toBe(sentence);
});

test("of a target that is gone it is told when, and after how much of the run", () => {
  const from = Date.UTC(2025, 10, 21, 23, 58, 12);
  const outages = [{ from, to: null, seen: "connection refused", requests: 16 }];
  const stopped = { ...NOTHING, requests: 4100, cases: { played: 3600, planned: 8400 }, outages };
  expect(stopText("gone", stopped)).toBe(
    "The target stopped answering at 23:58:12 UTC (connection refused), after 4,100 of about 9,600 requests, and did not come back.",
  );
});

test("an operation that was throttled alone is named", () => {
  expect(stopText("throttled", { ...NOTHING, throttled: ["listBalances", "uploadFile"] })).toMatch(
    /^The target kept throttling listBalances, uploadFile .* they were not fully judged\./,
  );
});
