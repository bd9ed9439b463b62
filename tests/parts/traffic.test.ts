/** What the division of a run into parts relies on, held against a whole run. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Session } from "../../engine/session.js";
import { COSTS, REFUSALS } from "../../engine/shards.js";
import { CHECKS } from "../../suites/suites.js";
import { trialOnSandbox } from "../engine/trial.js";

const AREAS = new Map(CHECKS.map(({ id, area }) => [id, area]));

describe("the traffic of a standard run", () => {
  const unnamed = new Set<string>();
  const sent: Record<string, { refusals: number; rest: number }> = {};

  beforeAll(async () => {
    const begin = Session.prototype.begin;
    vi.spyOn(Session.prototype, "begin").mockImplementation(function (this: Session, testCase, ...others) {
      const begun = begin.call(this, testCase, ...others);
      const { send, judge } = begun.execution;
      const area = AREAS.get(testCase.check);
      const piece = area !== undefined && REFUSALS.has(area) ? "refusals" : "rest";
      const execution: typeof begun.execution = {
        ...begun.execution,
        send: (request) => {
          const counts = sent[testCase.operation] ?? { refusals: 0, rest: 0 };
          sent[testCase.operation] = { ...counts, [piece]: counts[piece] + 1 };
          return send(request);
        },
        judge: (exchange, judging) => {
          const named = [testCase.operation, ...(testCase.touches ?? [])];
          if (!named.includes(judging.operation)) unnamed.add(`${testCase.id}: ${judging.operation}`);
          judge(exchange, judging);
        },
      };
      return { ...begun, execution };
    });
    await trialOnSandbox({ profile: "standard", limitRequests: 0 });
  });
  afterAll(() => vi.restoreAllMocks());

  test("comes from cases that name every operation whose answers they have judged", () => {
    expect([...unnamed]).toEqual([]);
  });

  test("is about what shards take its cost to be; correct COSTS where it is not", () => {
    const total = (costs: Record<string, { refusals: number; rest: number }>): number =>
      Object.values(costs).reduce((sum, { refusals, rest }) => sum + refusals + rest, 0);
    const off = Object.entries(sent).flatMap(([operation, counts]) =>
      (["refusals", "rest"] as const).flatMap((piece) => {
        const taken = Object.entries(COSTS).find(([name]) => name === operation)?.[1][piece] ?? 0;
        return Math.abs(taken - counts[piece]) > total(sent) / 20 ? [`${operation} ${piece}: ${counts[piece]}`] : [];
      }),
    );
    expect(off).toEqual([]);
  });
});
