/**
 * Findings grouped by cause. A rule that is broken on create and on update is one fault of the deployment seen in two
 * places, and so are two ends of one length; a reader mends causes, not checks.
 */
import type { Subject } from "../../schemas/operations.js";
import type { CheckResult, Finding, Report } from "../model.js";
import { areaAndRuleOf } from "./checkId.js";

export interface CausedFinding {
  check: CheckResult;
  finding: Finding;
}

export interface Cause {
  /** The ids of its checks without the operation, shortened to what they share: `refuses/swift_code`. */
  key: string;
  /** The title of the first check. */
  title: string;
  verdict: "violation" | "warning";
  sections: string[];
  operations: Subject[];
  /** `area/rule` of each check, without repetition. */
  rules: string[];
  checks: CheckResult[];
  findings: CausedFinding[];
}

/** Two ends of one promise: they are kept or broken by the same line of the deployment's code. */
const FAMILIES: Readonly<Record<string, string>> = {
  minLength: "length",
  maxLength: "length",
  minItems: "items",
  maxItems: "items",
  minimum: "range",
  maximum: "range",
};

function familyOf(check: CheckResult): string {
  const rule = areaAndRuleOf(check);
  const dot = rule.lastIndexOf(".");
  const family = FAMILIES[rule.slice(dot + 1)];
  return family === undefined ? rule : `${rule.slice(0, dot)}.${family}`;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Violations and warnings by cause: violations first, otherwise in the order of the report. */
export function groupFindings(report: Report): Cause[] {
  const groups = new Map<string, { verdict: Cause["verdict"]; checks: CheckResult[] }>();
  for (const check of report.checks) {
    if (check.verdict !== "violation" && check.verdict !== "warning") continue;
    const key = `${check.verdict}/${familyOf(check)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { verdict: check.verdict, checks: [check] });
    else group.checks.push(check);
  }
  const causes = [...groups.values()].map(({ verdict, checks }): Cause => {
    const rules = distinct(checks.map(areaAndRuleOf));
    const [first] = checks;
    return {
      key: rules.length === 1 ? (rules[0] ?? "") : first === undefined ? "" : familyOf(first),
      title: first?.title ?? "",
      verdict,
      sections: distinct(checks.map((check) => check.section)),
      operations: distinct(checks.map((check) => check.operation)),
      rules,
      checks,
      findings: checks.flatMap((check) => check.findings.map((finding) => ({ check, finding }))),
    };
  });
  return [
    ...causes.filter((cause) => cause.verdict === "violation"),
    ...causes.filter((cause) => cause.verdict === "warning"),
  ];
}
