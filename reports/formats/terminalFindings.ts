/**
 * Findings for a terminal: one block for each cause, with the proof of one finding for each place and the rest in short.
 */
import type { Cause, CausedFinding } from "../facts/causes.js";
import { ruleOf } from "../facts/checkId.js";
import { documentedText, measuredLimit, measuredText } from "../facts/limits.js";
import {
  answered,
  controlValue,
  failureText,
  otherField,
  type ProofStep,
  proofSteps,
  requestLine,
  type ShownValue,
  sentValue,
} from "../facts/proof.js";
import type { Report } from "../model.js";
import { amount, bounded, brief, listed, readable, verb } from "../visible.js";
import { displayWidth, hanging, type Line, type Span, span } from "./columns.js";

const LABEL = 10;
/** Characters of a value that are printed: what a rule bounds is shown whole. The report has longer ones. */
const VALUE = 300;
/** Short lines for further findings of one cause before they are only counted. */
const FURTHER = 4;
/** Rules of further findings before the rest is left out. */
const RULES = 14;
/** Characters of a failure's body that stand beside its status. */
const FAILURE = 300;
/** Characters of an answer's body that a verbose terminal shows. */
const BODY = 600;

function labelled(label: string, spans: readonly Span[], width: number): Line[] {
  const prefix = `      ${label.padEnd(LABEL)}`;
  return hanging([span(prefix, "dim")], spans, width);
}

function shown({ place, joint, value, size }: ShownValue): Span[] {
  return [
    span(place),
    ...(value === "" ? [] : [span(joint), span(value, "strong")]),
    ...(size === null ? [] : [span(`   ${size}`, "dim")]),
  ];
}

function documentedNote(report: Report, { check }: CausedFinding): Span[] {
  const limit = measuredLimit(report, check);
  return limit === undefined ? [] : [span(`   documented: ${documentedText(limit)}`, "dim")];
}

function measuredNote(report: Report, { check }: CausedFinding): Span[] {
  const limit = measuredLimit(report, check);
  if (limit === undefined) return [];
  const subject = limit.keyword === "pattern" ? "the real pattern" : "the real limit";
  const isKept = limit.measured === limit.documented;
  return [span(isKept ? "   other requests keep it as documented" : `   ${subject}: ${measuredText(limit)}`, "strong")];
}

function controlSpans({ finding }: CausedFinding): Span[] | null {
  if (finding.control === null || finding.edit === null) return null;
  const value = controlValue(finding, VALUE);
  const isTaken = Math.floor((finding.control.response?.status ?? 0) / 100) === 2;
  const answer = span(`: ${answered(finding.control)}${isTaken ? ", as it should" : ""}`, isTaken ? "good" : "plain");
  if (value === null) return [span(requestLine(finding.control.request)), answer];
  if (value.joint !== " = ") return [span(`${value.place} `), span(value.value, "strong"), answer];
  return [
    span(value.value, "strong"),
    span(" instead"),
    ...(value.size === null ? [] : [span(` (${value.size})`, "dim")]),
    answer,
  ];
}

function stepLines({ number, line, changes, answer }: ProofStep, width: number): Line[] {
  const what = changes === "" ? [] : [span(" with "), span(brief(changes, 300), "strong")];
  return labelled(`step ${number}`, [span(brief(line, 200)), ...what, span(`: ${answer}`)], width);
}

function proof(report: Report, caused: CausedFinding, width: number, verbose: boolean): Line[] {
  const { check, finding } = caused;
  const control = controlSpans(caused);
  const steps = proofSteps(finding);
  const other = otherField(check, finding);
  const body = finding.exchange.response?.body ?? "";
  const answer = bounded(body, BODY);
  const failure = verbose ? "" : failureText(finding, FAILURE);
  return [
    ...(steps.length > 0
      ? steps.flatMap((step) => stepLines(step, width))
      : labelled("sent", [...shown(sentValue(finding, VALUE)), ...documentedNote(report, caused)], width)),
    ...labelled("expected", [span(brief(finding.expected, 400))], width),
    ...labelled(
      "actual",
      [span(brief(finding.actual, 400), "bad"), ...(failure === "" ? [] : [span(`   ${failure}`, "dim")])],
      width,
    ),
    ...(other === null ? [] : labelled("note", [span(other, "warn")], width)),
    ...(control === null ? [] : labelled("control", [...control, ...measuredNote(report, caused)], width)),
    ...(verbose
      ? [
          ...labelled("request", [span(requestLine(finding.exchange.request, 300))], width),
          ...labelled(
            "answer",
            [span(readable(answer.text)), ...(answer.cutFrom === null ? [] : [span(" …", "dim")])],
            width,
          ),
          ...labelled("curl", [span(readable(finding.curl))], width),
        ]
      : []),
    ...labelled("again", [span(brief(finding.replay, 300), "accent")], width),
  ];
}

