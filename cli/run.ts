/** `ppconform run`: judges a deployment and writes the reports. */
import { join } from "node:path";
import type { Command } from "commander";
import { agreedChecks } from "../engine/answers/checks.js";
import { planOf } from "../engine/plan.js";
import { type ChosenDeployment, openDeployment, type RunningSandbox } from "../engine/settings/deployment.js";
import type { Settings } from "../engine/settings/environment.js";
import { checksWith, chooseAnswers } from "../library/answers.js";
import { baselineNames, chooseBaseline, pasteText, withBaseline } from "../library/baseline.js";
import { keepCorpus, readCorpus } from "../library/corpus.js";
import { askedOf, loadOwnChecks } from "../library/ownChecks.js";
import { missingText } from "../reports/facts/judged.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import { RESULTS_FILE, ResultsFile } from "../reports/resultsFile.js";
import type { Subject } from "../schemas/operations.js";
import { shellWord } from "../schemas/shell.js";
import { type RunOptions, runSuite } from "../suites/run.js";
import { waitingText } from "../webhooks/deliveryText.js";
import type { OpenSource } from "../webhooks/run/source.js";
import { assertShard, checkPatterns, excluded } from "./checkPatterns.js";
import { connectionFrom, unusedProxy } from "./connectionOptions.js";
import { tellGithub } from "./githubActions.js";
import type { HarFile } from "./harFile.js";
import type { Interruption } from "./interruption.js";
import { planText } from "./plan.js";
import { createProgressView } from "./progress.js";
import { replayCommand } from "./replay.js";
import { assertReportFolder, fileIn, printReport } from "./reportFolder.js";
import type { RunFlags } from "./runFlags.js";
import { openWebhooks } from "./webhookSource.js";
import { writeAll } from "./writing.js";

/** What the options say, and what was found good of it before anything was loaded. */
export interface RunRequest {
  readonly flags: RunFlags;
  readonly settings: Settings;
  readonly operations: readonly Subject[];
  readonly target: ChosenDeployment;
  /** The embedded sandbox, where it is the target: it may still be starting. */
  readonly startSandbox: () => Promise<RunningSandbox>;
  readonly interruption: Interruption;
  /** As it was called. */
  readonly command: Command;
}

/** The options that were typed and that `replay` has, too: without them it would ask another target, or ask otherwise. */
function typedForReplay(command: Command): string[] {
  // A module is named by where it was found, and half a permission is none that replay could be given.
  const others = replayCommand().options.filter(({ long }) => long !== "--checks");
  return others.flatMap((option) => {
    const name = option.attributeName();
    const value: unknown = command.getOptionValueSource(name) === "cli" ? command.getOptionValue(name) : undefined;
    if (value === undefined || value === "refused") return [];
    return value === true || value === "all" ? [`${option.long}`] : [`${option.long} ${shellWord(String(value))}`];
  });
}

