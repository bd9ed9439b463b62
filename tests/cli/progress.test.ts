/** What a run shows while it lasts. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createProgressView } from "../../cli/progress.js";
import { fixture } from "../reports/fixture.js";

const { isTTY, columns } = process.stderr;
let written = "";

beforeEach(() => {
  written = "";
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  Object.assign(process.stderr, { isTTY, columns });
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test.each([
  ["a pipe", { isTTY: false, columns: undefined }, undefined],
  ["a terminal in CI", { isTTY: true, columns: 80 }, "true"],
  ["a terminal without columns", { isTTY: true, columns: 0 }, undefined],
])("on %s a plain line comes now and then, not more often", async (_, kind, ci) => {
  Object.assign(process.stderr, kind);
  vi.stubEnv("CI", ci);
  const view = await createProgressView(process.stderr, "http://127.0.0.1:1");
  const seen = { phase: "checks", done: 12, cases: 48, failures: 0, requests: 300 } as const;
  view.preflight();
  view.update(seen);
  expect(written).toBe("");
  vi.advanceTimersByTime(10_000);
  view.update(seen);
  view.update({ ...seen, done: 13 });
  expect(written).toBe("12/48 cases · 300 requests, 30 a second · about 30 s left\n");
  view.end();
});

test("failures are told as they are seen for the second time, not all of hundreds", async () => {
  Object.assign(process.stderr, { isTTY: false });
  const view = await createProgressView(process.stderr, "http://127.0.0.1:1");
  const seen = { phase: "confirming", done: 48, cases: 48, failures: 30, requests: 300 } as const;
  for (let index = 0; index < 30; index++)
    view.update({ ...seen, seenTwice: { check: `listBalances/auth/${index}`, message: "it is let in" } });
  const lines = written.trimEnd().split("\n");
  expect(lines).toHaveLength(6);
  expect([lines[0], lines[5]]).toEqual([
    "confirmed: listBalances/auth/0: it is let in",
    "more failures: see the report",
  ]);
});

test("what was told and is no failure in the end is taken back, with the reason", async () => {
  Object.assign(process.stderr, { isTTY: false });
  const view = await createProgressView(process.stderr, "http://127.0.0.1:1");
  const seen = { phase: "confirming", done: 48, cases: 48, failures: 2, requests: 300 } as const;
  const { checks } = fixture();
  const id = (verdict: string) => checks.find((check) => check.verdict === verdict)?.id ?? verdict;
  for (const check of [id("violation"), id("not-exercised")])
    view.update({ ...seen, seenTwice: { check, message: "it is accepted" } });
  written = "";
  view.settle({ checks });
  expect(written).toMatch(/^withdrawn: (\S+): \S.*\n$/);
  expect(written).toContain(`withdrawn: ${id("not-exercised")}: `);
});
