/** The findings of a check as one plain text, for viewers that show a text for each test. */
import { withOwnNewIds } from "../facts/newIds.js";
import type { CheckResult } from "../model.js";
import { proofRows } from "../page/proof.js";
import { brief } from "../visible.js";

/** How many findings of one check are written out; a viewer shows them as one text. */
const FINDINGS = 20;
/** Characters of a command that is still written out; a longer one is in report.json. */
const COMMAND = 4000;

/** Each finding in a paragraph: what was sent, expected and seen, with its control, and how to send it again. */
export function proofText(check: CheckResult): string {
  const more = check.findings.length - FINDINGS;
  const texts = check.findings.slice(0, FINDINGS).map((finding) => {
    const rows = proofRows(null, { check, finding }, { message: finding.message, where: "" }).map(
      ({ label, line }) => `${label.padEnd(10)}${line.map(({ text }) => text).join("")}`,
    );
    const curl = finding.curl.length > COMMAND ? [] : [`curl      ${withOwnNewIds(finding.curl)}`];
    const head = `${finding.id}  ${brief(finding.message, 400)}`;
    return [head, ...rows, `replay    ${brief(finding.replay, 400)}`, ...curl].join("\n");
  });
  return [...texts, ...(more > 0 ? [`and ${more} more in report.json`] : [])].join("\n\n");
}
