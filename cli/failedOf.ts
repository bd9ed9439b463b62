/** `--failed-of REPORT`: judges again what failed in an earlier report, with the seed and the profile that showed it. */
import type { Command } from "commander";
import type { CheckDefinition } from "../engine/model.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { Report } from "../reports/model.js";
import { amount } from "../reports/visible.js";
import type { RunFlags } from "./options.js";
import { reportAt } from "./reportFolder.js";

const FAILED: ReadonlySet<Report["checks"][number]["verdict"]> = new Set(["violation", "warning", "known", "flaky"]);

/**
 * The options with the checks that failed.
 * @param known all checks that this run could judge
 * @throws UsageError for a report in which nothing failed: a run that judges nothing is not green
 */
export async function withFailed(
  flags: RunFlags,
  command: Command,
  known: readonly CheckDefinition[],
): Promise<RunFlags> {
  if (flags.failedOf === undefined) return flags;
  const report = await reportAt(flags.failedOf);
  const failed = report.checks.filter(({ verdict }) => FAILED.has(verdict)).map(({ id }) => id);
  if (failed.length === 0)
    throw new UsageError(`Nothing failed in ${flags.failedOf}: there is nothing to send again. Leave out --failed-of.`);
  const ids = new Set(known.map(({ id }) => id));
  const there = failed.filter((id) => ids.has(id));
  if (there.length < failed.length)
    throw new UsageError(
      `${flags.failedOf} has ${amount(failed.length - there.length, "failure")} of checks that this run does not have. Give the same --checks and --answers.`,
    );
  const isTyped = (name: string): boolean => command.getOptionValueSource(name) !== "default";
  const { seed, profile } = report.run;
  return {
    ...flags,
    check: [...(flags.check ?? []), ...there],
    ...(isTyped("seed") ? {} : { seed }),
    ...(isTyped("profile") ? {} : { profile }),
  };
}
