import { describe, expect, it } from "vitest";
import type { Exchange } from "../../client/model.js";
import { Timings } from "../../engine/timings.js";

const START = Date.parse("2026-01-01T00:00:00Z");

/** An answer to a list of balances that came so many milliseconds after the start of the run. */
function answer(at: number, durationMs: number): Exchange {
  const request = { method: "GET", headers: {}, body: null };
  return {
    wire: { ...request, path: "/api/balances", credentials: "valid" },
    request: { ...request, url: "http://target.example/api/balances" },
    response: { status: 200, headers: {}, body: "[]", truncated: false },
    failure: null,
    startedAt: START + at - durationMs,
    durationMs,
    leaked: [],
  };
}

describe("Timings", () => {
  it("tells within which time half of the answers, 19 of 20, and all of them came", () => {
    const timings = new Timings(START);
    for (let time = 1; time <= 100; time++) timings.add(answer(150, time));
    expect(timings.summary()).toEqual({
      responseTimes: [{ operation: "listBalances", requests: 100, p50: 50, p95: 95, max: 100 }],
      course: { stretchMs: 100, answers: [0, 100] },
    });
  });

  it("counts answers in longer stretches, the longer the run takes", () => {
    const timings = new Timings(START);
    for (const at of [50, 150, 250, 7_950, 8_050, 20_000]) timings.add(answer(at, 1));
    const { course } = timings.summary();
    expect(course?.stretchMs).toBe(400);
    expect(course?.answers.slice(0, 2)).toEqual([3, 0]);
    expect(course?.answers.reduce((sum, count) => sum + count)).toBe(6);
  });

  it("adds up what the requests of a check took", () => {
    const timings = new Timings(START);
    timings.addTo("listBalances/auth/no-key", answer(10, 3));
    timings.addTo("listBalances/auth/no-key", answer(10, 4));
    expect(timings.ofCheck("listBalances/auth/no-key")).toBe(7);
    expect(timings.ofCheck("listBalances/auth/no-secret")).toBe(0);
    expect(timings.summary()).toEqual({});
  });
});
