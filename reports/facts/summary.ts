/**
 * What all outputs have in common: counts, the matrix, how much was judged, the causes and the closing sentence. Pure
 * functions of the report.
 */
import { DELIVERIES, findOperation, operationsBeside, type Subject, subjects } from "../../schemas/operation.js";
import { baselineFailures } from "../across/remarks.js";
import { isAgreed } from "../answers/answers.js";
import type { CheckResult, Report, Summary, Verdict } from "../model.js";
import { amount, grouped, listed, verb } from "../visible.js";
import { type Cause, groupFindings } from "./causes.js";
import { areaAndRuleOf, isOwn } from "./checkId.js";
import {
  besideFailing,
  casesText,
  isJudged,
  isMostlyUnjudged,
  isPart,
  MAIN_AREAS,
  ruleCount,
  rulesText,
  unjudgedOperations,
  untested,
} from "./judged.js";
import { bySection } from "./statedAt.js";

/** Counts checks by verdict. */
export function summarise(checks: readonly CheckResult[], observations: number): Summary {
  const count = (verdict: Verdict): number => checks.filter((check) => check.verdict === verdict).length;
  return {
    pass: count("pass"),
    violation: count("violation"),
    warning: count("warning"),
    known: count("known"),
    flaky: count("flaky"),
    notExercised: count("not-exercised"),
    notApplicable: count("not-applicable"),
    error: count("error"),
    observations,
  };
}

/** `1,279 of 1,533 rules judged`, and the cases that were run for that. */
export function coverage(report: Report): string {
  const cases = casesText(report);
  return `${rulesText(report)} judged${attestedText(report)}${cases === null ? "" : ` · ${cases}`}`;
}

function attestedText({ summary: { rules } }: Report): string {
  return rules?.attested === undefined ? "" : ` and ${grouped(rules.attested)} attested`;
}

/** `20 open questions where the contract contradicts itself`, after some text; empty where nothing is open. */
function openText({ openQuestions: open = [] }: Report, before: string): string {
  return open.length === 0
    ? ""
    : `${before}${amount(open.length, "open question")} where the contract contradicts itself`;
}

/** What was judged, in words: a deployment by its address, what was recorded of one, or the suite's own sandbox. */
export function targetName(report: Report): string {
  if (report.run.recorded !== undefined) return `the recorded traffic of ${report.target.baseUrl}`;
  return report.target.kind === "sandbox" ? "the embedded sandbox" : report.target.baseUrl;
}

function capitalised(text: string): string {
  return text.startsWith("the ") ? `T${text.slice(1)}` : text;
}

function isAgreedCause({ checks }: Cause): boolean {
  return checks.every(isAgreed);
}

function isOwnCause({ checks }: Cause): boolean {
  return checks.every(isOwn);
}

function operationsOf(causes: readonly Cause[]): string {
  const violations = causes.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === "violation");
  return named(subjects().filter((subject) => violations.some(({ operation }) => operation === subject)));
}

function named(operations: readonly Subject[]): string {
  return operations.length > 4 ? amount(operations.length, "operation") : listed(operations);
}

function brokenRules(causes: readonly Cause[], kind: "documented rule" | "rule of your own"): string[] {
  if (causes.length === 0) return [];
  const checks = causes.flatMap((cause) => cause.checks).filter(({ verdict }) => verdict === "violation");
  const rules = new Set(checks.map(areaAndRuleOf)).size;
  const sections = [...new Set(checks.map(({ section }) => section))].sort(bySection);
  const from =
    sections.length > 6
      ? amount(sections.length, "section")
      : `${verb(sections.length, "section", "sections")} ${listed(sections)}`;
  const many = kind === "documented rule" ? "documented rules" : "rules of your own";
  return [`${amount(rules, kind, many)} (${from}) ${verb(rules, "is", "are")} broken on ${operationsOf(causes)}`];
}

function brokenAgreement(report: Report, causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [];
  const { file = "an agreement" } = report.deployment ?? {};
  const answers = amount(causes.length, "answer");
  return [`${answers} agreed in ${file} ${verb(causes.length, "is", "are")} broken on ${operationsOf(causes)}`];
}

