/** Patterns of check ids that the user writes. Apart from the other options: all checks have to be loaded to know them. */

import type { CheckDefinition } from "../engine/model.js";
import { checkPart, patternMatcher, type Selection, selectChecks } from "../engine/selection.js";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { EQUIPMENT } from "../reports/facts/checkId.js";
import { isSubject } from "../schemas/operations.js";
import { CHECKS } from "../suites/suites.js";
import { written } from "./values.js";

/**
 * Check patterns, each of which must match something.
 * @param option what the user wrote them behind
 * @param checks all checks that there are
 */
export function checkPatterns(
  patterns: readonly string[],
  option = "--check",
  checks: readonly { readonly id: string }[] = CHECKS,
): readonly string[] {
  const known = checks.map(({ id }) => id);
  for (const pattern of patterns) {
    const matches = patternMatcher(checkPart(pattern));
    if (known.some(matches)) continue;
    if (isSubject(pattern))
      throw new UsageError(`${option} ${pattern} is an operation: write '${pattern}/*' for all its checks.`);
    const near = nearest(pattern, known);
    throw new UsageError(
      `${written(option, pattern)} matches no check${near === null ? "" : `; the nearest is ${near}`}. "ppconform list" shows all; * stands for any characters.`,
    );
  }
  return patterns;
}

/**
 * What the user leaves out: operations and what a run lacks by their names, or checks.
 * @throws UsageError for a name that stands for nothing
 */
export function excluded(
  names: readonly string[],
  checks: readonly { readonly id: string }[] = CHECKS,
): readonly string[] {
  const single = names.find((name) => name.includes("#"));
  if (single !== undefined) throw new UsageError(`--exclude ${single} names a case: leave out whole checks.`);
  const isName = (name: string): boolean => isSubject(name) || EQUIPMENT.some((equipment) => equipment === name);
  checkPatterns(
    names.filter((name) => !isName(name)),
    "--exclude",
    checks,
  );
  return names;
}

/**
 * Makes sure that a shard holds something.
 * @param definitions all checks of the operations that are judged
 */
export function assertShard(definitions: readonly CheckDefinition[], selection: Selection): void {
  const { shard } = selection;
  if (shard === null || selectChecks(definitions, selection).length > 0) return;
  const { index, count } = shard;
  const held = Array.from({ length: count }, (_, at) => ({ ...selection, shard: { index: at + 1, count } })).filter(
    (one) => selectChecks(definitions, one).length > 0,
  ).length;
  throw new UsageError(
    `--shard ${index}/${count} holds no checks: the selection fills at most ${held}. Use fewer shards.`,
  );
}
