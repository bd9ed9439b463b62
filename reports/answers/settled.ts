/** What the document's contradictions leave open in a report, and what is settled: agreed with the provider, or attested. */
import type { ConflictStatement } from "../../schemas/ledger/unknown.js";
import { isJudged } from "../facts/judged.js";
import type { OpenQuestion, Report } from "../model.js";

type Contradiction = Pick<ConflictStatement, "id" | "section" | "question" | "documented" | "shownBy" | "isRemark">;
type Seen = Pick<Report, "checks" | "conflicts" | "deployment">;

/** Ids of what was agreed or attested. */
export function settledIds({ deployment }: Pick<Report, "deployment">): ReadonlySet<string> {
  return new Set([...(deployment?.agreed ?? []), ...(deployment?.attested ?? [])].map(({ id }) => id));
}

/** The contradictions that nobody settled, whatever was judged: even when a run conforms, they stay open. */
export function openQuestions(conflicts: readonly Contradiction[], seen: Seen): OpenQuestion[] {
  const settled = settledIds(seen);
  const judged = new Set(seen.checks.filter(isJudged).map(({ operation }) => operation));
  return conflicts
    .filter(({ id, isRemark, shownBy }) => isRemark === undefined && judged.has(shownBy) && !settled.has(id))
    .map(({ id, section, question, documented }) => ({
      id,
      section,
      question,
      documented: [...documented],
      answer: seen.conflicts.find((conflict) => conflict.id === id)?.answer ?? null,
    }));
}

/** What `--require-answers` requires and the run lacks; empty when nothing is missing. */
export function unsettledText({ openQuestions: open = [] }: Report): string {
  if (open.length === 0) return "";
  return [
    "--require-answers is not met. Ask the provider, and write what it answers into a file of answers (--answers):",
    ...open.map(({ id, section, question }) => `  ${id}   section ${section}: ${question}`),
  ].join("\n");
}
