/** The file of answers of a run: answers that were agreed with the provider. Read and checked before anything is sent. */

import { FACT_UNKNOWNS } from "../discovery/agreedFacts.js";
import { agreedFacts, shortAnswerMend } from "../discovery/shortAnswers.js";
import { type AgreedAnswers, ANSWERABLE_IDS, agreedChecks } from "../engine/answers/checks.js";
import type { CheckDefinition } from "../engine/model.js";
import { UsageError } from "../engine/settings/usageError.js";
import { type AnswersFile, parseAnswers } from "../reports/answers/file.js";
import { quoted } from "../reports/userFile.js";
import { CHECKS } from "../suites/suites.js";
import { asUsage, suggestion, userFileText } from "./userFile.js";

/**
 * Resolves the names of a file of answers.
 * @throws UsageError for an id that no observation and no conflict has, and for an answer that no run could give
 */
function resolveAnswers(file: AnswersFile): AgreedAnswers {
  for (const answer of file.agreed) {
    const { id } = answer;
    if (!ANSWERABLE_IDS.includes(id))
      throw new UsageError(
        `${quoted(file.path, answer)}: no observation or conflict is called ${id}${suggestion(id, ANSWERABLE_IDS)}. Correct the id, or remove the entry.`,
      );
    const mend = shortAnswerMend(answer);
    if (mend === null) continue;
    throw new UsageError(
      `${quoted(file.path, answer)}: no run can answer with "${answer.stated.texts.join(", ")}". ${mend}`,
    );
  }
  return { file: file.path, agreed: file.agreed };
}

/** A version that is given twice must be the same. @throws UsageError */
function compareVersions(agreedAnswers: AgreedAnswers, apiVersion: string | undefined): void {
  const { recipientVersion } = agreedFacts(agreedAnswers.agreed);
  const stated = agreedAnswers.agreed.find(({ id }) => id === FACT_UNKNOWNS.recipientVersion);
  if (apiVersion === undefined || stated === undefined || recipientVersion === undefined) return;
  if (recipientVersion === apiVersion) return;
  throw new UsageError(
    `${quoted(agreedAnswers.file, stated)}: recipient creation is agreed to take ${recipientVersion ?? "no version"}, and --api-version says ${apiVersion}. Leave one of the two out.`,
  );
}

/**
 * Reads the file that --answers names; null when it is not given.
 * @param apiVersion what --api-version says
 * @throws UsageError for a file that is not there, cannot be read or is no file of answers
 */
export function chooseAnswers(path: string | undefined, apiVersion?: string): AgreedAnswers | null {
  if (path === undefined) return null;
  if (path === "") throw new UsageError("--answers is empty. Name a file, like answers.yaml.");
  const text = userFileText(path, "file of answers", {
    missing: "Correct --answers, or write one: see docs/answers.md.",
    unreadable: "Correct --answers.",
  });
  const agreedAnswers = asUsage(() => resolveAnswers(parseAnswers(text, path)));
  compareVersions(agreedAnswers, apiVersion);
  return agreedAnswers;
}

/** All checks of a run: those of the document, those of a user's own, and those of the agreed answers. */
export function checksWith(
  agreedAnswers: AgreedAnswers | null,
  own: readonly CheckDefinition[] = [],
): readonly CheckDefinition[] {
  return [...CHECKS, ...own, ...agreedChecks(agreedAnswers).map(({ definition }) => definition)];
}
