/**
 * What differs between two reports: of two deployments, or of one at two times. Only what the deployment does counts;
 * times, ids, durations and numbers of requests do not, so that two runs on an unchanged deployment differ in nothing.
 */

import type { Json } from "../../schemas/json.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import type { Subject } from "../../schemas/operation.js";
import { areaAndRuleOf } from "../facts/checkId.js";
import { isJudged } from "../facts/judged.js";
import { differs, measuredText } from "../facts/limits.js";
import type { Conflict, Limit, Report, Verdict } from "../model.js";
import { contains, type Growing, saysSame } from "./answers.js";
import { byId } from "./index.js";

/** A check that both runs judged, to different verdicts. */
export interface VerdictChange {
  readonly check: string;
  readonly operation: Subject;
  /** The check without its operation: `errors/code`. */
  readonly rule: string;
  readonly title: string;
  readonly left: Verdict;
  readonly right: Verdict;
  /** What the failing side did; null where neither side has a finding. */
  readonly actual: string | null;
}

/** A check that only one of the two runs judged. */
export interface OneSided {
  readonly check: string;
  readonly verdict: Verdict;
  /** Why the other run did not judge it. */
  readonly reason: string;
}

/** An answer or a measured limit that differs; null where a run has none. */
export interface ValueChange {
  readonly id: string;
  /** Null for what is about several operations, or about none. */
  readonly operation: Subject | null;
  readonly question: string;
  readonly left: string | null;
  readonly right: string | null;
}

/** What is needed to know which run is which. */
export interface RunFacts {
  readonly target: string;
  readonly startedAt: string;
  readonly profile: string;
  readonly seed: number;
  readonly suite: string;
  readonly contract: string;
}

export interface ReportDiff {
  readonly left: RunFacts;
  readonly right: RunFacts;
  /** Failing on the right, not on the left. */
  readonly broken: readonly VerdictChange[];
  /** Failing on the left, not on the right. */
  readonly mended: readonly VerdictChange[];
  /** Other changes of a verdict, such as known or flaky. */
  readonly otherVerdicts: readonly VerdictChange[];
  readonly observations: readonly ValueChange[];
  readonly conflicts: readonly ValueChange[];
  readonly limits: readonly ValueChange[];
  readonly onlyLeft: readonly OneSided[];
  readonly onlyRight: readonly OneSided[];
}

const FAILING: ReadonlySet<Verdict> = new Set(["violation", "warning"]);

function factsOf(report: Report): RunFacts {
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

/** Keys of both sides, those of the left first. */
function allKeys(left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...left.keys(), ...right.keys()])];
}

function verdictChanges(left: Report, right: Report): VerdictChange[] {
  const others = byId(right.checks);
  return left.checks.flatMap((check): VerdictChange[] => {
    const other = others.get(check.id);
    if (other === undefined || !isJudged(check) || !isJudged(other) || check.verdict === other.verdict) return [];
    const actual = (other.findings[0] ?? check.findings[0])?.actual ?? null;
    const { id, operation, title } = check;
    const rule = areaAndRuleOf(check);
    return [{ check: id, operation, rule, title, left: check.verdict, right: other.verdict, actual }];
  });
}

