/**
 * The report as Markdown for the summary of a build or a comment on a pull request: short, findings folded, safe to post.
 */
import { agreedCount, agreedRows } from "../answers/answers.js";
import { baselineRemarks } from "../baseline/remarks.js";
import { type Cause, type CausedFinding, groupFindings } from "../facts/causes.js";
import { notJudged, showsConformity } from "../facts/judged.js";
import { differs, documentedText, measuredText, orderedLimits } from "../facts/limits.js";
import { cellText, matrix } from "../facts/matrix.js";
import { observedRows } from "../facts/observed.js";
import { answered, controlValue, otherField, proofSteps, requestLine, sentValue } from "../facts/proof.js";
import { outageTexts, runPhrases } from "../facts/run.js";
import { coverage, createdCounts, nothingNew, sentence, violationCount } from "../facts/summary.js";
import { AREAS, type CheckResult, type Report } from "../model.js";
import { amount, brief, duration, grouped, listed, readable } from "../visible.js";
import { plainMarkdown } from "./markdownText.js";

/** Characters before further causes are only counted: GitHub refuses a comment of more than 65,536. */
const BUDGET = 40_000;
/** Lines of one table before the rest is only counted. */
const ROWS = 60;
/** Checks and ids of findings of one cause before the rest is only counted. */
const RULES = 10;
const IDS = 20;
/** Characters of a command that is still shown. */
const CURL_LIMIT = 6000;

/** Text of a target in prose. */
function prose(text: string, limit = 300): string {
  return plainMarkdown(brief(text, limit));
}

/** Text of a target as code. No code span, which a back tick or a pipe in the text would end. */
function code(text: string, limit = 300): string {
  return `<code>${prose(text, limit)}</code>`;
}

/** A command, in a block that shows it as it is. */
function preformatted(text: string): string {
  return `<pre>${readable(text).replace(/[&<>]/g, (character) => plainMarkdown(character))}</pre>`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const more = rows.length - ROWS;
  return [
    row(head),
    row(head.map(() => "---")),
    ...rows.slice(0, ROWS).map(row),
    ...(more > 0 ? ["", `and ${grouped(more)} more in report.html`] : []),
  ].join("\n");
}

function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function matrixTable(report: Report): string {
  const head = ["", ...AREAS];
  return table(
    head,
    matrix(report).map(({ operation, cells }) => [
      operation,
      ...cells.map((cell) => (cell.state === "failed" ? `**${cellText(cell)}**` : cellText(cell))),
    ]),
  );
}

function proof({ check, finding }: CausedFinding): string {
  const sent = sentValue(finding);
  const control = controlValue(finding);
  const steps = proofSteps(finding);
  const other = otherField(check, finding);
  const size = (text: string | null): string => (text === null ? "" : ` (${text})`);
  return [
    table(
      [finding.id, ""],
      [
        ...(steps.length > 0
          ? steps.map(({ number, line, changes, answer }) => [
              `step ${number}`,
              `${code(line)}${changes === "" ? "" : ` with ${code(changes)}`}: ${prose(answer)}`,
            ])
          : [["sent", `${code(`${sent.place}${sent.joint}${sent.value}`)}${size(sent.size)}`]]),
        ["expected", prose(finding.expected)],
        ["actual", `**${prose(finding.actual)}**`],
        ...(finding.control === null || finding.edit === null
          ? []
          : [
              [
                "control",
                `${code(control?.value ?? requestLine(finding.control.request))}${size(control?.size ?? null)}: ${answered(finding.control)}`,
              ],
            ]),
        ...(other === null ? [] : [["note", prose(other)]]),
        ["again", code(finding.replay)],
      ],
    ),
    ...(finding.curl.length > CURL_LIMIT ? [] : [preformatted(finding.curl)]),
  ].join("\n\n");
}

/** The ids of the further findings, as many as can be read. */
function listedIds({ findings }: Cause): string {
  const ids = findings.slice(1, 1 + IDS).map(({ finding }) => finding.id);
  return [...ids, ...(findings.length > 1 + IDS ? ["…"] : [])].join(", ");
}

function causeBlock(cause: Cause): string {
  const [first] = cause.findings;
  const symbol = cause.verdict === "violation" ? "✗" : "!";
  const heading = `${symbol} <b>${prose(cause.message)}</b> ${cause.operations.join(", ")} · section ${listed(cause.sections)}`;
  const rules = cause.checks.map((check) => `- ${code(check.id)} ${prose(check.title)}`);
  const more = cause.findings.length - 1;
  const content = [
    [
      ...rules.slice(0, RULES),
      ...(rules.length > RULES ? [`- and ${amount(rules.length - RULES, "more check")}`] : []),
    ].join("\n"),
    ...(first === undefined ? [] : [proof(first)]),
    ...(more > 0 ? [`and ${amount(more, "more finding")} of the same cause: ${listedIds(cause)}`] : []),
  ];
  return folded(heading, content.join("\n\n"));
}

function findings(report: Report): string[] {
  const causes = groupFindings(report);
  if (causes.length === 0) return [];
  const blocks: string[] = [];
  let used = 0;
  for (const cause of causes) {
    const block = causeBlock(cause);
    used += block.length;
    if (used > BUDGET) break;
    blocks.push(block);
  }
  const more = causes.length - blocks.length;
  return ["### Findings", ...blocks, ...(more > 0 ? [`and ${amount(more, "more cause")} in report.html`] : [])];
}

