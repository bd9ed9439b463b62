/**
 * One deployment over time: when each change was first seen, and when everything was last as before. What changed because
 * the user edited a baseline or a file of answers is listed separately: it is not a change of the deployment.
 */

import { groupedBy } from "../../schemas/groups.js";
import { agreedText } from "../answers/answers.js";
import { isDeparture, type Report } from "../model.js";
import { amount, readable } from "../visible.js";
import type { Growing } from "./answers.js";
import { unexcused } from "./baseline.js";
import { compareReports, differenceCount, type ValueRow, type VerdictRow, valueRows } from "./compare.js";
import { sectionsOf, shownOf, valueItems, type Written } from "./compareText.js";
import { diffOf, valueChange } from "./diff.js";

type Row = VerdictRow | ValueRow;

/** Numbers of two runs that saw different things; others in between may not have judged it. */
interface Turn {
  readonly lastGood: number;
  readonly firstSeen: number;
}

export type History = ReturnType<typeof historyOf>;

/** What a baseline and a file of answers say about a run, as answers to compare. */
function yoursOf({ checks, deployment }: Report): Parameters<typeof valueRows>[0][number] {
  const excused = checks
    .filter(({ verdict }) => verdict === "known" || isDeparture(verdict))
    .map(({ id, operation, verdict }) => {
      const answer = verdict === "known" ? "excused" : "not excused";
      return { id, operation, question: "in your baseline", answer };
    });
  const agreed = (deployment?.agreed ?? []).map(({ id, stated }) => {
    return { id, operation: null, question: "in your file of answers", answer: agreedText(stated) };
  });
  return [...excused, ...agreed];
}

/** The runs between which a row changes. What a run did not see counts as unchanged. */
function turns(row: Row): Turn[] {
  const seen = shownOf(row).sides.flatMap((side, run) => (side === null ? [] : { side, run }));
  return seen.flatMap(({ side, run }, at) => {
    const before = seen[at - 1];
    return before === undefined || before.side === side ? [] : { lastGood: before.run, firstSeen: run };
  });
}

function verdictPart(row: VerdictRow, runs: readonly number[]): VerdictRow {
  const verdicts = runs.map((run) => row.verdicts[run] ?? null);
  return { ...row, verdicts, reasons: [null, null] };
}

function valuePart(row: ValueRow, runs: readonly number[]): ValueRow {
  return { ...row, answers: runs.map((run) => row.answers[run] ?? null), sides: [0, 1] };
}

/** The history that reports tell. @param reports of one deployment, the earliest first */
export function historyOf(reports: readonly Report[], growing: (id: string) => Growing | null) {
  // What a baseline excuses is as broken as before.
  const whole = reports.map((report) => ({ ...report, checks: report.checks.map(unexcused) }));
  const all = compareReports(whole, growing);
  const yours = valueRows(reports.map(yoursOf), (one, other) => one.answer !== other.answer);
  const stated = reports.map(
    ({ deployment }) => new Map(deployment?.agreed.map((agreed) => [agreed.check, agreedText(agreed.stated)])),
  );
  /** Verdicts that differ because another answer was agreed say nothing about the deployment. */
  const turnsOf = (row: Row): Turn[] =>
    turns(row).filter(
      ({ lastGood, firstSeen }) =>
        !("check" in row) || stated[lastGood]?.get(row.check) === stated[firstSeen]?.get(row.check),
    );
  const origins = new Map<Row, Row>();
  const keyOf = ({ lastGood, firstSeen }: Turn): string => `${lastGood} ${firstSeen}`;
  /** The parts of rows that change between two runs. */
  const taken = <T extends Row>(rows: readonly T[], part: (row: T, runs: readonly number[]) => T, runs: string): T[] =>
    rows.flatMap((row) =>
      turnsOf(row)
        .filter((turn) => keyOf(turn) === runs)
        .map(({ lastGood, firstSeen }) => {
          const own = part(row, [lastGood, firstSeen]);
          origins.set(own, row);
          return own;
        }),
    );
  const every = [...all.verdicts, ...all.observations, ...all.conflicts, ...all.limits, ...yours].flatMap(turnsOf);
  const steps = [...groupedBy(every, keyOf)]
    .map(([key, [{ lastGood, firstSeen }]]) => ({
      lastGood,
      firstSeen,
      comparison: {
        runs: [lastGood, firstSeen].flatMap((run) => all.runs[run] ?? []),
        verdicts: taken(all.verdicts, verdictPart, key),
        observations: taken(all.observations, valuePart, key),
        conflicts: taken(all.conflicts, valuePart, key),
        limits: taken(all.limits, valuePart, key),
        agreed: [],
        failing: [],
      },
      // What changed in the user's baseline and file of answers.
      yours: taken(yours, valuePart, key),
    }))
    .sort((one, other) => one.firstSeen - other.firstSeen || one.lastGood - other.lastGood);
  // The steps in the order in which they were seen, and the rows of all runs by the rows of the steps.
  return { runs: all.runs, steps, origins };
}

