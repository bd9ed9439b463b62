/** What a run does with the requests that it may send: the most telling cases, and enough to send what fails again. */
import type { Case } from "./model.js";
import { inTellingOrder } from "./order.js";
import { letGo } from "./outcome.js";

/** Of the requests that may be sent, those that are kept for sending failures again: a share, and so many at least. */
const KEPT_SHARE = 0.1;
const KEPT = 20;
/** Requests that a case takes, about, with those that its control and its confirmation take. */
const EACH = 1.1;

/** Nothing is said of a case that was left out. */
export const LEFT_OUT = letGo("premise", "left out: --max-requests went to more telling cases");

/** How many requests each part of a run may take. */
export interface Plan {
  /** Whether another case may begin; of those that come last it is asked apart. */
  readonly mayBegin: () => boolean;
  readonly mayBeginLast: () => boolean;
  /** Requests that measuring limits may take. */
  readonly measuring: () => number;
}

/**
 * Divides the requests that are left.
 * @param maxRequests that may be sent in all
 * @param sent how many were sent so far
 * @param first the cases that come first
 * @param last those that come last
 */
export function planOf(maxRequests: number, sent: () => number, first: readonly Case[], last: readonly Case[]): Plan {
  const left = Math.max(0, maxRequests - sent());
  const kept = Math.min(left / 2, Math.max(KEPT, left * KEPT_SHARE));
  const affordable = inTellingOrder([...first, ...last]).slice(0, Math.floor((left - kept) / EACH));
  const forLast = affordable.filter(({ guesses }) => guesses !== undefined).length * EACH;
  return {
    mayBegin: () => sent() < maxRequests - kept - forLast,
    mayBeginLast: () => sent() < maxRequests - kept / 2,
    measuring: () => Math.max(0, Math.floor(maxRequests - kept - last.length * EACH - sent())),
  };
}