/** Checks that `judged` judged and `other` did not. */
function oneSided(judged: Report, other: Report): OneSided[] {
  const others = byId(other.checks);
  return judged.checks.flatMap((check): OneSided[] => {
    const counterpart = others.get(check.id);
    if (!isJudged(check) || (counterpart !== undefined && isJudged(counterpart))) return [];
    const reason =
      counterpart === undefined
        ? "not part of that run"
        : `${counterpart.verdict}: ${counterpart.reason ?? "no reason was given"}`;
    return [{ check: check.id, verdict: check.verdict, reason }];
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

/** Which of two reports judged checks that the other did not: it may have seen more, too. */
interface Reach {
  readonly left: boolean;
  readonly right: boolean;
}

/** Whether two answers differ, and not only because one run sent less than the other. */
function differently(one: AnsweredUnknown, other: AnsweredUnknown, growing: Growing | null, further: Reach): boolean {
  if (saysSame(one, other, growing)) return false;
  if (growing === null) return true;
  return !(further.left && contains(one, other, growing)) && !(further.right && contains(other, one, growing));
}

function answerChanges(
  left: readonly AnsweredUnknown[],
  right: readonly AnsweredUnknown[],
  isOther: (one: AnsweredUnknown, other: AnsweredUnknown) => boolean,
): ValueChange[] {
  const [before, after] = [byId(left), byId(right)];
  return allKeys(before, after).flatMap((id): ValueChange[] => {
    const [one, other] = [before.get(id), after.get(id)];
    if (one !== undefined && other !== undefined && !isOther(one, other)) return [];
    const { question = "", operation = null } = one ?? other ?? {};
    return [{ id, operation, question, left: one?.answer ?? null, right: other?.answer ?? null }];
  });
}

/** A conflict with the operation that the ledger has it under. */
function withOperation(conflict: Conflict): AnsweredUnknown {
  return { ...conflict, operation: CONFLICTS.find(({ id }) => id === conflict.id)?.operation ?? null };
}

/** A measured limit as an answer to the question for it. */
function limitAnswer(limit: Limit): AnsweredUnknown {
  return {
    id: `${limit.operation} ${limit.field} ${limit.keyword}`,
    operation: limit.operation,
    question: limit.documented === null ? "not documented" : `documented: ${limit.documented}`,
    answer: limit.measured === null ? measuredText(limit) : String(limit.measured),
  };
}

/**
 * Limits that differ. One that a single run measured counts only where it is not the documented one: the other run may
 * have had no reason to measure it.
 */
function limitChanges(left: Report, right: Report): ValueChange[] {
  const departing = new Set([...left.limits, ...right.limits].filter(differs).map((limit) => limitAnswer(limit).id));
  const isOther = (one: AnsweredUnknown, other: AnsweredUnknown): boolean => !saysSame(one, other, null);
  return answerChanges(left.limits.map(limitAnswer), right.limits.map(limitAnswer), isOther).filter(
    (change) => (change.left !== null && change.right !== null) || departing.has(change.id),
  );
}

/** Compares two reports. */
export function diffReports(left: Report, right: Report, growing: GrowingOf = () => null): ReportDiff {
  const changes = verdictChanges(left, right);
  const breaks = (change: VerdictChange): boolean => FAILING.has(change.right) && !FAILING.has(change.left);
  const mends = (change: VerdictChange): boolean => FAILING.has(change.left) && change.right === "pass";
  const [onlyLeft, onlyRight] = [oneSided(left, right), oneSided(right, left)];
  const further: Reach = { left: onlyLeft.length > 0, right: onlyRight.length > 0 };
  const isOther = (one: AnsweredUnknown, other: AnsweredUnknown): boolean =>
    differently(one, other, growing(one.id), further);
  return {
    left: factsOf(left),
    right: factsOf(right),
    broken: changes.filter(breaks),
    mended: changes.filter(mends),
    otherVerdicts: changes.filter((change) => !breaks(change) && !mends(change)),
    observations: answerChanges(left.observations, right.observations, isOther),
    conflicts: answerChanges(left.conflicts.map(withOperation), right.conflicts.map(withOperation), isOther),
    limits: limitChanges(left, right),
    onlyLeft,
    onlyRight,
  };
}

/** How many differences there are in all. */
export function differenceCount(diff: ReportDiff): number {
  const { broken, mended, otherVerdicts, observations, conflicts, limits, onlyLeft, onlyRight } = diff;
  const groups = [broken, mended, otherVerdicts, observations, conflicts, limits, onlyLeft, onlyRight];
  return groups.reduce((sum, group) => sum + group.length, 0);
}
