/** A reporter of Vitest: the reports of all files as one, in the folder in which `ppconform run` writes it. */
import { join } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { policyOf } from "../cli/connection.js";
import { UsageError } from "../engine/settings/usageError.js";
import { merged } from "../library/merging.js";
import { partFolder, writeFolder } from "../library/writing.js";
import { type FoundReport, MergeError, shardsOf } from "../reports/across/shards.js";
import { isPart } from "../reports/facts/judged.js";
import { assertWritable, ReportFolderError } from "../reports/files.js";
import { PAGE_FILE, REPORT_FILE, usualReports } from "../reports/formats/formats.js";
import type { Report } from "../reports/model.js";
import { amount } from "../reports/visible.js";
import { distinct } from "../schemas/groups.js";
import { SUBJECTS } from "../schemas/operations.js";
import { readProject } from "./project.js";

/** The reporter's options, in a configuration file of Vitest. */
export interface ReporterOptions {
  /** The folder for the report. Default: that of the project, `conformance-report`. */
  readonly reportDir?: string;
}

function reportsIn(module: TestModule): FoundReport[] {
  return [...module.children.allSuites()].flatMap((suite) => {
    const report = suite.meta().conformance?.report;
    return report === undefined ? [] : [{ path: `${module.relativeModuleId} (${suite.name})`, report }];
  });
}

/** Which part of the files Vitest was asked for (--shard). */
type Shard = Vitest["config"]["shard"];

/** What narrowed the run that several are parts of. What a shard leaves out, the other ones judge. */
function narrowing(found: readonly FoundReport[], shard: Shard) {
  const options = found.flatMap(({ report }) => report.run.options ?? []);
  const operations = [...new Set(options.flatMap((one) => one.operations))];
  const isNarrowed = options.some(({ checks }) => checks.length > 0);
  const chosen = options.flatMap((one) => (one.checks.length > 0 ? one.checks : one.operations.map((id) => `${id}/*`)));
  return {
    operations: shard !== undefined || operations.length === SUBJECTS.length ? [] : operations,
    checks: isNarrowed ? distinct(chosen) : [],
    receiver: options.some(({ receiver }) => receiver),
  };
}

/** As parts of one run, in their order. */
function parts(found: readonly FoundReport[], of: Shard): FoundReport[] {
  const whole = narrowing(found, of);
  return found.map(({ path, report }, index) => {
    const { options } = report.run;
    const shard = `${index + 1}/${found.length}`;
    const run = { ...report.run, shard, ...(options === undefined ? {} : { options: { ...options, ...whole } }) };
    return { path, report: { ...report, run } };
  });
}

export default class ConformanceReporter implements Reporter {
  private shard: Shard;

  constructor(private readonly options: ReporterOptions = {}) {}

  onInit(vitest: Vitest): void {
    this.shard = vitest.config.shard;
    vitest.provide("conformanceReporter", this.options);
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const found = modules.flatMap(reportsIn);
    if (found.length === 0) return;
    try {
      process.stdout.write(`${await this.write(found)}\n`);
    } catch (error) {
      const isTold = [MergeError, UsageError, ReportFolderError].some((kind) => error instanceof kind);
      if (!isTold) throw error;
      process.stderr.write(`No conformance report is written: ${error instanceof Error ? error.message : ""}\n`);
      process.exitCode = 1;
    }
  }

  private async write(found: readonly FoundReport[]): Promise<string> {
    const { shard } = this;
    const { flags, stated } = readProject();
    const { reportDir: whole = flags.reportDir } = this.options;
    const reportDir = shard === undefined ? whole : join(whole, `part-${shard.index}-of-${shard.count}`);
    const baseline =
      stated.baseline ?? found.find(({ report }) => report.baseline !== undefined)?.report.baseline?.file;
    const shards = shardsOf(parts(found, shard));
    const mergedInto = async (folder: string): Promise<Report> => {
      const { report: made } = await merged(shards, {
        policy: policyOf(flags),
        baseline,
        reportFile: join(folder, REPORT_FILE),
        nameOf: ({ path }) => path,
      });
      return shard === undefined ? made : { ...made, run: { ...made.run, shard: `${shard.index}/${shard.count}` } };
    };
    const first = await mergedInto(reportDir);
    const isNamed = this.options.reportDir !== undefined;
    const { folder, text } = isPart(first) ? await partFolder(reportDir, isNamed) : { folder: reportDir, text: null };
    const report = folder === reportDir ? first : await mergedInto(folder);
    await assertWritable(folder);
    const kept = await writeFolder(report, folder, [], flags.report ?? usualReports(process.env));
    const { violation, warning } = report.summary;
    const told = `${amount(violation, "violation")}, ${amount(warning, "warning")}, ${amount(report.run.requests, "request")}`;
    return [...(text === null ? [] : [text]), kept ?? `Conformance report: ${told}   ${join(folder, PAGE_FILE)}`].join(
      "\n",
    );
  }
}
