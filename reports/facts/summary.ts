/**
 * What all outputs say alike: counts, the matrix, the share that was exercised, the causes and the closing sentence.
 * Pure functions of the report.
 */
import { SUBJECTS, type Subject } from "../../schemas/operations.js";
import { isAgreed } from "../answers/answers.js";
import { baselineFailures } from "../baseline/remarks.js";
import type { CheckResult, Report, Summary, Verdict } from "../model.js";
import { amount, listed, verb } from "../visible.js";
import { type Cause, groupFindings } from "./causes.js";
import { areaAndRuleOf } from "./checkId.js";

export { type Cause, groupFindings } from "./causes.js";
export { type MatrixCell, type MatrixRow, matrix } from "./matrix.js";

const SUMMARY_KEYS: Readonly<Record<Verdict, Exclude<keyof Summary, "observations">>> = {
  pass: "pass",
  violation: "violation",
  warning: "warning",
  known: "known",
  flaky: "flaky",
  "not-exercised": "notExercised",
  "not-applicable": "notApplicable",
  error: "error",
};

/** Counts checks by verdict. */
export function summarise(checks: readonly CheckResult[], observationCount: number): Summary {
  const summary: Summary = {
    pass: 0,
    violation: 0,
    warning: 0,
    known: 0,
    flaky: 0,
    notExercised: 0,
    notApplicable: 0,
    error: 0,
    observations: observationCount,
  };
  for (const check of checks) summary[SUMMARY_KEYS[check.verdict]]++;
  return summary;
}

/** How much was exercised, of the documented rules and of the checks that stand for them. */
export interface ExercisedShare {
  /** Rules of which every check that applies was exercised. */
  rules: number;
  /** Documented rules, without those of which no check applies here. */
  ofRules: number;
  /** Checks that judged at least one answer. */
  checks: number;
  /** Checks that apply. */
  ofChecks: number;
  /** rules ÷ ofRules, from 0 to 1; 0 when there are no rules. */
  share: number;
  /** True when fewer than half of the checks that apply were exercised: such a run proves little. */
  mostlyNotExercised: boolean;
}

function wasExercised(check: CheckResult): boolean {
  return check.verdict !== "not-exercised" && check.verdict !== "error";
}

/**
 * The exercised share. A rule counts only when all of its checks that apply were exercised, so that a rule that was
 * looked at on one operation is not taken as covered on all.
 */
export function exercisedShare(report: Report): ExercisedShare {
  const applicable = report.checks.filter((check) => check.verdict !== "not-applicable");
  const complete = new Map<string, boolean>();
  for (const check of applicable.filter((each) => !isAgreed(each))) {
    for (const id of check.statements) complete.set(id, (complete.get(id) ?? true) && wasExercised(check));
  }
  const inapplicable = new Set(
    report.checks
      .filter((check) => !isAgreed(check))
      .flatMap((check) => check.statements)
      .filter((statement) => !complete.has(statement)),
  );
  const ofRules = Math.max(report.contract.statements.rule - inapplicable.size, complete.size);
  const rules = [...complete.values()].filter(Boolean).length;
  const checks = applicable.filter(wasExercised).length;
  return {
    rules,
    ofRules,
    checks,
    ofChecks: applicable.length,
    share: ofRules === 0 ? 0 : rules / ofRules,
    mostlyNotExercised: checks * 2 < applicable.length || applicable.length === 0,
  };
}

/** An operation of which nothing was exercised that its answers to good requests show. */
export interface UntouchedOperation {
  readonly operation: Subject;
  /** The reason that most of its checks give. */
  readonly reason: string;
}

/** Areas that only an accepted request can show. Refusals of an operation may be judged although nothing is accepted. */
const TELLING_AREAS: ReadonlySet<string> = new Set(["accepts", "response", "echo", "state"]);

/** The operations that could not be exercised, in the document's order. */
export function untouchedOperations(report: Report): UntouchedOperation[] {
  return SUBJECTS.flatMap((operation) => {
    const telling = report.checks.filter(
      (check) => check.operation === operation && check.verdict !== "not-applicable" && TELLING_AREAS.has(check.area),
    );
    if (telling.length === 0 || telling.some(wasExercised)) return [];
    const reasons = new Map<string, number>();
    for (const { reason = "no reason given" } of telling) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    const [[reason] = ["no reason given"]] = [...reasons].sort(([, left], [, right]) => right - left);
    return [{ operation, reason }];
  });
}

