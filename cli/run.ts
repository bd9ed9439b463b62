/** `ppconform run`: judges a deployment and writes the reports. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import type { Report } from "../reports/model.js";
import { renderQuestions } from "../reports/questions.js";
import { renderTerminal } from "../reports/terminal.js";
import { assertWritable, writeReports } from "../reports/write.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import type { OpenSource } from "../suites/groups/webhooks/embedded.js";
import type { Profile } from "../suites/model.js";
import { TargetError } from "../suites/preflight/target.js";
import { commandFor } from "../suites/replayRequest.js";
import { runSuite } from "../suites/run.js";
import { DELIVERIES_FILE } from "../suites/webhooks.js";
import { chooseBaseline, pasteText, withBaseline } from "./baseline.js";
import { readSettings } from "./environment.js";
import { assertDocumentWritable, writeObserved } from "./openapi.js";
import { checkPatterns, oneOf, operations, positiveNumber, shard, wholeNumber } from "./parse.js";
import { createProgressView } from "./progress.js";
import { openTarget } from "./target.js";
import { UsageError } from "./usageError.js";
import { openWebhooks, saveDeliveries, type WebhookFlags, waitingText, withWebhookOptions } from "./webhookOptions.js";

interface RunFlags extends WebhookFlags {
  readonly baseUrl?: string;
  readonly envFile?: string;
  readonly profile: Profile;
  readonly operation?: readonly string[];
  readonly check?: readonly string[];
  readonly seed: number;
  readonly allowWrites?: true;
  readonly rate?: number;
  readonly concurrency: number;
  readonly maxRequests?: number;
  readonly timeout: number;
  readonly reportDir: string;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly failOn: "must" | "should";
  readonly requireComplete?: true;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly apiVersion?: string;
  readonly openapi?: string;
  readonly verbose?: true;
}

/** The command and its options. */
export function runCommand(): Command {
  const command = new Command("run")
    .description("judge a deployment by the documented contract (with no base URL: the embedded sandbox)")
    .option("--base-url <url>", "address of the deployment (CONFORMANCE_BASE_URL)")
    .option("--env-file <file>", "file with CONFORMANCE_ settings (default: .env, if there is one)")
    .option(
      "--profile <name>",
      "smoke: each rule once · standard · deep: many random cases",
      oneOf("--profile", ["smoke", "standard", "deep"]),
      "standard",
    )
    .option("--operation <id...>", "judge only these operations")
    .option("--check <pattern...>", "judge only these checks; * stands for any characters, ID#N for case N of a check")
    .option("--seed <number>", "decides every random value", wholeNumber("--seed", 0, 0xffffffff), 42)
    .option("--allow-writes", "send requests that change data to a target that is not on this machine")
    .option("--rate <number>", "requests a second at most", positiveNumber("--rate"))
    .option("--concurrency <number>", "requests under way at once", wholeNumber("--concurrency", 1, 256), 16)
    .option("--max-requests <number>", "stop after so many requests", wholeNumber("--max-requests", 1))
    .option("--timeout <ms>", "milliseconds a request may take", wholeNumber("--timeout", 1, 600_000), 15_000)
    .option("--report-dir <folder>", "where the reports are written", "conformance-report")
    .option("--baseline <file>", "known departures and pinned answers (YAML)")
    .option("--update-baseline", "write what is found into the baseline, keeping what stands there")
    .option(
      "--fail-on <level>",
      "must: violations fail the run · should: warnings too",
      oneOf("--fail-on", ["must", "should"]),
      "must",
    )
    .option("--require-complete", "end with exit code 3 when checks could not be exercised")
    .option("--shard <I/N>", "judge one of N parts of the checks", shard)
    .option("--api-version <value>", "Api-Version of recipient creation, instead of finding it out")
    .option("--openapi <file>", "write the contract as it was observed, as OpenAPI 3.1 (.json or .yaml)")
    .option("--verbose", "print every observation and proof in full")
    .action(run);
  return withWebhookOptions(command);
}

