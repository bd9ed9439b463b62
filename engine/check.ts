/**
 * How a check is declared: one expression, in one file. Its id is a literal there; the ledger's statement gives level
 * and section; the check adds what it sends, what it expects, and the cases that exercise it.
 */
import { AREAS, type Area } from "../schemas/areas.js";
import type { Rule } from "../schemas/ledger/rule.js";
import { onceEach } from "../schemas/onceEach.js";
import type { OperationId, Subject } from "../schemas/operation.js";
import type { Case, CaseRole, CaseSource, CheckDefinition, Judge, MakeJudge, Suite, Target, UpTo } from "./model.js";

/** `operation/area/rule`. */
export type CheckId = `${Subject}/${Area}/${string}`;

/** What a case needs to know of itself: its check, and the id by which it is selected, run again and told apart. */
export interface CaseIdentity {
  readonly check: string;
  readonly operation: Subject;
  readonly area: Area;
  /** `check#name`: unique in a run. */
  readonly id: string;
}

/** A case that has no id yet: the check in which it is declared numbers it. */
export interface CaseDraft {
  /** Names the case among those of its check; by default it has the next number. */
  readonly name?: string;
  /** Whether its edit is drawn at random. */
  readonly drawn?: true;
  /** The tier of the cases made, where it is known beforehand. */
  readonly tier?: number;
  readonly make: (identity: CaseIdentity) => Case;
}

/**
 * Makes the cases of a check for a target that is ready for its operation. Those of tiers beyond the last one may be left out where
 * the others keep their numbers.
 */
export type Cases<T extends Target = Target> = (target: T, lastTier: number) => readonly CaseDraft[];

/** What cases serve besides their check. */
export interface CaseService {
  readonly role?: CaseRole;
  /** Other operations whose answers are judged in these cases. */
  readonly touches?: readonly OperationId[];
}

/** What a check says of itself, and what else its definition may have. */
export interface CheckOptions<T extends Target = Target>
  extends CaseService,
    Omit<
      CheckDefinition,
      "id" | "title" | "operation" | "area" | "section" | "level" | "basis" | "place" | "statements"
    > {
  /** Default: what the ledger says of the first statement. */
  readonly title?: string;
  /** Statements of the ledger; by default the one with the check's name, with dots. */
  readonly statements?: readonly [string, ...string[]];
  /** Absent: the answers to all requests exercise it. */
  readonly cases?: Cases<T>;
  /** Takes the check's id, and makes the judge of the answers to all requests of a run. */
  readonly judge?: (id: string) => Judge;
}

interface Source {
  readonly from: CaseSource;
  cases(target: Target, lastTier: number): readonly Case[];
}

/** A check with the cases that exercise it. */
export interface Check extends CheckDefinition, Source {
  readonly judge: MakeJudge | null;
}

/** Checks that one reading of each answer judges together. */
export interface JudgedTogether {
  readonly checks: readonly Check[];
  readonly judge: MakeJudge;
}

/** Cases whose answers exercise a check that is declared elsewhere. */
export interface Exercise extends Source {
  readonly about: CheckId;
}

/** Makes the drafts up to a tier, each with the id of its check and its own name or number. */
function named(
  check: CheckId,
  drafts: readonly CaseDraft[],
  prefix: string,
  service: CaseService,
  { seed, profile, round = "" }: Target,
  lastTier: number,
): Case[] {
  const { operation, area } = partsOf(check);
  return drafts.flatMap(({ name, drawn, tier = lastTier, make }, index) => {
    if (tier > lastTier) return [];
    const id = `${check}#${prefix}${name ?? index}`;
    return {
      ...make({ check, operation, area, id: `${id}${round}` }),
      area,
      ...service,
      ...(drawn === undefined ? {} : { drawn: { seed, profile, id } }),
    };
  });
}

function isReady(target: Target, operation: Subject): boolean {
  return target.unready[operation] === undefined;
}

/**
 * The operation and the area that an id begins with: the only place where an id is taken apart.
 * @throws Error for an id of another form: our own bug
 */
function partsOf(id: CheckId): { operation: Subject; area: Area } {
  const [first, second] = id.split("/");
  const operation: Subject | undefined = first;
  const area = AREAS.find((known) => known === second);
  if (operation === undefined || operation === "" || area === undefined)
    throw new Error(`${id} is not the id of a check: operation/area/rule`);
  return { operation, area };
}

/**
 * How checks on the rules of a contract are declared, for what is known of its targets.
 * @throws Error for a statement that is not a rule of the contract: our own bug
 */
export function checksOn<T extends Target, Id extends CheckId>(
  rules: readonly Rule[],
): (id: Id, options: CheckOptions<T>) => Check {
  const known: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
  return (id, options) => {
    const { statements = [id.replaceAll("/", ".")] } = options;
    const rule = known.get(statements[0]);
    if (rule === undefined) throw new Error(`${id} names ${statements[0]}, which is no rule of the ledger`);
    return checkOn(rule, id, { ...options, statements });
  };
}

