/** A comparison of two reports, left and right, in the groups that `ppconform diff --json` prints. */
import { isDeparture, type Report } from "../model.js";
import { type Comparison, compareReports, type ValueRow, type VerdictRow } from "./compare.js";

type Change = "broken" | "mended" | "otherVerdicts" | "onlyLeft" | "onlyRight";

/** How a check changed from one run to the other. */
export function changeOf({ verdicts: [left = null, right = null] }: Pick<VerdictRow, "verdicts">): Change {
  if (left === null || right === null) return right === null ? "onlyLeft" : "onlyRight";
  if (isDeparture(right) && !isDeparture(left)) return "broken";
  return isDeparture(left) && right === "pass" ? "mended" : "otherVerdicts";
}

/** An answer or a measured limit that differs; null where a run has none. */
export function valueChange({ answers: [left = null, right = null], id, operation, question }: ValueRow) {
  return { id, operation, question, left, right };
}

/** A comparison of two as their differences. @throws Error when it is not of two */
export function diffOf({ runs, verdicts, observations, conflicts, limits }: Omit<Comparison, "failing">) {
  const [left, right] = runs;
  if (left === undefined || right === undefined) throw new Error("A diff takes exactly two reports.");
  const such = (change: Change): readonly VerdictRow[] => verdicts.filter((row) => changeOf(row) === change);
  const changes = (change: Change) =>
    such(change).flatMap(({ verdicts: [before, after], reasons: _, ...row }) =>
      before == null || after == null ? [] : { ...row, left: before, right: after },
    );
  // What only one of the two runs judged, and why the other did not.
  const sided = (change: Change) =>
    such(change).flatMap(({ check, verdicts: pair, reasons }) => {
      const verdict = pair.find((one) => one !== null);
      return verdict == null ? [] : { check, verdict, reason: reasons.find((one) => one !== null) ?? "" };
    });
  return {
    left,
    right,
    // Failing on the right, not on the left; the other way round; and other changes, such as to known or flaky.
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
export function diffReports(left: Report, right: Report, growing?: Parameters<typeof compareReports>[1]) {
  return diffOf(compareReports([left, right], growing));
}