async function run(flags: RunFlags): Promise<void> {
  const settings = readSettings(flags.envFile ?? null, process.env);
  const chosenOperations = operations(flags.operation ?? []);
  const chosenChecks = checkPatterns(flags.check ?? []);
  const baseline = chooseBaseline(flags.baseline, flags.updateBaseline === true);
  await assertWritable(flags.reportDir).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  if (flags.openapi !== undefined) await assertDocumentWritable(flags.openapi);
  const target = await openTarget(flags.baseUrl, flags.allowWrites === true, settings, flags.seed);
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  const progress = createProgressView(process.stderr, target.baseUrl);
  let webhooks: OpenSource | null = null;
  try {
    webhooks = await openWebhooks(flags, target, (waiting) => progress.waiting(waitingText(waiting)));
    if (webhooks !== null && target.kind === "remote")
      process.stderr.write(
        `Deliveries are received at ${webhooks.source.receiver.url}: register it, or what leads to it.\n`,
      );
    const result = await runSuite({
      baseUrl: target.baseUrl,
      kind: target.kind,
      credentials: target.credentials,
      profile: flags.profile,
      seed: flags.seed,
      concurrency: flags.concurrency,
      ...(flags.rate === undefined ? {} : { requestsPerSecond: flags.rate }),
      ...(flags.maxRequests === undefined ? {} : { maxRequests: flags.maxRequests }),
      timeoutMs: flags.timeout,
      noWrites: target.noWrites,
      apiVersion: flags.apiVersion ?? null,
      transferId: settings.CONFORMANCE_TRANSFER_ID ?? null,
      depositId: settings.CONFORMANCE_DEPOSIT_ID ?? null,
      operations: chosenOperations,
      checks: chosenChecks,
      shard: flags.shard ?? null,
      failOn: flags.failOn,
      requireComplete: flags.requireComplete === true,
      journalFile: join(flags.reportDir, "created.ndjson"),
      reportFile: join(flags.reportDir, "report.json"),
      ...(webhooks === null ? {} : { webhooks: webhooks.source }),
      signal: interruption.signal,
      onPreflight: (lines) => progress.preflight(lines),
      onProgress: (seen) => progress.update(seen),
    });
    progress.end();
    const today = new Date().toISOString().slice(0, 10);
    const policy = { failOn: flags.failOn, requireComplete: flags.requireComplete === true };
    const { report, lines } =
      baseline === null
        ? { report: result.report, lines: [] }
        : await withBaseline(baseline, result.report, today, policy);
    const paths = await writeReports(report, flags.reportDir);
    await writeQuestions(report, flags.reportDir);
    if (flags.openapi !== undefined) await writeObserved(flags.openapi, report);
    if (webhooks !== null) {
      await saveDeliveries(
        join(flags.reportDir, DELIVERIES_FILE),
        webhooks.source.receiver.deliveries(),
        target.credentials,
      );
    }
    const text = renderTerminal(report, {
      color: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
      width: process.stdout.columns ?? 120,
      preflight: [...result.preflight],
      verbose: flags.verbose === true,
      reportPath: paths.html,
    });
    process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
    if (flags.verbose === true) process.stdout.write(pasteText(report, baseline?.baseline ?? null, today));
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (result.stop === "budget")
      process.stderr.write(
        "The run ended because --max-requests was reached; what was seen until then is in the report.\n",
      );
    if (result.stop === "interrupted")
      process.stderr.write("The run was interrupted; what was seen until then is in the report.\n");
    process.exitCode = report.exitCode;
  } catch (error) {
    progress.end();
    if (!(error instanceof TargetError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 3;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    await webhooks?.close();
    await target.close();
  }
}

/** Writes the open points as questions to the provider beside the reports. */
async function writeQuestions(report: Report, directory: string): Promise<void> {
  const { baseUrl } = report.target;
  const text = renderQuestions(report, { unknowns: UNKNOWNS, conflicts: CONFLICTS }, ({ request }) =>
    commandFor(request, baseUrl),
  );
  await writeFile(join(directory, "questions.md"), text, "utf8");
}
