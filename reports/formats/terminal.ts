/**
 * The end of a run on a terminal: matrix, findings by cause, what was not judged, observations, and one plain sentence.
 */
import { agreedCount } from "../answers/answers.js";
import { baselineRemarks } from "../baseline/remarks.js";
import { groupFindings } from "../facts/causes.js";
import { isMostlyUnjudged, notJudged, showsConformity, unjudgedOperations } from "../facts/judged.js";
import { differs, documentedText, limitName, measuredText, orderedLimits } from "../facts/limits.js";
import { runPhrases } from "../facts/run.js";
import { bySection, coverage, createdCounts, sentence, violationCount } from "../facts/summary.js";
import type { Limit, Report, Verdict } from "../model.js";
import { amount, brief, duration, grouped, readable } from "../visible.js";
import { clipped, displayWidth, hanging, type Line, print, type Span, span, type Tone } from "./columns.js";
import { causeLines } from "./terminalFindings.js";
import { matrixLines } from "./terminalMatrix.js";

/** How a report is printed. */
export interface TerminalOptions {
  color: boolean;
  /** Columns; fewer than 60 are taken as 60. */
  width: number;
  /** What the preflight found, one short phrase each. */
  preflight: readonly string[];
  /** Prove each finding, and cut no observation. */
  verbose?: boolean;
  /** Path of the HTML report, named at the end. */
  reportPath?: string;
}

const NARROWEST = 60;
const WIDEST = 140;
/** Observations before the rest is left to the report. */
const OBSERVATIONS = 50;

/** A heading with a note behind it where there is room. */
function heading(text: string, width: number, note = ""): Line[] {
  const fits = note !== "" && text.length + note.length + 5 <= width;
  return [[span(`  ${text}`, "strong"), ...(fits ? [span(`   ${note}`, "dim")] : [])]];
}

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
  const preflight = options.preflight.flatMap((phrase, index) => [
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

/** Observations on one line each; all of them, in full, when verbose. */
function observations(report: Report, width: number, verbose: boolean): Line[] {
  if (report.observations.length === 0) return [];
  const sorted = [...report.observations].sort((left, right) => bySection(left.section, right.section));
  const column = Math.max(...sorted.map(({ section }) => section.length));
  const shown = verbose ? sorted : sorted.slice(0, OBSERVATIONS);
  const more = sorted.length - shown.length;
  const room = width - column - 8;
  return [
    ...heading("Observations", width, "what the deployment does where the document is silent"),
    ...shown.flatMap(({ section, operation, question, answer }, index) => {
      const first = section !== shown[index - 1]?.section;
      const prefix = span(`    ${(first ? section : "").padEnd(column)}  `, "dim");
      if (verbose) {
        const subject = operation === null ? [] : [span(`${operation}  `, "dim")];
        return hanging(
          [prefix],
          [...subject, span(`${brief(question, 400)}  `), span(brief(answer, 4000), "accent")],
          width,
        );
      }
      const short = clipped(readable(answer), Math.max(Math.floor(room / 2), room - displayWidth(readable(question))));
      return [
        [prefix, span(clipped(readable(question), room - displayWidth(short))), span("  "), span(short, "accent")],
      ];
    }),
    ...(more > 0 ? [[span(`    and ${grouped(more)} more in the report; --verbose prints all of them`, "dim")]] : []),
    [],
  ];
}

function conflicts(report: Report, width: number): Line[] {
  if (report.conflicts.length === 0) return [];
  return [
    ...heading("Conflicts", width, "where the document says two things"),
    ...report.conflicts.flatMap(({ section, question, documented, answer }) => [
      ...hanging([span(`    ${section}  `, "dim")], [span(brief(question, 300))], width),
      ...documented.flatMap((side) => hanging([span("      documented  ", "dim")], [span(brief(side, 300))], width)),
      ...hanging([span("      deployment  ", "dim")], [span(brief(answer, 300), "accent")], width),
    ]),
    [],
  ];
}

function limitLine(limit: Limit, width: number): Line[] {
  return hanging(
    [span("    ")],
    [
      span(`${limitName(limit)}  `),
      span(limit.documented === null ? "not documented" : `documented ${documentedText(limit)}`, "dim"),
      span("  measured "),
      span(measuredText(limit), differs(limit) ? "warn" : "accent"),
    ],
    width,
  );
}

/** Limits that differ from the document, each; the others are counted unless verbose. */
function limits(report: Report, width: number, verbose: boolean): Line[] {
  if (report.limits.length === 0) return [];
  const shown = verbose ? orderedLimits(report) : report.limits.filter(differs);
  const open = report.limits.filter(({ documented }) => documented === null).length;
  const kept = report.limits.filter(
    ({ documented, measured }) => documented !== null && documented === measured,
  ).length;
  const unmeasured = report.limits.length - open - kept - report.limits.filter(differs).length;
  const rest = [
    ...(open > 0 ? [`${grouped(open)} that the document does not give`] : []),
    ...(kept > 0 ? [`${grouped(kept)} as documented`] : []),
    ...(unmeasured > 0 ? [`${grouped(unmeasured)} not measured`] : []),
  ];
  return [
    ...heading("Measured limits", width, "documented and measured"),
    ...shown.flatMap((limit) => limitLine(limit, width)),
    ...(verbose || rest.length === 0
      ? []
      : hanging([span("    ")], [span(`${rest.join(", ")}: in the report; --verbose prints them`, "dim")], width)),
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
    { text: coverage(report), tone: "plain", when: true },
    { text: `${amount(run.requests, "request")} in ${duration(run.durationMs)}`, tone: "plain", when: true },
  ];
  return parts
    .filter(({ when }) => when)
    .flatMap(({ text, tone }, index) => [...(index > 0 ? [span(" · ", "dim")] : []), span(text, tone)]);
}

function closing(report: Report, options: TerminalOptions, width: number): Line[] {
  const tone: Tone = showsConformity(report)
    ? "good"
    : report.outcome === "conforms" || report.outcome === "incomplete"
      ? "warn"
      : "bad";
  const path = options.reportPath === undefined ? [] : [span("   "), span(options.reportPath, "accent")];
  return [
    ...hanging([span("  ")], counts(report), width),
    ...hanging([span("  ")], [span(brief(sentence(report), 1000), tone), ...path], width),
  ];
}

/**
 * The whole end of a run as text for a terminal, ending in a line feed. Pure; what came from the target holds no
 * control characters any more.
 */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const width = Math.min(WIDEST, Math.max(NARROWEST, Math.floor(options.width)));
  const verbose = options.verbose ?? false;
  const left = unjudged(report, width, verbose);
  const first = isMostlyUnjudged(report) || unjudgedOperations(report).length > 0;
  const created = createdCounts(report);
  const lines: Line[] = [
    ...header(report, options, width),
    ...matrixLines(report, width),
    [],
    ...(first ? left : []),
    ...groupFindings(report).flatMap((cause) => causeLines(report, cause, width, verbose)),
    ...byReason(report, "error", "Errors of the suite", "bad", width),
    ...(first ? [] : left),
    ...byReason(report, "flaky", "Flaky: seen once, not repeated", "warn", width),
    ...byReason(report, "known", "Known: excused by the baseline", "accent", width),
    ...baseline(report, width),
    ...observations(report, width, verbose),
    ...conflicts(report, width),
    ...limits(report, width, verbose),
    ...(created === "" ? [] : [...hanging([span("  Created   ", "strong")], [span(created)], width), []]),
    ...closing(report, options, width),
  ];
  return `${print(lines, options.color)}\n`;
}
