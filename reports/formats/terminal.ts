/**
 * The end of a run on a terminal: matrix, findings by cause, what was not judged, observations, and one plain sentence.
 */
import { agreedCount } from "../answers/answers.js";
import { baselineRemarks } from "../baseline/remarks.js";
import { groupFindings } from "../facts/causes.js";
import { isMostlyUnjudged, notJudged, showsConformity, unjudgedOperations } from "../facts/judged.js";
import { matrix } from "../facts/matrix.js";
import { conflictRows, type ObservedRow, observedRows } from "../facts/observed.js";
import { outageTexts, runPhrases } from "../facts/run.js";
import { createdCounts, sentence, violationCount } from "../facts/summary.js";
import type { Report, Verdict } from "../model.js";
import { amount, brief, duration, grouped, readable } from "../visible.js";
import { hanging, heading, type Line, padded, print, type Span, span, type Tone } from "./columns.js";
import { detailLines } from "./terminalDetails.js";
import { causeLine, causeLines } from "./terminalFindings.js";
import { matrixLines } from "./terminalMatrix.js";

/** How a report is printed. */
export interface TerminalOptions {
  color: boolean;
  /** Columns; fewer than 60 are taken as 60. */
  width: number;
  /** What the preflight found, one short phrase each. */
  preflight: readonly string[];
  /** Print everything: prove each finding, and tell each observation. */
  verbose?: boolean;
  /** Print findings and the last line only. */
  quiet?: boolean;
  /** Path of the HTML report, named at the end. */
  reportPath?: string;
}

const NARROWEST = 60;
/** From which width on the matrix is shown beside findings. */
const MATRIX_WIDTH = 100;
/** Observations, and causes that are proved, before the rest is left to the report. */
const OBSERVATIONS = 12;
const PROVED = 5;
/** Outages that are listed, before the rest is only counted. */
const OUTAGES = 5;

function header(report: Report, options: TerminalOptions, width: number): Line[] {
  const { suite, target, contract, run } = report;
  const address = target.kind === "sandbox" ? `${target.baseUrl} (embedded sandbox)` : target.baseUrl;
  const facts = [`contract ${contract.version}`, ...runPhrases(run)];
  const spans = [
    span(`ppconform ${suite.version}`, "strong"),
    span("   "),
    span(brief(address, 200), "accent"),
    ...facts.flatMap((fact) => [span("   "), span(fact, "dim")]),
  ];
  const preflight = (options.verbose ? options.preflight : []).flatMap((phrase, index) => [
    ...(index > 0 ? [span(" · ", "dim")] : []),
    span(brief(phrase, 200)),
  ]);
  return [
    ...hanging([span("  ")], spans, width),
    ...(preflight.length > 0 ? hanging([span("  preflight   ", "dim")], preflight, width) : []),
    [],
  ];
}

/** The rules that were not judged, by reason. What no request can show is one row unless verbose. */
function unjudged(report: Report, width: number, verbose: boolean): Line[] {
  const all = notJudged(report);
  const shown = all.filter(({ why }) => verbose || why !== "cannot-be");
  const cannot = all.filter((each) => !shown.includes(each)).reduce((sum, { count }) => sum + count, 0);
  const rows = [
    ...shown.map(({ count, reason, places }) => ({ count: grouped(count), reason, places })),
    ...(cannot > 0
      ? [{ count: grouped(cannot), reason: "that no request can show: the report says why", places: "" }]
      : []),
  ];
  if (rows.length === 0) return [];
  const column = Math.max(...rows.map(({ count }) => count.length));
  return [
    ...heading("Rules that were not judged", width),
    ...rows.flatMap(({ count, reason, places }) =>
      hanging(
        [span(`    ${count.padStart(column)}  `, "dim")],
        [span(brief(reason, 300)), ...(places === "" ? [] : [span(`   ${places}`, "dim")])],
        width,
      ),
    ),
    [],
  ];
}

function byReason(report: Report, verdict: Verdict, title: string, tone: Tone, width: number): Line[] {
  const checks = report.checks.filter((check) => check.verdict === verdict);
  if (checks.length === 0) return [];
  return [
    ...heading(title, width),
    ...checks.flatMap((check) =>
      hanging(
        [span("    ")],
        [span(check.id, tone), span(`   ${brief(check.reason ?? check.title, 300)}`, "dim")],
        width,
      ),
    ),
    [],
  ];
}

/** When the target was away. */
function outages({ run }: Report, width: number): Line[] {
  const texts = outageTexts(run);
  if (texts.length === 0) return [];
  const more = texts.length - OUTAGES;
  return [
    ...heading("Outages", width, "when the target gave no answer"),
    ...texts.slice(0, OUTAGES).flatMap((text) => hanging([span("    ")], [span(text, "warn")], width)),
    ...(more > 0 ? [[span(`    and ${grouped(more)} more`, "dim")]] : []),
    [],
  ];
}

/** What the run and its baseline disagree in. */
function baseline({ baseline: held }: Report, width: number): Line[] {
  const remarks = held === undefined ? [] : baselineRemarks(held);
  if (held === undefined || remarks.length === 0) return [];
  return [
    ...heading(`Baseline ${readable(held.file)}`, width, "where it and the run disagree"),
    ...remarks.flatMap(({ kind, fails, text }) =>
      hanging([span("    "), span(`${kind}: `, fails ? "bad" : "dim")], [span(brief(text, 1000))], width),
    ),
    [],
  ];
}

