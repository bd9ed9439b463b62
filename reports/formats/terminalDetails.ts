/** What a verbose terminal shows beside the findings: every observation, conflict and measured limit in full. */
import { differs, documentedText, limitName, measuredText, orderedLimits } from "../facts/limits.js";
import { bySection } from "../facts/summary.js";
import type { Limit, Report } from "../model.js";
import { brief } from "../visible.js";
import { hanging, heading, type Line, span } from "./columns.js";

/** Observations in full. */
function observations(report: Report, width: number): Line[] {
  if (report.observations.length === 0) return [];
  const sorted = [...report.observations].sort((left, right) => bySection(left.section, right.section));
  const column = Math.max(...sorted.map(({ section }) => section.length));
  return [
    ...heading("Observations", width, "what the deployment does where the document is silent"),
    ...sorted.flatMap(({ section, operation, question, answer }, index) => {
      const first = section !== sorted[index - 1]?.section;
      const prefix = span(`    ${(first ? section : "").padEnd(column)}  `, "dim");
      const subject = operation === null ? [] : [span(`${operation}  `, "dim")];
      return hanging(
        [prefix],
        [...subject, span(`${brief(question, 400)}  `), span(brief(answer, 4000), "accent")],
        width,
      );
    }),
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

/** All measured limits, those that differ from the document first. */
function limits(report: Report, width: number): Line[] {
  if (report.limits.length === 0) return [];
  return [
    ...heading("Measured limits", width, "documented and measured"),
    ...orderedLimits(report).flatMap((limit) => limitLine(limit, width)),
    [],
  ];
}

/** Everything that is known beside findings, in full. */
export function detailLines(report: Report, width: number): Line[] {
  return [...observations(report, width), ...conflicts(report, width), ...limits(report, width)];
}
