/** `ppconform merge A B…`: one report of the reports of all shards. */
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { baselineNames, chooseBaseline, withBaseline } from "../library/baseline.js";
import { writeFolder } from "../library/writing.js";
import { mergeReports } from "../reports/across/merge.js";
import { type FoundReport, MergeError, type Shards, shardsOf } from "../reports/across/shards.js";
import { isOwn } from "../reports/facts/checkId.js";
import { missingText } from "../reports/facts/judged.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import { amount, listed } from "../reports/visible.js";
import { CHECKS } from "../suites/suites.js";
import { growing } from "../suites/unknowns/traffic.js";
import { tellGithub } from "./githubActions.js";
import { type FlagsOf, shared, withOptions } from "./options.js";
import { assertReportFolder, fileIn, printReport, reportAt, unlessUnwritable } from "./reportFolder.js";

const ROWS = shared("report-dir", "baseline", "fail-on", "require-complete", "verbose");

/** The command and its options. */
export function mergeCommand(): Command {
  const command = new Command("merge")
    .description("Make one report of the reports of all shards of a run (ppconform run --shard I/N).")
    .argument("<report...>", "the report folder or report.json of each shard");
  return withOptions(command, ROWS).action(merge);
}

/** The report of a shard, by its file or the folder that it is in. */
async function found(path: string): Promise<FoundReport> {
  const isFolder = await stat(path).then(
    (there) => there.isDirectory(),
    () => false,
  );
  const file = isFolder ? join(path, REPORT_FILE) : path;
  return { path: file, report: await reportAt(file) };
}

async function shardsAt(paths: readonly string[]): Promise<Shards> {
  const reports = await Promise.all(paths.map(found));
  try {
    return shardsOf(reports);
  } catch (error) {
    throw error instanceof MergeError ? new UsageError(error.message) : error;
  }
}

function assertOther(reportFile: string, shards: Shards): void {
  const same = shards.find(({ path }) => resolve(path) === resolve(reportFile));
  if (same === undefined) return;
  throw new UsageError(
    `The merged report would be written over ${same.path}. Choose another folder with --report-dir.`,
  );
}

/** What is stale can be told only of the whole. */
function assertBaseline(baseline: string | undefined, shards: Shards): void {
  const { baseline: used } = shards.find(({ report }) => report.baseline !== undefined)?.report ?? {};
  if (used === undefined || baseline !== undefined) return;
  throw new UsageError(`The shards were held against ${used.file}. Name it here, too: --baseline ${used.file}`);
}

async function merge(paths: readonly string[], flags: FlagsOf<typeof ROWS>): Promise<void> {
  const shards = await shardsAt(paths);
  const reportFile = fileIn(flags.reportDir, REPORT_FILE);
  assertOther(reportFile, shards);
  assertBaseline(flags.baseline, shards);
  const agreed = shards[0].report.deployment?.agreed.map(({ check }) => check) ?? [];
  const own = shards.flatMap(({ report }) => report.checks.filter(isOwn).map(({ id }) => id));
  const more = [...new Set([...own, ...agreed])];
  const baseline = chooseBaseline(flags.baseline, false, baselineNames(more));
  await assertReportFolder(flags.reportDir);
  const policy = { failOn: flags.failOn, requireComplete: flags.requireComplete === true };
  const order = [...CHECKS.map(({ id }) => id), ...more];
  const { report: plain, contradictions } = mergeReports(shards, { policy, reportFile, order, growing });
  const today = new Date().toISOString().slice(0, 10);
  const { report } = await withBaseline(baseline, plain, { today, policy, whole: plain.run.ended === undefined });
  const unwritten = await unlessUnwritable(() => writeFolder(report, flags.reportDir));
  const folder = unwritten === null ? flags.reportDir : null;
  printReport(report, { preflight: [], verbose: flags.verbose === true, folder });
  await tellGithub(report);
  if (contradictions.length > 0)
    process.stderr.write(
      `The shards saw different things of ${amount(contradictions.length, "open point")}: ${listed(contradictions)}.\n`,
    );
  if (policy.requireComplete && report.outcome === "incomplete") process.stderr.write(`${missingText(report)}\n`);
  if (unwritten !== null) process.stderr.write(`${unwritten}\n`);
  process.exitCode = unwritten === null ? report.exitCode : 3;
}
