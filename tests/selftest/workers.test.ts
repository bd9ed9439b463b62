import { EventEmitter } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import type { Trial } from "../../selftest/outcomes.js";
import { runTrials } from "../../selftest/workers.js";
import { record } from "./fixture.js";

/** A worker's process: answers each trial, ends at one called "deadly", and says nothing to one called "hung". */
class FakeWorker extends EventEmitter {
  connected = true;
  killed = false;

  send({ id }: Trial): void {
    setImmediate(() => {
      if (id === "deadly") this.emit("exit", null, "SIGSEGV");
      else if (id !== "hung") this.emit("message", record(id, []));
    });
  }

  kill(): void {
    this.killed = true;
  }

  disconnect(): void {
    this.connected = false;
  }
}

const started: FakeWorker[] = [];

vi.mock("node:child_process", () => ({
  fork: () => {
    const worker = new FakeWorker();
    started.push(worker);
    return worker;
  },
}));

beforeEach(() => {
  started.length = 0;
});

function trial(id: string, waits = false): Trial {
  const service = { kind: "sandbox", behaviours: {}, defect: null } as const;
  return { id, service, profile: "smoke", operations: [], checks: [], focus: null, waits, tellsRequests: false };
}

test("a worker runs one trial after the other and is let go at the end", async () => {
  const seen: string[] = [];
  const records = await runTrials([trial("a"), trial("b"), trial("c")], 1, ({ id }) => seen.push(id));
  expect([...records.keys()]).toEqual(["a", "b", "c"]);
  expect(seen).toEqual(["a", "b", "c"]);
  expect(started.map(({ connected }) => connected)).toEqual([false]);
});

test("trials that wait are run beside those that work", async () => {
  await runTrials([trial("a"), trial("b"), trial("w1", true), trial("w2", true)], 1, () => undefined);
  expect(started).toHaveLength(3);
});

test("a worker that ends costs its own trial only", async () => {
  const records = await runTrials([trial("deadly"), trial("b")], 1, () => undefined);
  expect(records.get("deadly")?.failure).toBe("the worker ended (SIGSEGV)");
  expect(records.get("b")?.failure).toBeNull();
  expect(started).toHaveLength(2);
});

test("a worker that hangs is ended and costs its own trial only", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const running = runTrials([trial("hung"), trial("b")], 1, () => undefined);
    await vi.advanceTimersByTimeAsync(300_000);
    const records = await running;
    expect(records.get("hung")?.failure).toBe("no result within 300 s");
    expect(records.get("b")?.failure).toBeNull();
    expect(started[0]?.killed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});
