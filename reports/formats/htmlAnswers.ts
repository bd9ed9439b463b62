/** The agreed answers as the HTML templates take them. */
import { agreedCount, agreedRows } from "../answers/answers.js";
import type { Report } from "../model.js";
import { brief, readable } from "../visible.js";
import { anchor } from "./htmlProof.js";

/** What was agreed, and what became of it. */
export interface AgreedView {
  count: string;
  rows: {
    id: string;
    where: string;
    question: string;
    stated: string;
    seen: string;
    /** The verdict, or a dash when the check was not part of the run. */
    verdict: string;
    reason: string;
    /** Link to the check; null when it was not part of the run. */
    href: string | null;
  }[];
}

/** The agreed answers of a report; null when nothing was agreed. */
export function agreedView(report: Report): AgreedView | null {
  const count = agreedCount(report);
  if (count === null) return null;
  return {
    count,
    rows: agreedRows(report).map(({ id, where, question, stated, seen, check, verdict, reason }) => ({
      id: readable(id),
      where: brief(where, 300),
      question: brief(question, 400),
      stated: brief(stated, 1000),
      seen: brief(seen ?? "", 1000),
      verdict: verdict ?? "–",
      reason: brief(reason, 400),
      href: verdict === null ? null : `#${anchor("check", check)}`,
    })),
  };
}
