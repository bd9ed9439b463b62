/** A comparison of two reports, left and right, in the groups that `ppconform diff --json` prints. */
import type { Subject } from "../../schemas/operation.js";
import { isDeparture, type Report, type Verdict } from "../model.js";
import { type Comparison, compareReports, type RunFacts, type ValueRow, type VerdictRow } from "./compare.js";

/** A check that both runs judged, to different verdicts. */
export interface VerdictChange extends Omit<VerdictRow, "verdicts" | "reasons"> {
  readonly left: Verdict;
  readonly right: Verdict;
}

/** A check that only one of the two runs judged. */
export interface OneSided {
  readonly check: string;
  readonly verdict: Verdict;
  /** Why the other run did not judge it. */
  readonly reason: string;
}

/** An answer or a measured limit that differs; null where a run has none. */
export interface ValueChange {
  readonly id: string;
  readonly operation: Subject | null;
  readonly question: string;
  readonly left: string | null;
  readonly right: string | null;
}

export interface ReportDiff {
  readonly left: RunFacts;
  readonly right: RunFacts;
  /** Failing on the right, not on the left. */
  readonly broken: readonly VerdictChange[];
  /** Failing on the left, not on the right. */
  readonly mended: readonly VerdictChange[];
  /** Other changes of a verdict, such as to known or flaky. */
  readonly otherVerdicts: readonly VerdictChange[];
  readonly observations: readonly ValueChange[];
  readonly conflicts: readonly ValueChange[];
  readonly limits: readonly ValueChange[];
  readonly onlyLeft: readonly OneSided[];
  readonly onlyRight: readonly OneSided[];
}

/** How a check changed from one run to the other. */
export function changeOf({ verdicts: [left = null, right = null] }: Pick<VerdictRow, "verdicts">): keyof ReportDiff {
  if (left === null || right === null) return right === null ? "onlyLeft" : "onlyRight";
  if (isDeparture(right) && !isDeparture(left)) return "broken";
  return isDeparture(left) && right === "pass" ? "mended" : "otherVerdicts";
}

export function valueChange({ answers: [left = null, right = null], id, operation, question }: ValueRow): ValueChange {
  return { id, operation, question, left, right };
}

/** A comparison of two as their differences. @throws Error when it is not of two */
export function diffOf({ runs, verdicts, observations, conflicts, limits }: Omit<Comparison, "failing">): ReportDiff {
  const [left, right] = runs;
  if (left === undefined || right === undefined) throw new Error("A diff takes exactly two reports.");
  const such = (group: keyof ReportDiff): readonly VerdictRow[] => verdicts.filter((row) => changeOf(row) === group);
  const changes = (group: keyof ReportDiff): VerdictChange[] =>
    such(group).flatMap(({ verdicts: [before, after], reasons: _, ...row }) =>
      before == null || after == null ? [] : { ...row, left: before, right: after },
    );
  const sided = (group: keyof ReportDiff): OneSided[] =>
    such(group).flatMap(({ check, verdicts: pair, reasons }) => {
      const verdict = pair.find((one) => one !== null);
      return verdict == null ? [] : { check, verdict, reason: reasons.find((one) => one !== null) ?? "" };
    });
  return {
    left,
    right,
    broken: changes("broken"),
    mended: changes("mended"),
    otherVerdicts: changes("otherVerdicts"),
    observations: observations.map(valueChange),
    conflicts: conflicts.map(valueChange),
    limits: limits.map(valueChange),
    onlyLeft: sided("onlyLeft"),
    onlyRight: sided("onlyRight"),
  };
}

/** What differs between two reports. */
export function diffReports(left: Report, right: Report, growing?: Parameters<typeof compareReports>[1]): ReportDiff {
  return diffOf(compareReports([left, right], growing));
}