/** A share from 0 to 1 as whole percent; never 100 before it is complete, never 0 when there is something. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return "under 1 %";
  return `${Math.floor(share * 100)} %`;
}

/** `94 % of 412 documented rules exercised` */
export function coverage(report: Report): string {
  const { share, ofRules } = exercisedShare(report);
  return `${percent(share)} of ${amount(ofRules, "documented rule")} exercised`;
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

function operationsOf(causes: readonly Cause[]): string {
  const operations = SUBJECTS.filter((subject) => causes.some((cause) => cause.operations.includes(subject)));
  return operations.length > 4 ? amount(operations.length, "operation") : listed(operations);
}

function brokenRules(causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [];
  const checks = causes.flatMap((cause) => cause.checks).filter(({ verdict }) => verdict === "violation");
  const rules = new Set(checks.map(areaAndRuleOf)).size;
  const sections = [...new Set(checks.map(({ section }) => section))].sort(bySection);
  const from =
    sections.length > 6
      ? amount(sections.length, "section")
      : `${verb(sections.length, "section", "sections")} ${listed(sections)}`;
  return [
    `${amount(rules, "documented rule")} of ${from} ${verb(rules, "is", "are")} not kept on ${operationsOf(causes)}`,
  ];
}

function brokenAgreement(report: Report, causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [];
  const { file = "an agreement" } = report.deployment ?? {};
  const answers = amount(causes.length, "answer");
  return [`${answers} agreed in ${file} ${verb(causes.length, "is", "are")} not kept on ${operationsOf(causes)}`];
}

function violated(report: Report): Cause[] {
  return groupFindings(report).filter((cause) => cause.verdict === "violation");
}

/** `126 violations, 1 cause`: the causes where they are fewer. */
export function violationCount(report: Report): string {
  const { violation } = report.summary;
  const causes = violated(report).length;
  const text = amount(violation, "violation");
  return causes < violation ? `${text}, ${amount(causes, "cause")}` : text;
}

/** What is broken: rules of the document, and what was agreed beside it. */
function broken(report: Report): string {
  const causes = violated(report);
  return [
    ...brokenRules(causes.filter((cause) => !isAgreedCause(cause))),
    ...brokenAgreement(report, causes.filter(isAgreedCause)),
  ].join(", and ");
}

/** What a run with violations says of its target. */
function failing(report: Report): string {
  return violated(report).every(isAgreedCause)
    ? "does not keep what was agreed about it"
    : `does not conform to contract ${report.contract.version}`;
}

const CREATED_NOUNS: Readonly<Partial<Record<Subject, string>>> = {
  createRecipient: "recipient",
  createCustomer: "customer",
  uploadFile: "file",
};

/** What the run left on the target, counted: `34 recipients, 20 files`; empty when it left nothing. */
export function createdCounts(report: Report): string {
  return SUBJECTS.map((subject) => ({
    subject,
    count: report.created.filter(({ operation }) => operation === subject).length,
  }))
    .filter(({ count }) => count > 0)
    .map(({ subject, count }) => amount(count, CREATED_NOUNS[subject] ?? `resource of ${subject}`))
    .join(", ");
}

/** Orders section numbers as the document does: 2.9 before 2.10. */
export function bySection(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

/** The outcome in one plain sentence: what was judged, how much of the document was exercised, what came of it. */
export function sentence(report: Report): string {
  const exercised = exercisedShare(report);
  const target = targetName(report);
  const covered = `${percent(exercised.share)} of the ${amount(exercised.ofRules, "documented rule")} ${
    exercised.mostlyNotExercised ? "could be" : verb(exercised.ofRules, "was", "were")
  } exercised`;
  const { warning, known, violation, error } = report.summary;
  const aside = [
    ...(report.baseline === undefined ? [] : baselineFailures(report.baseline)),
    ...(known > 0 ? [`${amount(known, "known departure")} ${verb(known, "is", "are")} excused by the baseline`] : []),
    ...(warning > 0 ? [`${amount(warning, "implied rule")} ${verb(warning, "is", "are")} not kept`] : []),
  ];
  const besides = aside.length > 0 ? `; ${listed(aside)}` : "";
  switch (report.outcome) {
    case "conforms":
      return exercised.mostlyNotExercised
        ? `Only ${covered} on ${target}; in those it conforms to contract ${report.contract.version}${besides}.`
        : `${capitalised(target)} conforms to contract ${report.contract.version}: ${amount(exercised.checks, "check")} ${verb(exercised.checks, "was", "were")} judged and ${covered}${besides}.`;
    case "violations":
      return violation === 0
        ? `${capitalised(target)} is not accepted as conforming, though no rule that is stated outright is broken: ${covered}${besides}.`
        : `${capitalised(target)} ${failing(report)}: ${broken(report)}; ${covered}${besides}.`;
    case "incomplete":
      if (report.run.ended?.why === "unreachable") return `Nothing was judged: ${report.run.ended.text}`;
      return `The run against ${target} is incomplete: ${covered}, and ${
        violation > 0 ? broken(report) : "no violation was found in them"
      }${besides}.`;
    case "error":
      return `The suite itself failed on ${amount(error, "check")}, so its result for ${target} cannot be relied on: ${covered}${
        violation > 0 ? ` and ${broken(report)}` : ""
      }${besides}.`;
    default:
      return report.outcome satisfies never;
  }
}
