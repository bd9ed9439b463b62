/** Workflow commands of GitHub Actions: each cause becomes an annotation of the job. */
import { groupFindings } from "../facts/causes.js";
import { sentence } from "../facts/summary.js";
import type { Report } from "../model.js";
import { brief } from "../visible.js";

/** GitHub shows ten annotations of each kind per step. */
const MOST = 10;

/** A value of a command: line ends and separators are escaped as GitHub expects. */
function escaped(text: string, also = ""): string {
  return text.replace(/[%\r\n:,]/g, (character) =>
    "%\r\n".includes(character) || also.includes(character)
      ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
      : character,
  );
}

/** What later steps of a job can use, as lines of its output file. */
export function githubOutputs({ outcome, summary, baseline }: Report, reportFile: string): string {
  const { violation, warning } = summary;
  const outputs = { outcome, violations: violation, warnings: warning, drift: baseline?.drift.length ?? 0 };
  const lines = Object.entries({ ...outputs, report: reportFile }).map(([name, value]) => `${name}=${value}`);
  return `${lines.join("\n")}\n`;
}

/** One line for each of the first causes, and one with the outcome. */
export function githubAnnotations(report: Report): string {
  const lines = groupFindings(report)
    .slice(0, MOST - 1)
    .map(({ verdict, message, operations, where }) => {
      const title = `${verdict} · ${operations.join(", ")} · ${where}`;
      return `::${verdict === "violation" ? "error" : "warning"} title=${escaped(brief(title, 200), ":,")}::${escaped(brief(message, 500))}`;
    });
  return [...lines, `::notice title=${escaped(report.suite.name, ":,")}::${escaped(sentence(report))}`, ""].join("\n");
}
