/** The report folder: a report in all its formats, and what else is kept of a run. */
import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../schemas/usageError.js";
import { REPORT_FORMATS, REPORT_NAMES, type ReportFormat, type ReportName } from "./formats/formats.js";
import type { Report } from "./model.js";
import { codeOf, writeProblem, writeWhole } from "./wholeFile.js";

/** A report folder that cannot be written. The message names the folder and the reason. */
export class ReportFolderError extends UsageError {
  override readonly name = "ReportFolderError";
}

/** What happens to files in a report folder that are not written now. */
export type OtherFiles = "removed" | "left";

export interface KeptFile {
  /** Its name in the report folder, which may begin with a folder. */
  readonly file: string;
  /** As a whole, or piece by piece. */
  readonly text: string | Iterable<string>;
}

function folderError(directory: string, error: unknown): ReportFolderError {
  return new ReportFolderError(
    `The report folder ${directory} cannot be written: ${writeProblem(error)}. Choose another with --report-dir.`,
    { cause: error },
  );
}

/**
 * Makes a folder and those above it, one by one: asked to make all at once, Node.js hangs on a file system where none
 * can be made, such as /proc.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (code !== "ENOENT" || above === path) throw error;
    await makeFolder(above);
    await mkdir(path);
  }
}

/**
 * Makes sure that reports can be written into a folder, creating it where it is missing. Called before a run, so that
 * a run is not lost at its end.
 * @throws ReportFolderError
 */
export async function assertWritable(directory: string): Promise<void> {
  if (directory === "") throw new ReportFolderError("The report folder has no name. Name one with --report-dir.");
  try {
    await makeFolder(directory);
    const trial = join(directory, `.${randomUUID()}.tmp`);
    await writeFile(trial, "");
    await rm(trial, { force: true });
  } catch (error) {
    throw folderError(directory, error);
  }
  for (const { file } of REPORT_FORMATS) {
    const found = await stat(join(directory, file)).catch(() => null);
    if (found?.isDirectory() !== true) continue;
    throw new ReportFolderError(
      `${join(directory, file)} is a folder where a report file must go. Choose another with --report-dir.`,
    );
  }
}

/**
 * Writes a report, each file whole, creating the folder where it is missing.
 * @param kept what else is kept of the run
 * @param names the formats; report.json is always there, since all commands read it
 * @param others what happens to the files in other formats: those of an earlier report would look like this one's
 * @throws ReportFolderError
 */
export async function writeReports(
  report: Report,
  directory: string,
  kept: readonly KeptFile[] = [],
  names: readonly ReportName[] = REPORT_NAMES,
  others: OtherFiles = "removed",
): Promise<void> {
  const isChosen = ({ name }: ReportFormat): boolean => name === "json" || names.includes(name);
  // Rendered first: a fault of a renderer is not a fault of the folder.
  const files = [
    ...REPORT_FORMATS.filter(isChosen).map(({ file, render }) => ({ file, text: render(report) })),
    ...kept,
  ];
  try {
    for (const { file } of REPORT_FORMATS.filter((format) => others === "removed" && !isChosen(format)))
      await rm(join(directory, file), { force: true });
    const folders = new Set(files.map(({ file }) => dirname(join(directory, file))));
    for (const folder of folders) await makeFolder(folder);
    // A file that cannot be written leaves the others whole: what is begun is ended before the failure is told.
    const written = await Promise.allSettled(files.map(({ file, text }) => writeWhole(join(directory, file), text)));
    const failed = written.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  } catch (error) {
    throw folderError(directory, error);
  }
}
