/** `ppconform report [REPORT]`: regenerates the files of a report, also of an interrupted run. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Command } from "commander";
import { DEFAULTS } from "../engine/runOptions.js";
import { writeFolder } from "../library/writing.js";
import { REPORT_FILE, usualReports } from "../reports/formats/formats.js";
import { RESULTS_FILE, readResults } from "../reports/resultsFile.js";
import { type FlagsOf, shared, withOptions } from "./options.js";
import { printReport, reportAt, reportFileAt } from "./reportFolder.js";
import { remark } from "./terminal.js";

const ROWS = shared("report", "verbose");

export function reportCommand(): Command {
  const command = new Command("report")
    .description(
      "Regenerate the files of a report. If the run was cut off by a crash or a power failure, what it had recorded until then becomes its report, marked as such. Otherwise, files in formats that are not asked for stay as they are. The exit code is that of the run.",
    )
    .argument("[report]", `a report folder or its report.json (default: ${DEFAULTS.reportFolder})`)
    .action(rebuild);
  return withOptions(command, ROWS);
}

async function rebuild(named = DEFAULTS.reportFolder, flags: FlagsOf<typeof ROWS>): Promise<void> {
  const file = await reportFileAt(named);
  const folder = file === named ? dirname(file) : named;
  const results = join(folder, RESULTS_FILE);
  const wasCutOff = existsSync(results);
  const report = await (wasCutOff ? reportAt(results, readResults) : reportAt(file));
  // Where the folder has no report of this run yet, the other files belong to an earlier run.
  const others = wasCutOff || basename(file) !== REPORT_FILE ? "removed" : "left";
  const names = flags.report ?? usualReports(process.env);
  const kept = await writeFolder(report, folder, [], names, others);
  printReport(report, { preflight: [], verbose: flags.verbose === true, folder: kept === null ? folder : null });
  remark(report.run.ended?.text);
  remark(kept);
  process.exitCode = kept === null ? report.exitCode : 3;
}
