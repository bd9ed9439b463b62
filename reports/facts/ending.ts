/** How a run ends: the one place that decides the outcome and the exit code, with a baseline and without. */
import type { Report, ReportedRun } from "../model.js";
import { untested } from "./judged.js";

/** What the user requires besides the verdicts. */
export interface EndingPolicy {
  /** Whether warnings fail a run, too. */
  readonly failOn: "must" | "should";
  /** Whether a rule that was not judged fails the run. */
  readonly requireComplete: boolean;
  /** Whether an open question fails the run. Absent: it does not. */
  readonly requireAnswers?: boolean;
}

type Stop = NonNullable<ReportedRun["ended"]>["why"];

/** Whether a run stopped because its user wanted it to. */
export function isWish(stop: Stop): boolean {
  return stop === "budget" || stop === "time" || stop === "creations" || stop === "failures";
}

/** The parts of a report that decide how its run ends. */
type Over = Pick<Report, "summary" | "openQuestions" | "baseline"> & { readonly run: Pick<ReportedRun, "ended"> };

/**
 * The end of a run. An error of the suite comes before everything else, since then no verdict is reliable. A violation is proven,
 * whatever ended the run. A run that found none and ended early says nothing, unless its user had limited it: then it conforms as
 * far as it went. Nor does one in which nothing of a selected operation could be judged.
 */
export function endingOf(
  { summary, run: { ended }, openQuestions: open = [], baseline }: Over,
  policy: EndingPolicy,
): Pick<Report, "outcome" | "exitCode"> {
  const stop = ended?.why ?? null;
  const problems = (baseline?.stale.length ?? 0) + (baseline?.drift.length ?? 0);
  if (summary.error > 0) return { outcome: "error", exitCode: 4 };
  const failed = summary.violation > 0 || problems > 0 || (policy.failOn === "should" && summary.warning > 0);
  if (failed) return { outcome: "violations", exitCode: 1 };
  // An intermittent fault settles nothing; a departure that is known or only implied does.
  const settled = summary.pass + summary.known + summary.warning;
  const isWhole = stop === null && summary.notExercised === 0 && untested(summary).length === 0;
  const isOpen = settled === 0 || summary.unjudged !== undefined;
  if (
    isOpen ||
    (stop !== null && !isWish(stop)) ||
    (policy.requireComplete && !isWhole) ||
    (policy.requireAnswers === true && open.length > 0)
  )
    return { outcome: "incomplete", exitCode: 3 };
  return { outcome: "conforms", exitCode: 0 };
}
