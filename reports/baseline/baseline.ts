/**
 * A report in the light of a baseline: known departures are excused, and what no longer agrees with the baseline is
 * written into it. Pure; the file is read elsewhere.
 */

import { addsNothing, type Growing, sameAnswer } from "../diff/answers.js";
import { type EndingPolicy, endingOf } from "../facts/ending.js";
import { summarise } from "../facts/summary.js";
import type {
  BaselineReport,
  CheckResult,
  DriftedPin,
  ExpiredEntry,
  FileLine,
  Report,
  StaleEntry,
  UnexcusedEntry,
  UnjudgedEntry,
  Verdict,
} from "../model.js";
import type { FilePosition } from "../userFile.js";
import { amount, verb } from "../visible.js";
import type { BaselineFile, KnownLine, PinnedLine } from "./file.js";

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
  /** Whether everything was sent: a part of a run sees only a part of the answers that grow with what is sent. */
  readonly whole: boolean;
}

const EXCUSABLE: ReadonlySet<Verdict> = new Set(["violation", "warning"]);
/** Verdicts that show that the departure is still about. */
const FAILING: ReadonlySet<Verdict> = new Set(["violation", "warning", "known", "flaky"]);

/** Whether an entry's last day has passed. @param today `YYYY-MM-DD` */
function isExpired(entry: KnownLine, today: string): boolean {
  return entry.expires !== null && entry.expires < today;
}

function reasonOf({ reason, ticket, expires }: KnownEntry): string {
  const more = [...(ticket === null ? [] : [ticket]), ...(expires === null ? [] : [`until ${expires}`])];
  return `in the baseline: ${reason}${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
}

function excused(check: CheckResult, entries: readonly KnownEntry[]): CheckResult {
  const entry = EXCUSABLE.has(check.verdict) ? entries.find(({ checks }) => checks.includes(check.id)) : undefined;
  return entry === undefined ? check : { ...check, verdict: "known", reason: reasonOf(entry) };
}

/** Why a run that saw no departure does not prove that there is none; null when it does. */
function doubt(report: Report, entry: KnownEntry, met: readonly CheckResult[]): string | null {
  if (met.length === 0) return "none of its checks was part of this run";
  const unjudged = met.filter(({ verdict }) => verdict === "not-exercised" || verdict === "error");
  const [first] = unjudged;
  if (first !== undefined) return `${first.id} was not exercised: ${first.reason ?? "no reason was given"}`;
  if (met.every(({ verdict }) => verdict === "not-applicable")) return "none of its checks applies to this target";
  if (met.length < entry.checks.length)
    return `only ${met.length} of its ${amount(entry.checks.length, "check")} ${verb(met.length, "was", "were")} part of this run`;
  if (entry.seed !== null && entry.seed !== report.run.seed)
    return `only random values showed it, with seed ${entry.seed}; this run has seed ${report.run.seed}`;
  if (report.run.profile === "smoke") return "the smoke profile sends only the first case of a check";
  return report.exitCode === 3 ? "the run was not completed" : null;
}

function lineOf({ line, text }: FilePosition): FileLine {
  return { line, text };
}

/** What a run says of one known departure; all null when there is nothing to say. */
interface EntryVerdict {
  readonly stale: StaleEntry | null;
  readonly expired: ExpiredEntry | null;
  readonly notJudged: UnjudgedEntry | null;
  readonly notExcused: UnexcusedEntry | null;
}

function judgeEntry(report: Report, entry: KnownEntry, today: string): EntryVerdict {
  const { pattern: check, reason, ticket, expires, place } = entry;
  const line = lineOf(place);
  const met = report.checks.filter(({ id }) => entry.checks.includes(id));
  const broken = met.filter(({ verdict }) => verdict === "error").map(({ id }) => id);
  const notExcused = broken.length > 0 ? { ...line, check, checks: broken } : null;
  const nothing: EntryVerdict = { stale: null, expired: null, notJudged: null, notExcused };
  const failing = met.filter(({ verdict }) => FAILING.has(verdict));
  if (failing.length > 0) {
    const checks = failing.filter(({ verdict }) => EXCUSABLE.has(verdict)).map(({ id }) => id);
    if (expires === null || !isExpired(entry, today) || checks.length === 0) return nothing;
    return { ...nothing, expired: { ...line, check, reason, ticket, expires, checks } };
  }
  const why = doubt(report, entry, met);
  if (why === null) {
    const passed = met.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
    return { ...nothing, stale: { ...line, check, reason, ticket, passed } };
  }
  return broken.length > 0 ? nothing : { ...nothing, notJudged: { ...line, check, why } };
}

/** Every answer of a report by id: observations and conflicts alike. */
export function answersOf(report: Report): ReadonlyMap<string, string> {
  return new Map([...report.observations, ...report.conflicts].map(({ id, answer }) => [id, answer]));
}

function driftOf(report: Report, pins: readonly PinnedEntry[], whole: boolean): DriftedPin[] {
  const seen = new Map([...report.observations, ...report.conflicts].map((point) => [point.id, point]));
  return pins.flatMap(({ id, answer: pinned, growing, place }) => {
    const point = seen.get(id);
    if (point === undefined || sameAnswer(point.answer, pinned)) return [];
    if (growing !== null && !whole && addsNothing(point.answer, pinned, growing)) return [];
    return [{ ...lineOf(place), id, question: point.question, pinned, answer: point.answer }];
  });
}

function present<T>(values: readonly (T | null)[]): T[] {
  return values.filter((value) => value !== null);
}

/**
 * Holds a report against a baseline: excuses what is known, writes down what no longer agrees, and decides anew how the
 * run ends. The report that is given stays as it is.
 */
export function applyBaseline(report: Report, baseline: Baseline, { today, policy, whole }: BaselineRun): Report {
  const entries = baseline.known.map((entry) => judgeEntry(report, entry, today));
  const answers = answersOf(report);
  const result: BaselineReport = {
    file: baseline.path,
    stale: present(entries.map(({ stale }) => stale)),
    drift: driftOf(report, baseline.pinned, whole),
    expired: present(entries.map(({ expired }) => expired)),
    notJudged: present(entries.map(({ notJudged }) => notJudged)),
    notExcused: present(entries.map(({ notExcused }) => notExcused)),
    notObserved: baseline.pinned
      .filter(({ id }) => !answers.has(id))
      .map(({ id, place }) => ({ ...lineOf(place), id })),
  };
  const valid = baseline.known.filter((entry) => !isExpired(entry, today));
  const checks = report.checks.map((check) => excused(check, valid));
  const summary = { ...report.summary, ...summarise(checks, report.observations.length) };
  // A baseline completes no run: where the run ended with 3, it still does.
  const completed = report.exitCode !== 3;
  const ending = endingOf({ summary, completed, problems: result.stale.length + result.drift.length }, policy);
  return { ...report, ...ending, checks, summary, baseline: result };
}
