/**
 * A report compared with a plan: only what the plan has counts, for the verdict and for completeness. What came later is
 * reported separately. Pure; the plan is read elsewhere.
 */
import type { Subject } from "../../schemas/operation.js";
import { isAgreed } from "../answers/answers.js";
import { isOwn } from "../facts/checkId.js";
import { type EndingPolicy, endingOf } from "../facts/ending.js";
import { attestedRules, judgedRules, type StatedRule, whollyUnjudged } from "../facts/judged.js";
import { summarise } from "../facts/summary.js";
import type { CheckResult, Report, Summary, UnjudgedRules } from "../model.js";

/** What a plan says that does not apply. */
export interface NotApplicable {
  readonly name: string;
  readonly reason: string;
  readonly checks: readonly string[];
  readonly rules: readonly string[];
}

/** A plan whose names are all resolved to checks. */
export interface HeldPlan {
  /** `1.0.0`, or the file of a custom plan. */
  readonly name: string;
  readonly release: string;
  readonly digest: string;
  readonly stated: readonly StatedRule[];
  readonly mandatory: ReadonlySet<string>;
  /** Ids of checks, and why they need not be judged. */
  readonly optional: ReadonlyMap<string, string>;
  readonly notApplicable: readonly NotApplicable[];
}

/** The part of a plan that decides which rules are counted. */
export type Counting = Pick<HeldPlan, "name" | "stated" | "optional" | "notApplicable">;

/** Whether a check counts: a user's own checks and agreed answers always do. */
export function counts(
  plan: HeldPlan,
  check: { readonly id: string; readonly statements: readonly string[] },
): boolean {
  return isAgreed(check) || isOwn(check) || plan.mandatory.has(check.id) || plan.optional.has(check.id);
}

/** An optional check that was not judged counts as not applicable. */
function withoutNeed(plan: HeldPlan, check: CheckResult): CheckResult {
  const why = plan.optional.get(check.id);
  if (why === undefined || check.verdict !== "not-exercised") return check;
  return { ...check, verdict: "not-applicable", reason: `optional in ${plan.name} (${why}): ${check.reason ?? ""}` };
}

/** The rules of the plan, and which of them were judged. */
function rulesOf(report: Report, plan: Counting, checks: readonly CheckResult[]): Summary["rules"] {
  const { name, stated, optional, notApplicable } = plan;
  const before = report.summary.rules;
  if (before === undefined) return undefined;
  const judged = judgedRules(checks, stated, (rule) => {
    const left = notApplicable.find(({ rules }) => rules.includes(rule));
    if (left !== undefined) return { why: "excluded", reason: `not applicable in ${name}: ${left.reason}` };
    const { why, reason } = before.notJudged.find(({ rules }) => rules.includes(rule)) ?? NOT_CHOSEN;
    return { why, reason };
  });
  const isOptional = ({ why, checks: ids }: UnjudgedRules): boolean =>
    why === "not-tested" && ids.length > 0 && ids.every((id) => optional.has(id));
  const notJudged = judged.notJudged.map((group) =>
    isOptional(group) ? { ...group, why: "not-applicable" as const } : group,
  );
  return { ...judged, notJudged, ...attestedRules(stated, report.deployment) };
}

const NOT_CHOSEN = { why: "not-chosen", reason: "not part of this run" } as const;

export function countedBy(report: Report, plan: Counting, checks: readonly CheckResult[]): Summary {
  const { unjudged = [], rules: _, ...before } = report.summary;
  const open = new Set<Subject>(unjudged);
  const rules = rulesOf(report, plan, checks);
  return {
    ...before,
    ...summarise(checks, report.observations.length),
    ...(rules === undefined ? {} : { rules }),
    ...whollyUnjudged(checks, (operation) => !open.has(operation), open),
  };
}

/** Compares a report with a plan, before it is compared with a baseline. The given report stays unchanged. */
export function applyPlan(given: Report, plan: HeldPlan, policy: EndingPolicy): Report {
  const report = withoutPlan(given);
  const checks = report.checks.filter((check) => counts(plan, check)).map((check) => withoutNeed(plan, check));
  const summary = countedBy(report, plan, checks);
  const { name: called, release, digest } = plan;
  return {
    ...report,
    ...endingOf({ ...report, summary }, policy),
    summary,
    checks,
    plan: {
      name: called,
      release,
      digest,
      optional: [...plan.optional.keys()],
      notApplicable: plan.notApplicable.map(({ name, reason, checks: ids }) => ({ name, reason, checks: [...ids] })),
      beside: report.checks.filter((check) => !counts(plan, check)),
    },
  };
}

/** A report with the checks that its plan did not count among the others; its counts are still the plan's. */
export function withoutPlan({ plan, ...report }: Report): Report {
  return plan === undefined ? report : { ...report, checks: [...report.checks, ...plan.beside] };
}