function violated(report: Report): Cause[] {
  return groupFindings(report).filter((cause) => cause.verdict === "violation");
}

/** `126 violations, 1 cause`: the causes only where they are fewer. */
export function violationCount(report: Report): string {
  const { violation } = report.summary;
  const causes = violated(report).length;
  const text = amount(violation, "violation");
  return causes < violation ? `${text}, ${amount(causes, "cause")}` : text;
}

/** What is broken: rules of the document, and what was agreed beyond it. */
function broken(report: Report): string {
  const causes = violated(report);
  const documented = causes.filter((cause) => !isAgreedCause(cause) && !isOwnCause(cause));
  return [
    ...brokenRules(documented, "documented rule"),
    ...brokenAgreement(report, causes.filter(isAgreedCause)),
    ...brokenRules(causes.filter(isOwnCause), "rule of your own"),
  ].join(", and ");
}

/** What a run with violations says about its target. */
function failing(report: Report): string {
  const causes = violated(report);
  if (causes.every(isAgreedCause)) return "does not behave as agreed";
  return causes.every(isOwnCause) ? "breaks your own rules" : `does not conform to contract ${report.contract.version}`;
}

/** What the run left on the target, counted: `34 recipients, 20 files`; empty when it left nothing. */
export function createdCounts(report: Report): string {
  return subjects()
    .map((subject) => ({ subject, count: report.created.filter(({ operation }) => operation === subject).length }))
    .filter(({ count }) => count > 0)
    .map(({ subject, count }) => amount(count, findOperation(subject)?.creates ?? `resource of ${subject}`))
    .join(", ");
}

/** `1,279 of 1,533 rules were judged in 8,400 of 8,400 cases` */
function covered(report: Report): string {
  const cases = casesText(report);
  return `${rulesText(report)} were judged${attestedText(report)}${cases === null ? "" : ` in ${cases}`}`;
}

/** `Nothing new: 14 known violations`, for a run whose departures are all in the baseline; null for any other. */
export function nothingNew({ outcome, checks, summary }: Report): string | null {
  if (outcome !== "conforms" || summary.known === 0 || summary.warning > 0) return null;
  const implied = checks.filter(({ verdict, level }) => verdict === "known" && level === "should").length;
  const stated = summary.known - implied;
  return `Nothing new: ${listed([
    ...(stated > 0 ? [amount(stated, "known violation")] : []),
    ...(implied > 0 ? [amount(implied, "known warning")] : []),
  ])}`;
}

/** What a run without violations says about its target: that it conforms, or first what was not judged. */
function clean(report: Report): string {
  const target = targetName(report);
  const contract = `contract ${report.contract.version}`;
  const judged = `${covered(report)}${openText(report, "; ")}`;
  const known = nothingNew(report);
  if (known !== null) {
    const open = isPart(report) ? [] : unjudgedOperations(report);
    const but = open.length > 0 ? `; the main rules of ${named(open)} were not judged` : "";
    return `${known} of ${contract} on ${target}, all in ${report.baseline?.file ?? "the baseline"}; ${judged}${but}`;
  }
  if (isPart(report)) return `The part of ${contract} that was judged on ${target} shows no violation: ${judged}`;
  const unjudged = unjudgedOperations(report);
  const others = operationsBeside(report.checks).length - unjudged.length;
  if (others === 0) return `No operation of ${target} was judged on its main rules; no violation was seen: ${judged}`;
  if (unjudged.length > 0)
    return `The main rules of ${named(unjudged)} were not judged on ${target}; the other ${amount(others, "operation")} ${verb(others, "shows", "show")} no violation of ${contract}: ${judged}`;
  if (isMostlyUnjudged(report)) return `Only ${judged} on ${target}; they show no violation of ${contract}`;
  return `${capitalised(target)} conforms to ${contract}${openText(report, ", with ")}: ${covered(report)}`;
}

