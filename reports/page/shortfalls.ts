/** What limits a report, as tables: outages, where it and its baseline disagree, what was not judged, and what its plan does not count. */
import { distinct } from "../../schemas/groups.js";
import { baselineRemarks } from "../across/remarks.js";
import { besideFailing, besideTitle, notJudged } from "../facts/judged.js";
import { outageTexts } from "../facts/run.js";
import { span } from "../formats/columns.js";
import type { Report } from "../model.js";
import { amount, grouped } from "../visible.js";
import { type Block, type Printer, type Room, say } from "./blocks.js";
import { cell, dim, folded, table } from "./tables.js";

/** How many reasons why rules were not judged, and how many outages, the end of a run names. */
const NAMED = 5;
export function outages({ run }: Report, _: Room, printer: Printer): Block[] {
  const texts = outageTexts(run);
  const shown = printer === "terminal" ? texts.slice(0, NAMED) : texts;
  const more = texts.length - shown.length;
  return table(
    ["When the target gave no answer"],
    [...shown, ...(more > 0 ? [`and ${grouped(more)} more`] : [])].map((text) => ({
      cells: [cell([say(text, "warn")])],
    })),
  );
}

export function baseline({ baseline: held }: Report): Block[] {
  const remarks = held === undefined ? [] : baselineRemarks(held);
  return table(
    ["Kind", "What"],
    remarks.map(({ kind, fails, text }) => ({
      cells: [cell([say(kind, fails ? "bad" : "dim")]), cell([say(text, "plain", 1000)])],
    })),
  );
}

/** The rules that were not judged, by reason. What no request can test is one row unless everything is shown. */
export function unjudged(report: Report, _: Room, printer: Printer): Block[] {
  const all = notJudged(report);
  const untestable = printer === "terminal" ? all.filter(({ why }) => why === "cannot-be") : [];
  const reasons = all.filter((each) => !untestable.includes(each));
  const shown = printer === "terminal" ? reasons.slice(0, NAMED) : reasons;
  const more = reasons.length - shown.length;
  const total = untestable.reduce((sum, { count }) => sum + count, 0);
  return table(
    ["Rules", "Why", "Where"],
    [
      ...shown.map(({ count, reason, places, ids }) => ({
        operations: distinct(ids.map((id) => id.split(/[./]/)[0] ?? "")).join(" "),
        cells: [
          cell(dim(grouped(count))),
          folded([[say(reason)]], [{ kind: "lines", label: "Which rules", lines: ids.map((id) => [say(id, "code")]) }]),
          cell(dim(places)),
        ],
      })),
      ...(total === 0
        ? []
        : [{ cells: [cell(dim(grouped(total))), cell([span("untestable by any request (see report)")])] }]),
      ...(more > 0 ? [{ cells: [cell(dim("")), cell(dim(`and ${amount(more, "more reason")} (see report)`))] }] : []),
    ],
  );
}

/** Checks outside the plan: what they found, in full where everything is shown. */
export function beside(report: Report, _: Room, printer: Printer): Block[] {
  if (report.plan === undefined || report.plan.beside.length === 0) return [];
  const { beside: all } = report.plan;
  const shown = printer === "terminal" ? besideFailing(report) : all;
  const found = besideFailing(report).length;
  const text = `${besideTitle(report.plan)}: ${amount(all.length, "check")}, ${found === 0 ? "none" : grouped(found)} of which found something`;
  return [
    { kind: "text", line: [say(text)] },
    ...table(
      ["Verdict", "Check", "What"],
      shown.map(({ id, verdict, title, reason, findings: [first] }) => ({
        cells: [
          cell([span(verdict, "badge")]),
          cell([say(id, "code")], dim(title)),
          cell([say(first?.message ?? reason ?? "")]),
        ],
      })),
    ),
  ];
}
