import { expect, test } from "vitest";
import { type Ended, type EndingPolicy, endingOf } from "../../../reports/facts/ending.js";
import { summarise } from "../../../reports/facts/summary.js";

const EMPTY = summarise([], 0);
const PLAIN: EndingPolicy = { failOn: "must", requireComplete: false };

const WHOLE: EndingPolicy = { ...PLAIN, requireComplete: true };

function ended(counts: Partial<Ended["summary"]>, rest: Partial<Omit<Ended, "summary">> = {}): Ended {
  return { summary: { ...EMPTY, ...counts }, stop: null, problems: 0, ...rest };
}

test.each<readonly [string, Ended, EndingPolicy, string, number]>([
  ["checks that pass", ended({ pass: 1 }), PLAIN, "conforms", 0],
  ["a violation", ended({ pass: 1, violation: 1 }), PLAIN, "violations", 1],
  ["a warning alone", ended({ warning: 1 }), PLAIN, "conforms", 0],
  ["a warning that is to fail", ended({ pass: 1, warning: 1 }), { ...PLAIN, failOn: "should" }, "violations", 1],
  ["known departures alone", ended({ known: 2 }), PLAIN, "conforms", 0],
  ["a stale entry", ended({ pass: 1 }, { problems: 1 }), PLAIN, "violations", 1],
  ["nothing that was judged", ended({ notExercised: 3 }), PLAIN, "incomplete", 3],
  ["nothing but what came and went", ended({ flaky: 1 }), PLAIN, "incomplete", 3],
  ["a check that was not exercised", ended({ pass: 1, notExercised: 1 }), PLAIN, "conforms", 0],
  ["a check that was not exercised and had to be", ended({ pass: 1, notExercised: 1 }), WHOLE, "incomplete", 3],
  ["an operation that could not be judged", ended({ pass: 9, unjudged: ["createCustomer"] }), PLAIN, "incomplete", 3],
  ["such an operation and a violation", ended({ violation: 1, unjudged: ["createCustomer"] }), PLAIN, "violations", 1],
  ["an early end", ended({ pass: 1 }, { stop: "gone" }), PLAIN, "incomplete", 3],
  ["an early end with a violation", ended({ violation: 1 }, { stop: "gone" }), PLAIN, "violations", 1],
  ["a budget that is spent", ended({ pass: 1 }, { stop: "budget" }), PLAIN, "conforms", 0],
  ["a time that is over", ended({ pass: 1 }, { stop: "time" }), PLAIN, "conforms", 0],
  ["a budget that judged nothing", ended({}, { stop: "creations" }), PLAIN, "incomplete", 3],
  ["a budget that is spent where all was to be judged", ended({ pass: 1 }, { stop: "time" }), WHOLE, "incomplete", 3],
  ["a budget that is spent and a violation", ended({ violation: 1 }, { stop: "time" }), WHOLE, "violations", 1],
  ["an error of the suite beside a violation", ended({ error: 1, violation: 1 }), PLAIN, "error", 4],
])("a run with %s ends so", (_, run, policy, outcome, exitCode) => {
  expect(endingOf(run, policy)).toEqual({ outcome, exitCode });
});
