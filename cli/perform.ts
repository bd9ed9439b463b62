/** Performs a command. Exit codes: 0 conforms, 1 violations, 2 usage, 3 not completed, 4 internal error. */
import { CommanderError } from "commander";
import { JournalError } from "../client/journal.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { programFor } from "./program.js";
import { withoutSecrets } from "./userSettings.js";

/** Performs the command that some words call. Errors are reported, and set the exit code of the process. */
export async function perform(words: readonly string[]): Promise<void> {
  try {
    await (await programFor(words)).parseAsync(words, { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof UsageError || error instanceof JournalError) {
      process.stderr.write(`${asTyped(error.message)}\n`);
      process.exitCode = 2;
    } else {
      const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`An error inside ppconform, not in the target: ${withoutSecrets(trace)}\n`);
      process.exitCode = 4;
    }
  }
}
