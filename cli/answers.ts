/** The file of answers of a run: answers that were agreed with the provider. Read and checked before anything is sent. */

import { type Agreement, agreedPoints, POINT_IDS } from "../engine/answers/checks.js";
import { shortAnswerMend, statedFacts } from "../engine/answers/shortAnswers.js";
import type { CheckDefinition } from "../engine/model.js";
import { FACT_POINTS } from "../engine/preflight/statedFacts.js";
import { UsageError } from "../engine/settings/usageError.js";
import { type AnswersFile, parseAnswers } from "../reports/answers/file.js";
import { quoted } from "../reports/userFile.js";
import { CHECKS } from "../suites/suites.js";
import { asUsage, suggestion, userFileText } from "./userFile.js";

/**
 * Resolves the names of a file of answers.
 * @throws UsageError for an id that no observation and no conflict has, and for an answer that no run could give
 */
export function resolveAnswers(file: AnswersFile): Agreement {
  for (const answer of file.agreed) {
    const { id } = answer;
    if (!POINT_IDS.includes(id))
      throw new UsageError(
        `${quoted(file.path, answer)}: no observation or conflict is called ${id}${suggestion(id, POINT_IDS)}. Correct the id, or remove the entry.`,
      );
    const mend = shortAnswerMend(answer);
    if (mend === null) continue;
    throw new UsageError(
      `${quoted(file.path, answer)}: no run can answer with «${answer.stated.texts.join(", ")}». ${mend}`,
    );
  }
  return { file: file.path, agreed: file.agreed };
}

/** A version that is given twice must be the same. @throws UsageError */
function agreeOnVersion(agreement: Agreement, apiVersion: string | undefined): void {
  const { recipientVersion } = statedFacts(agreement.agreed);
  const stated = agreement.agreed.find(({ id }) => id === FACT_POINTS.recipientVersion);
  if (apiVersion === undefined || stated === undefined || recipientVersion === undefined) return;
  if (recipientVersion === apiVersion) return;
  throw new UsageError(
    `${quoted(agreement.file, stated)}: recipient creation is agreed to take ${recipientVersion ?? "no version"}, and --api-version says ${apiVersion}. Leave one of the two out.`,
  );
}

/**
 * Reads the file that --answers names; null when it is not given.
 * @param apiVersion what --api-version says
 * @throws UsageError for a file that is not there, cannot be read or is no file of answers
 */
export function chooseAnswers(path: string | undefined, apiVersion?: string): Agreement | null {
  if (path === undefined) return null;
  if (path === "") throw new UsageError("--answers is empty. Name a file, like answers.yaml.");
  const text = userFileText(path, "file of answers", {
    missing: "Correct --answers, or write one: see docs/answers.md.",
    unreadable: "Correct --answers.",
  });
  const agreement = asUsage(() => resolveAnswers(parseAnswers(text, path)));
  agreeOnVersion(agreement, apiVersion);
  return agreement;
}

/** All checks of a run with an agreement: those of the document, then those of the agreed answers. */
export function checksWith(agreement: Agreement | null): readonly CheckDefinition[] {
  return [...CHECKS, ...agreedPoints(agreement).map(({ definition }) => definition)];
}
