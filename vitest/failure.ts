/** What failed, as Vitest shows it: what was expected and seen as a diff, with the proof. */
import { TargetError } from "../engine/send/reachability.js";
import { UsageError } from "../engine/settings/usageError.js";
import { documentPlace, levelText } from "../reports/facts/statedAt.js";
import { proofText } from "../reports/formats/proofText.js";
import type { CheckResult } from "../reports/model.js";
import { shellWord } from "../schemas/shell.js";

/** What Vitest shows as a diff. */
interface Difference {
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/** An error that points at a check, not at a line of this package. */
export function failureOf(name: string, text: string, difference: Difference = {}): Error {
  const error = Object.assign(new Error(text), difference);
  error.name = name;
  error.stack = `${name}: ${text}`;
  return error;
}

/** Does something with the user's input; an error in it, or in the target, does not point at a line of this package either. */
export async function asFailure<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTold = error instanceof UsageError || error instanceof TargetError;
    throw isTold ? failureOf(name, error.message) : error;
  }
}

/** What failed: each finding with what was sent, expected and seen, its control, and the command that repeats it. */
export function proofOf(check: CheckResult, address: string, reportDir: string | undefined): string {
  const again = `npx --no-install ppconform run --check ${shellWord(check.id)} --base-url ${shellWord(address)}`;
  // Without a folder of this file's own, a number would be that of another finding in the folder of all files.
  const findings =
    reportDir === undefined ? check.findings.map((one) => ({ ...one, id: check.id, replay: again })) : check.findings;
  const proof = proofText({ ...check, findings });
  return `${check.reason ?? check.title} (${levelText(check)}; section ${documentPlace(check)})\n\n${proof}\n\nwhat it is about: npx --no-install ppconform explain ${shellWord(check.id)}`;
}

/** The error of a check that fails. @param more what else to say about it */
export function checkFailure(check: CheckResult, address: string, reportDir: string | undefined, more = ""): Error {
  const [first] = check.findings;
  return failureOf(check.id, `${proofOf(check, address, reportDir)}${more}`, {
    expected: first?.expected,
    actual: first?.actual,
  });
}
