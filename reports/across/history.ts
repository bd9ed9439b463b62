/** One deployment over time: when each change was first seen, and when all was last as before. */

import { groupedBy } from "../../schemas/groups.js";
import type { Report } from "../model.js";
import { amount, readable } from "../visible.js";
import type { Growing } from "./answers.js";
import { type Comparison, compareReports, differenceCount, type ValueRow, type VerdictRow } from "./compare.js";
import { sectionsOf, shownOf, type Written } from "./compareText.js";
import { diffOf } from "./diff.js";

type Row = VerdictRow | ValueRow;

/** What changed between two runs: those that saw it, since others in between may not have judged it. */
export interface Step {
  /** Numbers of the two runs. */
  readonly lastGood: number;
  readonly firstSeen: number;
  /** The two runs, and what changed between them alone. */
  readonly comparison: Comparison;
}

export interface History {
  readonly runs: Comparison["runs"];
  /** In the order in which they were seen. */
  readonly steps: readonly Step[];
  /** The rows of all runs by the rows of the steps. */
  readonly whole: ReadonlyMap<Row, Row>;
}

/** The runs between which changes what a row shows. What a run did not see is as it was. */
function turns(row: Row): { readonly lastGood: number; readonly firstSeen: number }[] {
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
export function historyOf(reports: readonly Report[], growing: (id: string) => Growing | null): History {
  const all = compareReports(reports, growing);
  const whole = new Map<Row, Row>();
  const keyOf = ({ lastGood, firstSeen }: Pick<Step, "lastGood" | "firstSeen">): string => `${lastGood} ${firstSeen}`;
  /** The parts of rows that change between two runs. */
  const taken = <T extends Row>(rows: readonly T[], part: (row: T, runs: readonly number[]) => T, runs: string): T[] =>
    rows.flatMap((row) =>
      turns(row)
        .filter((turn) => keyOf(turn) === runs)
        .map(({ lastGood, firstSeen }) => {
          const own = part(row, [lastGood, firstSeen]);
          whole.set(own, row);
          return own;
        }),
    );
  const every = [...all.verdicts, ...all.observations, ...all.conflicts, ...all.limits].flatMap(turns);
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
    }))
    .sort((one, other) => one.firstSeen - other.firstSeen || one.lastGood - other.lastGood);
  return { runs: all.runs, steps, whole };
}

/** `2026-03-04`, and the time as well where that tells two runs apart. */
function dayOf(moment: string, other: string): string {
  const isSameDay = moment.slice(0, 10) === other.slice(0, 10);
  return isSameDay ? `${moment.slice(0, 10)} ${moment.slice(11, 16)}` : moment.slice(0, 10);
}

/** How many changes there are in all. */
export function changeCount(steps: readonly Step[]): number {
  return steps.reduce((sum, { comparison }) => sum + differenceCount(comparison), 0);
}

/** A history in words: a section for each day on which something changed. */
export function historyInWords({ runs, steps, whole }: History, isWhole: boolean): Written {
  const count = changeCount(steps);
  const [first, last] = [runs[0]?.startedAt ?? "", runs.at(-1)?.startedAt ?? ""];
  const times = runs.map(({ startedAt }) => Date.parse(startedAt));
  const [begin = 0, end = 0] = [times[0], times.at(-1)];
  // The last run lasts as long as the others do on average.
  const length = Math.max(1, ((end - begin) * runs.length) / (runs.length - 1));
  const place = (at: number): number => (100 * ((times[at] ?? begin + length) - begin)) / length;
  const naming = {
    names: ["before", "since "],
    isPair: true,
    plotted: (row: Row) => shownOf(whole.get(row) ?? row),
  };
  const { target = "", profile = "" } = runs[0] ?? {};
  return {
    title: "History of a deployment",
    runs: [
      {
        line: `${readable(target)}   ${amount(runs.length, "run")} from ${dayOf(first, last)} to ${dayOf(last, first)}   ${profile}`,
        target,
      },
    ],
    places: runs.map(({ startedAt }, at) => ({
      name: `${startedAt.slice(0, 10)} ${startedAt.slice(11, 16)}`,
      from: place(at),
      to: at === runs.length - 1 ? 100 : place(at + 1),
    })),
    cautions: [],
    sections: steps.map(({ lastGood, firstSeen, comparison }) => {
      const [before, seen] = [runs[lastGood]?.startedAt ?? "", runs[firstSeen]?.startedAt ?? ""];
      return {
        heading: `First seen ${dayOf(seen, before)}, last good ${dayOf(before, seen)}: ${amount(differenceCount(comparison), "change")}`,
        items: sectionsOf(comparison, isWhole, naming).flatMap(({ items }) => items),
      };
    }),
    total: count === 0 ? "No changes." : `${amount(count, "change")}.`,
  };
}

/** A history as JSON: for each step when it was first seen, when all was last as before, and the groups of `diff`. */
export function historyAsData({ runs, steps }: History): object {
  return {
    changes: changeCount(steps),
    runs,
    steps: steps.map(({ lastGood, firstSeen, comparison }) => {
      const { left: _, right: __, onlyLeft: ___, onlyRight: ____, ...groups } = diffOf(comparison);
      return { firstSeen: runs[firstSeen]?.startedAt, lastGood: runs[lastGood]?.startedAt, ...groups };
    }),
  };
}
