/** The reports of all shards as the report of one run. */
import type { Rule } from "../../schemas/ledger/rule.js";
import type { ConflictStatement, Unknown } from "../../schemas/ledger/unknown.js";
import { type Subject, subjects } from "../../schemas/operation.js";
import { openQuestions } from "../answers/settled.js";
import { findingNumbers } from "../facts/causes.js";
import { type EndingPolicy, endingOf, isWish } from "../facts/ending.js";
import { attestedRules, judgedRules, whollyUnjudged } from "../facts/judged.js";
import { type KnownDefect, powerOf } from "../facts/power.js";
import { summarise } from "../facts/summary.js";
import type { CheckResult, Finding, Report, Summary, UnjudgedRules, Verdict } from "../model.js";
import { timesText } from "../visible.js";
import { type Growing, joined, saysSame } from "./answers.js";
import { unexcused } from "./baseline.js";
import type { Point } from "./index.js";
import { withoutPlan } from "./plan.js";
import type { ShardReport, Shards } from "./shards.js";

/** The verdicts, the one that counts most first. */
const RANK: readonly Verdict[] = [
  "error",
  "violation",
  "warning",
  "known",
  "flaky",
  "pass",
  "not-exercised",
  "not-applicable",
];

/** A check that several shards judged: what one of them saw fail does fail. */
function combined(one: CheckResult, other: CheckResult): CheckResult {
  const [worse, better] = RANK.indexOf(other.verdict) < RANK.indexOf(one.verdict) ? [other, one] : [one, other];
  const failing = (worse.failing ?? 0) + (better.failing ?? 0);
  const counted = { requests: worse.requests + better.requests, cases: worse.cases + better.cases };
  const [own, all] = [
    timesText(worse),
    timesText({ ...counted, failing, area: worse.area, operation: worse.operation }),
  ];
  const findings = worse.findings.map((finding) => ({ ...finding, message: finding.message.replace(own, all) }));
  return { ...worse, ...counted, ...(failing === 0 ? {} : { failing }), findings };
}

/** A finding with another number in another file. */
function renumbered(finding: Finding, id: string, reportFile: string): Finding {
  const call = /^.*(?:ppconform|main\.js) replay /.exec(finding.replay)?.[0];
  const replay =
    call !== undefined
      ? `${call}${reportFile} ${id}${/ --.+$/.exec(finding.replay.slice(call.length))?.[0] ?? ""}`
      : finding.replay;
  return { ...finding, id, replay };
}

/** The report with its findings numbered as they are printed. @param reportFile path of the report.json that it is written into */
export function numbered(report: Report, reportFile: string): Report {
  const numbers = findingNumbers(report);
  const checks = report.checks.map((check) => ({
    ...check,
    findings: check.findings.map((one, index) => renumbered(one, numbers.get(check.id)?.[index] ?? one.id, reportFile)),
  }));
  return { ...report, checks };
}

/**
 * Each check once, in the order of a whole run.
 * @param order ids of all checks in that order; unnamed ones come last
 */
export function mergedChecks(all: readonly CheckResult[], order: readonly string[]): CheckResult[] {
  const byId = new Map<string, CheckResult>();
  for (const check of all.map(unexcused)) {
    const known = byId.get(check.id);
    byId.set(check.id, known === undefined ? check : combined(known, check));
  }
  const place = new Map(order.map((id, at) => [id, at]));
  const placeOf = ({ id }: CheckResult): number => place.get(id) ?? order.length;
  return [...byId.values()].toSorted((left, right) => placeOf(left) - placeOf(right));
}

/**
 * The answers of all shards, in their order.
 * @param growing answers that list what was met, so that each shard sees part of it
 */
function mergedAnswers<T extends Point>(
  shards: readonly ShardReport[],
  answersOf: (shard: ShardReport) => readonly T[],
  growing: (id: string) => Growing | null,
  nameOf: (shard: ShardReport) => string = ({ index }) => `shard ${index}`,
) {
  const given = new Map<string, { readonly answer: T; readonly shard: ShardReport }[]>();
  for (const shard of shards)
    for (const answer of answersOf(shard)) given.set(answer.id, [...(given.get(answer.id) ?? []), { answer, shard }]);
  // Ids of the points that the shards answer differently.
  const contradictions: string[] = [];
  const answers = [...given].flatMap(([id, all]): T[] => {
    // What one shard could not tell, another one may have seen.
    const told = all.filter(({ answer }) => answer.value !== null);
    const [first, ...others] = told.length > 0 ? told : all;
    if (first === undefined) return [];
    const list = growing(id);
    if (list !== null) return [others.reduce((answer, other) => joined(answer, other.answer, list), first.answer)];
    const different = [first, ...others].filter(
      (one, at, before) => !before.slice(0, at).some((other) => saysSame(one.answer, other.answer, null)),
    );
    if (different.length === 1) return [first.answer];
    contradictions.push(id);
    const texts = different.map(({ answer, shard }) => `${answer.answer} (${nameOf(shard)})`);
    return [{ ...first.answer, value: null, answer: `the shards saw different things: ${texts.join("; ")}` }];
  });
  return { answers, contradictions };
}

export type Merged = ReturnType<typeof mergeReports>;

