/** Which checks and cases a run sends: profile, check patterns, shard. */
import { isAgreed } from "../../reports/answers/answers.js";
import { EQUIPMENT, equipmentOf } from "../../reports/facts/checkId.js";
import type { Subject } from "../../schemas/operation.js";
import type { Contract } from "../contract.js";
import type { Case, CaseSource, CheckDefinition, Profile, UpTo } from "../model.js";
import { maySend } from "./effects.js";
import { type Shard, shareOf, watchesAll } from "./shards.js";

export interface Selection {
  readonly profile: Profile;
  readonly checks: readonly string[];
  /** What is left out: patterns of checks, operations, or what the run lacks. */
  readonly exclude: readonly string[];
  readonly shard: Shard | null;
  /** Why requests that change data are left out; null when they are sent. */
  readonly noWrites: string | null;
  /** Whether of these requests those are sent that must be refused. */
  readonly onlyRefused: boolean;
  /** About how many requests each operation takes; shards are divided by it. */
  readonly costs: Contract["costs"];
  /** Checks of which every case is run, while of the others only the first cases are. Absent: every case of all. */
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

/** What one name after --exclude leaves out. */
export interface Exclusion {
  readonly name: string;
  readonly matches: (id: string) => boolean;
}

/** What names leave out. A check that needs only one of several things is left out when all of them are named. */
export function exclusions(names: readonly string[]): Exclusion[] {
  const named = new Set(names);
  return names.map((name) => {
    if (!EQUIPMENT.some((equipment) => equipment === name))
      return { name, matches: /^\w+$/.test(name) ? (id) => id.startsWith(`${name}/`) : patternMatcher(name) };
    return {
      name,
      matches: (id) => {
        const needed: readonly string[] = equipmentOf(id);
        return needed.includes(name) && needed.every((one) => named.has(one));
      },
    };
  });
}

export interface Selected {
  readonly definitions: readonly CheckDefinition[];
  /** Checks of other shards that watch answers which only this one has: those that fail here are reported. */
  readonly overheard: readonly CheckDefinition[];
  readonly cases: readonly Case[];
  /** Cases that are sent as well where an operation failed once by accident: they show whether it does so again. */
  readonly reserve: readonly Case[];
}

/** The checks to judge, and in a shard what it has of them. */
function portionOf(definitions: readonly CheckDefinition[], selection: Selection) {
  const { checks, exclude, shard, noWrites, onlyRefused, costs } = selection;
  const matchers = checks.map((pattern) => patternMatcher(checkPart(pattern)));
  const excluded = exclusions(exclude);
  const asked = definitions.filter(
    ({ id }) =>
      (matchers.length === 0 || matchers.some((matches) => matches(id))) &&
      !excluded.some(({ matches }) => matches(id)),
  );
  if (shard === null) return { chosen: asked, overheard: [], share: null };
  const share = shareOf(asked, shard, { noWrites: noWrites !== null && !onlyRefused, costs });
  return { chosen: asked.filter(share.has), overheard: asked.filter(share.overhears), share };
}

export function selectChecks(
  definitions: readonly CheckDefinition[],
  selection: Selection,
): readonly CheckDefinition[] {
  return portionOf(definitions, selection).chosen;
}

function takenBy(definitions: readonly CheckDefinition[], selection: Selection) {
  const { checks } = selection;
  // `check#3` names one case of a check: the same seed makes the same case.
  const singleCases = new Set(checks.filter((pattern) => pattern.includes("#")));
  const wholeChecks = checks.filter((pattern) => !pattern.includes("#")).map(patternMatcher);
  const isWhole = (id: string): boolean => singleCases.size === 0 || wholeChecks.some((matches) => matches(id));
  const portion = portionOf(definitions, selection);
  const { chosen, share } = portion;
  const ids = new Set(chosen.map(({ id }) => id));
  const isOwn = ({ id, check }: Case): boolean => ids.has(check) && (isWhole(check) || singleCases.has(id));
  const operations = new Set(chosen.map(({ operation }) => operation));
  const watching = chosen.filter(({ id }) => isWhole(id));
  const watchedFor = (isWatching: (definition: CheckDefinition) => boolean): ReadonlySet<Subject> =>
    new Set(watching.filter(isWatching).map(({ operation }) => operation));
  const successes = watchedFor(({ watches }) => watches === "successes");
  // Each piece of a divided operation has its own answers. An agreed answer is judged by what all of them show.
  const answers = watchedFor((one) => (watchesAll(one) || isAgreed(one)) && share?.hasWhole(one.operation) !== false);
  const isWatched = ({ operation, touches = [], onlyRefusals }: Pick<Case, "operation" | "touches" | "onlyRefusals">) =>
    [operation, ...touches].some((one) => answers.has(one) || (onlyRefusals !== true && successes.has(one)));
  // An inquiry of any operation may also find it out.
  const inquired = new Set(chosen.some(isAgreed) ? definitions.map(({ operation }) => operation) : []);
  const isControl = ({ operation, role }: Pick<Case, "operation" | "role">): boolean =>
    operations.has(operation) && role === "control";
  const last = LAST_TIER[selection.profile];
  const focus = selection.focus === undefined ? null : new Set(selection.focus);
  const lastOf = ({ check }: Pick<Case, "check">): number => (focus?.has(check) === false ? FIRST_TIER : last);
  const unsteadiness = new Set(chosen.flatMap(({ id, gathersUnsteadiness }) => (gathersUnsteadiness ? id : [])));
  const ofSingleCases = new Set([...singleCases].map(checkPart));
  const isAsked = (source: CaseSource): boolean =>
    ids.has(source.check) || isWatched(source) || isControl(source) || inquired.has(source.operation);
  const isWhollyMade = ({ check }: CaseSource): boolean => ofSingleCases.has(check) || unsteadiness.has(check);
  return {
    ...portion,
    upTo: (source: CaseSource): number | null =>
      isAsked(source) ? (isWhollyMade(source) ? Number.POSITIVE_INFINITY : lastOf(source)) : null,
    takes: (testCase: Case): boolean =>
      maySend(testCase.effect, selection) &&
      (testCase.tier <= lastOf(testCase) || singleCases.has(testCase.id)) &&
      (isOwn(testCase) ||
        isWatched(testCase) ||
        isControl(testCase) ||
        (inquired.has(testCase.operation) && testCase.role === "inquiry")),
    isInReserve: (testCase: Case): boolean =>
      unsteadiness.has(testCase.check) &&
      isWhole(testCase.check) &&
      maySend(testCase.effect, selection) &&
      testCase.tier > lastOf(testCase),
  };
}

/** Which cases a selection may take, by where they come from: the others need not be made. */
export function askedBy(definitions: readonly CheckDefinition[], selection: Selection): UpTo {
  return takenBy(definitions, selection).upTo;
}

/**
 * The checks and cases to execute. A check that is judged by the answers to other checks' cases brings those cases
 * along, so that its verdict is the same as when everything is run.
 * @param definitions all checks of the operations that are judged
 * @param cases those of all operations, or at least those that are asked
 */
export function selectCases(
  definitions: readonly CheckDefinition[],
  cases: readonly Case[],
  selection: Selection,
): Selected {
  const { chosen, overheard, takes, isInReserve } = takenBy(definitions, selection);
  return { definitions: chosen, overheard, cases: cases.filter(takes), reserve: cases.filter(isInReserve) };
}

/** What is sent of the cases of a run: no guesses at the secret, where the user allows none. */
export function sentCases(
  cases: readonly Case[],
  { wrongSecrets }: { readonly wrongSecrets: boolean },
): readonly Case[] {
  return wrongSecrets ? cases : cases.filter(({ guesses }) => guesses !== "secret");
}

/** The check that a pattern names: the part before `#` and the number of a case. */
export function checkPart(pattern: string): string {
  return pattern.replace(/#.*$/, "");
}
