import { expect, test } from "vitest";
import { BudgetSpentError } from "../../client/interruption.js";
import { stopOf, stopText } from "../../engine/stop.js";

const NOTHING = { error: null, requests: 3, outages: [], stalledAt: [] };

test("an error ends a run when it is about the run as a whole", () => {
  expect(stopOf(new BudgetSpentError(3))).toBe("budget");
  expect(stopOf(new Error("a mistake of ours"))).toBeNull();
});

test.each([
  ["budget", "The run ended because --max-requests was reached, after 3 requests."],
  ["interrupted", "The run was interrupted, after 3 requests."],
  ["gone", "The target stopped answering, after 3 requests, and did not come back."],
  ["unreachable", "The target cannot be reached."],
] as const)("a run that ended with %s says so in a sentence", (stop, sentence) => {
  expect(stopText(stop, NOTHING)).toBe(sentence);
});
