/** A case that has another operation's answers judged says so: else a part would not know that it belongs there. */
import { afterEach, expect, test, vi } from "vitest";
import { Session } from "../../engine/session.js";
import { trialOnSandbox } from "../engine/trial.js";

afterEach(() => vi.restoreAllMocks());

test("the cases name every operation whose answers they have judged", async () => {
  const unnamed = new Set<string>();
  const begin = Session.prototype.begin;
  vi.spyOn(Session.prototype, "begin").mockImplementation(function (this: Session, testCase, ...others) {
    const begun = begin.call(this, testCase, ...others);
    const judge: typeof begun.execution.judge = (exchange, judging) => {
      const named = [testCase.operation, ...(testCase.touches ?? [])];
      if (!named.includes(judging.operation)) unnamed.add(`${testCase.id}: ${judging.operation}`);
      begun.execution.judge(exchange, judging);
    };
    return { ...begun, execution: { ...begun.execution, judge } };
  });
  await trialOnSandbox({ profile: "standard", limitRequests: 0 });
  expect([...unnamed]).toEqual([]);
}, 120_000);
