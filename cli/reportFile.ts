/** Reads a report that the user names. */

import { UsageError } from "../engine/settings/usageError.js";
import type { Report } from "../reports/model.js";
import { ReportError, readReport } from "../reports/validate.js";

/** @throws UsageError when the file is not there or is no report */
export async function reportAt(path: string, read: (path: string) => Promise<Report> = readReport): Promise<Report> {
  try {
    return await read(path);
  } catch (error) {
    throw error instanceof ReportError ? new UsageError(error.message) : error;
  }
}