/**
 * Declares a check on a rule, of the ledger or not: then it is about no statements.
 * @throws Error for an id of another form
 */
export function checkOn<T extends Target>(
  rule: Pick<Rule, "section" | "level" | "text"> & Partial<Pick<Rule, "basis" | "place">>,
  id: CheckId,
  options: Omit<CheckOptions<T>, "statements"> & { readonly statements?: readonly string[] },
): Check {
  const { section, level, text, basis, place } = rule;
  const { statements = [], role, touches, cases, judge, ...words } = options;
  const service = { ...(role === undefined ? {} : { role }), ...(touches === undefined ? {} : { touches }) };
  const { operation, area } = partsOf(id);
  return {
    id,
    title: text.replace(/\.$/, ""),
    operation,
    area,
    section,
    level,
    ...(basis === undefined ? {} : { basis }),
    ...(place === undefined ? {} : { place }),
    statements,
    ...(judge === undefined ? {} : { watches: "answers" }),
    ...words,
    from: { check: id, operation, ...service },
    cases: (target: T, lastTier) =>
      cases !== undefined && isReady(target, operation)
        ? named(id, cases(target, lastTier), "", service, target, lastTier)
        : [],
    judge: judge === undefined ? null : () => judge(id),
  };
}

/**
 * Joins checks that all traffic exercises to the judge that is asked about them, once per answer.
 * @param judge made again for each run, since it may remember what it saw
 */
export function judgedTogether(checks: readonly Check[], judge: MakeJudge): JudgedTogether {
  return { checks: checks.map((one) => ({ watches: "answers", ...one })), judge };
}

/**
 * Declares cases that exercise a check which is declared elsewhere, or only the checks of all traffic.
 * @param name tells the cases apart from those that others declare for the same check
 */
export function exercise<T extends Target>(
  about: CheckId,
  name: string,
  cases: Cases<T>,
  service: CaseService = {},
): Exercise {
  const { operation } = partsOf(about);
  return {
    about,
    from: { check: about, operation, ...service },
    cases: (target: T, lastTier) =>
      isReady(target, operation) ? named(about, cases(target, lastTier), `${name}.`, service, target, lastTier) : [],
  };
}

/** What several checks share is made only once for a target. */
export function perTarget<K extends Target, T>(make: (target: K) => T): (target: K) => T {
  return onceEach(make);
}

/** What a suite is put together from: checks, checks that are judged together, exercises, and lists of them. */
export type SuiteEntry = Check | JudgedTogether | Exercise | readonly SuiteEntry[];

function isList(entry: SuiteEntry): entry is readonly SuiteEntry[] {
  return Array.isArray(entry);
}

function flat(entries: readonly SuiteEntry[]): readonly Exclude<SuiteEntry, readonly SuiteEntry[]>[] {
  return entries.flatMap((entry) => (isList(entry) ? flat(entry) : [entry]));
}

/**
 * Declares the suite of an operation: its checks and exercises in the order of the document.
 * @throws Error when two checks have one id: our own bug
 */
export function suite(operation: Subject, ...entries: readonly SuiteEntry[]): Suite {
  const all = flat(entries);
  const checks = all.flatMap((entry): readonly CheckDefinition[] =>
    "checks" in entry ? entry.checks : "id" in entry ? [entry] : [],
  );
  const repeated = firstRepeated(checks.map(({ id }) => id));
  if (repeated !== null) throw new Error(`two checks are called ${repeated}`);
  return {
    operation,
    checks,
    judges: all.flatMap((entry) => ("judge" in entry && entry.judge !== null ? [entry.judge] : [])),
    cases: (target, upTo = () => Number.POSITIVE_INFINITY) =>
      all
        .flatMap((entry): readonly Source[] => ("cases" in entry ? [entry] : entry.checks))
        .flatMap(({ from, cases }) => {
          const lastTier = upTo(from);
          return lastTier === null ? [] : cases(target, lastTier);
        }),
  };
}

function firstRepeated(ids: readonly string[]): string | null {
  const known = new Set<string>();
  for (const id of ids) {
    if (known.has(id)) return id;
    known.add(id);
  }
  return null;
}

/**
 * The cases of some suites for a target; only for the operations that may be asked, where they are given.
 * @throws Error when two cases have one id: our own bug, which would make one of them disappear
 */
export function casesOf(suites: readonly Suite[], target: Target, upTo?: UpTo): Case[] {
  const cases = suites.flatMap((one) => one.cases(target, upTo));
  const repeated = firstRepeated(cases.map(({ id }) => id));
  if (repeated !== null) throw new Error(`two cases are called ${repeated}`);
  return cases;
}
