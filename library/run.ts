/** A run as a program starts it: a target, and defaults for everything else. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../discovery/check.js";
import type { Contract } from "../engine/contract.js";
import type { CheckDefinition } from "../engine/model.js";
import { DEFAULTS, type RunOptions as EngineOptions } from "../engine/runOptions.js";
import type { Deployment } from "../engine/settings/deployment.js";
import type { Settings } from "../engine/settings/environment.js";
import { assertWritable } from "../reports/files.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import type { Report } from "../reports/model.js";
import { RESULTS_FILE, ResultsFile } from "../reports/resultsFile.js";
import { deliveriesOf } from "../suites/deliveries/attend.js";
import { askedWith, runSuite } from "../suites/run.js";
import type { Reception } from "../webhooks/reception.js";
import { checksOfAnswers, checksWith, chooseAnswers } from "./answers.js";
import { baselineNames, chooseBaseline, heldAgainst } from "./baseline.js";
import { keepCorpus, readCorpus } from "./corpus.js";
import { choosePlan, inapplicable } from "./plan.js";
import { type ChosenTarget, chooseTarget, type TargetOptions } from "./target.js";
import { assertOptions } from "./userFile.js";
import { writeFolder } from "./writing.js";

/** The options of a run that the target and files decide. */
type Derived =
  | "baseUrl"
  | "kind"
  | "credentials"
  | "noWrites"
  | "onlyRefused"
  | "agreedAnswers"
  | "focus"
  | "profileName"
  | "corpus"
  | "onlyCorpus"
  | "clock"
  | "journalFile"
  | "reportFile"
  | "webhooks"
  | "onCheckpoint";

/** Everything but the target has a default. */
export interface RunOptions extends TargetOptions, Omit<EngineOptions, Derived> {
  /** A file with known departures and pinned answers. Default: none. */
  readonly baseline?: string;
  /** A release whose rules and checks count, `latest`, or a file with your own plan. Default: everything counts. */
  readonly plan?: string;
  /** A file with answers that were agreed with the provider, to be judged like rules. Default: none. */
  readonly answers?: string;
  /** Checks of your own, made with `check`. Default: none. */
  readonly ownChecks?: readonly Check[];
  /** A folder that keeps what failed, which the next run sends first. Default: none. */
  readonly corpus?: string | undefined;
  /** The folder for the report in all formats. Default: nothing is written. */
  readonly reportDir?: string;
}

/** All of them by name: any other name is a typo, and would be silently ignored. */
export const RUN_OPTIONS: Readonly<Record<keyof RunOptions, true>> = {
  target: true,
  credentials: true,
  allowWrites: true,
  baseline: true,
  plan: true,
  answers: true,
  ownChecks: true,
  corpus: true,
  reportDir: true,
  profile: true,
  seed: true,
  connection: true,
  concurrency: true,
  requestsPerSecond: true,
  maxRequests: true,
  maxTimeMs: true,
  maxCreated: true,
  maxFailures: true,
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
  requireAnswers: true,
  limitRequests: true,
  signal: true,
  onProgress: true,
  onPreflight: true,
  onExchange: true,
  onCase: true,
  onOutage: true,
};

const JOURNAL_FILE = "created.ndjson";

/**
 * Reads the files that options name before a run, so that a mistake in one is reported before anything is sent; `known` are
 * all checks of the run.
 * @throws UsageError for a file that is missing or wrong
 */
export function prepared(
  { answers, apiVersion, baseline, plan }: Pick<RunOptions, "answers" | "apiVersion" | "baseline" | "plan">,
  own: readonly CheckDefinition[],
  update = false,
) {
  const agreedAnswers = chooseAnswers(answers, apiVersion);
  const agreed = checksOfAnswers(agreedAnswers);
  const names = baselineNames([...agreed, ...own].map(({ id }) => id));
  const chosen = chooseBaseline(baseline, update, names);
  return { agreedAnswers, baseline: chosen, plan: choosePlan(plan), known: checksWith(agreedAnswers, own) };
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
    // The sandbox does not know the deployment's ids.
    transferId: isSandbox ? undefined : settings.CONFORMANCE_TRANSFER_ID,
    depositId: isSandbox ? undefined : settings.CONFORMANCE_DEPOSIT_ID,
    ...(reportDir === undefined
      ? {}
      : {
          journalFile: join(reportDir, JOURNAL_FILE),
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

/**
 * The journal of what is created; null where it would be a folder's only file for nothing.
 * @param isReported whether a report is written beside it; else it is kept for what is created on another machine
 */
export function journalIn(
  folder: string | undefined,
  { onlyLoopback, noWrites }: Deployment,
  isReported = false,
): string | null {
  if (folder === undefined || (!isReported && (onlyLoopback || noWrites !== null))) return null;
  mkdirSync(folder, { recursive: true });
  return join(folder, JOURNAL_FILE);
}

/** What a caller that starts several runs may pass to one. */
export interface Equipment {
  /** Opens what receives deliveries; null for nothing. */
  receive?(target: Deployment): Promise<Reception | null> | null;
  /** Where the journal of what is created is kept, where this run writes no report. */
  readonly journalFolder?: string;
  /** Whether the caller writes a report into that folder. */
  readonly isReported?: boolean;
  /** Wraps the contract. */
  around?(contract: Contract): Contract;
}

/** Runs the suite against a target that was already chosen. */
export async function runOn(
  chosen: ChosenTarget,
  options: RunOptions,
  { receive = () => null, around = (contract) => contract, journalFolder, isReported }: Equipment = {},
): Promise<Report> {
  const {
    target: _,
    credentials: __,
    allowWrites: ___,
    baseline: _file,
    plan: _named,
    answers: _answers,
    ...rest
  } = options;
  const { ownChecks = [], reportDir, corpus: folder, ...given } = rest;
  const found = prepared(options, ownChecks);
  const { agreedAnswers, plan, known } = found;
  const corpus = folder === undefined ? null : await readCorpus(folder, known);
  if (reportDir !== undefined) await assertWritable(reportDir);
  const target = await chosen.open(rest.seed);
  let webhooks: Reception | null = null;
  const policy = {
    failOn: rest.failOn ?? DEFAULTS.failOn,
    requireComplete: rest.requireComplete ?? false,
    requireAnswers: rest.requireAnswers ?? false,
  };
  try {
    webhooks = await receive(target);
    const engineOptions = {
      ...given,
      exclude: [...(given.exclude ?? []), ...inapplicable(plan)],
      agreedAnswers: agreedAnswers ?? undefined,
      corpus: corpus?.failed ?? [],
      webhooks: webhooks === null ? undefined : deliveriesOf(webhooks),
    };
    const asked = around(askedWith(ownChecks));
    const wiring = wired(target, chosen.settings, reportDir, engineOptions);
    const journal = reportDir === undefined ? { journalFile: journalIn(journalFolder, target, isReported) } : {};
    const result = await runSuite({ ...wiring, ...journal }, asked);
    const { report } = await heldAgainst(found, result.report, { policy, whole: result.whole });
    if (reportDir !== undefined) await writeFolder(report, reportDir);
    if (corpus !== null) await keepCorpus(corpus, result);
    return report;
  } finally {
    await webhooks?.close();
    await target.close();
  }
}

/**
 * Runs the suite. Whatever happens to the target, there is a report: `report.outcome` says how the run ended.
 * @throws UsageError for wrong options, before anything is sent
 */
export async function run(options: RunOptions = {}): Promise<Report> {
  assertOptions("run", options, RUN_OPTIONS);
  return runOn(chooseTarget(options), options);
}
