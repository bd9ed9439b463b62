/** A file of answers to start from: every answer that a run saw and that is not agreed yet. */
import { Document, isMap, isSeq, Scalar } from "yaml";
import { type OpenPoint, rankOf } from "../../schemas/ledger/unknown.js";
import { hasUnseen, unseenEscaped } from "../../schemas/unseen.js";
import { bySection } from "../facts/statedAt.js";
import { targetName } from "../facts/summary.js";
import type { Report } from "../model.js";
import { amount, readable } from "../visible.js";
import { settledIds } from "./settled.js";

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

/** An answer with all its characters visible: only double quotes allow escapes. */
function scalarOf(answer: string): Scalar {
  const scalar = new Scalar(answer);
  if (hasUnseen(answer)) scalar.type = "QUOTE_DOUBLE";
  return scalar;
}

/**
 * The draft as YAML, in the order of the questions; what hardly anybody needs is left out. @param points what the
 * contract leaves open
 */
export function renderDraft(report: Report, points: ReadonlyMap<string, OpenPoint>): string {
  const agreed = settledIds(report);
  const seen = [...report.observations, ...report.conflicts].filter(({ value }) => value !== null);
  const open = seen.filter(({ id }) => !agreed.has(id));
  const asked = open
    .filter(({ id }) => points.get(id)?.importance !== "trivia")
    .sort(
      (left, right) =>
        rankOf(points.get(left.id)) - rankOf(points.get(right.id)) || bySection(left.section, right.section),
    );
  const document = new Document({ agreed: asked.map(({ id, answer }) => ({ id, answer: scalarOf(answer) })) });
  document.commentBefore = header(report, asked.length, seen.length - open.length);
  const list = document.get("agreed");
  if (isSeq(list)) {
    for (const [index, entry] of list.items.entries()) {
      const about = asked[index];
      if (isMap(entry) && about !== undefined)
        entry.commentBefore = ` section ${about.section}: ${readable(about.question)}`;
    }
  }
  return unseenEscaped(document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }));
}
