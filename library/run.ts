/** A run as a program starts it: a target, and defaults for everything else. */
import { join } from "node:path";
import type { Check } from "../discovery/check.js";
import { type AgreedAnswers, agreedChecks } from "../engine/answers/checks.js";
import type { CheckDefinition } from "../engine/model.js";
import { DEFAULTS, type RunOptions as EngineOptions } from "../engine/runOptions.js";
import type { Deployment } from "../engine/settings/deployment.js";
import type { Settings } from "../engine/settings/environment.js";
import { assertWritable } from "../reports/files.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import type { Report } from "../reports/model.js";
import { RESULTS_FILE, ResultsFile } from "../reports/resultsFile.js";
import { askedWith, runSuite } from "../suites/run.js";
import { checksWith, chooseAnswers } from "./answers.js";
import { baselineNames, type ChosenBaseline, chooseBaseline, withBaseline } from "./baseline.js";
import { assertOptions } from "./options.js";
import { type ChosenTarget, chooseTarget, type TargetOptions } from "./target.js";
import { writeFolder } from "./writing.js";

/** What of a run the target and files say. */
type Derived =
  | "baseUrl"
  | "kind"
  | "credentials"
  | "noWrites"
  | "onlyRefused"
  | "agreedAnswers"
  | "focus"
  | "corpus"
  | "clock"
  | "journalFile"
  | "reportFile"
  | "webhooks"
  | "onCheckpoint";

/** Everything has a default but the target. */
export interface RunOptions extends TargetOptions, Omit<EngineOptions, Derived> {
  /** A file with known departures and pinned answers. Default: none. */
  readonly baseline?: string;
  /** A file with answers that were agreed with the provider, to be judged like rules. Default: none. */
  readonly answers?: string;
  /** Checks of your own, made with `check`. Default: none. */
  readonly ownChecks?: readonly Check[];
  /** The folder for the report in all formats. Default: nothing is written. */
  readonly reportDir?: string;
}

/** All of them by name: what is none of them is a slip, and would be left out without a word. */
export const RUN_OPTIONS: Readonly<Record<keyof RunOptions, true>> = {
  target: true,
  credentials: true,
  allowWrites: true,
  baseline: true,
  answers: true,
  ownChecks: true,
  reportDir: true,
  profile: true,
  seed: true,
  connection: true,
  concurrency: true,
  requestsPerSecond: true,
  maxRequests: true,
  maxTimeMs: true,
  maxCreated: true,
  timeoutMs: true,
  patienceMs: true,
  apiVersion: true,
  transferId: true,
  depositId: true,
  wrongSecrets: true,
  operations: true,
  checks: true,
  exclude: true,
  shard: true,
  failOn: true,
  requireComplete: true,
  limitRequests: true,
  signal: true,
  onProgress: true,
  onPreflight: true,
  onExchange: true,
  onCase: true,
  onOutage: true,
};

/** What is read before a run, so that a slip in a file is told before anything is sent. */
export interface Prepared {
  readonly agreedAnswers: AgreedAnswers | null;
  readonly baseline: ChosenBaseline | null;
  /** All checks of the run. */
  readonly known: readonly CheckDefinition[];
}

/** Reads the files that options name. @throws UsageError for a file that is not there or is wrong */
export function prepared(
  { answers, apiVersion, baseline }: Pick<RunOptions, "answers" | "apiVersion" | "baseline">,
  own: readonly CheckDefinition[],
  update = false,
): Prepared {
  const agreedAnswers = chooseAnswers(answers, apiVersion);
  const agreed = agreedChecks(agreedAnswers).map(({ definition }) => definition);
  const names = baselineNames([...agreed, ...own].map(({ id }) => id));
  return {
    agreedAnswers,
    baseline: chooseBaseline(baseline, update, names),
    known: checksWith(agreedAnswers, own),
  };
}

/** The options of the engine that a deployment, its settings and a folder for reports decide. */
export function wired(
  { baseUrl, kind, credentials, noWrites, onlyRefused, onlyLoopback }: Deployment,
  settings: Settings,
  reportDir: string | undefined,
  { connection, ...options }: Omit<EngineOptions, "baseUrl" | "credentials">,
): EngineOptions {
  const isSandbox = kind === "sandbox";
  return {
    // Ids of the deployment are unknown to the sandbox.
    transferId: isSandbox ? undefined : settings.CONFORMANCE_TRANSFER_ID,
    depositId: isSandbox ? undefined : settings.CONFORMANCE_DEPOSIT_ID,
    ...(reportDir === undefined
      ? {}
      : {
          journalFile: join(reportDir, "created.ndjson"),
          reportFile: join(reportDir, REPORT_FILE),
          onCheckpoint: new ResultsFile(join(reportDir, RESULTS_FILE)).add,
        }),
    ...options,
    baseUrl,
    kind,
    credentials,
    noWrites,
    onlyRefused,
    connection: { ...connection, onlyLoopback },
  };
}

/** Runs the suite against a target that was chosen before. */
export async function runOn(chosen: ChosenTarget, options: RunOptions): Promise<Report> {
  const { target: _, credentials: __, allowWrites: ___, baseline: file, answers, ownChecks = [], ...rest } = options;
  const { reportDir, ...given } = rest;
  const { agreedAnswers, baseline } = prepared({ answers, apiVersion: rest.apiVersion, baseline: file }, ownChecks);
  if (reportDir !== undefined) await assertWritable(reportDir);
  const target = await chosen.open(rest.seed);
  const policy = { failOn: rest.failOn ?? DEFAULTS.failOn, requireComplete: rest.requireComplete ?? false };
  try {
    const engineOptions = { ...given, agreedAnswers: agreedAnswers ?? undefined };
    const result = await runSuite(wired(target, chosen.settings, reportDir, engineOptions), askedWith(ownChecks));
    const today = new Date().toISOString().slice(0, 10);
    const { report } = await withBaseline(baseline, result.report, { today, policy, whole: result.whole });
    if (reportDir !== undefined) await writeFolder(report, reportDir);
    return report;
  } finally {
    await target.close();
  }
}

/**
 * Runs the suite. Whatever becomes of the target, there is a report: `report.outcome` tells how the run ended.
 * @throws UsageError for options that are wrong, before anything is sent
 */
export async function run(options: RunOptions = {}): Promise<Report> {
  assertOptions("run", options, RUN_OPTIONS);
  return runOn(chooseTarget(options), options);
}
