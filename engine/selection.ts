/** Which checks and cases a run sends: profile, check patterns, shard. */
import { hash32 } from "../generators/texts/partnerId.js";
import { isAgreed } from "../reports/answers/answers.js";
import type { Case, CheckDefinition, Profile } from "./model.js";

export interface Selection {
  readonly profile: Profile;
  readonly checks: readonly string[];
  /** Patterns of checks that are left out. */
  readonly exclude: readonly string[];
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** Checks of which every case is run, while the first cases must do for the others. Absent: every case of all. */
  readonly focus?: readonly string[];
}

/** The tier of each rule's most telling case. */
const FIRST_TIER = 0;
/** Up to which tier the cases of a profile go. */
const LAST_TIER: Readonly<Record<Profile, number>> = {
  smoke: FIRST_TIER,
  standard: Number.POSITIVE_INFINITY,
  deep: Number.POSITIVE_INFINITY,
};

/** A pattern with `*` for any characters. */
export function patternMatcher(pattern: string): (id: string) => boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"))
    .join(".*");
  const expression = new RegExp(`^${source}$`);
  return (id) => expression.test(id);
}

/** Which shard a check belongs to, from 1. */
export function shardOf(check: string, count: number): number {
  return (hash32(check) % count) + 1;
}

/**
 * The checks and cases to execute.
 * Checks that only other checks' traffic exercises keep that traffic: a case is left out when its own check is.
 */
export function selectCases(
  definitions: readonly CheckDefinition[],
  cases: readonly Case[],
  selection: Selection,
): { definitions: CheckDefinition[]; cases: Case[] } {
  // `check#3` names one case of a check: the same seed makes the same case.
  const matchers = selection.checks.map((pattern) => patternMatcher(checkPart(pattern)));
  const singleCases = new Set(selection.checks.filter((pattern) => pattern.includes("#")));
  const wholeChecks = selection.checks.filter((pattern) => !pattern.includes("#")).map(patternMatcher);
  const isAsked = (testCase: Case): boolean =>
    singleCases.size === 0 || singleCases.has(testCase.id) || wholeChecks.some((matches) => matches(testCase.check));
  const { shard } = selection;
  const excluded = selection.exclude.map(patternMatcher);
  const wanted = (id: string): boolean =>
    (matchers.length === 0 || matchers.some((matches) => matches(id))) &&
    !excluded.some((matches) => matches(id)) &&
    (shard === null || shardOf(id, shard.count) === shard.index);
  const chosen = definitions.filter(({ id }) => wanted(id));
  const ids = new Set(chosen.map(({ id }) => id));
  // Response, echo and error rules are judged on others' traffic: then the operation's controls are run too.
  const operations = new Set(chosen.map(({ operation }) => operation));
  // An agreed answer is judged on what any inquiry finds out.
  const inquires = chosen.some(isAgreed);
  const last = LAST_TIER[selection.profile];
  const focus = selection.focus === undefined ? null : new Set(selection.focus);
  const lastOf = ({ check }: Case): number => (focus?.has(check) === false ? FIRST_TIER : last);
  const done = cases.filter(
    (testCase) =>
      (testCase.tier <= lastOf(testCase) || singleCases.has(testCase.id)) &&
      ((ids.has(testCase.check) && isAsked(testCase)) ||
        (operations.has(testCase.operation) && testCase.role === "traffic") ||
        (inquires && testCase.role === "inquiry")),
  );
  return { definitions: chosen, cases: done };
}

/** The check that a pattern names: what stands before `#` and the number of a case. */
export function checkPart(pattern: string): string {
  return pattern.replace(/#.*$/, "");
}
