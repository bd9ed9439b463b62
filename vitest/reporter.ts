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
import { SUITES } from "../suites/suites.js";
import { readProject, testTitle } from "./project.js";

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

/** Which files and tests Vitest was asked for: --shard, and -t. */
type Asked = Pick<Vitest["config"], "shard" | "testNamePattern">;

/** The checks whose tests have a name like this, in whichever file they are. */
function checksNamed(pattern: RegExp): string[] {
  const all = SUITES.flatMap(({ checks }) => checks);
  return all.filter((check) => pattern.test(`${check.operation} ${testTitle(check)}`)).map(({ id }) => id);
}

/** What narrowed the run that several are parts of. What a shard leaves out, the other ones judge. */
function narrowing(found: readonly FoundReport[], { shard, testNamePattern }: Asked) {
  if (shard !== undefined && testNamePattern !== undefined)
    return { operations: [], checks: checksNamed(testNamePattern), receiver: hasReceiver(found) };
  const options = found.flatMap(({ report }) => report.run.options ?? []);
  const operations = [...new Set(options.flatMap((one) => one.operations))];
  const isNarrowed = options.some(({ checks }) => checks.length > 0);
  const chosen = options.flatMap((one) => (one.checks.length > 0 ? one.checks : one.operations.map((id) => `${id}/*`)));
  return {
    operations: shard !== undefined || operations.length === SUBJECTS.length ? [] : operations,
    checks: isNarrowed ? distinct(chosen) : [],
    receiver: hasReceiver(found),
  };
}

function hasReceiver(found: readonly FoundReport[]): boolean {
  return found.some(({ report }) => report.run.options?.receiver === true);
}

/** As parts of one run, in their order. */
function parts(found: readonly FoundReport[], asked: Asked): FoundReport[] {
  const whole = narrowing(found, asked);
  return found.map(({ path, report }, index) => {
    const { options } = report.run;
    const shard = `${index + 1}/${found.length}`;
    const run = { ...report.run, shard, ...(options === undefined ? {} : { options: { ...options, ...whole } }) };
    return { path, report: { ...report, run } };
  });
}

export default class ConformanceReporter implements Reporter {
  private asked: Asked = {};

  constructor(private readonly options: ReporterOptions = {}) {}

  onInit(vitest: Vitest): void {
    this.asked = vitest.config;
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
    const { shard } = this.asked;
    const { flags, stated } = readProject();
    const { reportDir: whole = flags.reportDir } = this.options;
    const reportDir = shard === undefined ? whole : join(whole, `part-${shard.index}-of-${shard.count}`);
    const baseline =
      stated.baseline ?? found.find(({ report }) => report.baseline !== undefined)?.report.baseline?.file;
    const shards = shardsOf(parts(found, this.asked));
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
