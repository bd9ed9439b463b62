/** The report that stands in a folder already: a start that failed leaves it alone, and a part goes beside that of a whole run. */
import { join } from "node:path";
import { isJudged, isPart } from "../reports/facts/judged.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import type { Report } from "../reports/model.js";
import { ReportError, readReport } from "../reports/validate.js";
import { amount } from "../reports/visible.js";

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

/** Why a report is not written into a folder: it judged nothing, and the one that stands there did. Null where it is. */
export async function keptText(report: Report, folder: string): Promise<string | null> {
  const earlier = report.checks.some(isJudged) ? null : await earlierReport(folder);
  return earlier === null ? null : `The report ${whichText(earlier)} stays in ${folder}: this run judged nothing.`;
}

/** A folder for the report of a part, and what to say of it; null where nothing is to be said. */
export interface PartFolder {
  readonly folder: string;
  readonly text: string | null;
}

/**
 * Where the report of a part goes: into a folder of its own, where the usual one has the report of a whole run.
 * @param isNamed whether the user named the folder: then it is replaced, and told
 */
export async function partFolder(folder: string, isNamed: boolean): Promise<PartFolder> {
  const earlier = await earlierReport(folder);
  if (earlier === null || isPart(earlier)) return { folder, text: null };
  const held = `the report of the whole run ${whichText(earlier)}`;
  if (isNamed) return { folder, text: `The report of this part replaces ${held} in ${folder}.` };
  const own = join(folder, "part");
  return { folder: own, text: `The report of this part goes to ${own}: ${folder} holds ${held}.` };
}
