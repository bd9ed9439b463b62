/** The report folder of a command, and the results that it prints. */
import { existsSync } from "node:fs";
import { appendFile, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve } from "node:path";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { withTypedCommands } from "../library/writing.js";
import { unsettledText } from "../reports/answers/settled.js";
import type { EndingPolicy } from "../reports/facts/ending.js";
import { missingText } from "../reports/facts/judged.js";
import { PAGE_FILE, REPORT_FILE } from "../reports/formats/formats.js";
import { githubAnnotations, githubOutputs } from "../reports/formats/github.js";
import { renderMarkdown } from "../reports/formats/markdown.js";
import { renderTerminal } from "../reports/formats/terminal.js";
import type { Report } from "../reports/model.js";
import { readReport } from "../reports/validate.js";
import { usesColor, widthOf } from "./terminal.js";

/** A file of the report folder as commands name it: from the working directory, where the folder lies below that. */
export function fileIn(folder: string, file: string): string {
  const path = join(folder, file);
  const below = relative(process.cwd(), resolve(path));
  return below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** Writes what is kept of a report; returns why it was not written, or null. The results are then still printed. */
export async function unlessUnwritable(write: () => Promise<string | null>): Promise<string | null> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

/** What an incomplete run lacks of what was required, line by line. */
export function unmetText(report: Report, { requireComplete, requireAnswers }: Required<EndingPolicy>): string {
  if (report.outcome !== "incomplete") return "";
  const texts = [requireComplete ? missingText(report) : "", requireAnswers ? unsettledText(report) : ""];
  return texts.map((text) => (text === "" ? "" : `${text}\n`)).join("");
}

interface Printing {
  /** What the preflight found, in short phrases. */
  readonly preflight: readonly string[];
  readonly verbose: boolean;
  readonly quiet?: boolean;
  /** The folder that the report was written into; null when it could not be. */
  readonly folder: string | null;
}

/** Prints a report for the user's terminal. */
export function printReport(report: Report, { preflight, verbose, quiet = false, folder }: Printing): void {
  // Before lines are broken: the call can be longer than the name of the command.
  const text = renderTerminal(withTypedCommands(report), {
    color: usesColor(process.stdout, process.env),
    width: widthOf(process.stdout, process.env),
    preflight,
    verbose,
    quiet,
    ...(folder === null
      ? {}
      : { reportPath: fileIn(folder, existsSync(join(folder, PAGE_FILE)) ? PAGE_FILE : REPORT_FILE) }),
  });
  process.stdout.write(asTyped(text));
}

/** The number of a finding in a report. */
export const FINDING = /^F\d+$/;

/** The file of a report that the user named by its folder or its file. */
export async function reportFileAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() === true ? join(path, REPORT_FILE) : path;
}

/** Reads a report that the user names. @throws ReportError when the file is missing or is not a report */
export async function reportAt(path: string, read: (path: string) => Promise<Report> = readReport): Promise<Report> {
  return read(await reportFileAt(path));
}

/* What a run reports to GitHub Actions, when it is one of its jobs. */

/**
 * Prints the annotations of the job, appends the report to its summary and sets the outputs of its step; does nothing elsewhere.
 * @param isJson whether standard output is left to the report, printed as JSON
 */
export async function tellGithub(
  report: Report,
  { reportFile, isJson = false }: { readonly reportFile: string; readonly isJson?: boolean },
  { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = process.env,
): Promise<void> {
  if (GITHUB_ACTIONS !== "true") return;
  (isJson ? process.stderr : process.stdout).write(githubAnnotations(report));
  await appended(GITHUB_OUTPUT, githubOutputs(report, reportFile), "The outputs of the step");
  await appended(GITHUB_STEP_SUMMARY, renderMarkdown(report), "The job summary");
}

async function appended(file: string | undefined, text: string, what: string): Promise<void> {
  if (!file) return;
  await appendFile(file, text).catch((error: unknown) => {
    process.stderr.write(`${what} cannot be written: ${error instanceof Error ? error.message : error}.\n`);
  });
}