function short({ check, finding }: CausedFinding, width: number): Line[] {
  const what =
    finding.edit === null
      ? [span(brief(finding.message, 300), "bad")]
      : [...shown(sentValue(finding, 80)), span(` → ${brief(finding.actual, 300)}`, "bad")];
  return labelled("also", [span(`${finding.id}  ${check.operation}: `), ...what], width);
}

function sectionsText(sections: readonly string[]): string {
  return `${verb(sections.length, "section", "sections")} ${listed(sections)}`;
}

function heading(cause: Cause, width: number): Line[] {
  const symbol = cause.verdict === "violation" ? "✗" : "!";
  const tone = cause.verdict === "violation" ? "bad" : "warn";
  const level = cause.verdict === "violation" ? "must" : "should";
  const [only] = cause.operations;
  const places =
    cause.operations.length > 3 ? amount(cause.operations.length, "operation") : cause.operations.join(" + ");
  const name =
    cause.operations.length === 1 && only !== undefined ? `${only}/${cause.key}` : `${places} / ${cause.key}`;
  const section = `${level} · ${sectionsText(cause.sections)}`;
  const left = `  ${symbol} ${name}`;
  const gap = width - displayWidth(left) - displayWidth(section);
  if (gap >= 2) return [[span(left, tone), span(" ".repeat(gap)), span(section, "dim")]];
  return [...hanging([span(`  ${symbol} `, tone)], [span(name, tone)], width), [span(`    ${section}`, "dim")]];
}

/** The first finding of each operation proves the cause there; the others say how far it reaches. */
function leading(cause: Cause): CausedFinding[] {
  return cause.operations.flatMap((operation) => {
    const first = cause.findings.find(({ check }) => check.operation === operation);
    return first === undefined ? [] : [first];
  });
}

/** What findings are about, in few words: `no-key, wrong-key, …` */
function rulesOf(findings: readonly CausedFinding[]): string {
  const rules = [...new Set(findings.map(({ check }) => brief(ruleOf(check), 60)))];
  return [...rules.slice(0, RULES), ...(rules.length > RULES ? ["…"] : [])].join(", ");
}

/** What one finding says for itself, where the heading speaks of all and no edit tells it. */
function foundLines(cause: Cause, { check, finding }: CausedFinding, width: number): Line[] {
  if (finding.edit !== null || finding.message === cause.message) return [];
  return labelled("found", [span(`${check.operation}: ${brief(finding.message, 300)}`)], width);
}

/** A cause in a line: what is wrong, and where. */
export function causeLine({ verdict, message, operations, sections, findings }: Cause, width: number): Line[] {
  const [first] = findings;
  const where = `${operations.length > 3 ? amount(operations.length, "operation") : operations.join(" + ")} · ${sectionsText(sections)}`;
  const tone = verdict === "violation" ? "bad" : "warn";
  return hanging(
    [span(`  ${verdict === "violation" ? "✗" : "!"} `, tone)],
    [span(brief(message, 300), tone), span(`   ${where} · ${first?.finding.id ?? ""}`, "dim")],
    width,
  );
}

/** A cause as lines: heading, what the rule is, the proof, the other places. With `verbose`, the proof of each finding. */
export function causeLines(report: Report, cause: Cause, width: number, verbose: boolean): Line[] {
  const count = cause.findings.length > 1 ? amount(cause.findings.length, "finding") : "";
  const leads = verbose ? cause.findings : leading(cause).slice(0, 1);
  const others = cause.findings.filter((caused) => !leads.includes(caused));
  // Another operation comes before another value of the same one: it says more about the cause.
  const seen = leading(cause).filter((caused) => others.includes(caused));
  const ordered = [...seen, ...others.filter((caused) => !seen.includes(caused))];
  const listedFindings = ordered.slice(0, Math.max(FURTHER, seen.length));
  const rest = ordered.slice(listedFindings.length);
  return [
    ...heading(cause, width),
    ...hanging(
      [span("    ")],
      [span(brief(cause.message, 300)), ...(count === "" ? [] : [span(`   ${count}`, "dim")])],
      width,
    ),
    ...leads.flatMap((caused) => [...foundLines(cause, caused, width), ...proof(report, caused, width, verbose)]),
    ...listedFindings.flatMap((caused) => short(caused, width)),
    ...(rest.length > 0
      ? labelled(
          "",
          [
            span(
              `and ${amount(rest.length, "more finding")} of the same cause (${rulesOf(rest)}); --verbose prints them`,
              "dim",
            ),
          ],
          width,
        )
      : []),
    [],
  ];
}
