/** `ppconform run`: its options. What a run needs is loaded only when they are found good. */
import { setFlagsFromString } from "node:v8";
import { Command, Option } from "commander";
import { DEFAULTS } from "../engine/runOptions.js";
import { chooseDeployment } from "../engine/settings/deployment.js";
import { UsageError } from "../engine/settings/usageError.js";
import { startEmbeddedSandbox } from "../sandbox/embedded.js";
import { withConfigOption } from "./configOption.js";
import { permissionsFrom, withConnectionOptions } from "./connectionOptions.js";
import { onInterruption } from "./interruption.js";
import { allowedWrites, duration, oneOf, operations, positiveNumber, shard, wholeNumber } from "./parse.js";
import type { RunFlags } from "./runFlags.js";
import { userSettings, withSettingsOption } from "./userSettings.js";
import { withWebhookOptions } from "./webhookOptions.js";

/**
 * By version of Node.js, what has functions optimised after four times as many calls: in the seconds of a run most of
 * them do not repay the processor time that it takes. From version 24 on it does not pay, and a flag that a version
 * does not know would be complained of.
 */
const OPTIMISED_LATER: ReadonlyMap<string, string> = new Map([
  ["20", "--interrupt-budget=270336"],
  ["22", "--invocation-count-for-turbofan=12000"],
]);

/** The command and its options. */
export function runCommand(): Command {
  const command = new Command("run")
    .description("Judge a deployment by the documented contract. Without a base URL, judge the embedded sandbox.")
    .optionsGroup("Target:")
    .option("--base-url <url>", "address of the deployment (CONFORMANCE_BASE_URL)")
    .option("--api-version <value>", "Api-Version of recipient creation, instead of finding it out");
  withConfigOption(withSettingsOption(command))
    .optionsGroup("What is judged:")
    .option(
      "--profile <name>",
      "smoke: each rule once · standard · deep: many random cases",
      oneOf("--profile", ["smoke", "standard", "deep"]),
      DEFAULTS.profile,
    )
    .option("--operation <id...>", "judge only these operations")
    .option("--check <pattern...>", "judge only these checks; * stands for any characters, ID#N for case N of a check")
    .option("--exclude <name...>", "leave out operations, webhooks, or checks; * stands for any characters")
    .option("--checks <module...>", "judge checks of your own, too (JavaScript modules; their code runs)")
    .option("--answers <file>", "answers that were agreed with the provider, to be judged like rules (YAML)")
    .option("--shard <I/N>", "judge one of N parts of the checks", shard)
    .option("--seed <number>", "decides every random value", wholeNumber("--seed", 0, 0xffffffff), DEFAULTS.seed)
    .optionsGroup("What may be sent:")
    .option(
      "--allow-writes [which]",
      "send requests that change data to a target that is not on this machine; refused: only those that must be refused",
      allowedWrites,
    )
    .option("--dry-run", "say what would be sent and created, and send nothing")
    .option(
      "--max-requests <number>",
      "send at most this many requests, the most telling first",
      wholeNumber("--max-requests", 1),
    )
    .option(
      "--max-time <time>",
      "stop after this time (90s, 10m, 1h): the most telling cases first, then random ones",
      duration,
    )
    .option(
      "--max-created <number>",
      "stop when this many resources have been created",
      wholeNumber("--max-created", 1),
    )
    .option("--no-wrong-secrets", "send no wrong secrets of the real key, where guessing would lock it")
    .optionsGroup("Pace:")
    .option("--rate <number>", "at most this many requests a second", positiveNumber("--rate"))
    .option(
      "--concurrency <number>",
      "requests under way at once",
      wholeNumber("--concurrency", 1, 256),
      DEFAULTS.concurrency,
    )
    .option(
      "--timeout <ms>",
      "milliseconds a request may take",
      wholeNumber("--timeout", 1, 600_000),
      DEFAULTS.timeoutMs,
    )
    .option(
      "--patience <seconds>",
      "how long to wait for a target that is away, or only asks for pauses",
      wholeNumber("--patience", 1, 86_400),
      DEFAULTS.patienceMs / 1000,
    )
    .optionsGroup("Outcome and reports:")
    .option("--corpus <folder>", "keep what fails in this folder, and send it first in the next run")
    .option("--baseline <file>", "known departures and pinned answers (YAML)")
    .option("--update-baseline", "write what is found into the baseline, keeping what stands there")
    .option(
      "--fail-on <level>",
      "must: violations fail the run · should: warnings too",
      oneOf("--fail-on", ["must", "should"]),
      DEFAULTS.failOn,
    )
    .option("--require-complete", "end with exit code 3 when a rule was not judged that --exclude does not name")
    .option("--report-dir <folder>", "where the reports are written", DEFAULTS.reportFolder)
    .option("--openapi <file>", "write the contract as it was observed, as OpenAPI 3.1 (.json or .yaml)")
    .option("--har <file>", "write all traffic of the run as HAR, for the developer tools of a browser")
    .option("--verbose", "print every observation and proof in full")
    .addOption(new Option("--quiet", "print findings and the last line only").conflicts("verbose"))
    .action(runWith);
  return withWebhookOptions(withConnectionOptions(command));
}

async function runWith(flags: RunFlags, command: Command): Promise<void> {
  // The memory of a run is to be bounded whatever the target sends: garbage is collected before the heap grows.
  setFlagsFromString("--heap-growing-percent=30");
  const later = OPTIMISED_LATER.get(process.versions.node.split(".")[0] ?? "");
  if (later !== undefined) setFlagsFromString(later);
  const settings = userSettings(flags);
  const judged = operations(flags.operation ?? []);
  const target = chooseDeployment(flags.baseUrl, permissionsFrom(flags), settings);
  // A variable or a secret that a pipeline does not have is handed over empty there, and a gate would be green for ever.
  if (target.kind === "sandbox" && process.env.CONFORMANCE_BASE_URL === "" && (process.env.CI ?? "") !== "")
    throw new UsageError(
      "CONFORMANCE_BASE_URL is empty, so that the embedded sandbox would be judged instead of a deployment. Set it in the settings of the pipeline; to judge the sandbox, leave the variable out.",
    );
  // It starts while everything else is loaded. One that is not opened ends with this process.
  const starting = target.kind === "sandbox" ? startEmbeddedSandbox({ seed: flags.seed }) : undefined;
  starting?.catch(() => undefined);
  const request = {
    flags,
    settings,
    operations: judged,
    target,
    startSandbox: () => starting ?? startEmbeddedSandbox({ seed: flags.seed }),
    // From here on an interrupt leads through the end of the run, where the reports are written.
    interruption: onInterruption(),
    command,
  };
  const { run } = await import("./run.js");
  await run(request);
}
