/** What a record says of the defect or of the conforming service that its trial was about. */
import type { Subject } from "../schemas/operation.js";
import { type CheckOutcome, type Defect, isFinding, type TrialRecord } from "./model.js";
import type { ConformingTrial } from "./plan.js";

/**
 * `attributed`: a check that calls the rule by its name failed. `caught`: another check of the right operation did.
 * `elsewhere`: only checks of other operations did. `survived`: none.
 */
export type Fate = "attributed" | "caught" | "elsewhere" | "survived";

/** What became of a defect. */
export interface DefectOutcome {
  readonly defect: Defect;
  readonly fate: Fate;
  /** Checks of its operation that failed, those that call the rule by its name first. */
  readonly failed: readonly string[];
  /** Failed checks of other operations. */
  readonly collateral: readonly string[];
  /** Checks whose finding did not repeat. */
  readonly flaky: readonly string[];
  /** Why there is no report, or null. */
  readonly failure: string | null;
  readonly requests: number;
  /** Whether a smoke run finds it; absent where that was not asked. */
  readonly inSmoke?: boolean;
  /** What the check of its rule sent, for one that got away. */
  readonly sent: readonly string[];
}

/** What became of a conforming service. */
export interface ConformingOutcome {
  readonly label: string;
  readonly profile: string;
  /** What was judged of it. */
  readonly operations: readonly Subject[];
  /** Findings, findings that did not repeat, and errors: there should be none. */
  readonly alarms: readonly CheckOutcome[];
  readonly notExercised: readonly CheckOutcome[];
  /** Why there is no report, or null. */
  readonly failure: string | null;
  readonly requests: number;
}

function fateOf(attributed: boolean, own: number, collateral: number): Fate {
  if (attributed) return "attributed";
  if (own > 0) return "caught";
  return collateral > 0 ? "elsewhere" : "survived";
}

/** Judges the trial of a defect. Where the rule has no check's name, the right operation is all that is asked for. */
export function defectOutcome(defect: Defect, record: TrialRecord): DefectOutcome {
  const { operation, checks } = defect;
  const findings = record.others.filter(isFinding);
  const own = findings.filter((found) => found.operation === operation).map(({ id }) => id);
  const collateral = findings.filter((found) => found.operation !== operation).map(({ id }) => id);
  const named = own.filter((id) => checks.includes(id));
  const attributed = checks.length === 0 ? own.length > 0 : named.length > 0;
  return {
    defect,
    fate: fateOf(attributed, own.length, collateral.length),
    failed: [...named, ...own.filter((id) => !named.includes(id))],
    collateral,
    flaky: record.others.filter(({ verdict }) => verdict === "flaky").map(({ id }) => id),
    failure: record.failure ?? errorOf(record),
    requests: record.requests,
    sent: record.sent,
  };
}

function errorOf(record: TrialRecord): string | null {
  const error = record.others.find(({ verdict }) => verdict === "error");
  return error === undefined ? null : `${error.id}: ${error.message}`;
}

/** Judges the trial of a conforming service. */
export function conformingOutcome({ label, trial }: ConformingTrial, record: TrialRecord): ConformingOutcome {
  return {
    label,
    profile: trial.profile,
    operations: trial.operations,
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
