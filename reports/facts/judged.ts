/** What was judged: among the rules that the document states, and of the operations as a whole. */
import { groupedBy } from "../../schemas/groups.js";
import type { Rule } from "../../schemas/ledger/rule.js";
import { type OperationId, operationOf, operationsBeside, type Subject, subjects } from "../../schemas/operation.js";
import { isAgreed } from "../answers/answers.js";
import type { CheckResult, Report, RuleSummary, Summary, UnjudgedRules, Verdict } from "../model.js";
import { amount, brief, grouped, verb } from "../visible.js";
import { equipmentOf } from "./checkId.js";

/** The parts of a document's rule that matter here. */
export type StatedRule = Pick<Rule, "id" | "unjudged">;

/** Verdicts that decide about a rule. */
const JUDGED: ReadonlySet<Verdict> = new Set(["pass", "violation", "warning", "known", "flaky"]);

export function isJudged({ verdict }: Pick<CheckResult, "verdict">): boolean {
  return JUDGED.has(verdict);
}

type Unjudged = Omit<UnjudgedRules, "rules">;

/** Why the checks of a rule leave it unjudged; null where each of them that applies gave a verdict. */
function whyUnjudged(checks: readonly CheckResult[], tested: ReadonlySet<CheckResult["operation"]>): Unjudged | null {
  const open = checks.filter((check) => !isJudged(check) && check.verdict !== "not-applicable");
  const left = open.length > 0 ? open : checks.some(isJudged) ? [] : checks;
  const [first] = left;
  if (first === undefined) return null;
  // Where nothing of a subject was judged, it was not tested.
  const applies = open.length > 0 || !tested.has(first.operation);
  const reason = first.reason ?? "no reason given";
  return { why: applies ? "not-tested" : "not-applicable", reason, checks: left.map(({ id }) => id) };
}

/**
 * The rules that were judged, and why the others were not. A rule counts as judged only when each of its checks that
 * applies gave a verdict.
 * @param stated all rules of the document
 * @param absent why the checks of a rule were not part of the run
 */
export function judgedRules(
  all: readonly CheckResult[],
  stated: readonly StatedRule[],
  absent: (rule: string) => Pick<UnjudgedRules, "why" | "reason">,
): RuleSummary {
  const checks = all.filter((check) => !isAgreed(check));
  const tested = new Set(checks.filter(isJudged).map(({ operation }) => operation));
  const byRule = new Map<string, CheckResult[]>();
  for (const check of checks)
    for (const rule of check.statements) byRule.set(rule, [...(byRule.get(rule) ?? []), check]);
  const groups = new Map<string, UnjudgedRules>();
  for (const { id, unjudged } of stated) {
    const own = byRule.get(id);
    const why: Unjudged | null =
      unjudged !== undefined
        ? { why: "cannot-be", reason: unjudged, checks: [] }
        : own === undefined
          ? { ...absent(id), checks: [] }
          : whyUnjudged(own, tested);
    if (why === null) continue;
    const key = `${why.why} ${why.reason}`;
    const group = groups.get(key) ?? { why: why.why, reason: why.reason, rules: [], checks: [] };
    groups.set(key, group);
    group.rules.push(id);
    group.checks.push(...why.checks);
  }
  const notJudged = [...groups.values()].sort((left, right) => right.rules.length - left.rules.length);
  return { stated: stated.length, judged: stated.length - ruleCount(notJudged), notJudged };
}

/** How many of the rules that no check judges were attested; nothing where none were. */
export function attestedRules(
  stated: readonly StatedRule[],
  deployment: Report["deployment"],
): Pick<RuleSummary, "attested"> {
  const ids = new Set(deployment?.attested?.map(({ id }) => id));
  const attested = stated.filter(({ id }) => ids.has(id)).length;
  return attested === 0 ? {} : { attested };
}

/** Rules that the run should have judged, and did not: `--require-complete` fails for these. */
export function untested({ rules }: Summary): UnjudgedRules[] {
  return (rules?.notJudged ?? []).filter(({ why }) => why === "not-tested");
}

/** What was not judged by reason: rules of the document, and what was agreed beyond it. */
export function notJudged({ summary, checks }: Report) {
  const groups: readonly UnjudgedRules[] = [...(summary.rules?.notJudged ?? []), ...unjudgedAgreed(checks)];
  return groups.map(({ why, reason, rules, checks: ids }) => ({
    why,
    reason,
    count: rules.length,
    // `createRecipient 9, webhooks 212`
    places: subjects()
      .map((subject) => ({ subject, of: rules.filter((rule) => rule.split(/[./]/)[0] === subject).length }))
      .filter(({ of }) => of > 0)
      .map(({ subject, of }) => `${subject} ${grouped(of)}`)
      .join(", "),
    // The checks that gave no verdict; the rules where no check did.
    ids: ids.length > 0 ? ids : rules,
  }));
}

/** What `--require-complete` requires and the run lacks, with the names that exclude each; empty when nothing is missing. */
export function missingText(report: Report): string {
  const missing = notJudged(report).filter(({ why }) => why === "not-tested");
  const total = missing.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return "";
  return [
    `--require-complete is not met: ${amount(total, "rule")} ${verb(total, "was", "were")} not judged. Name with --exclude what may be left out:`,
    ...missing.map(
      ({ count, reason, ids }) => `  ${grouped(count)}  ${brief(reason, 300)}\n     ${namesOf(report, ids).join(" ")}`,
    ),
  ].join("\n");
}

