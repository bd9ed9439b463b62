/** What failed, as Vitest shows it: what was expected and seen as a diff, with the proof. */

import { DEFAULTS } from "../engine/runOptions.js";
import { TargetError } from "../engine/send/reachability.js";
import { UsageError } from "../engine/settings/usageError.js";
import { documentPlace, levelText } from "../reports/facts/statedAt.js";
import { findingText, labelled, proofText } from "../reports/formats/proofText.js";
import type { CheckResult, Finding, Report } from "../reports/model.js";
import { brief } from "../reports/visible.js";
import { shellWord } from "../schemas/shell.js";

/** An error that points at a check, not at a line of this package. @param difference what Vitest shows as a diff */
export function failureOf(
  name: string,
  text: string,
  difference: Pick<Partial<Finding>, "expected" | "actual"> = {},
): Error {
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

/** What a command needs to send a check of this run again. */
interface Repeating {
  /** As `--base-url` takes it. */
  readonly address: string;
  /** Undefined where the report has no folder of its own. */
  readonly reportDir: string | undefined;
  readonly run: Pick<Report["run"], "profile" | "seed"> | undefined;
}

function againCommand({ id }: CheckResult, { address, run }: Repeating): string {
  const profile = run === undefined ? "" : ` --profile ${run.profile}`;
  const seed = run === undefined || run.seed === DEFAULTS.seed ? "" : ` --seed ${run.seed}`;
  return `npx --no-install ppconform run --check ${shellWord(id)} --base-url ${shellWord(address)}${profile}${seed}`;
}

/** What failed: each finding with what was sent, expected and seen, its control, and the command that repeats it. */
export function proofOf(check: CheckResult, repeating: Repeating): string {
  // Without a folder of this file's own, a number would be that of another finding in the folder of all files.
  const again = againCommand(check, repeating);
  const isOwn = repeating.reportDir !== undefined;
  const findings = isOwn ? check.findings : check.findings.map((one) => ({ ...one, id: check.id, replay: again }));
  const [first, ...others] = findings;
  const what = first === undefined || others.length > 0 ? check.title : brief(first.message, 400);
  const isSingle = first !== undefined && others.length === 0;
  const proof = isSingle ? findingText(check, first) : proofText({ ...check, findings });
  const reason = check.reason === undefined ? [] : [check.reason];
  const place = `${levelText(check)} · section ${documentPlace(check)}`;
  const explain = labelled("explain", `npx --no-install ppconform explain ${shellWord(check.id)}`);
  return [what, ...reason, place, "", ...(proof === "" ? [] : [proof]), explain].join("\n");
}

/** The error of a check that fails. @param more what else to say about it */
export function checkFailure(check: CheckResult, repeating: Repeating, more = ""): Error {
  const { expected, actual }: Partial<Finding> = check.findings[0] ?? {};
  return failureOf(check.id, `${proofOf(check, repeating)}${more}`, { expected, actual });
}
