/**
 * The report as JUnit XML: a suite for each operation, a case for each check. Build servers read it.
 */

import { createRequire } from "node:module";
import type { XMLBuilder } from "xmlbuilder2/lib/interfaces.js";
import { SUBJECTS } from "../../schemas/operations.js";
import { baselineRemarks } from "../across/remarks.js";
import { ruleOf } from "../facts/checkId.js";
import { documentPlace } from "../facts/statedAt.js";
import { sentence } from "../facts/summary.js";
import type { BaselineReport, CheckResult, Report } from "../model.js";
import { brief } from "../visible.js";
import { proofText } from "./proofText.js";

const require = createRequire(import.meta.url);

/** Characters that XML 1.0 cannot hold at all, lone surrogates among them. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function legal(text: string): string {
  return text.replace(ILLEGAL, "");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** What the requests of checks took in all, where it is known. */
function time(checks: readonly CheckResult[]): Record<string, string> {
  const known = checks.flatMap(({ durationMs }) => durationMs ?? []);
  return known.length === 0 ? {} : { time: seconds(known.reduce((sum, one) => sum + one)) };
}

function caseOf(suite: XMLBuilder, check: CheckResult): void {
  const element = suite.ele("testcase", {
    name: legal(`${check.title} (${ruleOf(check)})`),
    classname: `${check.operation}.${check.area}`,
    ...time([check]),
  });
  const reason = legal(brief(check.reason ?? check.title, 1000));
  switch (check.verdict) {
    case "pass":
      return;
    case "violation":
      element
        .ele("failure", {
          type: "violation",
          message: legal(brief(check.findings[0]?.message ?? check.title, 400)),
        })
        .txt(legal(`${check.title} (section ${documentPlace(check)})\n\n${proofText(check)}`));
      return;
    case "warning":
      element
        .ele("system-out")
        .txt(legal(`warning: ${check.title} (section ${documentPlace(check)})\n\n${proofText(check)}`));
      return;
    case "known":
    case "flaky":
      element.ele("system-out").txt(legal(`${check.verdict}: ${reason}\n\n${proofText(check)}`));
      return;
    case "not-exercised":
    case "not-applicable":
      element.ele("skipped", { message: legal(`${check.verdict}: ${reason}`) });
      return;
    case "error":
      element.ele("error", { type: "error", message: reason });
      return;
    default:
      check.verdict satisfies never;
  }
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

function baselineSuite(root: XMLBuilder, cases: readonly BaselineCase[], timestamp: string): void {
  const failures = cases.filter(({ failure }) => failure !== null).length;
  const counted = attributes({ tests: cases.length, failures, errors: 0, skipped: 0 });
  const suite = root.ele("testsuite", { name: "baseline", ...counted, timestamp });
  for (const { name, kind, failure } of cases) {
    const element = suite.ele("testcase", { name: legal(name), classname: `baseline.${kind}` });
    if (failure === null) continue;
    element.ele("failure", { type: kind, message: legal(brief(failure, 400)) }).txt(legal(brief(failure, 2000)));
  }
}

/** The report as JUnit XML: violations, stale entries and changed pins fail, errors of the suite are errors, what was not exercised is skipped with its reason. */
export function renderJunit(report: Report): string {
  const cases = report.baseline === undefined ? [] : baselineCases(report.baseline);
  const judged = counts(report.checks);
  // Loaded here: a tenth of a second that a run would wait for before its first request.
  const { create }: typeof import("xmlbuilder2") = require("xmlbuilder2");
  const root = create({ version: "1.0", encoding: "UTF-8" }).ele("testsuites", {
    name: legal(report.suite.name),
    // The schema that viewers hold such files against has no place for the skipped ones here.
    ...attributes({
      tests: judged.tests + cases.length,
      failures: judged.failures + cases.filter(({ failure }) => failure !== null).length,
      errors: judged.errors,
    }),
    time: seconds(report.run.durationMs),
  });
  for (const subject of SUBJECTS) {
    const checks = report.checks.filter((check) => check.operation === subject);
    if (checks.length === 0) continue;
    const suite = root.ele("testsuite", {
      name: subject,
      ...attributes(counts(checks)),
      ...time(checks),
      timestamp: report.run.startedAt,
    });
    const properties = suite.ele("properties");
    for (const [name, value] of [
      ["target", report.target.baseUrl],
      ["contract", report.contract.version],
      report.run.recorded === undefined ? ["seed", String(report.run.seed)] : ["recorded", report.run.recorded],
      ["outcome", sentence(report)],
    ] as const) {
      properties.ele("property", { name, value: legal(value) });
    }
    for (const check of checks) caseOf(suite, check);
  }
  if (cases.length > 0) baselineSuite(root, cases, report.run.startedAt);
  return `${root.end({ prettyPrint: true })}\n`;
}
