/** The file of answers of a run: answers that were agreed with the provider. Read and checked before anything is sent. */

import { agreedFacts, shortAnswerMend, unknownOf } from "../discovery/agreedFacts.js";
import { type AgreedAnswers, agreedChecks } from "../engine/answers/checks.js";
import type { CheckDefinition } from "../engine/model.js";
import { UsageError } from "../engine/settings/usageError.js";
import { type AnswersFile, type AttestedLine, parseAnswers } from "../reports/answers/file.js";
import { digestOf } from "../reports/digest.js";
import { quoted } from "../reports/userFile.js";
import { OPEN_POINTS } from "../schemas/ledger/openPoints.js";
import { RULES } from "../schemas/ledger/rules.js";
import { WITHOUT } from "../schemas/operation.js";
import { EACH } from "../suites/eachVersion.js";
import { CHECKS } from "../suites/suites.js";
import { asUsage, suggestion, userFileText } from "./userFile.js";

/**
 * Resolves the names of a file of answers.
 * @throws UsageError for an id of neither an observation nor a conflict, and for an answer that no run could give
 */
function resolveAnswers(file: AnswersFile): AgreedAnswers {
  for (const answer of file.agreed) {
    const { id } = answer;
    if (!OPEN_POINTS.has(id))
      throw new UsageError(
        `${quoted(file.path, answer)}: no observation or conflict is called ${id}${suggestion(id, [...OPEN_POINTS.keys()])}. Correct the id, or remove the entry.`,
      );
    const fix = shortAnswerMend(answer);
    if (fix === null) continue;
    throw new UsageError(
      `${quoted(file.path, answer)}: no run can answer with "${answer.stated.texts.join(", ")}". ${fix}`,
    );
  }
  const attested = file.attested.map((line) => ({ ...line, statement: attestable(file.path, line, file.agreed) }));
  return { file: file.path, agreed: file.agreed, ...(attested.length === 0 ? {} : { attested }) };
}

/**
 * What an attested statement says.
 * @throws UsageError for one that a run shows, that is also agreed, or that does not exist
 */
function attestable(path: string, line: AttestedLine, agreed: AnswersFile["agreed"]): string {
  const { id, answer } = line;
  const rule = RULES.find((known) => known.id === id);
  const text = rule?.text ?? OPEN_POINTS.get(id)?.question;
  const refusal = (why: string): UsageError => new UsageError(`${quoted(path, line)}: ${why}`);
  if (text === undefined)
    throw refusal(`no statement is called ${id}${suggestion(id, ATTESTABLE)}. Correct the id, or remove the entry.`);
  if (!ATTESTABLE.includes(id))
    throw refusal(
      rule !== undefined
        ? `a run judges ${id}, so it cannot be attested. Remove the entry.`
        : `a run shows ${id}, so it cannot be attested. State it under "agreed:", and it is judged.`,
    );
  if (agreed.some((one) => one.id === id)) throw refusal(`${id} is agreed as well. Keep one of the two.`);
  if (rule === undefined && answer === null) throw refusal(`the entry has no answer. Add "answer: …".`);
  return text;
}

/** Statements that no request can show, by id. */
const ATTESTABLE: readonly string[] = [...RULES, ...OPEN_POINTS.values()]
  .filter((statement) => ["unjudged", "unanswerable", "unasked"].some((reason) => reason in statement))
  .map(({ id }) => id);

/** A version that is given twice must be the same. @throws UsageError */
function compareVersions(agreedAnswers: AgreedAnswers, apiVersion: string | undefined): void {
  const { recipientVersion } = agreedFacts(agreedAnswers.agreed);
  const stated = agreedAnswers.agreed.find(({ id }) => id === unknownOf("recipientVersion"));
  if (apiVersion === undefined || stated === undefined || recipientVersion === undefined) return;
  if (apiVersion === EACH || (recipientVersion ?? WITHOUT) === apiVersion) return;
  throw new UsageError(
    `${quoted(agreedAnswers.file, stated)}: recipient creation is agreed to take ${recipientVersion ?? "no version"}, and --api-version says ${apiVersion}. Leave one of the two out.`,
  );
}

/**
 * Reads the file that --answers names; null when it is not given.
 * @param apiVersion what --api-version says
 * @throws UsageError for a file that is not there, cannot be read or is not a file of answers
 */
export function chooseAnswers(path: string | undefined, apiVersion?: string): AgreedAnswers | null {
  if (path === undefined) return null;
  if (path === "") throw new UsageError("--answers is empty. Name a file, like answers.yaml.");
  const text = userFileText(path, "file of answers", {
    missing: "Correct --answers, or write one: see docs/answers.md.",
    unreadable: "Correct --answers.",
  });
  const agreedAnswers = { ...asUsage(() => resolveAnswers(parseAnswers(text, path))), digest: digestOf(text) };
  compareVersions(agreedAnswers, apiVersion);
  return agreedAnswers;
}

/** The checks of agreed answers. */
export function checksOfAnswers(agreedAnswers: AgreedAnswers | null): CheckDefinition[] {
  return agreedChecks([...OPEN_POINTS.values()], agreedAnswers).map(({ definition }) => definition);
}

/** All checks of a run: those of the document, the user's own, and those of the agreed answers. */
export function checksWith(
  agreedAnswers: AgreedAnswers | null,
  own: readonly CheckDefinition[] = [],
): readonly CheckDefinition[] {
  return [...CHECKS, ...own, ...checksOfAnswers(agreedAnswers)];
}
