/** Writes what is kept of a run: the report in all formats, what to ask the provider, and what a run that is cut off leaves. */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { commandFor } from "../engine/replayRequest.js";
import { renderDraft } from "../reports/answers/draft.js";
import { type KeptFile, writeReports } from "../reports/files.js";
import { type CommandOf, renderQuestions } from "../reports/formats/questions.js";
import { REQUEST_FILE, REQUEST_FOLDER, requestFiles } from "../reports/formats/requestFiles.js";
import type { Report } from "../reports/model.js";
import { RESULTS_FILE } from "../reports/resultsFile.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { keptText } from "./earlierReport.js";
import { asTyped } from "./typed.js";

/**
 * Writes a report with all that follows from it, unless it judged nothing and the one that stands there did; nothing
 * unfinished is left then.
 * @returns why it was not written, or null
 * @throws ReportFolderError
 */
export async function writeFolder(
  written: Report,
  folder: string,
  more: readonly KeptFile[] = [],
): Promise<string | null> {
  const kept = await keptText(written, folder);
  if (kept === null) await writeFiles(written, folder, more);
  await rm(join(folder, RESULTS_FILE), { force: true });
  return kept;
}

async function writeFiles(written: Report, folder: string, more: readonly KeptFile[]): Promise<void> {
  const report = withTypedCommands(written);
  const { baseUrl } = report.target;
  const commandOf: CommandOf = ({ request }) => commandFor(request, baseUrl);
  const findings = join(folder, REQUEST_FOLDER);
  const earlier = await readdir(findings).catch(() => []);
  await Promise.all(earlier.filter((name) => REQUEST_FILE.test(name)).map((name) => rm(join(findings, name))));
  const kept = [...providerFiles(report, commandOf), ...requestFiles(report, commandOf), ...more];
  await writeReports(report, folder, kept);
}

/** The report with the commands of its findings as whoever called this one can type them. */
function withTypedCommands(report: Report): Report {
  const checks = report.checks.map((check) =>
    check.findings.length === 0
      ? check
      : { ...check, findings: check.findings.map((one) => ({ ...one, replay: asTyped(one.replay) })) },
  );
  return { ...report, checks };
}

/** What the document leaves open, for the provider: as questions, and as answers to be agreed on. */
function providerFiles(report: Report, commandOf: CommandOf): KeptFile[] {
  const questions = renderQuestions(report, { unknowns: UNKNOWNS, conflicts: CONFLICTS }, commandOf);
  return [
    { file: "questions.md", text: questions },
    { file: "answers.draft.yaml", text: renderDraft(report) },
  ];
}
