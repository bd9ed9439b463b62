/** The reports of all shards as the report of one run. */
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { RULES } from "../../schemas/ledger/rules.js";
import { UNKNOWNS } from "../../schemas/ledger/unknowns.js";
import { SUBJECTS } from "../../schemas/operations.js";
import type { Growing } from "../diff/answers.js";
import { type EndingPolicy, endingOf } from "../facts/ending.js";
import { judgedRules } from "../facts/judged.js";
import { summarise } from "../facts/summary.js";
import type { Report, Summary, UnjudgedRules } from "../model.js";
import { mergedAnswers } from "./answers.js";
import { mergedChecks } from "./checks.js";
import type { ShardReport, Shards } from "./shards.js";

/** What merging needs to know beside the reports. */
export interface MergeOptions {
  readonly policy: EndingPolicy;
  /** Path of the report.json that is written. */
  readonly reportFile: string;
  /** Ids of all checks, in the order of a whole run. */
  readonly order: readonly string[];
  readonly growing: (id: string) => Growing | null;
}

/** One report, and the open points that the shards answered differently. */
export interface Merged {
  readonly report: Report;
  readonly contradictions: readonly string[];
}

/** Orders what names an open point or an operation as the ledger does. */
function byPlace<T>(names: readonly string[], nameOf: (one: T) => string): (left: T, right: T) => number {
  const places = new Map(names.map((name, at) => [name, at]));
  const placeOf = (one: T): number => places.get(nameOf(one)) ?? names.length;
  return (left, right) => placeOf(left) - placeOf(right);
}

/** The run that the shards are of: from the first start to the last end. */
function mergedRun(shards: Shards): Report["run"] {
  const runs = shards.map(({ report }) => report.run);
  const first = shards[0].report.run;
  const { shard: _, ended: __, outages: ___, responseTimes: ____, course: _____, ...same } = first;
  const startedAt = runs.map((run) => run.startedAt).toSorted()[0] ?? first.startedAt;
  const finishedAt =
    runs
      .map((run) => run.finishedAt)
      .toSorted()
      .at(-1) ?? first.finishedAt;
  const ended = shards.flatMap(({ index, count, report }) =>
    report.run.ended === undefined
      ? []
      : [{ ...report.run.ended, text: `Shard ${index} of ${count}: ${report.run.ended.text}` }],
  )[0];
  const outages = runs
    .flatMap((run) => run.outages ?? [])
    .toSorted((left, right) => Date.parse(left.from) - Date.parse(right.from));
  // All shards draw the same seeds, as long as their time lasts.
  const roundSeeds = runs
    .map((run) => run.roundSeeds ?? [])
    .reduce((left, right) => (right.length > left.length ? right : left));
  return {
    ...same,
    ...(roundSeeds.length === 0 ? {} : { roundSeeds }),
    startedAt,
    finishedAt,
    durationMs: Date.parse(finishedAt) - Date.parse(startedAt),
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    ...(ended === undefined ? {} : { ended }),
    ...(outages.length === 0 ? {} : { outages }),
  };
}

/** Why a rule of which no shard has a check was no part of the run. */
function absentIn(shards: readonly ShardReport[]): (rule: string) => Pick<UnjudgedRules, "why" | "reason"> {
  const groups = shards.flatMap(({ report }) => report.summary.rules?.notJudged ?? []);
  const excluded = groups.filter(({ why }) => why === "excluded");
  return (rule) => {
    const group = excluded.find(({ rules }) => rules.includes(rule));
    return group === undefined
      ? { why: "not-chosen", reason: "no part of this run" }
      : { why: group.why, reason: group.reason };
  };
}

function mergedCases(shards: readonly ShardReport[]): Summary["cases"] {
  const counts = shards.flatMap(({ report }) => report.summary.cases ?? []);
  if (counts.length === 0) return undefined;
  return {
    planned: counts.reduce((sum, { planned }) => sum + planned, 0),
    played: counts.reduce((sum, { played }) => sum + played, 0),
  };
}

/** Makes one report of the shards of one run. What a baseline excused in them is told as it was seen. */
export function mergeReports(shards: Shards, { policy, reportFile, order, growing }: MergeOptions): Merged {
  const reports = shards.map(({ report }) => report);
  const { baseline: _, ...first } = shards[0].report;
  const checks = mergedChecks(
    reports.flatMap((report) => report.checks),
    order,
    reportFile,
  );
  const observations = mergedAnswers(shards, ({ report }) => report.observations, growing);
  const conflicts = mergedAnswers(shards, ({ report }) => report.conflicts, growing);
  const cases = mergedCases(shards);
  const summary: Summary = {
    ...summarise(checks, observations.answers.length),
    rules: judgedRules(checks, RULES, absentIn(shards)),
    ...(cases === undefined ? {} : { cases }),
  };
  const run = mergedRun(shards);
  const idOf = ({ id }: { readonly id: string }): string => id;
  const operationOf = ({ operation }: { readonly operation: string }): string => operation;
  const unknowns = UNKNOWNS.map(idOf);
  const conflictIds = CONFLICTS.map(idOf);
  return {
    report: {
      ...first,
      run,
      ...endingOf({ summary, completed: run.ended === undefined, problems: 0 }, policy),
      summary,
      checks,
      observations: observations.answers.toSorted(byPlace(unknowns, idOf)),
      conflicts: conflicts.answers.toSorted(byPlace(conflictIds, idOf)),
      limits: reports.flatMap((report) => report.limits).toSorted(byPlace(SUBJECTS, operationOf)),
      created: reports
        .flatMap((report) => report.created)
        .toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at)),
    },
    contradictions: [...observations.contradictions, ...conflicts.contradictions],
  };
}
