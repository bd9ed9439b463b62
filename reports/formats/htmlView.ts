/**
 * The whole report as the HTML templates take it.
 */

import { SUBJECTS } from "../../schemas/operations.js";
import { baselineRemarks } from "../baseline/remarks.js";
import { groupFindings } from "../facts/causes.js";
import { notJudged, showsConformity } from "../facts/judged.js";
import { differs, documentedText, measuredText, orderedLimits } from "../facts/limits.js";
import { answered } from "../facts/proof.js";
import { runFacts } from "../facts/run.js";
import { coverage, createdCounts, nothingNew, sentence, violationCount } from "../facts/summary.js";
import { AREAS, type Limit, type Report, VERDICTS, type Verdict } from "../model.js";
import { amount, brief, duration, grouped, readable, verb } from "../visible.js";
import { type AgreedView, agreedView } from "./htmlAnswers.js";
import { type CheckView, checkViews, type RowView, rowViews } from "./htmlChecks.js";
import { type ObservationGroup, observationGroups } from "./htmlObserved.js";
import { type PlotsView, plotsView } from "./htmlPlots.js";
import { type CauseView, causeView, type ExchangeView, evidenceView, type Room } from "./htmlProof.js";

interface Tile {
  label: string;
  value: string;
  note: string;
  tone: "good" | "bad" | "warn" | "neutral";
  href: string;
}

interface ReasonView {
  count: string;
  reason: string[];
  places: string;
  ids: string[];
}

interface LimitView {
  operation: string;
  field: string;
  documented: string;
  measured: string;
  differs: boolean;
  how: string;
  /** Shown where the limit is not the documented one: the last accepted request and the first refused one. */
  accepted: ExchangeView | null;
  refused: ExchangeView | null;
}

/** Rows of one operation, folded under it. */
interface Group<Row> {
  operation: string;
  /** How many there are, in words. */
  count: string;
  rows: Row[];
}

/** Created resources of one operation that are listed. */
const CREATED = 20;

/** Everything the page shows. */
export interface PageView {
  outcome: Report["outcome"];
  headline: string;
  sentence: string[];
  title: string;
  target: string;
  tiles: Tile[];
  share: { value: number; text: string };
  areas: readonly string[];
  rows: RowView[];
  causes: CauseView[];
  reasons: ReasonView[];
  flaky: CheckView[];
  known: CheckView[];
  errors: CheckView[];
  /** Null when no baseline was used. */
  baseline: { file: string; remarks: { kind: string; fails: boolean; text: string }[] } | null;
  /** Null when nothing was agreed. */
  agreed: AgreedView | null;
  observations: ObservationGroup[];
  conflicts: {
    section: string;
    question: string;
    documented: string[];
    answer: string;
    status: string;
    evidence: ExchangeView | null;
  }[];
  limits: LimitView[];
  checks: Group<CheckView>[];
  verdicts: { name: Verdict; count: number }[];
  operations: string[];
  /** The first of each operation: a run makes thousands. */
  created: Group<{ id: string; partnerId: string; at: string }>[];
  createdCounts: string;
  facts: { name: string; value: string }[];
  plots: PlotsView;
}

const HEADLINES: Readonly<Record<Report["outcome"], string>> = {
  conforms: "Conforms",
  violations: "Does not conform",
  incomplete: "Incomplete",
  error: "The suite failed",
};

/** A text in pieces, every second of which is an option of ours, such as `--webhook-port`. */
function optionsApart(text: string): string[] {
  return text.split(/((?<![\w-])--[a-z][a-z-]{2,30}(?![\w-]))/);
}

function reasonViews(report: Report): ReasonView[] {
  return notJudged(report).map(({ count, reason, places, ids }) => ({
    count: amount(count, "rule"),
    reason: optionsApart(brief(reason, 600)),
    places,
    ids: ids.map(readable),
  }));
}

function tiles(report: Report): Tile[] {
  const { summary, run } = report;
  const applicable = report.checks.length - summary.notApplicable;
  const [, causes] = violationCount(report).split(", ");
  return [
    {
      label: verb(summary.violation, "violation", "violations"),
      value: grouped(summary.violation),
      note: causes === undefined ? "rules stated outright" : `rules stated outright, ${causes}`,
      tone: summary.violation > 0 ? "bad" : "good",
      href: "#findings",
    },
    {
      label: verb(summary.warning, "warning", "warnings"),
      value: grouped(summary.warning),
      note: "rules implied",
      tone: summary.warning > 0 ? "warn" : "good",
      href: "#findings",
    },
    {
      label: `${verb(summary.pass, "check", "checks")} passed`,
      value: grouped(summary.pass),
      note: `of ${grouped(applicable)} that apply`,
      tone: "neutral",
      href: "#checks",
    },
    {
      label: verb(summary.observations, "observation", "observations"),
      value: grouped(summary.observations),
      note: "where the document is silent",
      tone: "neutral",
      href: "#observations",
    },
    {
      label: verb(report.conflicts.length, "conflict", "conflicts"),
      value: grouped(report.conflicts.length),
      note: "of the document with itself",
      tone: "neutral",
      href: "#conflicts",
    },
    {
      label: verb(run.requests, "request", "requests"),
      value: grouped(run.requests),
      note: `in ${duration(run.durationMs)}`,
      tone: "neutral",
      href: "#facts",
    },
  ];
}