/** What merging needs besides the reports. */
export interface MergeOptions {
  /** What the document states, leaves open, and contradicts. */
  readonly ledger: {
    readonly rules: readonly Rule[];
    readonly unknowns: readonly Unknown[];
    readonly conflicts: readonly ConflictStatement[];
  };
  readonly policy: EndingPolicy;
  /** Path of the report.json that is written. */
  readonly reportFile: string;
  /** Ids of all checks, in the order of a whole run. */
  readonly order: readonly string[];
  readonly growing: (id: string) => Growing | null;
  readonly defects: readonly KnownDefect[];
  /** The name of a part in sentences. Default: shard I of N. */
  readonly nameOf?: ((part: ShardReport) => string) | undefined;
}

/** Orders items that name an open point or an operation as the ledger does. */
function byPlace<T>(names: readonly string[], nameOf: (one: T) => string): (left: T, right: T) => number {
  const places = new Map(names.map((name, at) => [name, at]));
  const placeOf = (one: T): number => places.get(nameOf(one)) ?? names.length;
  return (left, right) => placeOf(left) - placeOf(right);
}

/** The run that the shards are of: from the earliest start to the latest end. */
function mergedRun(
  shards: Shards,
  nameOf: (shard: ShardReport) => string = ({ index, count }) => `Shard ${index} of ${count}`,
): Report["run"] {
  const runs = shards.map(({ report }) => report.run);
  const first = shards[0].report.run;
  const { shard: _, ended: __, outages: ___, responseTimes: ____, course: _____, ...same } = first;
  const [startedAt = first.startedAt] = runs.map((run) => run.startedAt).toSorted();
  const [finishedAt = first.finishedAt] = runs
    .map((run) => run.finishedAt)
    .toSorted()
    .reverse();
  // What the user excluded outweighs a budget.
  const ended = shards
    .flatMap((shard) => {
      const { ended: one } = shard.report.run;
      return one === undefined ? [] : [{ ...one, text: `${nameOf(shard)}: ${one.text}` }];
    })
    .toSorted((one, other) => Number(isWish(one.why)) - Number(isWish(other.why)))[0];
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

/** Why a rule without a check in any shard was not part of the run. */
function absentIn(shards: readonly ShardReport[]): (rule: string) => Pick<UnjudgedRules, "why" | "reason"> {
  const groups = shards.flatMap(({ report }) => report.summary.rules?.notJudged ?? []);
  const excluded = groups.filter(({ why }) => why === "excluded");
  return (rule) => {
    const group = excluded.find(({ rules }) => rules.includes(rule));
    return group === undefined
      ? { why: "not-chosen", reason: "not part of this run" }
      : { why: group.why, reason: group.reason };
  };
}

/** The cases of all reports; nothing where none has any. */
export function mergedCases(reports: readonly Report[]): Pick<Summary, "cases"> {
  const counts = reports.flatMap(({ summary }) => summary.cases ?? []);
  const planned = counts.reduce((sum, each) => sum + each.planned, 0);
  const played = counts.reduce((sum, each) => sum + each.played, 0);
  return counts.length === 0 ? {} : { cases: { planned, played } };
}

/**
 * Makes one report of the shards of one run, and names the open points that they answered differently. What a baseline
 * excused in them is reported as it was seen.
 */
export function mergeReports(shards: Shards, options: MergeOptions) {
  const { policy, reportFile, order, growing, defects, nameOf, ledger } = options;
  const reports = shards.map(({ report }) => withoutPlan(report));
  const { baseline: _, ...first } = withoutPlan(shards[0].report);
  const all = reports.flatMap((report) => report.checks);
  const checks = mergedChecks(all, order);
  const observations = mergedAnswers(shards, ({ report }) => report.observations, growing, nameOf);
  const conflicts = mergedAnswers(shards, ({ report }) => report.conflicts, growing, nameOf);
  const unjudged = new Set<Subject>(reports.flatMap(({ summary }) => summary.unjudged ?? []));
  const summary: Summary = {
    ...summarise(checks, observations.answers.length),
    rules: { ...judgedRules(checks, ledger.rules, absentIn(shards)), ...attestedRules(ledger.rules, first.deployment) },
    ...mergedCases(reports),
    ...whollyUnjudged(checks, (operation) => !unjudged.has(operation), unjudged),
  };
  const run = mergedRun(shards, nameOf);
  const idOf = ({ id }: { readonly id: string }): string => id;
  const operationOf = ({ operation }: { readonly operation: string }): string => operation;
  const unknowns = ledger.unknowns.map(idOf);
  const conflictIds = ledger.conflicts.map(idOf);
  const open = openQuestions(ledger.conflicts, { ...first, checks, conflicts: [...conflicts.answers] });
  const report = {
    ...first,
    run,
    ...endingOf({ summary, run, openQuestions: open }, policy),
    summary,
    checks,
    observations: observations.answers.toSorted(byPlace(unknowns, idOf)),
    conflicts: conflicts.answers.toSorted(byPlace(conflictIds, idOf)),
    openQuestions: open,
    limits: reports.flatMap((report) => report.limits).toSorted(byPlace(subjects(), operationOf)),
    created: reports
      .flatMap((report) => report.created)
      .toSorted((left, right) => Date.parse(left.at) - Date.parse(right.at)),
    ...(first.power === undefined ? {} : powerOf(defects, checks, run.profile)),
  };
  return {
    report: numbered(report, reportFile),
    contradictions: [...observations.contradictions, ...conflicts.contradictions],
  };
}
