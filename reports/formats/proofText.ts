/** The findings of a check as one plain text, for viewers that show a text for each test. */
import { answered, controlValue, proofSteps, requestLine, sentValue } from "../facts/proof.js";
import type { CheckResult, Finding } from "../model.js";
import { brief } from "../visible.js";

/** Findings of one check that are written out; a viewer shows them as one text. */
const FINDINGS = 20;
/** Characters of a command that is still written out; a longer one is in report.json. */
const CURL_LIMIT = 4000;

function proof(finding: Finding): string {
  const sent = sentValue(finding);
  const control = controlValue(finding);
  const steps = proofSteps(finding);
  return [
    `${finding.id}  ${brief(finding.message, 400)}`,
    ...(steps.length > 0
      ? steps.map(
          ({ number, line, changes, answer }) =>
            `${`step ${number}`.padEnd(10)}${brief(line, 200)}${changes === "" ? "" : ` with ${brief(changes, 300)}`}: ${answer}`,
        )
      : [`sent      ${sent.place}${sent.joint}${sent.value}${sent.size === null ? "" : ` (${sent.size})`}`]),
    `expected  ${brief(finding.expected, 400)}`,
    `actual    ${brief(finding.actual, 400)}`,
    ...(finding.control === null || finding.edit === null
      ? []
      : [`control   ${control?.value ?? requestLine(finding.control.request)}: ${answered(finding.control)}`]),
    `again     ${brief(finding.replay, 400)}`,
    ...(finding.curl.length > CURL_LIMIT ? [] : [`curl      ${finding.curl}`]),
  ].join("\n");
}

/** Each finding in a paragraph: what was sent, expected and seen, beside its control, and how to send it again. */
export function proofText(check: CheckResult): string {
  const more = check.findings.length - FINDINGS;
  return [
    ...check.findings.slice(0, FINDINGS).map(proof),
    ...(more > 0 ? [`and ${more} more in report.json`] : []),
  ].join("\n\n");
}
