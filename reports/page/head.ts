/** What is above the sections of a report: the outcome, what was judged, and all counts. */
import { agreedCount } from "../answers/answers.js";
import { showsConformity } from "../facts/judged.js";
import { runPhrases } from "../facts/run.js";
import { nothingNew, sentence, violationCount } from "../facts/summary.js";
import { type Line, type Span, span, type Tone } from "../formats/columns.js";
import type { Report } from "../model.js";
import { amount, brief, duration, grouped } from "../visible.js";

export type Head = ReturnType<typeof headOf>;

const HEADLINES: Readonly<Record<Report["outcome"], string>> = {
  conforms: "Conforms",
  violations: "Does not conform",
  incomplete: "Incomplete",
  error: "The suite failed",
};

function counts(report: Report): Line {
  const { summary, run, baseline } = report;
  const [stale, drift] = [baseline?.stale.length ?? 0, baseline?.drift.length ?? 0];
  const counted = (count: number, text: string, tone: Tone): Span[] => (count > 0 ? [span(text, tone)] : []);
  const agreed = agreedCount(report);
  return [
    span(violationCount(report), summary.violation > 0 ? "bad" : "good"),
    span(amount(summary.warning, "warning"), summary.warning > 0 ? "warn" : "plain"),
    ...counted(summary.known, `${grouped(summary.known)} known`, "accent"),
    ...counted(stale, `${grouped(stale)} stale`, "bad"),
    ...counted(drift, `${grouped(drift)} drifted`, "bad"),
    ...counted(summary.flaky, `${grouped(summary.flaky)} flaky`, "warn"),
    ...counted(summary.error, amount(summary.error, "suite error", "suite errors"), "bad"),
    ...(agreed === null ? [] : [span(agreed)]),
    span(`${amount(run.requests, "request")} in ${duration(run.durationMs)}`),
  ].flatMap((piece, index) => (index === 0 ? [piece] : [span(" · ", "dim"), piece]));
}

export function headOf(report: Report) {
  const { outcome, target, contract, run, suite } = report;
  const conforms = showsConformity(report);
  const unsettled = outcome === "conforms" || outcome === "incomplete";
  const tone: Tone = conforms ? "good" : unsettled ? "warn" : "bad";
  const address = target.kind === "sandbox" ? `${target.baseUrl} (embedded sandbox)` : target.baseUrl;
  return {
    headline: nothingNew(report) ?? (conforms || outcome !== "conforms" ? HEADLINES[outcome] : "No violation seen"),
    tone,
    sentence: brief(sentence(report), 1200),
    target: brief(address, 200),
    facts: [
      `${run.startedAt.slice(0, 16).replace("T", " ")} UTC`,
      ...runPhrases(run),
      `contract ${contract.version}`,
      `ppconform ${suite.version}`,
    ].map((fact) => brief(fact, 200)),
    counts: counts(report),
  };
}
