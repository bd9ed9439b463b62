import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LookedTime } from "../../webhooks/run/waiting.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("time in which nobody could look is not held against the deployment", () => {
  const time = new LookedTime();
  const counted = [50, 51, 30_000, 50].map((milliseconds) => {
    vi.advanceTimersByTime(milliseconds);
    return time.look();
  });
  expect(counted).toEqual([50, 101, 201, 251]);
});
