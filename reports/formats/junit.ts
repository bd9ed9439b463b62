/**
 * The report as JUnit XML: a suite for each operation, a case for each check. Build servers read it.
 */

import type { Subject } from "../../schemas/operation.js";
import { SUBJECTS } from "../../schemas/operations.js";
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

/** What the requests of checks took in all, where it is known. */
function time(checks: readonly CheckResult[]): Record<string, string> {
  const known = checks.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? {} : { time: seconds(known.reduce((sum, one) => sum + one)) };
}

/** What stands in the case of a check that did not simply pass. */
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

/** How many cases a suite has, and how they ended. */
interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function counts(checks: readonly CheckResult[]): Counts {
  const of = (...verdicts: CheckResult["verdict"][]): number =>
    checks.filter((check) => verdicts.includes(check.verdict)).length;
  return {
    tests: checks.length,
    failures: of("violation"),
    errors: of("error"),
    skipped: of("not-exercised", "not-applicable"),
  };
}

function attributes(counted: Partial<Counts>): Record<string, string> {
  return Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, String(count)]));
}

/** A case of the baseline: `failure` is null when nothing is wrong. */
interface BaselineCase {
  readonly name: string;
  readonly kind: string;
  readonly failure: string | null;
}

/** What fails a run beside its checks: a case for each, or one that says that there is none. */
function baselineCases(baseline: BaselineReport): BaselineCase[] {
  const remarks = baselineRemarks(baseline);
  return (
    [
      ["stale", "no entry is stale"],
      ["drift", "no pinned answer has changed"],
    ] as const
  ).flatMap(([kind, none]): BaselineCase[] => {
    const failing = remarks.filter((remark) => remark.kind === kind);
    if (failing.length === 0) return [{ name: none, kind, failure: null }];
    return failing.map(({ place, text }) => ({ name: place, kind, failure: text }));
  });
}

function baselineSuite(cases: readonly BaselineCase[], timestamp: string): XmlElement {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const counted = attributes({ tests: cases.length, failures, errors: 0, skipped: 0 });
  return {
    name: "testsuite",
    attributes: { name: "baseline", ...counted, timestamp },
    content: cases.map(({ name, kind, failure }) => ({
      name: "testcase",
      attributes: { name, classname: `baseline.${kind}` },
      content:
        failure === null
          ? []
          : [
              {
                name: "failure",
                attributes: { type: kind, message: brief(failure, 400) },
                content: brief(failure, 2000),
              },
            ],
    })),
  };
}

function suiteOf(subject: Subject, checks: readonly CheckResult[], report: Report): XmlElement {
  const properties = [
    ["target", report.target.baseUrl],
    ["contract", report.contract.version],
    report.run.recorded === undefined ? ["seed", String(report.run.seed)] : ["recorded", report.run.recorded],
    ["outcome", sentence(report)],
  ] as const;
  return {
    name: "testsuite",
    attributes: {
      name: subject,
      ...attributes(counts(checks)),
      ...time(checks),
      timestamp: report.run.startedAt,
    },
    content: [
      {
        name: "properties",
        content: properties.map(([name, value]) => ({ name: "property", attributes: { name, value } })),
      },
      ...checks.map(caseOf),
    ],
  };
}

/** The report as JUnit XML: violations, stale entries and changed pins fail, errors of the suite are errors, what was not exercised is skipped with its reason. */
export function renderJunit(report: Report): string {
  const cases = report.baseline === undefined ? [] : baselineCases(report.baseline);
  const judged = counts(report.checks);
  const suites = SUBJECTS.flatMap((subject) => {
    const checks = report.checks.filter((check) => check.operation === subject);
    return checks.length === 0 ? [] : suiteOf(subject, checks, report);
  });
  return xmlDocument({
    name: "testsuites",
    attributes: {
      name: report.suite.name,
      // The schema that viewers hold such files against has no place for the skipped ones here.
      ...attributes({
        tests: judged.tests + cases.length,
        failures: judged.failures + cases.filter(({ failure }) => failure !== null).length,
        errors: judged.errors,
      }),
      time: seconds(report.run.durationMs),
    },
    content: [...suites, ...(cases.length === 0 ? [] : [baselineSuite(cases, report.run.startedAt)])],
  });
}
