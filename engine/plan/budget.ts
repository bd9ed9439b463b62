/** How a run spends its requests and its time: on the most telling cases, keeping enough to send again what fails. */
import type { TimeLimit } from "../../client/timeLimit.js";
import { type Case, type Excused, excused } from "../model.js";
import { inTellingOrder } from "./order.js";

/** How many of the allowed requests are kept for confirming failures: a share, and a minimum number. */
const KEPT_SHARE = 0.1;
const KEPT = 20;
/** Most milliseconds kept for it: a long run does not end minutes early. */
const KEPT_TIME = 30_000;
/** One case per this many remaining requests may run alongside others. */
const PER_CASE = 8;
/** About how many requests a case takes, with its control and its confirmation. */
const EACH = 1.1;

/** A case that was left out is not judged. */
export const LEFT_OUT: Readonly<Record<Plan["stop"], Excused>> = {
  budget: excused("premise", "left out: the allowed requests went to higher-priority cases"),
  time: excused("premise", "left out: the allowed time went to higher-priority cases"),
  failures: excused("premise", "left out: --max-failures was reached"),
};

/** How much of a run each of its parts may take. */
export interface Plan {
  /** What ends the run where it leaves something out. */
  readonly stop: "budget" | "time" | "failures";
  /** Whether another case may begin; asked separately for the cases that come last. */
  readonly mayBegin: () => boolean;
  readonly mayBeginLast: () => boolean;
  /** Requests that measuring limits may take. */
  readonly measuring: () => number;
  /** Cases that may go on at once: those that have begun send what they need, whatever is left by then. */
  readonly atOnce: number;
}

/**
 * Divides the remaining requests.
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
    stop: "budget",
    mayBegin: () => sent() < maxRequests - kept - forLast,
    mayBeginLast: () => sent() < maxRequests - kept / 2,
    measuring: () => Math.max(0, Math.floor(maxRequests - kept - last.length * EACH - sent())),
    atOnce: Math.max(1, Math.floor(left / PER_CASE)),
  };
}

/** Divides the remaining time, with the parameters of `planOf`. Measuring gets what goes through at the pace so far. */
export function timePlanOf(time: TimeLimit, sent: () => number, first: readonly Case[], last: readonly Case[]): Plan {
  const kept = Math.min(time.left() * KEPT_SHARE, KEPT_TIME);
  const forLast = (time.left() - kept) * (last.length / Math.max(1, first.length + last.length));
  const before = { sent: sent(), taken: time.taken() };
  return {
    stop: "time",
    mayBegin: () => time.left() > kept + forLast,
    mayBeginLast: () => time.left() > kept / 2,
    measuring: () => {
      const pace = (sent() - before.sent) / Math.max(1, time.taken() - before.taken);
      return Math.max(0, Math.floor((time.left() - kept - forLast) * pace));
    },
    atOnce: Number.POSITIVE_INFINITY,
  };
}

/** Ends a run once enough checks have failed. @param failing checks that have failed so far */
export function failuresPlan(maxFailures: number, failing: () => number): Plan {
  const mayBegin = (): boolean => failing() < maxFailures;
  return {
    stop: "failures",
    mayBegin,
    mayBeginLast: mayBegin,
    measuring: () => (mayBegin() ? Number.POSITIVE_INFINITY : 0),
    atOnce: Number.POSITIVE_INFINITY,
  };
}

/** What all of several plans allow; null where there are none. */
export function allOf(plans: readonly Plan[]): Plan | null {
  const [first] = plans;
  if (first === undefined) return null;
  return {
    get stop() {
      return (plans.find((plan) => !plan.mayBegin() || !plan.mayBeginLast()) ?? first).stop;
    },
    mayBegin: () => plans.every((plan) => plan.mayBegin()),
    mayBeginLast: () => plans.every((plan) => plan.mayBeginLast()),
    measuring: () => Math.min(...plans.map((plan) => plan.measuring())),
    atOnce: Math.min(...plans.map(({ atOnce }) => atOnce)),
  };
}
