import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { InFlight } from "../../client/exchange.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started(inFlight: InFlight) {
  const attempt = { timeOut: vi.fn(), cancel: vi.fn() };
  inFlight.add(attempt);
  return attempt;
}

it("ends each attempt when its time is up", () => {
  const inFlight = new InFlight(100);
  const first = started(inFlight);
  vi.advanceTimersByTime(60);
  const second = started(inFlight);
  vi.advanceTimersByTime(41);
  expect([first, second].map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([1, 0]);
  vi.advanceTimersByTime(60);
  expect([first, second].map(({ timeOut }) => timeOut.mock.calls.length)).toEqual([1, 1]);
});

it("lets an answer count that waited to be read while the process had no turn", () => {
  const inFlight = new InFlight(100);
  const attempt = started(inFlight);
  // As the event loop has it after a stall: timers that are due, then sockets, then what was put off.
  vi.advanceTimersToNextTimer();
  inFlight.delete(attempt);
  vi.advanceTimersByTime(100);
  expect(attempt.timeOut).not.toHaveBeenCalled();
});
