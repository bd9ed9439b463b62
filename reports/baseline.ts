/**
 * A report in the light of a baseline: known departures are excused, and what no longer agrees with the baseline is
 * told. Pure; the file is read elsewhere.
 */
import { type BaselineFile, type KnownLine, type PinnedLine, quoted } from "./baseline-file.js";
import { sameAnswer } from "./diff-answers.js";
import type { CheckResult, Outcome, Report, Verdict } from "./model.js";
import { summarise } from "./summary.js";
import { amount, listed, visible } from "./visible.js";

/** A known departure with all checks of the suite that its pattern stands for, run or not. */
export interface KnownEntry extends KnownLine {
  readonly checks: readonly string[];
}

/** A baseline whose every name is a name of the suite. */
export interface Baseline extends BaselineFile {
  readonly known: readonly KnownEntry[];
}

/** What decides the end of a run beside its verdicts. */
export interface EndingPolicy {
  readonly failOn: "must" | "should";
  readonly requireComplete: boolean;
}

/** Something in which run and baseline disagree. */
export type BaselineProblem =
  /** The departure is gone: the entry hides nothing any more. */
  | { readonly kind: "stale"; readonly entry: KnownEntry; readonly passed: readonly string[] }
  /** A pinned answer is another one now. */
  | { readonly kind: "drift"; readonly pin: PinnedLine; readonly answer: string };

/** Something worth knowing that fails no run. */
export type BaselineNote =
  /** The day has passed: the departures count again. */
  | { readonly kind: "expired"; readonly entry: KnownEntry; readonly checks: readonly string[] }
  /** None of the entry's checks, or not all, were judged: whether the departure is still there cannot be told. */
  | { readonly kind: "not-judged"; readonly entry: KnownEntry; readonly why: string }
  /** The suite itself failed on a check; that is never excused. */
  | { readonly kind: "internal-error"; readonly entry: KnownEntry; readonly checks: readonly string[] }
  | { readonly kind: "not-observed"; readonly pins: readonly PinnedLine[] };

export interface BaselineResult {
  /** The report with known departures, counts, outcome and exit code as the baseline makes them. */
  readonly report: Report;
  /** Each of them fails the run. */
  readonly problems: readonly BaselineProblem[];
  readonly notes: readonly BaselineNote[];
}

const EXCUSABLE: ReadonlySet<Verdict> = new Set(["violation", "warning"]);
/** Verdicts that show that the departure is still about. */
const DEPARTED: ReadonlySet<Verdict> = new Set(["violation", "warning", "known", "flaky"]);

/** Whether an entry's last day has passed. @param today `YYYY-MM-DD` */
export function isExpired(entry: KnownLine, today: string): boolean {
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
    return `only ${met.length} of its ${amount(entry.checks.length, "check")} were part of this run`;
  if (report.run.profile === "smoke") return "the smoke profile sends only the first case of a check";
  return report.exitCode === 3 ? "the run was not completed" : null;
}

function judgeEntry(
  report: Report,
  entry: KnownEntry,
  today: string,
): { problem: BaselineProblem | null; notes: BaselineNote[] } {
  const met = report.checks.filter(({ id }) => entry.checks.includes(id));
  const notes: BaselineNote[] = [];
  const broken = met.filter(({ verdict }) => verdict === "error").map(({ id }) => id);
  if (broken.length > 0) notes.push({ kind: "internal-error", entry, checks: broken });
  const departed = met.filter(({ verdict }) => DEPARTED.has(verdict));
  if (departed.length > 0) {
    const checks = departed.filter(({ verdict }) => EXCUSABLE.has(verdict)).map(({ id }) => id);
    if (isExpired(entry, today) && checks.length > 0) notes.push({ kind: "expired", entry, checks });
    return { problem: null, notes };
  }
  const why = doubt(report, entry, met);
  if (why === null) {
    const passed = met.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
    return { problem: { kind: "stale", entry, passed }, notes };
  }
  if (broken.length === 0) notes.push({ kind: "not-judged", entry, why });
  return { problem: null, notes };
}

