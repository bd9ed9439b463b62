/**
 * The selftest's own terms: what the suite is tried on, one trial, and what its record says about the defect or the
 * conforming service.
 */
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
  /** Ids of the checks that fairly name it, the best first; empty where the rule is given only in prose. */
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
  /** Checks of which every case is sent, while of the others only the first cases are; null: every case of all. */
  readonly focus: readonly string[] | null;
  /** Whether it waits more than it works, so that others can use the processor meanwhile. */
  readonly waits: boolean;
  /** Whether the record says what was sent. */
  readonly tellsRequests: boolean;
}

/** A service that conforms, and the trial that must find nothing. */
export interface ConformingTrial {
  readonly label: string;
  readonly trial: Trial;
}

/** A check that did not pass. */
export interface CheckOutcome {
  readonly id: string;
  readonly operation: Subject;
  readonly verdict: Exclude<Verdict, "pass">;
  /** The first finding's message, or the reason. */
  readonly message: string;
}

/** The result of a trial. */
export interface TrialRecord {
  readonly id: string;
  readonly passed: number;
  /** All other checks. */
  readonly others: readonly CheckOutcome[];
  readonly requests: number;
  readonly durationMs: number;
  /** Why there is no report: the service could not be run against, or the selftest itself broke. */
  readonly failure: string | null;
  /** Requests with the status of their answers, if requested. */
  readonly sent: readonly string[];
}

/** Whether an outcome is a finding about the service. */
function isFinding({ verdict }: CheckOutcome): boolean {
  return verdict === "violation" || verdict === "warning";
}

/**
 * `attributed`: a check that names the rule failed. `caught`: another check of the right operation did. `elsewhere`:
 * only checks of other operations did. `survived`: none.
 */
export type Fate = "attributed" | "caught" | "elsewhere" | "survived";

export interface DefectOutcome extends ReturnType<typeof defectOutcome> {
  /** Whether a smoke run finds it; absent where that was not tried. */
  readonly inSmoke?: boolean;
}

export type ConformingOutcome = ReturnType<typeof conformingOutcome>;

function fateOf(attributed: boolean, own: number, collateral: number): Fate {
  if (attributed) return "attributed";
  if (own > 0) return "caught";
  return collateral > 0 ? "elsewhere" : "survived";
}

/** Judges the trial of a defect. Where no check names the rule, any check of the right operation counts. */
export function defectOutcome(defect: Defect, record: TrialRecord) {
  const { operation, checks } = defect;
  const findings = record.others.filter(isFinding);
  const own = findings.filter((found) => found.operation === operation).map(({ id }) => id);
  const collateral = findings.filter((found) => found.operation !== operation).map(({ id }) => id);
  const named = own.filter((id) => checks.includes(id));
  const attributed = checks.length === 0 ? own.length > 0 : named.length > 0;
  return {
    defect,
    fate: fateOf(attributed, own.length, collateral.length),
    // Of its operation, those that name the rule first.
    failed: [...named, ...own.filter((id) => !named.includes(id))],
    collateral,
    flaky: record.others.filter(({ verdict }) => verdict === "flaky").map(({ id }) => id),
    failure: record.failure ?? errorOf(record),
    requests: record.requests,
    sent: record.sent,
  };
}

/** The record of a trial without a report. */
export function withoutReport({ id }: Trial, failure: string, durationMs: number): TrialRecord {
  return { id, passed: 0, others: [], requests: 0, durationMs, failure, sent: [] };
}

function errorOf(record: TrialRecord): string | null {
  const error = record.others.find(({ verdict }) => verdict === "error");
  return error === undefined ? null : `${error.id}: ${error.message}`;
}

/** Judges the trial of a conforming service. */
export function conformingOutcome({ label, trial }: ConformingTrial, record: TrialRecord) {
  return {
    label,
    profile: trial.profile,
    operations: trial.operations,
    // There should be none.
    alarms: record.others.filter((found) => isFinding(found) || found.verdict === "flaky" || found.verdict === "error"),
    notExercised: record.others.filter(({ verdict }) => verdict === "not-exercised" || verdict === "not-applicable"),
    failure: record.failure,
    requests: record.requests,
  };
}

/** Whether a defect was found, by a check of the operation that it is in. */
export function isCaught({ fate }: DefectOutcome): boolean {
  return fate === "attributed" || fate === "caught";
}

/** Whether a conforming service was left alone. */
export function isSilent({ alarms, failure }: ConformingOutcome): boolean {
  return alarms.length === 0 && failure === null;
}
