import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Checkpoints } from "../../engine/checkpoints.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("there is one at once, one every second, and fewer where taking one needs long", () => {
  const taken: number[] = [];
  const checkpoints = new Checkpoints<number>((seen) => {
    taken.push(seen);
    // From the third one on, each takes half a second.
    if (taken.length > 2) vi.advanceTimersByTime(500);
  });
  for (let second = 0; second <= 30; second++) {
    checkpoints.reach(() => second);
    vi.advanceTimersByTime(1_000);
  }
  expect(taken).toEqual([0, 1, 2, 22]);
});

test("nothing is put together where nobody takes it", () => {
  const checkpoints = new Checkpoints(undefined);
  vi.advanceTimersByTime(60_000);
  checkpoints.reach(() => expect.unreachable());
});
