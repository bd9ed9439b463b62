/** The report in the Common Test Report Format (CTRF, ctrf.io): a test for each check. Dashboards and chat bots read it. */

import { fileJson } from "../../schemas/unseen.js";
import type { CheckResult, Report, Verdict } from "../model.js";
import { brief } from "../visible.js";
import { proofText } from "./proofText.js";

type Status = "passed" | "failed" | "skipped" | "pending" | "other";

/** The format has no names for a warning, a known departure or an intermittent one. */
const STATUSES: Readonly<Record<Verdict, Status>> = {
  pass: "passed",
  violation: "failed",
  warning: "other",
  known: "other",
  flaky: "other",
  "not-exercised": "skipped",
  "not-applicable": "skipped",
  error: "failed",
};

function testOf(check: CheckResult, target: string): object {
  const { id, title, operation, area, section, level, verdict, requests, cases } = check;
  const message = check.findings[0]?.message ?? check.reason;
  return {
    name: `${title} (${id})`,
    status: STATUSES[verdict],
    // Cases of all checks are under way at once: their times do not add up to that of the run.
    duration: Math.round(check.durationMs ?? 0),
    ...(message === undefined ? {} : { message: brief(message, 1000) }),
    ...(check.findings.length === 0 ? {} : { trace: proofText(check) }),
    suite: [operation, area],
    rawStatus: verdict,
    tags: [operation, area, level, `section ${section}`],
    type: "contract",
    flaky: verdict === "flaky",
    extra: { id, target, requests, cases },
  };
}

/** The report as CTRF: violations and errors of the suite are failed, what was not exercised is skipped. */
export function renderCtrf(report: Report): string {
  const { suite, contract, target, run, checks } = report;
  const count = (status: Status): number => checks.filter(({ verdict }) => STATUSES[verdict] === status).length;
  const document = {
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    timestamp: run.finishedAt,
    generatedBy: `${suite.name} ${suite.version}`,
    results: {
      tool: { name: suite.name, version: suite.version },
      summary: {
        tests: checks.length,
        passed: count("passed"),
        failed: count("failed"),
        skipped: count("skipped"),
        pending: count("pending"),
        other: count("other"),
        start: Date.parse(run.startedAt),
        stop: Date.parse(run.finishedAt),
      },
      tests: checks.map((check) => testOf(check, target.baseUrl)),
      environment: { appName: target.baseUrl, appVersion: contract.version },
    },
  };
  return `${fileJson(document)}\n`;
}
