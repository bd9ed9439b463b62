/** `ppconform run`: judges a deployment and writes the reports. */
import { join } from "node:path";
import type { Command } from "commander";
import { CONTRACT } from "../contract.js";
import { planOf } from "../engine/plan/plan.js";
import { selectChecks } from "../engine/plan/selection.js";
import { type ChosenDeployment, openDeployment, type RunningSandbox } from "../engine/settings/deployment.js";
import type { Settings } from "../engine/settings/environment.js";
import { heldAgainst, pasteText } from "../library/baseline.js";
import { keepCorpus, readCorpus } from "../library/corpus.js";
import { askedOf, loadOwnChecks } from "../library/ownChecks.js";
import { inapplicable } from "../library/plan.js";
import { prepared, wired } from "../library/run.js";
import { partFolder, withTypedCommands, writeFolder } from "../library/writing.js";
import type { HarFile } from "../recorded/harFile.js";
import { assertWritable } from "../reports/files.js";
import { REPORT_FILE, usualReports } from "../reports/formats/formats.js";
import { shellWord } from "../schemas/shell.js";
import { fileJson } from "../schemas/unseen.js";
import { deliveriesOf } from "../suites/deliveries/attend.js";
import { EACH, planOfEach } from "../suites/eachVersion.js";
import { runSuite } from "../suites/run.js";
import { waitingText } from "../webhooks/deliveryText.js";
import type { Reception } from "../webhooks/reception.js";
import { deliveriesFile } from "../webhooks/saved.js";
import { policyOf, sendingOptions, unusedProxy } from "./connection.js";
import type { Interruption } from "./interruption.js";
import type { RunFlags } from "./options.js";
import { planText } from "./plan.js";
import { createProgressView } from "./progress.js";
import { replayCommand } from "./replay.js";
import { fileIn, printReport, tellGithub, unlessUnwritable, unmetText } from "./reportFolder.js";
import { assertSelected, byProfile, checkPatterns, excluded, withFailed } from "./selection.js";
import { remark, widthOf } from "./terminal.js";
import { openWebhooks } from "./webhookSource.js";

/** The options, and what was validated before anything was loaded. */
export interface RunRequest {
  readonly flags: RunFlags;
  readonly settings: Settings;
  readonly target: ChosenDeployment;
  /** The embedded sandbox, where it is the target: it may still be starting. */
  readonly startSandbox: () => Promise<RunningSandbox>;
  readonly interruption: Interruption;
  /** The command as typed. */
  readonly command: Command;
}

/** Modules are named by where they were found, and the target as it was judged. */
const NAMED_OTHERWISE: readonly unknown[] = ["--checks", "--base-url"];

/** The typed options that `replay` also has: without them it would send something else. */
function typedForReplay(command: Command): string[] {
  const others = replayCommand().options.filter(({ long }) => !NAMED_OTHERWISE.includes(long));
  return others.flatMap((option) => {
    const name = option.attributeName();
    const value: unknown = command.getOptionValueSource(name) === "cli" ? command.getOptionValue(name) : undefined;
    // A partial permission cannot be passed to replay.
    if (value === undefined || value === "refused") return [];
    return value === true || value === "all" ? [`${option.long}`] : [`${option.long} ${shellWord(String(value))}`];
  });
}

