/** Remarks about a run's baseline, in words: the same in every output. */
import type { BaselineReport, FileLine } from "../model.js";
import { amount, listed, verb, visible } from "../visible.js";

/** One remark about a baseline. */
export interface BaselineRemark {
  readonly kind: "stale" | "drift" | "expired" | "not judged" | "not excused" | "not observed";
  /** Whether it fails the run. */
  readonly fails: boolean;
  /** `baseline.yaml:4`; only the file where several lines are meant. */
  readonly place: string;
  /** The whole sentence or two, with the user's line and what to do. */
  readonly text: string;
}

/** Ids in a sentence: at most three are named. */
function some(ids: readonly string[]): string {
  return ids.length <= 3 ? listed(ids) : `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more`;
}

/** The remarks on a baseline: first those that fail the run. */
export function baselineRemarks(baseline: BaselineReport): BaselineRemark[] {
  const { file } = baseline;
  const remark = (kind: BaselineRemark["kind"], at: FileLine | null, text: string): BaselineRemark => ({
    kind,
    fails: kind === "stale" || kind === "drift",
    place: at === null ? file : `${file}:${at.line}`,
    text: at === null ? text : `${file}:${at.line}: "${at.text}" ${text}`,
  });
  const unseen = baseline.notObserved;
  return [
    ...baseline.stale.map((entry) =>
      remark("stale", entry, `no longer fails (${some(entry.passed)}). Remove the entry.`),
    ),
    ...baseline.drift.map((pin) =>
      remark(
        "drift",
        pin,
        `is now ${visible(pin.answer, 200)}, pinned as ${visible(pin.pinned, 200)}. If that is right, pin the new answer (--update-baseline).`,
      ),
    ),
    ...baseline.expired.map((entry) =>
      remark(
        "expired",
        entry,
        `was excused until ${entry.expires}; ${some(entry.checks)} ${verb(entry.checks.length, "counts", "count")} again. Fix the departure, or set a later day.`,
      ),
    ),
    ...baseline.notJudged.map((entry) =>
      remark("not judged", entry, `counts neither as known nor as stale: ${entry.why}.`),
    ),
    ...baseline.notExcused.map((entry) =>
      remark(
        "not excused",
        entry,
        `does not hold here: the suite itself failed on ${some(entry.checks)}. No baseline excuses that.`,
      ),
    ),
    ...(unseen.length === 0
      ? []
      : [
          remark(
            "not observed",
            null,
            `${amount(unseen.length, "pinned answer")} ${verb(unseen.length, "was", "were")} not seen in this run: ${some(unseen.map(({ id }) => id))}.`,
          ),
        ]),
  ];
}

/** How many entries are stale and how many pins drifted, as parts of a sentence; none when nothing fails the run. */
export function baselineFailures({ file, stale, drift }: BaselineReport): string[] {
  return [
    ...(stale.length === 0
      ? []
      : [`${amount(stale.length, "entry", "entries")} of ${file} ${verb(stale.length, "is", "are")} stale`]),
    ...(drift.length === 0
      ? []
      : [`${amount(drift.length, "pinned answer")} of ${file} ${verb(drift.length, "has", "have")} changed`]),
  ];
}