function counts(report: Report): Span[] {
  const { summary, run } = report;
  const [stale, drift] = [report.baseline?.stale.length ?? 0, report.baseline?.drift.length ?? 0];
  const agreed = agreedCount(report);
  const parts: { text: string; tone: Tone; when: boolean }[] = [
    { text: violationCount(report), tone: summary.violation > 0 ? "bad" : "good", when: true },
    { text: amount(summary.warning, "warning"), tone: summary.warning > 0 ? "warn" : "plain", when: true },
    { text: `${grouped(summary.known)} known`, tone: "accent", when: summary.known > 0 },
    { text: `${grouped(stale)} stale`, tone: "bad", when: stale > 0 },
    { text: `${grouped(drift)} drifted`, tone: "bad", when: drift > 0 },
    { text: `${grouped(summary.flaky)} flaky`, tone: "warn", when: summary.flaky > 0 },
    { text: amount(summary.error, "error of the suite", "errors of the suite"), tone: "bad", when: summary.error > 0 },
    { text: agreed ?? "", tone: "plain", when: agreed !== null },
    { text: amount(summary.observations, "observation"), tone: "plain", when: true },
    { text: amount(report.conflicts.length, "conflict"), tone: "plain", when: true },
    { text: `${amount(run.requests, "request")} in ${duration(run.durationMs)}`, tone: "plain", when: true },
  ];
  return parts
    .filter(({ when }) => when)
    .flatMap(({ text, tone }, index) => [...(index > 0 ? [span(" · ", "dim")] : []), span(text, tone)]);
}

/** The outcome in one sentence. */
function outcome(report: Report, width: number): Line[] {
  const unsettled = report.outcome === "conforms" || report.outcome === "incomplete";
  const tone: Tone = showsConformity(report) ? "good" : unsettled ? "warn" : "bad";
  return hanging([span("  ")], [span(brief(sentence(report), 1000), tone)], width);
}

/** How the run ended, and where the report is. */
function closing(report: Report, { reportPath }: TerminalOptions, width: number): Line[] {
  return [
    ...hanging([span("  ")], counts(report), width),
    ...outcome(report, width),
    ...(reportPath === undefined ? [] : [[span("  "), span(reportPath, "accent")]]),
  ];
}

/** Rows of a label and an answer. */
function rowLines(rows: readonly ObservedRow[], width: number): Line[] {
  const column = Math.max(0, ...rows.map(({ label }) => label.length));
  return rows.flatMap(({ label, answer }) =>
    hanging([span(`    ${padded(label, column)}  `, "dim")], [span(brief(answer, 1000), "accent")], width),
  );
}

/** What one must know to integrate; the rest is in the report. */
function observed(report: Report, width: number): Line[] {
  const observations = observedRows(report, "integration").slice(0, OBSERVATIONS);
  const conflicts = conflictRows(report, "integration");
  return [
    ...(observations.length === 0
      ? []
      : [...heading("Observed where the document is silent", width), ...rowLines(observations, width)]),
    ...(conflicts.length === 0
      ? []
      : [...heading("Observed where the document says two things", width), ...rowLines(conflicts, width)]),
    ...(observations.length + conflicts.length === 0 ? [] : [[]]),
  ];
}

/** Causes: the first ones whole, the others in a line each. */
function findings(report: Report, width: number): Line[] {
  const causes = groupFindings(report);
  const others = causes.slice(PROVED);
  return [
    ...causes.slice(0, PROVED).flatMap((cause) => causeLines(report, cause, width, false)),
    ...others.flatMap((cause) => causeLine(cause, width)),
    ...(others.length === 0 ? [] : [[]]),
  ];
}

/** Everything, as much of it as there is. */
function wholeLines(report: Report, options: TerminalOptions, width: number): Line[] {
  const left = unjudged(report, width, true);
  const first = isMostlyUnjudged(report) || unjudgedOperations(report).length > 0;
  const created = createdCounts(report);
  return [
    ...header(report, options, width),
    ...matrixLines(report, width),
    [],
    ...(first ? left : []),
    ...groupFindings(report).flatMap((cause) => causeLines(report, cause, width, true)),
    ...faults(report, width),
    ...outages(report, width),
    ...(first ? [] : left),
    ...byReason(report, "known", "Known: excused by the baseline", "accent", width),
    ...baseline(report, width),
    ...detailLines(report, width),
    ...(created === "" ? [] : [...hanging([span("  Created   ", "strong")], [span(created)], width), []]),
    ...closing(report, options, width),
  ];
}

/** What is neither kept nor broken: our own errors, and what came and went. */
function faults(report: Report, width: number): Line[] {
  return [
    ...byReason(report, "error", "Errors of the suite", "bad", width),
    ...byReason(report, "flaky", "Flaky: seen once, not repeated", "warn", width),
  ];
}

/** About a screen: what was seen first, what is wrong last, nearest to the prompt. */
function usualLines(report: Report, options: TerminalOptions, width: number): Line[] {
  const isPlain = matrix(report).every(({ cells }) => cells.every(({ passed, checks }) => passed === checks));
  return [
    ...header(report, options, width),
    ...observed(report, width),
    ...unjudged(report, width, false),
    ...(isPlain || width < MATRIX_WIDTH ? [] : [...matrixLines(report, width), []]),
    ...faults(report, width),
    ...outages(report, width),
    ...baseline(report, width),
    ...findings(report, width),
    ...closing(report, options, width),
  ];
}

/**
 * The whole end of a run as text for a terminal, ending in a line feed. Pure; what came from the target holds no
 * control characters any more.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const width = Math.max(NARROWEST, Math.floor(options.width));
  const layout = options.quiet ? quietLines : options.verbose ? wholeLines : usualLines;
  return `${print(layout(report, options, width), options.color)}\n`;
}

/** Findings, and how the run ended. */
function quietLines(report: Report, _: TerminalOptions, width: number): Line[] {
  return [...findings(report, width), ...outcome(report, width)];
}