/** Runs the suite, prints the results and sets the exit code. */
export async function run(request: RunRequest): Promise<void> {
  const { settings, interruption } = request;
  let { flags } = request;
  const operations = flags.operation ?? [];
  const own = await loadOwnChecks(flags.checks);
  const asked = askedOf(own, typedForReplay(request.command));
  const { agreedAnswers, baseline, plan, known } = prepared(flags, own.checks, flags.updateBaseline === true);
  flags = await withFailed(flags, request.command, known);
  const chosenChecks = checkPatterns(flags.check ?? [], "--check", known);
  const exclude = [...excluded(flags.exclude ?? [], known), ...inapplicable(plan)];
  if (flags.dryRun !== true) {
    if (operations.length > 0 || chosenChecks.length > 0 || flags.shard !== undefined) {
      const isNamed = request.command.getOptionValueSource("reportDir") !== "default";
      const { folder, text } = await partFolder(flags.reportDir, isNamed);
      remark(text);
      flags = { ...flags, reportDir: folder };
    }
    await assertWritable(flags.reportDir);
  }
  const names = flags.report ?? usualReports(process.env);
  const harFile = flags.har ?? (names.includes("har") ? join(flags.reportDir, "traffic.har") : undefined);
  const corpus = flags.corpus === undefined ? null : await readCorpus(flags.corpus, known);
  for (const text of corpus?.remarks ?? []) remark(text);
  if (flags.openapi !== undefined) await (await import("./openapi.js")).assertDocumentWritable(flags.openapi);
  const sending = sendingOptions(flags);
  const target = await openDeployment(request.target, request.startSandbox);
  const progress = await createProgressView(process.stderr, target.baseUrl, flags.quiet);
  const proxy = flags.proxy === undefined ? unusedProxy(target.baseUrl, process.env) : null;
  if (proxy !== null)
    remark(
      `${proxy} is set but not used: credentials go only through a proxy that ppconform.config.yaml names, as "proxy: URL".`,
    );
  const isJson = flags.json === true;
  // With --json, standard output holds only the report.
  const told = isJson ? process.stderr : process.stdout;
  let webhooks: Reception | null = null;
  let har: HarFile | null = null;
  try {
    const limited = byProfile(flags, target);
    const { profile, noWrites, onlyRefused } = limited;
    const selection = { profile, checks: chosenChecks, exclude, shard: flags.shard ?? null, noWrites, onlyRefused };
    const judged = known.filter(({ operation }) => operations.length === 0 || operations.includes(operation));
    const divided = { ...selection, costs: CONTRACT.costs };
    assertSelected(judged, divided);
    const receives = selectChecks(judged, divided).some(({ operation }) => operation === "webhooks");
    if (receives || flags.webhookPort === undefined)
      webhooks = await openWebhooks(flags, target, (waiting) => progress.waiting(waitingText(waiting)));
    else
      remark(
        `No webhooks are received: none of their checks is part of this run. ${exclude.includes("webhooks") ? "Take webhooks out of --exclude" : "Add webhooks to --operation"}, or leave out --webhook-port.`,
      );
    if (webhooks !== null && target.kind === "remote")
      remark(`Receiving webhooks at ${webhooks.receiver.url}. Register this URL (or your tunnel's) with the provider.`);
    if (harFile !== undefined && flags.dryRun !== true)
      har = await (await import("../recorded/harFile.js")).openHar(harFile);
    const policy = policyOf(flags);
    const reportFile = fileIn(flags.reportDir, REPORT_FILE);
    const options = wired({ ...target, noWrites, onlyRefused }, settings, flags.reportDir, {
      ...selection,
      ...sending,
      ...limited,
      shard: flags.shard,
      ...(har === null ? {} : { onExchange: har.onExchange, onCase: har.onCase }),
      operations,
      corpus: corpus?.failed ?? [],
      agreedAnswers: agreedAnswers ?? undefined,
      reportFile,
      webhooks: webhooks === null ? undefined : deliveriesOf(webhooks),
      signal: interruption.signal,
      onPreflight: progress.preflight,
      onProgress: (seen) => progress.update(seen),
      onOutage: (outage) => progress.outage(outage),
    });
    const isDry = flags.dryRun === true;
    // What stays on this machine concerns nobody else.
    if (isDry || (target.kind === "remote" && !target.onlyLoopback)) {
      const stream = isDry ? told : process.stderr;
      const planned = flags.apiVersion === EACH ? planOfEach : planOf;
      const plan = await planned(asked, options);
      stream.write(await planText(target.baseUrl, plan, flags.maxCreated, widthOf(stream, process.env)));
    }
    if (isDry) {
      told.write("Nothing was sent.\n");
      return;
    }
    const result = await runSuite(options, asked);
    progress.end();
    const { whole } = result;
    const { report, update } = await heldAgainst({ plan, baseline }, result.report, { policy, whole });
    progress.settle(report);
    const unwritten = await unlessUnwritable(async () => {
      const deliveries = webhooks === null ? [] : [deliveriesFile(webhooks.receiver.deliveries(), target.credentials)];
      const kept = await writeFolder(report, flags.reportDir, deliveries, names);
      if (flags.openapi !== undefined) await (await import("./openapi.js")).writeObserved(flags.openapi, report);
      return kept;
    });
    if (isJson) process.stdout.write(`${fileJson(withTypedCommands(report), 2)}\n`);
    if (result.preflight.length === 0 && (result.stop === "unreachable" || result.stop === "credentials")) {
      // Nothing was judged: a page of checks that were not exercised would say no more than the sentence.
      remark(report.run.ended?.text);
      remark(unwritten);
      process.exitCode = 3;
      return;
    }
    const verbose = flags.verbose === true;
    if (!isJson)
      printReport(report, {
        preflight: result.preflight,
        verbose,
        quiet: flags.quiet === true,
        folder: unwritten === null ? flags.reportDir : null,
      });
    await tellGithub(report, { reportFile, isJson });
    if (verbose) told.write(pasteText(report, baseline));
    if (update !== null) told.write(`${update}\n`);
    process.stderr.write(unmetText(report, policy));
    // A watch ends so when all is well.
    if (report.run.ended !== undefined && !(flags.profile === "watch" && report.run.ended.why === "budget"))
      remark(`${report.run.ended.text}${unwritten === null ? " What was seen until then is in the report." : ""}`);
    if (corpus !== null) told.write(`${await keepCorpus(corpus, result)}\n`);
    remark(unwritten);
    process.exitCode = unwritten === null ? report.exitCode : Math.max(3, report.exitCode);
  } finally {
    progress.end();
    interruption.forget();
    remark(await har?.close());
    await webhooks?.close();
    await target.close();
  }
}
