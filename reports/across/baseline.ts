/**
 * A report compared with a baseline: known departures are excused, and the report says what no longer agrees with the
 * baseline. Pure; the file is read elsewhere.
 */

import { type EndingPolicy, endingOf } from "../facts/ending.js";
import { summarise } from "../facts/summary.js";
import {
  type BaselineReport,
  type CheckResult,
  DEPARTURES,
  type DriftedPin,
  isDeparture,
  type Report,
  type Verdict,
} from "../model.js";
import { amount, verb } from "../visible.js";
import { contains, type Growing, sameAnswer } from "./answers.js";
import type { BaselineFile, KnownLine, PinnedLine } from "./baselineFile.js";
import { indexOf, type ReportIndex } from "./index.js";

/** A known departure with all checks of the suite that its pattern stands for, run or not. */
export interface KnownEntry extends KnownLine {
  readonly checks: readonly string[];
}

/** A pinned answer, and whether the answers to its point grow with what is sent; null when they do not. */
export interface PinnedEntry extends PinnedLine {
  readonly growing: Growing | null;
}

/** A baseline whose every name is a name of the suite. */
export interface Baseline extends BaselineFile {
  readonly known: readonly KnownEntry[];
  readonly pinned: readonly PinnedEntry[];
}

/** What a run was asked for, as far as a baseline is concerned. */
export interface BaselineRun {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly policy: EndingPolicy;
  /** Whether everything was sent: a partial run sees only part of the answers that grow with what is sent. */
  readonly whole: boolean;
}

/** Verdicts that show that the departure is still present. */
const FAILING: ReadonlySet<Verdict> = new Set(["violation", "warning", "known", "flaky"]);

/** Whether an entry's last day has passed. @param today `YYYY-MM-DD` */
function isExpired(entry: KnownLine, today: string): boolean {
  return entry.expires !== null && entry.expires < today;
}

function excused(check: CheckResult, entries: readonly KnownEntry[]): CheckResult {
  const entry = isDeparture(check.verdict) ? entries.find(({ checks }) => checks.includes(check.id)) : undefined;
  if (entry === undefined) return check;
  const { reason, ticket, expires } = entry;
  const more = [ticket, expires === null ? null : `until ${expires}`].filter((part) => part !== null).join(", ");
  const why = `in the baseline: ${reason}${more === "" ? "" : ` (${more})`}`;
  return { ...check, verdict: "known", excused: { reason, ticket, expires }, reason: why };
}

/** What a check was before a baseline excused it. */
export function unexcused(check: CheckResult): CheckResult {
  if (check.verdict !== "known") return check;
  const { reason: _, excused: __, ...others } = check;
  return { ...others, verdict: check.level === "must" ? "violation" : "warning" };
}

/** Why a run that saw no departure does not prove that there is none; null when it does. */
function doubt(report: Report, entry: KnownEntry, met: readonly CheckResult[]): string | null {
  if (met.length === 0) return "none of its checks was part of this run";
  const first = met.find(({ verdict }) => verdict === "not-exercised" || verdict === "error");
  if (first !== undefined) return `${first.id} was not exercised: ${first.reason ?? "no reason was given"}`;
  if (met.every(({ verdict }) => verdict === "not-applicable")) return "none of its checks applies to this target";
  if (met.length < entry.checks.length)
    return `only ${met.length} of its ${amount(entry.checks.length, "check")} ${verb(met.length, "was", "were")} part of this run`;
  if (entry.seed !== null && entry.seed !== report.run.seed)
    return `only random values showed it, with seed ${entry.seed}; this run has seed ${report.run.seed}`;
  if (report.run.profile === "smoke") return "the smoke profile sends only the first case of a check";
  return report.run.ended !== undefined || report.exitCode === 3 ? "the run was not completed" : null;
}

type EntryRemarks = Pick<BaselineReport, "stale" | "expired" | "notJudged" | "notExcused">;

/** What a run says about one known departure. */
function judgeEntry(report: Report, { checks: known }: ReportIndex, entry: KnownEntry, today: string): EntryRemarks {
  const { pattern: check, reason, ticket, expires, place: line } = entry;
  const met = entry.checks.flatMap((id) => known.get(id) ?? []);
  const idsOf = (...verdicts: readonly Verdict[]): string[] =>
    met.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  const broken = idsOf("error");
  const nothing: EntryRemarks = {
    stale: [],
    expired: [],
    notJudged: [],
    notExcused: broken.length > 0 ? [{ ...line, check, checks: broken }] : [],
  };
  if (met.some(({ verdict }) => FAILING.has(verdict))) {
    const checks = idsOf(...DEPARTURES);
    if (expires === null || !isExpired(entry, today) || checks.length === 0) return nothing;
    return { ...nothing, expired: [{ ...line, check, reason, ticket, expires, checks }] };
  }
  const why = doubt(report, entry, met);
  if (why === null) return { ...nothing, stale: [{ ...line, check, reason, ticket, passed: idsOf("pass") }] };
  return broken.length > 0 ? nothing : { ...nothing, notJudged: [{ ...line, check, why }] };
}

function driftOf({ points }: ReportIndex, pins: readonly PinnedEntry[], whole: boolean): DriftedPin[] {
  return pins.flatMap(({ id, answer: pinned, growing, place }) => {
    const point = points.get(id);
    if (point === undefined || sameAnswer(point.answer, pinned)) return [];
    if (growing !== null && !whole && contains({ answer: pinned }, point, growing)) return [];
    return [{ ...place, id, question: point.question, pinned, answer: point.answer }];
  });
}

/**
 * Compares a report with a baseline: excuses what is known, notes what no longer agrees, and decides again how the run
 * ends. The given report stays unchanged.
 */
export function applyBaseline(report: Report, baseline: Baseline, { today, policy, whole }: BaselineRun): Report {
  const index = indexOf(report);
  const remarks = baseline.known.map((entry) => judgeEntry(report, index, entry, today));
  const result: BaselineReport = {
    file: baseline.path,
    stale: remarks.flatMap(({ stale }) => stale),
    drift: driftOf(index, baseline.pinned, whole),
    expired: remarks.flatMap(({ expired }) => expired),
    notJudged: remarks.flatMap(({ notJudged }) => notJudged),
    notExcused: remarks.flatMap(({ notExcused }) => notExcused),
    notObserved: baseline.pinned.flatMap(({ id, place }) => (index.points.has(id) ? [] : { ...place, id })),
  };
  const valid = baseline.known.filter((entry) => !isExpired(entry, today));
  const checks = report.checks.map((check) => excused(check, valid));
  const summary = { ...report.summary, ...summarise(checks, report.observations.length) };
  const compared = { ...report, checks, summary, baseline: result };
  return { ...compared, ...endingOf(compared, policy) };
}