/** Why a run that was not cut short is incomplete. */
function incompleteness(report: Report): string {
  const { unjudged } = report.summary;
  if (unjudged !== undefined) {
    const [first] = report.checks.filter(
      ({ operation, area, verdict }) =>
        operation === unjudged[0] && MAIN_AREAS.has(area) && verdict === "not-exercised",
    );
    const why = first?.reason === undefined ? "" : ` (${first.reason})`;
    const left = unjudged.map((operation) => `--exclude ${operation}`).join(" ");
    return `The run against ${targetName(report)} is incomplete: ${listed(unjudged)} could not be judged${why}; ${left} leaves ${verb(unjudged.length, "it", "them")} out; ${covered(report)}`;
  }
  const { openQuestions: open = [] } = report;
  if (report.run.options?.requireAnswers === true && untested(report.summary).length === 0 && open.length > 0)
    return `The run against ${targetName(report)} is incomplete: ${amount(open.length, "question")} ${verb(open.length, "is", "are")} open where contract ${report.contract.version} contradicts itself; ${covered(report)}`;
  const rules = ruleCount(untested(report.summary));
  const missing = rules === 0 ? "" : `, ${amount(rules, "required rule")} ${verb(rules, "was", "were")} not judged`;
  return `The run against ${targetName(report)} is incomplete: ${covered(report)}${missing}`;
}

/** The outcome in one plain sentence: the result, and how much of the document was judged. */
export function sentence(report: Report): string {
  const target = targetName(report);
  const { warning, known, violation, error, flaky } = report.summary;
  const unjudged = isPart(report) ? [] : unjudgedOperations(report);
  const isNothingNew = nothingNew(report) !== null;
  const excused =
    known > 0 && !isNothingNew
      ? [`${amount(known, "known departure")} ${verb(known, "is", "are")} excused by the baseline`]
      : [];
  const unlike = report.baseline === undefined ? [] : baselineFailures(report.baseline);
  const implied = warning > 0 ? [`${amount(warning, "warning")} about what the contract only implies`] : [];
  const aside = [...unlike, ...excused, ...implied, ...besideText(report)];
  const besides = aside.length > 0 ? `; ${listed(aside)}` : "";
  const but = unjudged.length > 0 ? `; ${named(unjudged)} ${verb(unjudged.length, "was", "were")} not judged` : "";
  const seen = violation > 0 ? broken(report) : `no violation was ${flaky > 0 ? "confirmed" : "seen"}`;
  const { ended } = report.run;
  switch (report.outcome) {
    case "conforms":
      if (ended !== undefined) return `${ended.text} Until then ${covered(report)}, and ${seen}${besides}.`;
      return `${clean(report)}${besides}${webhooksText(report)}.`;
    case "violations":
      return violation === 0
        ? `${capitalised(target)} breaks no rule that is stated, but the run fails: ${listed([...unlike, ...implied])}; ${[covered(report), ...excused].join("; ")}${but}.`
        : `${capitalised(target)} ${failing(report)}: ${broken(report)}; ${covered(report)}${but}${besides}.`;
    case "incomplete": {
      if (ended === undefined) return `${incompleteness(report)}; ${seen}${besides}.`;
      if (ended.why === "unreachable" || (ended.why === "credentials" && !report.checks.some(isJudged)))
        return `Nothing was judged: ${ended.text}`;
      return `${ended.text} Until then ${covered(report)}, and ${seen}${besides}.`;
    }
    case "error":
      return `The suite itself failed on ${amount(error, "check")}, so its result for ${target} cannot be relied on: ${covered(report)}${
        violation > 0 ? ` and ${broken(report)}` : ""
      }${besides}.`;
    default:
      return report.outcome satisfies never;
  }
}

/** What checks outside the plan found. */
function besideText(report: Report): string[] {
  const found = besideFailing(report).length;
  if (found === 0 || report.plan === undefined) return [];
  const where = report.plan.name === report.plan.release ? `new since ${report.plan.release}` : "not in the plan";
  return [`${amount(found, "check")} ${where} ${verb(found, "finds", "find")} something, which does not count yet`];
}

/** That deliveries were not tested, with what to do, where everything else was. */
function webhooksText(report: Report): string {
  const webhooks = report.checks.filter(({ operation }) => operation === DELIVERIES);
  const [first] = webhooks;
  if (webhooks.some(isJudged) || isPart(report)) return "";
  if (first === undefined) return "; webhooks were left out";
  const why = first.reason ?? "not tested";
  return first.verdict === "not-applicable" ? `; webhooks were ${why}` : `; webhooks were not tested: ${why}`;
}
