/** `ppconform report FOLDER`: regenerates the files of a report, also of a run that was cut off. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { writeFolder } from "../library/writing.js";
import { ReportFolderError } from "../reports/files.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import { RESULTS_FILE, readResults } from "../reports/resultsFile.js";
import { printReport, reportAt } from "./reportFolder.js";

/** The command and its options. */
export function reportCommand(): Command {
  return new Command("report")
    .description(
      "Regenerate the files of a report. If the run was cut off by a crash or a power failure, what it had recorded until then becomes its report, marked as such.",
    )
    .argument("<folder>", "a report folder")
    .option("--verbose", "print all findings, observations and conflicts")
    .action(rebuild);
}

async function rebuild(folder: string, flags: { readonly verbose?: true }): Promise<void> {
  const results = join(folder, RESULTS_FILE);
  const wasCutOff = await access(results).then(
    () => true,
    () => false,
  );
  const report = await (wasCutOff ? reportAt(results, readResults) : reportAt(join(folder, REPORT_FILE)));
  try {
    await writeFolder(report, folder);
  } catch (error) {
    throw error instanceof ReportFolderError ? new UsageError(error.message) : error;
  }
  printReport(report, { preflight: [], verbose: flags.verbose === true, folder });
  if (report.run.ended !== undefined) process.stderr.write(`${report.run.ended.text}\n`);
  process.exitCode = report.exitCode;
}