/** Every answer of a report by id: observations and conflicts alike. */
export function answersOf(report: Report): ReadonlyMap<string, string> {
  return new Map([...report.observations, ...report.conflicts].map(({ id, answer }) => [id, answer]));
}

interface Ending {
  readonly outcome: Outcome;
  readonly exitCode: number;
}

/** How the run ends now: a baseline completes no run and mends no error of the suite. */
function endingOf(before: Report, summary: Report["summary"], problems: number, policy: EndingPolicy): Ending {
  if (before.exitCode === 4) return { outcome: before.outcome, exitCode: 4 };
  const failed = summary.violation > 0 || problems > 0 || (policy.failOn === "should" && summary.warning > 0);
  if (before.exitCode === 3) return { outcome: failed ? "violations" : "incomplete", exitCode: 3 };
  if (failed) return { outcome: "violations", exitCode: 1 };
  if (policy.requireComplete && summary.notExercised > 0) return { outcome: "incomplete", exitCode: 3 };
  return { outcome: "conforms", exitCode: 0 };
}

/**
 * Holds a report against a baseline. Changes neither.
 * @param today the day by which entries expire, `YYYY-MM-DD`
 */
export function applyBaseline(report: Report, baseline: Baseline, today: string, policy: EndingPolicy): BaselineResult {
  const entries = baseline.known.map((entry) => judgeEntry(report, entry, today));
  const answers = answersOf(report);
  const drifts = baseline.pinned.flatMap((pin): BaselineProblem[] => {
    const answer = answers.get(pin.id);
    return answer === undefined || sameAnswer(answer, pin.answer) ? [] : [{ kind: "drift", pin, answer }];
  });
  const unseen = baseline.pinned.filter(({ id }) => !answers.has(id));
  const problems = [...entries.flatMap(({ problem }) => (problem === null ? [] : [problem])), ...drifts];
  const notes = entries.flatMap((entry) => entry.notes);
  if (unseen.length > 0) notes.push({ kind: "not-observed", pins: unseen });
  const valid = baseline.known.filter((entry) => !isExpired(entry, today));
  const checks = report.checks.map((check) => excused(check, valid));
  const summary = summarise(checks, report.observations.length);
  const ending = endingOf(report, summary, problems.length, policy);
  return { report: { ...report, ...ending, checks, summary }, problems, notes };
}

/** Ids in a sentence: at most three are named. */
function some(ids: readonly string[]): string {
  return ids.length <= 3 ? listed(ids) : `${ids.slice(0, 3).join(", ")} and ${ids.length - 3} more`;
}

/** A problem in words, with the line of the file and what to do. */
export function problemText(path: string, problem: BaselineProblem): string {
  switch (problem.kind) {
    case "stale":
      return `stale: ${quoted(path, problem.entry.place)} no longer fails (${some(problem.passed)}). Remove the entry.`;
    case "drift":
      return `drift: ${quoted(path, problem.pin.place)} is answered with ${visible(problem.answer, 200)} now, pinned is ${visible(problem.pin.answer, 200)}. If that is right, pin the new answer (--update-baseline).`;
    default:
      return problem satisfies never;
  }
}

/** A note in words. */
export function noteText(path: string, note: BaselineNote): string {
  switch (note.kind) {
    case "expired":
      return `expired: ${quoted(path, note.entry.place)} was excused until ${note.entry.expires}; ${some(note.checks)} counts again. Mend the departure, or set a later day.`;
    case "not-judged":
      return `not judged: ${quoted(path, note.entry.place)} counts neither as known nor as stale: ${note.why}.`;
    case "internal-error":
      return `not excused: ${quoted(path, note.entry.place)}: the suite itself failed on ${some(note.checks)}. No baseline excuses that.`;
    case "not-observed":
      return `not observed: ${amount(note.pins.length, "pinned answer")} ${note.pins.length === 1 ? "was" : "were"} not seen in this run: ${some(note.pins.map(({ id }) => id))}.`;
    default:
      return note satisfies never;
  }
}
