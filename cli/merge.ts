/** `ppconform merge A B…`: one report of the reports of all shards. */
import { resolve } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { merged } from "../library/merging.js";
import { writeFolder } from "../library/writing.js";
import { type FoundReport, type Shards, shardsOf } from "../reports/across/shards.js";
import { assertWritable } from "../reports/files.js";
import { REPORT_FILE, usualReports } from "../reports/formats/formats.js";
import { amount, listed } from "../reports/visible.js";
import { policyOf } from "./connection.js";
import { type FlagsOf, shared, withOptions } from "./options.js";
import {
  fileIn,
  printReport,
  reportAt,
  reportFileAt,
  tellGithub,
  unlessUnwritable,
  unmetText,
} from "./reportFolder.js";
import { remark } from "./terminal.js";

const ROWS = {
  ...shared("report", "report-dir", "plan", "baseline", "fail-on", "require-complete", "require-answers", "verbose"),
} as const;

export function mergeCommand(): Command {
  const command = new Command("merge")
    .description("Combine the reports of all shards of a run into one (ppconform run --shard I/N).")
    .argument("<report...>", "the report folder or report.json of each shard");
  return withOptions(command, ROWS).action(merge);
}

/** The report of a shard, by its file or its folder. */
async function found(path: string): Promise<FoundReport> {
  const file = await reportFileAt(path);
  return { path: file, report: await reportAt(file) };
}

function assertOther(reportFile: string, shards: Shards): void {
  const same = shards.find(({ path }) => resolve(path) === resolve(reportFile));
  if (same === undefined) return;
  throw new UsageError(`The merged report would overwrite ${same.path}. Choose another folder with --report-dir.`);
}

/** What is stale, and what counts, is known only for the whole. */
function assertNamedAgain(flags: Pick<FlagsOf<typeof ROWS>, "plan" | "baseline">, shards: Shards): void {
  const reports = shards.map(({ report }) => report);
  const used = {
    plan: reports.find(({ plan }) => plan !== undefined)?.plan?.name,
    baseline: reports.find(({ baseline }) => baseline !== undefined)?.baseline?.file,
  };
  for (const name of ["plan", "baseline"] as const)
    if (used[name] !== undefined && flags[name] === undefined)
      throw new UsageError(`The shards were compared with ${used[name]}. Name it here, too: --${name} ${used[name]}`);
}

async function merge(paths: readonly string[], flags: FlagsOf<typeof ROWS>): Promise<void> {
  const shards = shardsOf(await Promise.all(paths.map(found)));
  const reportFile = fileIn(flags.reportDir, REPORT_FILE);
  assertOther(reportFile, shards);
  assertNamedAgain(flags, shards);
  await assertWritable(flags.reportDir);
  const policy = policyOf(flags);
  const { plan, baseline } = flags;
  const { report, contradictions } = await merged(shards, { policy, reportFile, plan, baseline });
  const unwritten = await unlessUnwritable(() =>
    writeFolder(report, flags.reportDir, [], flags.report ?? usualReports(process.env)),
  );
  const folder = unwritten === null ? flags.reportDir : null;
  printReport(report, { preflight: [], verbose: flags.verbose === true, folder });
  await tellGithub(report, { reportFile });
  if (contradictions.length > 0)
    remark(`The shards disagree on ${amount(contradictions.length, "open point")}: ${listed(contradictions)}.`);
  process.stderr.write(unmetText(report, policy));
  remark(unwritten);
  process.exitCode = unwritten === null ? report.exitCode : 3;
}
