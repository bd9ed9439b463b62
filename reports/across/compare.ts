/**
 * What differs between reports: of several deployments, or of one at several times. Only what the deployment does counts;
 * times, ids, durations and numbers of requests do not, so that runs on an unchanged deployment do not differ.
 */

import type { Json } from "../../schemas/json.js";
import { OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import type { Subject } from "../../schemas/operation.js";
import { UsageError } from "../../schemas/usageError.js";
import { areaAndRuleOf } from "../facts/checkId.js";
import { isJudged } from "../facts/judged.js";
import { differs, measuredText } from "../facts/limits.js";
import type { Limit, Report, Verdict } from "../model.js";
import { contains, type Growing, saysSame } from "./answers.js";
import { byId } from "./index.js";
import type { FoundReport } from "./shards.js";

export type VerdictRow = ReturnType<typeof verdictRows>[number];
export type ValueRow = ReturnType<typeof valueRows>[number];
export type Comparison = ReturnType<typeof compareReports>;

/** Verdicts of a broken rule, excused ones included. */
const BROKEN: ReadonlySet<Verdict | null> = new Set(["violation", "warning", "known"]);

function factsOf(report: Report) {
  const { target, run, suite, contract } = report;
  return {
    target: target.kind === "sandbox" ? "the embedded sandbox" : target.baseUrl,
    startedAt: run.startedAt,
    profile: run.profile,
    seed: run.seed,
    suite: suite.version,
    contract: contract.version,
  };
}

/** Keys of all maps, those of the first one first. */
function allKeys(maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))];
}

/** Whether all existing entries say the same. */
function isOne(entries: readonly unknown[]): boolean {
  return new Set(entries.filter((entry) => entry !== null)).size <= 1;
}

/** All checks that a run judged. Lists with an entry for each run are in the order of the runs. */
function verdictRows(reports: readonly Report[]) {
  const maps = reports.map(({ checks }) => byId(checks));
  return allKeys(maps).flatMap((id) => {
    const seen = maps.map((map) => map.get(id));
    const [first] = seen.flatMap((check) => check ?? []);
    if (first === undefined || !seen.some((check) => check !== undefined && isJudged(check))) return [];
    // Null for a run that did not judge it.
    const verdicts = seen.map((check) => (check !== undefined && isJudged(check) ? check.verdict : null));
    const reasons = seen.map((check, at) =>
      verdicts[at] !== null
        ? null
        : check === undefined
          ? "not part of that run"
          : `${check.verdict}: ${check.reason ?? "no reason was given"}`,
    );
    // What a failing deployment did, the last of them; null where no run has a finding.
    const actual = seen
      .flatMap((check, at) => (verdicts[at] === null ? [] : (check?.findings[0] ?? [])))
      .at(-1)?.actual;
    const { operation, title } = first;
    return [{ check: id, operation, rule: areaAndRuleOf(first), title, verdicts, reasons, actual: actual ?? null }];
  });
}

interface AnsweredUnknown {
  readonly id: string;
  readonly operation: Subject | null;
  readonly question: string;
  readonly answer: string;
  readonly value?: Json;
}

/** Whether an answer lists what was met, so that it grows with what is sent. */
type GrowingOf = (id: string) => Growing | null;

/** Whether two runs, by their numbers, answer differently. */
type IsOther = (one: AnsweredUnknown, other: AnsweredUnknown, runs: readonly [number, number]) => boolean;

/** Each answer with the number of the first one that says the same, numbered among those that differ. */
function sidesOf(answers: readonly (AnsweredUnknown | undefined)[], isOther: IsOther): (number | null)[] {
  const firsts: [answer: AnsweredUnknown, run: number][] = [];
  return answers.map((answer, run) => {
    if (answer === undefined) return null;
    const side = firsts.findIndex(([first, at]) => !isOther(first, answer, [at, run]));
    return side === -1 ? firsts.push([answer, run]) - 1 : side;
  });
}

/** All answers of all runs: an answer and a side for each, null where it has none. Runs that say the same have the same side. */
export function valueRows(lists: readonly (readonly AnsweredUnknown[])[], isOther: IsOther) {
  const maps = lists.map(byId);
  return allKeys(maps).map((id) => {
    const seen = maps.map((map) => map.get(id));
    const { question = "", operation = null } = seen.find((answer) => answer !== undefined) ?? {};
    const answers = seen.map((answer) => answer?.answer ?? null);
    return { id, operation, question, answers, sides: sidesOf(seen, isOther) };
  });
}

/** A measured limit as the answer to a question about it. */
function limitAnswer(limit: Limit): AnsweredUnknown {
  return {
    id: `${limit.operation} ${limit.field} ${limit.keyword}`,
    operation: limit.operation,
    question: limit.documented === null ? "not documented" : `documented: ${limit.documented}`,
    answer: limit.measured === null ? measuredText(limit) : String(limit.measured),
  };
}

/**
 * Limits that differ. Where not every run measured one, it counts only where it is not the documented one: the others may
 * have had no reason to measure it.
 */