function unjudged(report: Report): string[] {
  const groups = notJudged(report);
  if (groups.length === 0) return [];
  const rows = groups.map(({ count, reason, places }) => [grouped(count), prose(reason), places]);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return [folded(`${amount(total, "rule")} not judged`, table(["Rules", "Why", "Where"], rows))];
}

function checksWith(report: Report, verdict: CheckResult["verdict"], title: string): string[] {
  const checks = report.checks.filter((check) => check.verdict === verdict);
  if (checks.length === 0) return [];
  const rows = checks.map((check) => [code(check.id), prose(check.reason ?? check.title)]);
  return [folded(`${grouped(checks.length)} ${title}`, table(["Check", "Why"], rows))];
}

function outages({ run }: Report): string[] {
  const texts = outageTexts(run);
  if (texts.length === 0) return [];
  return [
    folded(
      amount(texts.length, "outage"),
      table(
        ["When the target gave no answer"],
        texts.map((text) => [prose(text)]),
      ),
    ),
  ];
}

/** Where the run and its baseline disagree: open when that fails the run, folded when it does not. */
function baseline({ baseline: held }: Report): string[] {
  if (held === undefined) return [];
  const remarks = baselineRemarks(held);
  const rows = (fails: boolean): string[][] =>
    remarks
      .filter((remark) => remark.fails === fails)
      .map(({ kind, place, text }) => [kind, code(place), prose(text, 600)]);
  const [failing, others] = [rows(true), rows(false)];
  const head = ["", "Line", "What"];
  return [
    ...(failing.length === 0 ? [] : ["### Baseline", table(head, failing)]),
    ...(others.length === 0 ? [] : [folded(`${amount(others.length, "note")} on the baseline`, table(head, others))]),
  ];
}

function agreed(report: Report): string[] {
  const rows = agreedRows(report);
  const count = agreedCount(report);
  if (rows.length === 0 || count === null) return [];
  const shown = rows.map(({ id, where, stated, seen, verdict, reason }) => [
    `${code(id)}<br>${prose(where)}`,
    prose(stated),
    seen === null ? "" : prose(seen),
    [verdict === "violation" ? "**violation**" : (verdict ?? "–"), ...(reason === "" ? [] : [prose(reason)])].join(
      ": ",
    ),
  ]);
  return [folded(count, table(["Point", "Agreed", "Here", ""], shown))];
}

function observed(report: Report): string[] {
  const rows = [...observedRows(report, "integration"), ...observedRows(report, "useful")];
  return [
    ...(rows.length === 0
      ? []
      : [
          folded(
            amount(report.observations.length, "observation"),
            table(
              ["Open point", "Here"],
              rows.map(({ label, answer }) => [prose(label), prose(answer)]),
            ),
          ),
        ]),
    ...(report.conflicts.length === 0
      ? []
      : [
          folded(
            `${amount(report.conflicts.length, "conflict")} of the document`,
            table(
              ["Section", "Question", "Documented", "Here"],
              report.conflicts.map(({ section, question, documented, answer }) => [
                section,
                prose(question),
                documented.map((side) => prose(side)).join("<br>"),
                prose(answer),
              ]),
            ),
          ),
        ]),
    ...(report.limits.length === 0
      ? []
      : [
          folded(
            amount(report.limits.length, "measured limit"),
            table(
              ["Operation", "Limit", "Documented", "Measured"],
              orderedLimits(report).map((limit) => [
                limit.operation,
                code(`${limit.field}.${limit.keyword}`),
                prose(documentedText(limit)),
                differs(limit) ? `**${prose(measuredText(limit))}**` : prose(measuredText(limit)),
              ]),
            ),
          ),
        ]),
  ];
}

/**
 * The report as Markdown. Nothing in it can be taken for markup, a link or a mention, whatever the target answered.
 */
export function renderMarkdown(report: Report): string {
  const { outcome, summary, run } = report;
  const unsettled = outcome === "conforms" || outcome === "incomplete";
  const symbol = showsConformity(report) ? "✅" : unsettled ? "⚠️" : "❌";
  const created = createdCounts(report);
  const counts = [
    violationCount(report),
    amount(summary.warning, "warning"),
    `${grouped(summary.pass)} passed`,
    coverage(report),
    `${amount(run.requests, "request")} in ${duration(run.durationMs)}`,
    ...runPhrases(run),
  ].join(" · ");
  return `${[
    `## ${symbol} ${nothingNew(report) ?? "Contract conformance"}`,
    plainMarkdown(brief(sentence(report), 1200), report.target.baseUrl),
    matrixTable(report),
    counts,
    ...findings(report),
    ...baseline(report),
    ...checksWith(report, "error", "errors of the suite"),
    ...unjudged(report),
    ...checksWith(report, "flaky", "flaky"),
    ...outages(report),
    ...checksWith(report, "known", "known"),
    ...agreed(report),
    ...observed(report),
    ...(created === "" ? [] : [`Created: ${created}.`]),
  ].join("\n\n")}\n`;
}
