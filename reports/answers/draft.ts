/** A file of answers to begin with: every answer that a run saw and that is not agreed yet. */
import { Document, isMap, isSeq } from "yaml";
import { bySection, targetName } from "../facts/summary.js";
import type { Report } from "../model.js";
import { amount, readable } from "../visible.js";

function header(report: Report, seen: number, agreed: number): string {
  const { target, run, deployment } = report;
  const name = target.kind === "sandbox" ? targetName(report) : readable(target.baseUrl);
  const already =
    deployment === undefined || agreed === 0
      ? ""
      : `\n ${amount(agreed, "answer")} agreed in ${readable(deployment.file)} already: not repeated here.`;
  return ` A draft for ppconform run --answers: ${amount(seen, "answer")} of ${name}, seen on ${run.startedAt.slice(0, 10)}.
 Nothing here is agreed. Keep what the provider confirms, delete the rest; then each entry is judged like a rule.
 Instead of the whole answer an entry may have contains: (texts in it) or only: (all values it may have).${already}`;
}

/** The draft as YAML. */
export function renderDraft(report: Report): string {
  const agreed = new Set(report.deployment?.agreed.map(({ id }) => id));
  const seen = [...report.observations, ...report.conflicts].filter(({ value }) => value !== null);
  const points = seen.filter(({ id }) => !agreed.has(id)).sort((left, right) => bySection(left.section, right.section));
  const document = new Document({ agreed: points.map(({ id, answer }) => ({ id, answer })) });
  document.commentBefore = header(report, points.length, seen.length - points.length);
  const list = document.get("agreed");
  if (isSeq(list)) {
    for (const [index, entry] of list.items.entries()) {
      const point = points[index];
      if (isMap(entry) && point !== undefined) entry.commentBefore = ` ${point.section}  ${readable(point.question)}`;
    }
  }
  return document.toString({ lineWidth: 0 });
}
