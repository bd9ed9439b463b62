/** Patterns of check ids that the user writes. Separate from the other options: all checks have to be loaded to resolve them. */

import type { Command } from "commander";
import type { CheckDefinition } from "../engine/model.js";
import { checkPart, patternMatcher, type Selection, selectChecks } from "../engine/plan/selection.js";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { EQUIPMENT } from "../reports/facts/checkId.js";
import type { Report } from "../reports/model.js";
import { amount } from "../reports/visible.js";
import { isSubject, SUBJECTS } from "../schemas/operations.js";
import { CHECKS } from "../suites/suites.js";
import type { RunFlags } from "./options.js";
import { reportAt } from "./reportFolder.js";
import { written } from "./values.js";

/**
 * Check patterns, each of which must match something.
 * @param option the option that they follow
 * @param checks all existing checks
 * @param names what the option takes besides, and may have been meant
 */
export function checkPatterns(
  patterns: readonly string[],
  option = "--check",
  checks: readonly { readonly id: string }[] = CHECKS,
  names: readonly string[] = [],
): readonly string[] {
  const known = checks.map(({ id }) => id);
  for (const pattern of patterns) {
    const matches = patternMatcher(checkPart(pattern));
    if (known.some(matches)) continue;
    if (isSubject(pattern))
      throw new UsageError(`${option} ${pattern} is an operation: write '${pattern}/*' for all its checks.`);
    const near = nearest(pattern, names) ?? nearest(pattern, known);
    throw new UsageError(
      `${written(option, pattern)} matches no check${near === null ? "" : `; the nearest is ${near}`}. "ppconform list" shows all; * stands for any characters.`,
    );
  }
  return patterns;
}

/**
 * What the user leaves out: operations and what a run lacks by name, or checks.
 * @throws UsageError for a name that matches nothing
 */
export function excluded(
  names: readonly string[],
  checks: readonly { readonly id: string }[] = CHECKS,
): readonly string[] {
  const single = names.find((name) => name.includes("#"));
  if (single !== undefined) throw new UsageError(`--exclude ${single} names a case: leave out whole checks.`);
  const isName = (name: string): boolean => isSubject(name) || EQUIPMENT.some((equipment) => equipment === name);
  const patterns = names.filter((name) => !isName(name));
  checkPatterns(patterns, "--exclude", checks, [...SUBJECTS, ...EQUIPMENT]);
  return names;
}

/**
 * Makes sure that something is left to judge: what is left out may be all, and a shard may be empty.
 * @param definitions all checks of the operations that are judged
 * @throws UsageError where nothing is
 */
export function assertSelected(definitions: readonly CheckDefinition[], selection: Selection): void {
  const { shard } = selection;
  if (selectChecks(definitions, selection).length > 0) return;
  const whole = { ...selection, shard: null };
  const isLeftOut = (): boolean =>
    selectChecks(definitions, whole).length === 0 && selectChecks(definitions, { ...whole, exclude: [] }).length > 0;
  if (isLeftOut())
    throw new UsageError(
      "Nothing is left to judge: --exclude leaves out all that was selected. Leave out less, or select more.",
    );
  if (shard === null) return;
  const { index, count } = shard;
  const held = Array.from({ length: count }, (_, at) => ({ ...selection, shard: { index: at + 1, count } })).filter(
    (one) => selectChecks(definitions, one).length > 0,
  ).length;
  throw new UsageError(
    `--shard ${index}/${count} has no checks: the selection is enough for at most ${held}. Use fewer shards.`,
  );
}

/* `--failed-of REPORT`: judges again what failed in an earlier report, with its seed and profile. */

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

/* The profile `watch`: a few reads of production, again and again, to notice changes at once. */

/** Most requests that a watch sends. */
const MOST_REQUESTS = 40;
const READS_ONLY = "it changes data, and a watch only reads";

/** The settings of a run by its profile: for `watch` those of a small smoke run of reads, with only the right credentials. */
export function byProfile(
  { profile, wrongSecrets, maxRequests }: Pick<RunFlags, "profile" | "wrongSecrets" | "maxRequests">,
  allowed: Pick<Selection, "noWrites" | "onlyRefused">,
) {
  if (profile !== "watch") return { ...allowed, profile, wrongSecrets, maxRequests };
  return {
    profile: "smoke" as const,
    profileName: profile,
    noWrites: READS_ONLY,
    onlyRefused: false,
    wrongSecrets: false,
    maxRequests: Math.min(maxRequests ?? MOST_REQUESTS, MOST_REQUESTS),
    limitRequests: 0,
  };
}
