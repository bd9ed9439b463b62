/** The report as JUnit XML: a suite for each operation, a case for each check. Build servers read it. */

import { subjects } from "../../schemas/operation.js";
import { baselineRemarks } from "../across/remarks.js";
import { ruleOf } from "../facts/checkId.js";
import { documentPlace } from "../facts/statedAt.js";
import { sentence } from "../facts/summary.js";
import type { BaselineReport, CheckResult, Report } from "../model.js";
import { brief } from "../visible.js";
import { proofText } from "./proofText.js";
import { type XmlElement, xmlDocument } from "./xml.js";

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** The total time of the checks' requests, where known. */
function time(checks: readonly CheckResult[]): Record<string, string> {
  const known = checks.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? {} : { time: seconds(known.reduce((sum, one) => sum + one)) };
}

/** The content of the case of a check that did not simply pass. */
function verdictOf(check: CheckResult): XmlElement[] {
  const reason = brief(check.reason ?? check.title, 1000);
  const place = `${check.title} (section ${documentPlace(check)})`;
  switch (check.verdict) {
    case "pass":
      return [];
    case "violation": {
      const message = brief(check.findings[0]?.message ?? check.title, 400);
      return [
        { name: "failure", attributes: { type: "violation", message }, content: `${place}\n\n${proofText(check)}` },
      ];
    }
    case "warning":
      return [{ name: "system-out", content: `warning: ${place}\n\n${proofText(check)}` }];
    case "known":
    case "flaky":
      return [{ name: "system-out", content: `${check.verdict}: ${reason}\n\n${proofText(check)}` }];
    case "not-exercised":
    case "not-applicable":
      return [{ name: "skipped", attributes: { message: `${check.verdict}: ${reason}` } }];
    case "error":
      return [{ name: "error", attributes: { type: "error", message: reason } }];
    default:
      return check.verdict satisfies never;
  }
}

function caseOf(check: CheckResult): XmlElement {
  const name = `${check.title} (${ruleOf(check)})`;
  const classname = `${check.operation}.${check.area}`;
  return { name: "testcase", attributes: { name, classname, ...time([check]) }, content: verdictOf(check) };
}

/** How many cases there are, and how they ended. */
function counts(cases: readonly XmlElement[]): Readonly<Record<"tests" | "failures" | "errors" | "skipped", string>> {
  const ended = cases.flatMap(({ content = [] }) =>
    typeof content === "string" ? [] : content.map(({ name }) => name),
  );
  const of = (name: string): string => String(ended.filter((each) => each === name).length);
  return { tests: String(cases.length), failures: of("failure"), errors: of("error"), skipped: of("skipped") };
}

/** What fails a run besides its checks: a case for each, or one that says that there is none. */
function baselineCases(baseline: BaselineReport): XmlElement[] {
  const kinds = [
    ["stale", "no entry is stale"],
    ["drift", "no pinned answer has changed"],
  ] as const;
  return kinds.flatMap(([kind, none]): XmlElement[] => {
    const classname = `baseline.${kind}`;
    const failing = baselineRemarks(baseline).filter((remark) => remark.kind === kind);
    if (failing.length === 0) return [{ name: "testcase", attributes: { name: none, classname } }];
    return failing.map(({ place, text }) => {
      const failure = { type: kind, message: brief(text, 400) };
      const content = [{ name: "failure", attributes: failure, content: brief(text, 2000) }];
      return { name: "testcase", attributes: { name: place, classname }, content };
    });
  });
}

/** The report as JUnit XML: violations, stale entries and changed pins fail, errors of the suite are errors, what was not exercised is skipped with its reason. */
export function renderJunit(report: Report): string {
  const { suite, target, contract, run, baseline } = report;
  const properties = [
    ["target", target.baseUrl],
    ["contract", contract.version],
    run.recorded === undefined ? ["seed", String(run.seed)] : ["recorded", run.recorded],
    ["outcome", sentence(report)],
  ].map(([name = "", value = ""]) => ({ name: "property", attributes: { name, value } }));
  const suites = subjects().flatMap((name: string) => {
    const checks = report.checks.filter((check) => check.operation === name);
    const cases = checks.map(caseOf);
    const attributes = { name, ...counts(cases), ...time(checks), timestamp: run.startedAt };
    const content = [{ name: "properties", content: properties }, ...cases];
    return checks.length === 0 ? [] : [{ cases, element: { name: "testsuite", attributes, content } }];
  });
  if (baseline !== undefined) {
    const cases = baselineCases(baseline);
    const attributes = { name: "baseline", ...counts(cases), timestamp: run.startedAt };
    suites.push({ cases, element: { name: "testsuite", attributes, content: cases } });
  }
  // The schema that viewers validate such files with has no place for skipped cases here.
  const { skipped: _, ...all } = counts(suites.flatMap(({ cases }) => cases));
  return xmlDocument({
    name: "testsuites",
    attributes: { name: suite.name, ...all, time: seconds(run.durationMs) },
    content: suites.map(({ element }) => element),
  });
}
