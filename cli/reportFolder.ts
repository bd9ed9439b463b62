/** The report folder of a command, and the results that it prints. */
import { isAbsolute, join, relative, resolve } from "node:path";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { assertWritable, ReportFolderError } from "../reports/files.js";
import { PAGE_FILE } from "../reports/formats/formats.js";
import { renderTerminal } from "../reports/formats/terminal.js";
import type { Report } from "../reports/model.js";
import { ReportError, readReport } from "../reports/validate.js";
import { usesColor, widthOf } from "./terminal.js";

/** Makes sure before anything is sent that reports can be written at the end. @throws UsageError when they cannot */
export async function assertReportFolder(folder: string): Promise<void> {
  await assertWritable(folder).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
}

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
    if (error instanceof ReportFolderError || error instanceof UsageError) return error.message;
    throw error;
  }
}

/** What is printed of a report. */
export interface Printing {
  /** What the preflight found, one short phrase each. */
  readonly preflight: readonly string[];
  readonly verbose: boolean;
  readonly quiet?: boolean;
  /** The folder that the report was written into; null when it could not be. */
  readonly folder: string | null;
}

/** Prints a report for the user's terminal. */
export function printReport(report: Report, { preflight, verbose, quiet = false, folder }: Printing): void {
  const text = renderTerminal(report, {
    color: usesColor(process.stdout, process.env),
    width: widthOf(process.stdout, process.env),
    preflight,
    verbose,
    quiet,
    ...(folder === null ? {} : { reportPath: fileIn(folder, PAGE_FILE) }),
  });
  process.stdout.write(asTyped(text));
}

/** Reads a report that the user names. @throws UsageError when the file is not there or is no report */
export async function reportAt(path: string, read: (path: string) => Promise<Report> = readReport): Promise<Report> {
  try {
    return await read(path);
  } catch (error) {
    throw error instanceof ReportError ? new UsageError(error.message) : error;
  }
}
