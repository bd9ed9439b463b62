/** Why a run ends early. None of these is a violation by the target. */
import {
  BudgetSpentError,
  CreationsSpentError,
  CredentialsLostError,
  RunInterruptedError,
  StateLostError,
  TargetGoneError,
  TargetThrottlesError,
  TimeSpentError,
} from "../../client/interruption.js";
import { JournalError } from "../../client/journal.js";
import type { Outage } from "../../client/model.js";
import type { Report } from "../../reports/model.js";
import { amount, grouped, verb } from "../../reports/visible.js";
import type { Subject } from "../../schemas/operation.js";
import type { CredentialsLost } from "./credentialWatch.js";
import { TargetError } from "./reachability.js";

/** Why a run ended early; null when it did not. */
export type Stop = NonNullable<Report["run"]["ended"]>["why"] | null;

/** Why an error ends the run; null when it is about something else. */
export function stopOf(error: unknown): Stop {
  if (error instanceof BudgetSpentError) return "budget";
  if (error instanceof TimeSpentError) return "time";
  if (error instanceof CreationsSpentError) return "creations";
  if (error instanceof JournalError) return "journal";
  if (error instanceof TargetThrottlesError) return "throttled";
  if (error instanceof TargetGoneError) return "gone";
  if (error instanceof TargetError) return error.about === "credentials" ? "credentials" : "unreachable";
  if (error instanceof CredentialsLostError) return "credentials";
  if (error instanceof StateLostError) return "forgotten";
  return error instanceof RunInterruptedError ? "interrupted" : null;
}

/** What is known of a run that stopped. */
export interface Stopped {
  /** What ended its preflight, or null. */
  readonly error: unknown;
  readonly requests: number;
  /** How many cases they belong to, and how many were planned. */
  readonly cases: { readonly played: number; readonly planned: number };
  /** Cases that were left out in favour of more telling ones. */
  readonly leftOut?: number;
  readonly outages: readonly Outage[];
  /** The cases that were waited for. */
  readonly stalledAt: readonly string[];
  readonly lost?: CredentialsLost | null;
  /** Operations that were throttled on their own, and not fully judged. */
  readonly throttled?: readonly Subject[];
  /** Why the journal could not be written, or null. */
  readonly journal?: string | null;
  /** What is known of state that the target lost. */
  readonly forgotten?: StateLostError | null;
  /** The name of a profile that is itself a limit of requests, as `watch` is; null for others. */
  readonly limitedBy?: string | null;
}

/** What limits a run, by what ends it: an option, or a profile given without one. */
const LIMITS = { budget: "request limit", time: "time limit" } as const;

function clock(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 19);
}

/** Fewest cases before a run says how many requests the whole will take. */
const TELLING = 50;

/** About how many requests the whole run takes, to two digits; null while that is not known. */
function expectedRequests({ requests, cases }: Pick<Stopped, "requests" | "cases">): number | null {
  const { played, planned } = cases;
  return played < TELLING || played >= planned ? null : Number(((requests * planned) / played).toPrecision(2));
}

/** Why a run ended early, in one sentence, with what to do. */
export function stopText(stop: NonNullable<Stop>, stopped: Stopped): string {
  const { error, requests, cases, leftOut = 0, outages, stalledAt, lost = null } = stopped;
  const { throttled = [], journal = null, forgotten = null, limitedBy = null } = stopped;
  const expected = expectedRequests({ requests, cases });
  const after =
    expected === null
      ? `after ${amount(requests, "request")}`
      : `after ${grouped(requests)} of about ${grouped(expected)} requests`;
  const missing = cases.planned - cases.played;
  const unsent = missing > 0 ? `; ${amount(missing, "case")} ${verb(missing, "was", "were")} left out` : "";
  switch (stop) {
    case "budget":
    case "time": {
      const limit = LIMITS[stop];
      if (limitedBy !== null && leftOut > 0)
        return `As in every ${limitedBy}, only the highest-priority cases were sent, with ${amount(requests, "request")}; ${amount(leftOut, "case")} ${verb(leftOut, "was", "were")} left out.`;
      return leftOut > 0
        ? `The ${limit} was reached after ${amount(requests, "request")}; highest-priority cases were sent first, ${amount(leftOut, "case")} ${verb(leftOut, "was", "were")} left out.`
        : `The run ended because the ${limit} was reached, ${after}${unsent}.`;
    }
    case "failures":
      return `The run ended because --max-failures was reached, ${after}${unsent}.`;
    case "creations":
      return `The run ended because --max-created was reached, ${after}${unsent}.`;
    case "journal":
      return `The run ended ${after}: ${journal ?? "the journal of what is created cannot be written"} Nothing is created without being recorded.`;
    case "throttled":
      if (throttled.length > 0)
        return `The target kept throttling ${throttled.join(", ")} (429, or 503 with Retry-After), while it answered other operations: ${verb(throttled.length, "it was", "they were")} not fully judged. Try again later, or with a lower --rate.`;
      return `The run ended because the target kept throttling (429, or 503 with Retry-After), ${after}. Try again later, or with a lower --rate.`;
    case "interrupted":
      return `The run was interrupted, ${after}.`;
    case "gone": {
      const outage = outages.at(-1);
      const since = outage === undefined ? "" : ` at ${clock(outage.from)} UTC (${outage.seen})`;
      return `The target stopped answering${since}, ${after}, and did not come back.`;
    }
    case "stalled":
      return `The run got stuck ${after}, waiting for ${stalledAt.slice(0, 3).join(", ")}. That is a fault of the suite: please report it.`;
    case "unreachable":
      return error instanceof Error ? error.message : "The target cannot be reached.";
    case "credentials": {
      if (error instanceof TargetError) return error.message;
      const since = lost === null ? "" : ` since about request ${grouped(lost.request)} (${lost.answer})`;
      return `The credentials were accepted at first and are refused${since}: nothing after that is evidence. They may have expired, or been locked or banned.`;
    }
    case "cut":
      return `The run was cut off. This is what it had recorded ${after}.`;
    case "forgotten": {
      const since = forgotten === null || forgotten.lastKnown === 0 ? "" : `, after ${clock(forgotten.lastKnown)} UTC`;
      return `The target lost what it had stored${since}, as a restart does (${after}): recipients that this run created are no longer known, and a request that was accepted before is answered with ${forgotten?.refusal ?? "a refusal"}. Nothing after that is evidence. Run again.`;
    }
    default:
      return stop satisfies never;
  }
}
