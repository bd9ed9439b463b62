import { describe, expect, test } from "vitest";
import { executeAll } from "../../engine/send/execution.js";
import { stopText } from "../../engine/send/stop.js";
import { Watchdog } from "../../engine/send/watchdog.js";
import { sessionWith, testCase } from "./executing.js";

const NEVER = new Promise<void>(() => {});

describe("a watchdog", () => {
  test("lets work that ends go on, however long it takes", async () => {
    expect(await new Watchdog(1_000_000).watch(Promise.resolve())).toBe(true);
  });

  test("leaves work alone that makes no progress, and names what runs", async () => {
    const watchdog = new Watchdog(1);
    void watchdog.during("a/state/b#1", () => NEVER);
    expect(await watchdog.watch(NEVER)).toBe(false);
    expect(watchdog.waiting()).toEqual(["a/state/b#1"]);
  });
});

test("cases that wait for each other end the run, with what was seen and the case that is waited for", async () => {
  const cases = [testCase("one", ({ recorder }) => recorder.pass("one")), testCase("stuck", () => NEVER)];
  const done = await executeAll(sessionWith(), cases, { concurrency: 2, patienceMs: 1 });
  expect([done.stop, done.stalledAt]).toEqual(["stalled", [cases[1]?.id]]);
  expect(done.results.of("one").passes).toBe(1);
  const known = {
    error: null,
    requests: 12,
    cases: { played: 2, planned: 90 },
    outages: [],
    stalledAt: done.stalledAt ?? [],
  };
  expect(stopText("stalled", known)).toBe(
    `The run got stuck after 12 requests, waiting for ${cases[1]?.id}. That is a fault of the suite: please report it.`,
  );
});
