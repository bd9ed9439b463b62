/** Writes what is kept of a run: the report in all formats, what to ask the provider, and what an interrupted run leaves. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { commandFor } from "../engine/send/replayRequest.js";
import { renderDraft } from "../reports/answers/draft.js";
import { isJudged, isPart } from "../reports/facts/judged.js";
import { type KeptFile, type OtherFiles, writeReports } from "../reports/files.js";
import { renderBadgeJson, renderBadgeSvg } from "../reports/formats/badge.js";
import { REPORT_FILE, REPORT_NAMES, type ReportName } from "../reports/formats/formats.js";
import { renderQuestions } from "../reports/formats/questions.js";
import { type CommandOf, REQUEST_FILE, REQUEST_FOLDER, requestFiles } from "../reports/formats/requestFiles.js";
import type { Report } from "../reports/model.js";
import { RESULTS_FILE } from "../reports/resultsFile.js";
import { ReportError, readReport } from "../reports/validate.js";
import { amount } from "../reports/visible.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { OPEN_POINTS } from "../schemas/ledger/openPoints.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { asTyped } from "./typed.js";

/**
 * Writes a report with all that follows from it, unless it judged nothing and the existing one did; then nothing
 * unfinished is left.
 * @param names what is written. Default: everything
 * @param others what happens to the rest: left only where it belongs to the same report
 * @returns why it was not written, or null
 * @throws ReportFolderError
 */
export async function writeFolder(
  written: Report,
  folder: string,
  more: readonly KeptFile[] = [],
  names: readonly ReportName[] = REPORT_NAMES,
  others: OtherFiles = "removed",
): Promise<string | null> {
  const kept = await keptText(written, folder);
  if (kept === null) await writeFiles(written, folder, more, names, others);
  await rm(join(folder, RESULTS_FILE), { force: true });
  return kept;
}

async function writeFiles(
  written: Report,
  folder: string,
  more: readonly KeptFile[],
  names: readonly ReportName[],
  others: OtherFiles,
): Promise<void> {
  const report = withTypedCommands(written);
  const { baseUrl } = report.target;
  const commandOf: CommandOf = ({ request }) => commandFor(request, baseUrl);
  const badges = [
    { file: "badge.json", text: renderBadgeJson(report) },
    { file: "badge.svg", text: renderBadgeSvg(report) },
  ];
  const asked = (name: ReportName, files: readonly KeptFile[]): readonly KeptFile[] =>
    names.includes(name) ? files : [];
  const kept = [
    ...asked("questions", providerFiles(report)),
    ...asked("findings", requestFiles(report, commandOf)),
    ...asked("badge", badges),
  ];
  // Files of an earlier report would look like this one's. A folder in which nothing can be removed cannot be written to
  // either.
  const earlier =
    others === "left" ? [] : [...PROVIDER_FILES, "badge.json", "badge.svg", ...(await findingFiles(folder))];
  const gone = earlier.filter((name) => kept.every(({ file }) => file !== name));
  for (const file of gone) await rm(join(folder, file), { force: true }).catch(() => undefined);
  await writeReports(report, folder, [...kept, ...more], names, others);
}

/** The files of findings in a folder. */
async function findingFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, REQUEST_FOLDER)).catch(() => []);
  return names.filter((name) => REQUEST_FILE.test(name)).map((name) => `${REQUEST_FOLDER}/${name}`);
}

/** The report with the commands of its findings as the user can type them. */
export function withTypedCommands(report: Report): Report {
  const checks = report.checks.map((check) =>
    check.findings.length === 0
      ? check
      : { ...check, findings: check.findings.map((one) => ({ ...one, replay: asTyped(one.replay) })) },
  );
  return { ...report, checks };
}

const PROVIDER_FILES = ["questions.md", "answers.draft.yaml"] as const;

/** What the document leaves open, for the provider: as questions, and as answers to be agreed on. */
function providerFiles(report: Report): KeptFile[] {
  const questions = renderQuestions(report, { unknowns: UNKNOWNS, conflicts: CONFLICTS });
  return [
    { file: PROVIDER_FILES[0], text: questions },
    { file: PROVIDER_FILES[1], text: renderDraft(report, OPEN_POINTS) },
  ];
}

/**
 * The report that is already in a folder: a failed start leaves it alone, and a partial report goes next to that of a
 * full run.
 */

/** The report in a folder, if it judged anything; null where there is none. */
async function earlierReport(folder: string): Promise<Report | null> {
  try {
    const report = await readReport(join(folder, REPORT_FILE));
    return report.checks.some(isJudged) ? report : null;
  } catch (error) {
    if (error instanceof ReportError) return null;
    throw error;
  }
}

/** `of 2026-11-23 10:15 UTC (12 violations)` */
function whichText({ run: { startedAt }, summary: { violation } }: Report): string {
  return `of ${startedAt.slice(0, 16).replace("T", " ")} UTC (${amount(violation, "violation")})`;
}

/** Why a report is not written into a folder: it judged nothing, and the existing one did. Null where it is written. */
async function keptText(report: Report, folder: string): Promise<string | null> {
  const earlier = report.checks.some(isJudged) ? null : await earlierReport(folder);
  return earlier === null ? null : `The report ${whichText(earlier)} stays in ${folder}: this run judged nothing.`;
}

/**
 * Where the report of a partial run goes: into a separate folder, where the usual one has the report of a full run. `text` is
 * what to say about it.
 * @param isNamed whether the user named the folder: then it is replaced, with a message
 */
export async function partFolder(folder: string, isNamed: boolean): Promise<{ folder: string; text: string | null }> {
  const earlier = await earlierReport(folder);
  if (earlier === null || isPart(earlier)) return { folder, text: null };
  const held = `the report of the whole run ${whichText(earlier)}`;
  if (isNamed) return { folder, text: `The report of this part replaces ${held} in ${folder}.` };
  const own = join(folder, "part");
  return { folder: own, text: `The report of this part goes to ${own}: ${folder} holds ${held}.` };
}