function limitRows(reports: readonly Report[]): ValueRow[] {
  const departing = new Set(
    reports.flatMap(({ limits }) => limits.filter(differs).map((limit) => limitAnswer(limit).id)),
  );
  const lists = reports.map(({ limits }) => limits.map(limitAnswer));
  return valueRows(lists, (one, other) => !saysSame(one, other, null)).filter(
    ({ id, sides }) => !isOne(sides) || (sides.includes(null) && departing.has(id)),
  );
}

/** Whether two answers differ, and not only because one run judged less than the other. */
function differently(reports: readonly Report[], growing: GrowingOf): IsOther {
  const judged = reports.map(({ checks }) => new Set(checks.filter(isJudged).map(({ id }) => id)));
  const reach = new Map<string, boolean>();
  /** Whether a run judged checks that the other did not: it may also have seen more. */
  const isFurther = (run: number, other: number): boolean => {
    const key = `${run} ${other}`;
    const known = reach.get(key) ?? [...(judged[run] ?? [])].some((id) => judged[other]?.has(id) === false);
    reach.set(key, known);
    return known;
  };
  return (one, other, [left, right]) => {
    const list = growing(one.id);
    if (saysSame(one, other, list)) return false;
    if (list === null) return true;
    return !(
      (contains(one, other, list) && isFurther(left, right)) ||
      (contains(other, one, list) && isFurther(right, left))
    );
  };
}

/** Compares reports, two or more. */
export function compareReports(reports: readonly Report[], growing: GrowingOf = () => null) {
  const runs = reports.map(factsOf);
  const isOther = differently(reports, growing);
  const isApart = ({ sides }: ValueRow): boolean => !isOne(sides) || sides.includes(null);
  const verdicts = verdictRows(reports);
  const observed = reports.map(({ observations }) => observations);
  // With their operations in the ledger.
  const contradicted = reports.map((report) =>
    report.conflicts.map((one) => ({ ...one, operation: OPEN_POINTS.get(one.id)?.operation ?? null })),
  );
  const conflicts = valueRows(contradicted, isOther);
  return {
    runs,
    // With different verdicts, or judged by only some of the runs.
    verdicts: verdicts.filter((row) => !isOne(row.verdicts) || row.verdicts.includes(null)),
    observations: valueRows(observed, isOther).filter(isApart),
    conflicts: conflicts.filter(isApart),
    limits: limitRows(reports),
    // Where all take the same side of a contradiction.
    agreed: conflicts.filter((row) => !isApart(row)),
    // What fails on every one of several deployments.
    failing: isOne(runs.map(({ target }) => target))
      ? []
      : verdicts.filter((row) => row.verdicts.every((verdict) => BROKEN.has(verdict))),
  };
}

export function differenceCount({ verdicts, observations, conflicts, limits }: Comparison): number {
  return verdicts.length + observations.length + conflicts.length + limits.length;
}

/** What reports have to agree in, and what to do where they do not. */
type Alike = readonly [what: string, of: (report: Report) => string | undefined, advice: string];

const ALIKE: readonly Alike[] = [
  ["contract", ({ contract }) => contract.version, "Compare reports of one contract."],
  // A named plan says what counts, whatever version of the suite used it.
  [
    "contract's statements",
    ({ run, plan }) => (plan === undefined ? run.digests?.contract : undefined),
    "Make both with the same version of the suite.",
  ],
  [
    "plan",
    ({ run, plan }) => plan?.digest ?? run.digests?.plan,
    "Make both with the same version of the suite, or --plan.",
  ],
  ["profile", ({ run }) => run.options?.profile ?? run.profile, "Make both with the same --profile."],
];

/** What the reports of a history need besides that. */
export const ONE_TARGET: readonly Alike[] = [
  ["target", (report) => factsOf(report).target, "Keep the reports of each deployment in a folder of their own."],
];

/** @throws UsageError where a report cannot be compared with the first one, or is given twice */
export function assertComparable(reports: readonly FoundReport[], more: readonly Alike[] = []): void {
  const [first, ...others] = reports;
  const made = new Map<string, string>();
  for (const { path, report } of reports) {
    const { target, run, summary } = report;
    const key = JSON.stringify([target, run.startedAt, run.finishedAt, run.seed, run.requests, run.shard, summary]);
    const twin = made.get(key);
    if (twin !== undefined)
      throw new UsageError(`${path} is the report of the same run as ${twin}. Leave one of them out.`);
    made.set(key, path);
  }
  for (const { path, report } of others) {
    for (const [what, of, advice] of [...more, ...ALIKE]) {
      const [own, usual] = [of(report), first === undefined ? undefined : of(first.report)];
      if (own === undefined || usual === undefined || own === usual) continue;
      const shown = (value: string): string => (value.startsWith("sha256:") ? value.slice(0, 15) : value);
      throw new UsageError(
        `${path} was made with another ${what} (${shown(own)}) than ${first?.path} (${shown(usual)}). ${advice}`,
      );
    }
  }
}
