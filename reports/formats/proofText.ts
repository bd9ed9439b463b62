/** The findings of a check as one plain text, for viewers that show a text for each test. */
import { withOwnNewIds } from "../facts/newIds.js";
import type { CheckResult, Finding } from "../model.js";
import { proofRows } from "../page/proof.js";
import { brief } from "../visible.js";

/** How many findings of one check are written out; a viewer shows them as one text. */
const FINDINGS = 20;
/** Characters of a command that is still written out; a longer one is in report.json. */
const COMMAND = 4000;

/** How wide the labels are. */
const LABEL = 10;

/** One line of a proof, or several: those that follow are below the first. */
export function labelled(label: string, text: string): string {
  return `${label.padEnd(LABEL)}${text.replaceAll("\n", `\n${" ".repeat(LABEL)}`)}`;
}

/** What was sent, expected and seen, with its control, and how to send it again. */
export function findingText(check: CheckResult, finding: Finding): string {
  const rows = proofRows(null, { check, finding }, { message: finding.message, where: "" }).map(
    ({ label, line }) => `${label.padEnd(LABEL)}${line.map(({ text }) => text).join("")}`,
  );
  const command = withOwnNewIds(finding.curl);
  const curl = finding.curl.length > COMMAND ? [] : [labelled("curl", command)];
  return [...rows, labelled("replay", brief(finding.replay, 400)), ...curl].join("\n");
}

/** Each finding in a paragraph. */
export function proofText(check: CheckResult): string {
  const more = check.findings.length - FINDINGS;
  const texts = check.findings
    .slice(0, FINDINGS)
    .map((finding) => `${finding.id}  ${brief(finding.message, 400)}\n${findingText(check, finding)}`);
  return [...texts, ...(more > 0 ? [`and ${more} more in report.json`] : [])].join("\n\n");
}
