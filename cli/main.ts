#!/usr/bin/env node
/** `ppconform`: the command. Exit codes: 0 conforms, 1 violations, 2 usage, 3 not completed, 4 internal error. */
import { Command, CommanderError } from "commander";
import { SUITE_VERSION } from "../version.js";
import { diffCommand } from "./diff.js";
import { explainCommand, listCommand } from "./list.js";
import { listenCommand } from "./listen.js";
import { openapiCommand } from "./openapi.js";
import { replayCommand } from "./replay.js";
import { runCommand } from "./run.js";
import { sandboxCommand } from "./sandbox.js";
import { selftestCommand } from "./selftest.js";
import { UsageError } from "./usageError.js";
import { verifyWebhookCommand } from "./verifyWebhook.js";

const program = new Command("ppconform")
  .description("Contract conformance test suite for partner payments services.")
  .version(SUITE_VERSION)
  .showHelpAfterError("(ppconform --help shows what there is)")
  .addHelpText(
    "after",
    `
Examples:
  ppconform run                                         judge the embedded sandbox
  ppconform run --base-url https://sandbox.example      judge a deployment, reading only
  ppconform run --base-url https://sandbox.example --allow-writes
  ppconform replay conformance-report/report.json F1
  ppconform diff sandbox.json production.json
  ppconform openapi conformance-report/report.json
  ppconform explain updateRecipient/refuses/payment_details.bank.swift_code.pattern

Credentials come from CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET, in the environment or in a .env file.
Exit codes: 0 conforms · 1 violations · 2 wrong use · 3 the run could not be completed · 4 an error inside the suite`,
  );

for (const command of [
  runCommand(),
  sandboxCommand(),
  listCommand(),
  explainCommand(),
  replayCommand(),
  diffCommand(),
  listenCommand(),
  verifyWebhookCommand(),
  openapiCommand(),
  selftestCommand(),
]) {
  program.addCommand(command.exitOverride());
}
program.exitOverride();

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  } else {
    process.stderr.write(
      `An error inside ppconform, not in the target: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = 4;
  }
}
