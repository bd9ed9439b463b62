/** What a run and its baseline disagree in, in every output. */
import { describe, expect, test } from "vitest";
import { create } from "xmlbuilder2";
import { renderJunit } from "../../../reports/formats/junit.js";
import type { BaselineReport, Report } from "../../../reports/model.js";
import { validateReport } from "../../../reports/validate.js";
import { check, reportOf } from "../smallReport.js";

const AGREEING: BaselineReport = {
  file: "baseline.yaml",
  stale: [],
  drift: [],
  expired: [],
  notJudged: [],
  notExcused: [],
  notObserved: [],
};

const NO_KEY = "listBalances/auth/no-key";
const STALE = {
  line: 2,
  text: `- check: ${NO_KEY}`,
  check: NO_KEY,
  reason: "old gateway",
  ticket: null,
  passed: [NO_KEY],
};
const DRIFT = {
  line: 5,
  text: "unknown.pageBase: from 1",
  id: "unknown.pageBase",
  question: "Is the first page number 0 or 1?",
  pinned: "from 1",
  answer: "from <0>\u0007",
};

function reportWith(baseline: Partial<BaselineReport>, ending: Partial<Report> = {}): Report {
  const report = reportOf({ checks: [check(NO_KEY, "pass")] });
  return { ...report, ...ending, baseline: { ...AGREEING, ...baseline } };
}

const FAILING = reportWith({ stale: [STALE], drift: [DRIFT] }, { outcome: "violations", exitCode: 1 });
const NOTED = reportWith({ notObserved: [{ line: 7, text: "unknown.order: x", id: "unknown.order" }] });

test("the reports of these tests are reports", () => {
  for (const report of [FAILING, NOTED, reportWith({})])
    expect(validateReport(report)).toEqual({ valid: true, report });
});

describe("JUnit", () => {
  const xml = renderJunit(FAILING);

  test("counts a stale entry and a changed pin as failures", () => {
    expect(xml).toContain('<testsuites name="partner-payments-conformance" tests="3" failures="2" errors="0"');
    expect(xml).toContain('<testsuite name="baseline" tests="2" failures="2" errors="0" skipped="0"');
    expect(xml).toContain('<testcase name="baseline.yaml:2" classname="baseline.stale">');
    expect(xml).toContain('<testcase name="baseline.yaml:5" classname="baseline.drift">');
    expect(xml).toContain(
      `<failure type="stale" message="baseline.yaml:2: &quot;- check: ${NO_KEY}&quot; no longer fails`,
    );
    expect(() => create(xml)).not.toThrow();
  });

  test("passes where run and baseline agree, and has no such suite without a baseline", () => {
    expect(renderJunit(NOTED)).toContain('<testsuite name="baseline" tests="2" failures="0" errors="0" skipped="0"');
    expect(renderJunit(NOTED)).toContain('<testcase name="no entry is stale" classname="baseline.stale"/>');
    const { baseline: _, ...without } = FAILING;
    expect(renderJunit(without)).not.toContain("baseline");
  });
});
