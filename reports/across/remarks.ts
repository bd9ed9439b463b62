/** Remarks about a run's baseline, in words: the same in every output. */
import type { BaselineReport, FileLine } from "../model.js";
import { amount, listed, verb, visible } from "../visible.js";

/** Ids in a sentence: at most three are named. */
function some(ids: readonly string[]): string {
  return ids.length <= 3 ? listed(ids) : `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more`;
}

/** The remarks on a baseline: first those that fail the run. Each has its place, with the line where it is about one, and what to do. */
export function baselineRemarks(baseline: BaselineReport) {
  const { file, notObserved: unseen } = baseline;
  const remarks = <Entry extends FileLine>(kind: string, entries: readonly Entry[], textOf: (entry: Entry) => string) =>
    entries.map((entry) => {
      const place = `${file}:${entry.line}`;
      const fails = kind === "stale" || kind === "drift";
      return { kind, fails, place, text: `${place}: "${entry.text}" ${textOf(entry)}` };
    });
  return [
    ...remarks("stale", baseline.stale, ({ passed }) => `no longer fails (${some(passed)}). Remove the entry.`),
    ...remarks(
      "drift",
      baseline.drift,
      ({ answer, pinned }) =>
        `is now ${visible(answer, 200)}, pinned as ${visible(pinned, 200)}. If that is right, pin the new answer (--update-baseline).`,
    ),
    ...remarks(
      "expired",
      baseline.expired,
      ({ expires, checks }) =>
        `was excused until ${expires}; ${some(checks)} ${verb(checks.length, "counts", "count")} again. Fix the departure, or set a later day.`,
    ),
    ...remarks("not judged", baseline.notJudged, ({ why }) => `counts neither as known nor as stale: ${why}.`),
    ...remarks(
      "not excused",
      baseline.notExcused,
      ({ checks }) => `does not hold here: the suite itself failed on ${some(checks)}. No baseline excuses that.`,
    ),
    ...(unseen.length === 0
      ? []
      : [
          {
            kind: "not observed",
            fails: false,
            place: file,
            text: `${amount(unseen.length, "pinned answer")} ${verb(unseen.length, "was", "were")} not seen in this run: ${some(unseen.map(({ id }) => id))}.`,
          },
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