/** Runs the suite, prints the results and sets the exit code. */
export async function run(request: RunRequest): Promise<void> {
  const { flags, settings, operations, interruption } = request;
  const agreedAnswers = chooseAnswers(flags.answers, flags.apiVersion);
  const own = await loadOwnChecks(flags.checks);
  const asked = askedOf(own, typedForReplay(request.command));
  const known = checksWith(agreedAnswers, own.checks);
  const chosenChecks = checkPatterns(flags.check ?? [], "--check", known);
  const exclude = excluded(flags.exclude ?? [], known);
  const more = [...agreedChecks(agreedAnswers).map(({ definition }) => definition), ...own.checks];
  const names = baselineNames(more.map(({ id }) => id));
  const baseline = chooseBaseline(flags.baseline, flags.updateBaseline === true, names);
  if (flags.dryRun !== true) await assertReportFolder(flags.reportDir);
  const corpus = flags.corpus === undefined ? null : await readCorpus(flags.corpus, known);
  for (const remark of corpus?.remarks ?? []) process.stderr.write(`${remark}\n`);
  if (flags.openapi !== undefined) await (await import("./openapi.js")).assertDocumentWritable(flags.openapi);
  const connection = connectionFrom(flags);
  const target = await openDeployment(request.target, request.startSandbox);
  const progress = await createProgressView(process.stderr, target.baseUrl);
  const proxy = flags.proxy === undefined ? unusedProxy(target.baseUrl, process.env) : null;
  if (proxy !== null)
    process.stderr.write(`${proxy} is set and is not used: credentials go through a proxy only with --proxy URL.\n`);
  let webhooks: OpenSource | null = null;
  let har: HarFile | null = null;
  try {
    const isJudged = ({ operation }: { readonly operation: Subject }) =>
      operations.length === 0 || operations.includes(operation);
    assertShard(known.filter(isJudged), {
      profile: flags.profile,
      checks: chosenChecks,
      exclude,
      shard: flags.shard ?? null,
      noWrites: target.noWrites,
      onlyRefused: target.onlyRefused,
    });
    webhooks = await openWebhooks(flags, target, (waiting) => progress.waiting(waitingText(waiting)));
    if (webhooks !== null && target.kind === "remote")
      process.stderr.write(`Deliveries are received at ${webhooks.receiver.url}: register it, or what leads to it.\n`);
    if (flags.har !== undefined && flags.dryRun !== true) har = await (await import("./harFile.js")).openHar(flags.har);
    const policy = { failOn: flags.failOn, requireComplete: flags.requireComplete === true };
    const options: RunOptions = {
      baseUrl: target.baseUrl,
      kind: target.kind,
      connection: { ...connection, onlyLoopback: target.onlyLoopback },
      credentials: target.credentials,
      profile: flags.profile,
      seed: flags.seed,
      concurrency: flags.concurrency,
      requestsPerSecond: flags.rate,
      maxRequests: flags.maxRequests,
      maxTimeMs: flags.maxTime,
      corpus: corpus?.failed ?? [],
      maxCreated: flags.maxCreated,
      timeoutMs: flags.timeout,
      patienceMs: flags.patience * 1000,
      noWrites: target.noWrites,
      onlyRefused: target.onlyRefused,
      wrongSecrets: flags.wrongSecrets,
      apiVersion: flags.apiVersion,
      transferId: settings.CONFORMANCE_TRANSFER_ID,
      depositId: settings.CONFORMANCE_DEPOSIT_ID,
      agreedAnswers: agreedAnswers ?? undefined,
      operations,
      checks: chosenChecks,
      exclude,
      shard: flags.shard,
      ...policy,
      journalFile: join(flags.reportDir, "created.ndjson"),
      reportFile: fileIn(flags.reportDir, REPORT_FILE),
      webhooks: webhooks?.source,
      signal: interruption.signal,
      onPreflight: (lines) => progress.preflight(lines),
      onProgress: (seen) => progress.update(seen),
      onOutage: (outage) => progress.outage(outage),
      onCheckpoint: new ResultsFile(join(flags.reportDir, RESULTS_FILE)).add,
      ...(har === null ? {} : { onExchange: har.onExchange, onCase: har.onCase }),
    };
    const isDry = flags.dryRun === true;
    // What stays on this machine alone concerns nobody else.
    if (isDry || (target.kind === "remote" && !target.onlyLoopback)) {
      const text = await planText(target.baseUrl, await planOf(asked, options), flags.maxCreated);
      (isDry ? process.stdout : process.stderr).write(text);
    }
    if (isDry) {
      process.stdout.write("Nothing was sent.\n");
      return;
    }
    const result = await runSuite(options, asked);
    progress.end();
    const today = new Date().toISOString().slice(0, 10);
    const { report, update } =
      baseline === null
        ? { report: result.report, update: null }
        : await withBaseline(baseline, result.report, { today, policy, whole: result.whole });
    const unwritten = await writeAll(report, flags, webhooks, target.credentials);
    if (result.stop === "unreachable") {
      // Nothing was judged: a page of checks that were not exercised would tell no more than the sentence.
      process.stderr.write(`${unwritten ?? report.run.ended?.text}\n`);
      process.exitCode = 3;
      return;
    }
    const verbose = flags.verbose === true;
    printReport(report, {
      preflight: result.preflight,
      verbose,
      quiet: flags.quiet === true,
      folder: unwritten === null ? flags.reportDir : null,
    });
    await tellGithub(report);
    if (verbose) process.stdout.write(pasteText(report, baseline?.baseline ?? null, today));
    if (update !== null) process.stdout.write(`${update}\n`);
    if (policy.requireComplete && report.outcome === "incomplete") process.stderr.write(`${missingText(report)}\n`);
    if (report.run.ended !== undefined)
      process.stderr.write(`${report.run.ended.text} What was seen until then is in the report.\n`);
    if (corpus !== null) process.stdout.write(`${await keepCorpus(corpus, result)}\n`);
    if (unwritten !== null) process.stderr.write(`${unwritten}\n`);
    process.exitCode = unwritten === null ? report.exitCode : 3;
  } finally {
    progress.end();
    interruption.forget();
    const lost = await har?.close();
    if (lost != null) process.stderr.write(`${lost}\n`);
    await webhooks?.close();
    await target.close();
  }
}
