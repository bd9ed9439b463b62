/** `ppconform run`: judges a deployment and writes the reports. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { agreedPoints } from "../engine/answers/checks.js";
import { TargetError } from "../engine/preflight/reachability.js";
import { commandFor } from "../engine/replayRequest.js";
import { type ChosenDeployment, type Deployment, openDeployment } from "../engine/settings/deployment.js";
import type { Settings } from "../engine/settings/environment.js";
import { isSystemError, UsageError } from "../engine/settings/usageError.js";
import { renderDraft } from "../reports/answers/draft.js";
import { assertWritable, ReportFolderError, writeProblem, writeReports } from "../reports/files.js";
import { renderQuestions } from "../reports/formats/questions.js";
import { renderTerminal } from "../reports/formats/terminal.js";
import type { Report } from "../reports/model.js";
import { startEmbeddedSandbox } from "../sandbox/embedded.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import type { Subject } from "../schemas/operations.js";
import { isUntold } from "../suites/observations/texts.js";
import { runSuite } from "../suites/run.js";
import type { OpenSource } from "../webhooks/run/source.js";
import { DELIVERIES_FILE } from "../webhooks/saved.js";
import { checksWith, chooseAnswers } from "./answers.js";
import { baselineNames, chooseBaseline, pasteText, withBaseline } from "./baseline.js";
import { checkPatterns } from "./checkPatterns.js";
import type { Interruption } from "./interruption.js";
import { assertDocumentWritable, writeObserved } from "./openapi.js";
import { createProgressView } from "./progress.js";
import type { RunFlags } from "./runFlags.js";
import { usesColor, widthOf } from "./terminal.js";
import { openWebhooks, saveDeliveries, waitingText } from "./webhookSource.js";

/** What the options say, and what was found good of it before anything was loaded. */
export interface RunRequest {
  readonly flags: RunFlags;
  readonly settings: Settings;
  readonly operations: readonly Subject[];
  readonly target: ChosenDeployment;
  readonly interruption: Interruption;
}

/** Runs the suite, prints the results and sets the exit code. */
export async function run(request: RunRequest): Promise<void> {
  const { flags, settings, operations, interruption } = request;
  const agreement = chooseAnswers(flags.deployment, flags.apiVersion);
  const chosenChecks = checkPatterns(flags.check ?? [], "--check", checksWith(agreement));
  const agreedChecks = agreedPoints(agreement).map(({ definition }) => definition.id);
  const baseline = chooseBaseline(flags.baseline, flags.updateBaseline === true, baselineNames(agreedChecks));
  await assertWritable(flags.reportDir).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  if (flags.openapi !== undefined) await assertDocumentWritable(flags.openapi);
  const target = await openDeployment(request.target, () => startEmbeddedSandbox({ seed: flags.seed }));
  const progress = createProgressView(process.stderr, target.baseUrl);
  let webhooks: OpenSource | null = null;
  try {
    webhooks = await openWebhooks(flags, target, (waiting) => progress.waiting(waitingText(waiting)));
    if (webhooks !== null && target.kind === "remote")
      process.stderr.write(`Deliveries are received at ${webhooks.receiver.url}: register it, or what leads to it.\n`);
    const policy = { failOn: flags.failOn, requireComplete: flags.requireComplete === true };
    const result = await runSuite({
      baseUrl: target.baseUrl,
      kind: target.kind,
      credentials: target.credentials,
      profile: flags.profile,
      seed: flags.seed,
      concurrency: flags.concurrency,
      requestsPerSecond: flags.rate,
      maxRequests: flags.maxRequests,
      timeoutMs: flags.timeout,
      noWrites: target.noWrites,
      apiVersion: flags.apiVersion,
      transferId: settings.CONFORMANCE_TRANSFER_ID,
      depositId: settings.CONFORMANCE_DEPOSIT_ID,
      agreement: agreement ?? undefined,
      operations,
      checks: chosenChecks,
      shard: flags.shard,
      ...policy,
      journalFile: join(flags.reportDir, "created.ndjson"),
      reportFile: join(flags.reportDir, "report.json"),
      webhooks: webhooks?.source,
      signal: interruption.signal,
      onPreflight: (lines) => progress.preflight(lines),
      onProgress: (seen) => progress.update(seen),
    });
    progress.end();
    const today = new Date().toISOString().slice(0, 10);
    const { report, update } =
      baseline === null
        ? { report: result.report, update: null }
        : await withBaseline(baseline, result.report, { today, policy, whole: result.whole });
    const unwritten = await writeAll(report, flags, webhooks, target);
    const text = renderTerminal(report, {
      color: usesColor(process.stdout, process.env),
      width: widthOf(process.stdout, process.env),
      preflight: [...result.preflight],
      verbose: flags.verbose === true,
      ...(unwritten === null ? { reportPath: join(flags.reportDir, "report.html") } : {}),
    });
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
    if (flags.verbose === true) process.stdout.write(pasteText(report, baseline?.baseline ?? null, today));
    if (update !== null) process.stdout.write(`${update}\n`);
    if (result.stop === "budget")
      process.stderr.write(
        "The run ended because --max-requests was reached; what was seen until then is in the report.\n",
      );
    if (result.stop === "throttled")
      process.stderr.write(
        "The run ended because the target answered nothing any more but that there are too many requests (429, or 503 with Retry-After); what was seen until then is in the report. Try again later, or with a lower --rate.\n",
      );
    if (result.stop === "interrupted")
      process.stderr.write("The run was interrupted; what was seen until then is in the report.\n");
    if (unwritten !== null) process.stderr.write(`${unwritten}\n`);
    process.exitCode = unwritten === null ? report.exitCode : 3;
  } catch (error) {
    progress.end();
    if (!(error instanceof TargetError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 3;
  } finally {
    interruption.forget();
    await webhooks?.close();
    await target.close();
  }
}

/** Writes everything that is kept of a run; returns why that failed, or null. The results are then still printed. */
async function writeAll(
  report: Report,
  { reportDir, openapi }: RunFlags,
  webhooks: OpenSource | null,
  { credentials }: Deployment,
): Promise<string | null> {
  try {
    await writeReports(report, reportDir);
    await writeOpenPoints(report, reportDir);
    if (openapi !== undefined) await writeObserved(openapi, report);
    if (webhooks !== null)
      await saveDeliveries(join(reportDir, DELIVERIES_FILE), webhooks.receiver.deliveries(), credentials);
    return null;
  } catch (error) {
    if (error instanceof ReportFolderError || error instanceof UsageError) return error.message;
    if (!isSystemError(error)) throw error;
    return `The report folder ${reportDir} cannot be written: ${writeProblem(error)}. Choose another with --report-dir.`;
  }
}

/** Writes the open points beside the reports: as questions to the provider, and as answers to be agreed on. */
async function writeOpenPoints(report: Report, directory: string): Promise<void> {
  const { baseUrl } = report.target;
  const text = renderQuestions(report, { unknowns: UNKNOWNS, conflicts: CONFLICTS }, ({ request }) =>
    commandFor(request, baseUrl),
  );
  await writeFile(join(directory, "questions.md"), text, "utf8");
  await writeFile(join(directory, "deployment-draft.yaml"), renderDraft(report, isUntold), "utf8");
}
