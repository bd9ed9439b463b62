/** The selftest's own terms: what the suite is tried on, one trial, and what came of it. */

import type { Profile } from "../engine/model.js";
import type { Verdict } from "../reports/model.js";
import type { Subject } from "../schemas/operation.js";

/** Choices of behaviour by axis; axes that are not named have their default. */
export type Choices = Readonly<Record<string, string>>;

/** What a trial runs the suite against. Exactly one service, started for it and ended with it. */
export type Service =
  | { readonly kind: "sandbox"; readonly behaviours: Choices; readonly defect: string | null }
  | { readonly kind: "outsider"; readonly preset: string; readonly fault: string | null };

/** A deliberate departure from one rule of the contract: a defect of the sandbox, or a fault of the outsider's server. */
export interface Defect {
  readonly id: string;
  readonly family: string;
  readonly operation: Subject;
  /** Ids of the checks that may fairly call it by its name, the best first; empty where the rule is told in prose only. */
  readonly checks: readonly string[];
  readonly title: string;
  readonly service: Service;
}

/** One run of the suite. */
export interface Trial {
  /** Unique among the trials of a selftest. */
  readonly id: string;
  readonly service: Service;
  readonly profile: Profile;
  /** What to judge: operations, or the deliveries, for which a receiver is started. */
  readonly operations: readonly Subject[];
  /** Checks to run; empty for all. */
  readonly checks: readonly string[];
  /** Checks of which every case is sent, while the first cases must do for the others; null: every case of all. */
  readonly focus: readonly string[] | null;
  /** Whether it waits more than it works, so that others can use the processor meanwhile. */
  readonly waits: boolean;
  /** Whether the record tells what was sent. */
  readonly tellsRequests: boolean;
}

/** A check that did not pass. */
export interface CheckOutcome {
  readonly id: string;
  readonly operation: Subject;
  readonly verdict: Exclude<Verdict, "pass">;
  /** The first finding's message, or the reason. */
  readonly message: string;
}

/** What came of a trial. */
export interface TrialRecord {
  readonly id: string;
  readonly passed: number;
  /** All other checks. */
  readonly others: readonly CheckOutcome[];
  readonly requests: number;
  readonly durationMs: number;
  /** Why there is no report: the service could not be run against, or the selftest itself broke. */
  readonly failure: string | null;
  /** Requests with the status of their answers, when they were asked for. */
  readonly sent: readonly string[];
}

/** Whether an outcome is a finding about the service. */
export function isFinding({ verdict }: CheckOutcome): boolean {
  return verdict === "violation" || verdict === "warning";
}