function facts(report: Report): PageView["facts"] {
  const { suite, contract, target, run } = report;
  const { rule, unknown, conflict } = contract.statements;
  return [
    { name: "Target", value: `${brief(target.baseUrl, 300)}${target.kind === "sandbox" ? " (embedded sandbox)" : ""}` },
    { name: "Suite", value: `${suite.name} ${suite.version}` },
    {
      name: "Contract",
      value: `${contract.version}: ${amount(rule, "rule")}, ${amount(unknown, "unknown")}, ${amount(conflict, "conflict")}`,
    },
    { name: "Started", value: run.startedAt },
    { name: "Finished", value: `${run.finishedAt} (${duration(run.durationMs)})` },
    ...runFacts(run),
    { name: "Requests", value: grouped(run.requests) },
    { name: "Exit code", value: String(report.exitCode) },
  ];
}

function limitView(limit: Limit, room: Room): LimitView {
  const { operation, field, keyword, evidence } = limit;
  // The variant is part of a rule's name, not of the body.
  const at = field.replace(/^payment_details\.(bank|crypto)\./, "payment_details.");
  const view = (exchange: Limit["evidence"]["accepted"]): ExchangeView | null =>
    differs(limit) ? evidenceView(exchange, room, at) : null;
  return {
    operation,
    field: brief(`${field}.${keyword}`, 200),
    documented: documentedText(limit),
    measured: measuredText(limit),
    differs: differs(limit),
    how: brief(evidence.text, 400),
    accepted: view(evidence.accepted),
    refused: view(evidence.refused),
  };
}

function baselineView({ baseline }: Report): PageView["baseline"] {
  if (baseline === undefined) return null;
  const remarks = baselineRemarks(baseline).map(({ kind, fails, text }) => ({ kind, fails, text: brief(text, 1000) }));
  return { file: brief(baseline.file, 200), remarks };
}

function checkGroups(checks: readonly CheckView[]): PageView["checks"] {
  return SUBJECTS.flatMap((operation) => {
    const rows = checks.filter((check) => check.operation === operation);
    if (rows.length === 0) return [];
    const verdicts = VERDICTS.flatMap((name) => {
      const count = rows.filter(({ verdict }) => verdict === name).length;
      return count === 0 ? [] : `${grouped(count)} ${name}`;
    });
    return [{ operation, count: `${amount(rows.length, "check")}: ${verdicts.join(", ")}`, rows }];
  });
}

function createdGroups({ created }: Report): PageView["created"] {
  return SUBJECTS.flatMap((subject) => {
    const made = created.filter(({ operation }) => operation === subject);
    if (made.length === 0) return [];
    const rows = made
      .slice(0, CREATED)
      .map(({ id, partnerId, at }) => ({ id: brief(id, 120), partnerId: brief(partnerId ?? "", 120), at }));
    const count =
      made.length > rows.length ? `the first ${rows.length} of ${grouped(made.length)}` : grouped(made.length);
    return [{ operation: subject, count, rows }];
  });
}

/** Turns a report into what the page shows, or as much of it as there is room for. */
export function pageView(report: Report, room: Room): PageView {
  const causes = groupFindings(report).map((cause, index) => causeView(report, cause, index, room));
  const proved = new Set(causes.flatMap(({ proofs }) => proofs.map(({ id }) => id)));
  const checks = checkViews(report, proved);
  const headline =
    nothingNew(report) ??
    (showsConformity(report) || report.outcome !== "conforms" ? HEADLINES[report.outcome] : "No violation seen");
  const { stated, judged } = report.summary.rules ?? { stated: 0, judged: 0 };
  const present = new Set(report.checks.map((check) => check.operation));
  return {
    outcome: report.outcome,
    headline,
    sentence: optionsApart(brief(sentence(report), 1200)),
    title: `${headline}: ${brief(report.target.baseUrl, 100)}`,
    target: brief(report.target.baseUrl, 200),
    tiles: tiles(report),
    share: {
      value: stated === 0 ? 0 : judged / stated,
      text: coverage(report),
    },
    areas: AREAS,
    rows: rowViews(report),
    causes,
    reasons: reasonViews(report),
    flaky: checks.filter(({ verdict }) => verdict === "flaky"),
    known: checks.filter(({ verdict }) => verdict === "known"),
    errors: checks.filter(({ verdict }) => verdict === "error"),
    baseline: baselineView(report),
    agreed: agreedView(report),
    observations: observationGroups(report, room),
    conflicts: report.conflicts.map(({ section, question, documented, answer, evidence }) => ({
      section,
      question: brief(question, 400),
      documented: documented.map((side) => brief(side, 400)),
      answer: brief(answer, 1000),
      status: evidence === null ? "" : answered(evidence),
      evidence: evidenceView(evidence, room),
    })),
    limits: orderedLimits(report).map((limit) => limitView(limit, room)),
    checks: checkGroups(checks),
    verdicts: VERDICTS.map((name) => ({ name, count: checks.filter(({ verdict }) => verdict === name).length })).filter(
      ({ count }) => count > 0,
    ),
    operations: SUBJECTS.filter((subject) => present.has(subject)),
    created: createdGroups(report),
    createdCounts: createdCounts(report),
    facts: facts(report),
    plots: plotsView(report.run),
  };
}