/** `2026-03-04`, and as much of the time as distinguishes the moments. @param lengths ends of day, minute and second */
function dayOf(moment: string, moments: readonly string[], lengths: readonly number[] = [10, 16, 19]): string {
  const isEnough = (length: number): boolean =>
    new Set(moments.map((one) => one.slice(0, length))).size === moments.length;
  return moment.slice(0, lengths.find(isEnough) ?? moment.length).replace("T", " ");
}

export function changeCount(steps: History["steps"]): number {
  return steps.reduce((sum, { comparison }) => sum + differenceCount(comparison), 0);
}

/** A history in words: a section for each day on which something changed. */
export function historyInWords({ runs, steps, origins }: History, isWhole: boolean): Written {
  const count = changeCount(steps);
  const moments = runs.map(({ startedAt }) => startedAt);
  const [first = "", last = ""] = [moments[0], moments.at(-1)];
  const times = moments.map(Date.parse);
  const [begin = 0, end = 0] = [times[0], times.at(-1)];
  // The last run lasts as long as the others do on average.
  const length = Math.max(1, ((end - begin) * runs.length) / (runs.length - 1));
  const place = (at: number): number => (100 * ((times[at] ?? begin + length) - begin)) / length;
  const naming = {
    names: ["before", "since "],
    isPair: true,
    plotted: (row: Row) => shownOf(origins.get(row) ?? row),
  };
  const { target = "", profile = "" } = runs[0] ?? {};
  return {
    title: "History of a deployment",
    runs: [
      {
        line: `${readable(target)}   ${amount(runs.length, "run")} from ${dayOf(first, [first, last])} to ${dayOf(last, [first, last])}   ${profile}`,
        target,
      },
    ],
    places: moments.map((moment, at) => ({
      name: dayOf(moment, moments, [16, 19]),
      from: place(at),
      to: at === runs.length - 1 ? 100 : place(at + 1),
    })),
    cautions: [],
    sections: steps.flatMap(({ lastGood, firstSeen, comparison, yours }) => {
      const pair = [moments[lastGood] ?? "", moments[firstSeen] ?? ""];
      const [before, seen] = pair.map((moment) => dayOf(moment, pair));
      const own = `Between ${before} and ${seen} your own files changed, which is no change of the deployment`;
      return [
        {
          heading: `First seen ${seen}, last good ${before}: ${amount(differenceCount(comparison), "change")}`,
          items: sectionsOf(comparison, isWhole, naming).flatMap(({ items }) => items),
        },
        { heading: own, items: valueItems(yours, naming) },
      ].filter(({ items }) => items.length > 0);
    }),
    total: count === 0 ? "No changes." : `${amount(count, "change")}.`,
  };
}

/**
 * A history as JSON: for each step when it was first seen, when everything was last as before, the groups of `diff`,
 * and `yours`.
 */
export function historyAsData({ runs, steps }: History): object {
  return {
    changes: changeCount(steps),
    runs,
    steps: steps.map(({ lastGood, firstSeen, comparison, yours }) => {
      const { left: _, right: __, onlyLeft: ___, onlyRight: ____, ...groups } = diffOf(comparison);
      return {
        firstSeen: runs[firstSeen]?.startedAt,
        lastGood: runs[lastGood]?.startedAt,
        ...groups,
        yours: yours.map(valueChange),
      };
    }),
  };
}
