/** How a run ends: the one place that decides the outcome and the exit code, with a baseline and without. */
import type { Outcome, Summary } from "../model.js";
import { untested } from "./judged.js";

/** What the user asks for beside the verdicts. */
export interface EndingPolicy {
  /** Whether warnings fail a run, too. */
  readonly failOn: "must" | "should";
  /** Whether a rule that was not judged fails the run. */
  readonly requireComplete: boolean;
}

/** What is known of a run when it is over. */
export interface Ended {
  readonly summary: Summary;
  /** False when the run stopped before its end. */
  readonly completed: boolean;
  /** Entries of the baseline that are stale, and pinned answers that changed. */
  readonly problems: number;
}

export interface Ending {
  readonly outcome: Outcome;
  readonly exitCode: number;
}

/**
 * The end of a run. An error of the suite comes before everything else, since then no verdict can be relied on; a run
 * that was not completed says so even when it found violations, since there may be more of them.
 */
export function endingOf({ summary, completed, problems }: Ended, policy: EndingPolicy): Ending {
  if (summary.error > 0) return { outcome: "error", exitCode: 4 };
  const failed = summary.violation > 0 || problems > 0 || (policy.failOn === "should" && summary.warning > 0);
  if (!completed) return { outcome: failed ? "violations" : "incomplete", exitCode: 3 };
  if (failed) return { outcome: "violations", exitCode: 1 };
  // What came and went settles nothing; a departure that is known or only implied does.
  const settled = summary.pass + summary.known + summary.warning;
  if (settled === 0 || (policy.requireComplete && (summary.notExercised > 0 || untested(summary).length > 0)))
    return { outcome: "incomplete", exitCode: 3 };
  return { outcome: "conforms", exitCode: 0 };
}