/** Names for some checks: operations whose checks are all among them and what the run lacked by name, other checks by id. */
function namesOf({ checks }: Report, ids: readonly string[]): string[] {
  const among = new Set(ids);
  const whole = subjects().filter((subject) => {
    const own = checks.filter(({ operation }) => operation === subject);
    return own.length > 0 && own.every(({ id }) => among.has(id));
  });
  const others = ids.filter((id) => !whole.some((subject) => id.startsWith(`${subject}/`)));
  const names = others.map((id): readonly string[] => (equipmentOf(id).length === 0 ? [id] : equipmentOf(id)));
  return [...whole, ...new Set(names.flat())];
}

/** Agreed answers that were not judged; each has a check of its own. */
function unjudgedAgreed(checks: readonly CheckResult[]): UnjudgedRules[] {
  const open = checks.filter((check) => isAgreed(check) && check.verdict === "not-exercised");
  return [...groupedBy(open, ({ reason }) => reason ?? "no reason given")].map(([reason, group]) => {
    const ids = group.map(({ id }) => id);
    return { why: "not-tested", reason, rules: ids, checks: ids };
  });
}

/** How many rules a group, or several, is about. */
export function ruleCount(groups: readonly UnjudgedRules[]): number {
  return groups.reduce((count, { rules }) => count + rules.length, 0);
}

/** What must be judged before an operation counts: an accepted request and, if it stores something, a refused one. */
function isJudgedOnMainRules(operation: OperationId, checks: readonly CheckResult[]): boolean {
  const judged = checks.filter((check) => check.operation === operation && isJudged(check));
  const accepted = judged.some(({ area }) => area === "accepts" || area === "response");
  return accepted && (operationOf(operation).effect === "read" || judged.some(({ area }) => area === "refuses"));
}

/** The operations that were not judged on their main rules, in the document's order. */
export function unjudgedOperations({ checks }: Report): OperationId[] {
  return operationsBeside(checks).filter((operation) => !isJudgedOnMainRules(operation, checks));
}

/** Areas that judge an operation, whatever else is known of it. */
export const MAIN_AREAS: ReadonlySet<CheckResult["area"]> = new Set(["accepts", "refuses", "response"]);

/**
 * The selected operations for which none of the main rules could be judged, or none about the answers.
 * @param mayBe whether an operation may be left unjudged: nothing was to be sent to it
 * @param unread operations of which no answer was read to its end, as far as the checks show
 */
export function whollyUnjudged(
  checks: readonly CheckResult[],
  mayBe: (operation: OperationId) => boolean,
  unread: ReadonlySet<Subject> = new Set(),
): Pick<Summary, "unjudged"> {
  const unjudged = operationsBeside(checks).filter((operation) => {
    const main = checks.filter((check) => check.operation === operation && MAIN_AREAS.has(check.area));
    // What the document states of answers.
    const ofAnswers = main.filter(({ area, level }) => area === "response" && level === "must");
    const isOpen = !main.some(isJudged) || (unread.has(operation) && !ofAnswers.some(isJudged));
    return !mayBe(operation) && isOpen && main.some(({ verdict }) => verdict === "not-exercised");
  });
  return unjudged.length === 0 ? {} : { unjudged };
}

/** Whether the user chose part of the checks. What is excluded by name is handled separately. */
export function isPart({ summary, run, checks }: Report): boolean {
  const chosen = (summary.rules?.notJudged ?? []).some(({ why }) => why === "not-chosen");
  return chosen || (run.shard !== undefined && checks.length > 0);
}

/** Whether fewer than half of the checks that apply gave a verdict: such a run proves little. */
export function isMostlyUnjudged({ checks }: Report): boolean {
  const applicable = checks.filter(({ verdict }) => verdict !== "not-applicable");
  return applicable.length === 0 || checks.filter(isJudged).length * 2 < applicable.length;
}

/** Whether a run shows that its target conforms: without violations, and with every operation judged on its main rules. */
export function showsConformity(report: Report): boolean {
  return (
    report.outcome === "conforms" &&
    report.run.ended === undefined &&
    !isPart(report) &&
    !isMostlyUnjudged(report) &&
    unjudgedOperations(report).length === 0
  );
}

/** `1,279 of 1,533 rules` */
export function rulesText({ summary: { rules }, checks, plan }: Report): string {
  if (rules === undefined) return amount(checks.filter(isJudged).length, "check");
  return `${grouped(rules.judged)} of ${amount(rules.stated, "rule")}${plan === undefined ? "" : ` of plan ${plan.name}`}`;
}

const FAILING: ReadonlySet<Verdict> = new Set(["violation", "warning", "flaky", "error"]);

/** Checks outside the plan that found something; empty where there is no plan. */
export function besideFailing({ plan }: Report): CheckResult[] {
  return plan?.beside.filter(({ verdict }) => FAILING.has(verdict)) ?? [];
}

/** `New since 1.0.0`, or what a custom plan does not name. */
export function besideTitle({ name, release }: NonNullable<Report["plan"]>): string {
  return name === release ? `New since ${release}` : `Not in ${name}`;
}

/** `8,400 of 8,400 cases`; null where nothing was planned. */
export function casesText({ summary: { cases }, run: { profile, options } }: Report): string | null {
  if (cases === undefined || cases.planned === 0) return null;
  const few = (options?.profile ?? profile) === "smoke" ? " (smoke: each rule once)" : "";
  return `${grouped(cases.played)} of ${amount(cases.planned, "case")}${few}`;
}
