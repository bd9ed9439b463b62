/**
 * The suites inside Vitest: one suite for each operation, one test for each check. The target is named in the first test.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agreedChecks } from "../engine/answers/checks.js";
import { UsageError } from "../engine/settings/usageError.js";
import { baselineFailures } from "../reports/across/remarks.js";
import { conflictRows } from "../reports/facts/observed.js";
import { documentPlace, levelText } from "../reports/facts/statedAt.js";
import { proofText } from "../reports/formats/proofText.js";
import type { CheckResult, Report } from "../reports/model.js";
import { brief } from "../reports/visible.js";
import type { Subject } from "../schemas/operation.js";
import { shellWord } from "../schemas/shell.js";
import { SUITES } from "../suites/suites.js";
import { chooseAnswers } from "./answers.js";
import { assertOptions } from "./options.js";
import { RUN_OPTIONS, type RunOptions, runOn } from "./run.js";
import { chooseTarget } from "./target.js";

/** What a suite is run with: what a run takes, without what is one operation's or Vitest's own. */
export interface ConformanceSuiteOptions
  extends Omit<RunOptions, "operations" | "shard" | "signal" | "onPreflight" | "onProgress" | "onOutage"> {
  /** Milliseconds after which the run ends with what it has seen. Default: half an hour, whatever Vitest's limits are. */
  readonly timeLimit?: number;
}

const SUITE_OPTIONS: Readonly<Record<keyof ConformanceSuiteOptions, true>> = (() => {
  const {
    operations: _,
    shard: __,
    signal: ___,
    onPreflight: ____,
    onProgress: _____,
    onOutage: ______,
    ...known
  } = RUN_OPTIONS;
  return { ...known, timeLimit: true };
})();

const TIME_LIMIT = 30 * 60_000;
/** Milliseconds in which a run that is told to end does so. */
const GRACE = 60_000;

/** An error that points at a check, and at no line of this package. */
function failureOf(name: string, text: string): Error {
  const error = new Error(text);
  error.name = name;
  error.stack = `${name}: ${text}`;
  return error;
}

/** Does something with what the user said; what is wrong with it points at no line of this package either. */
function asFailure<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UsageError ? failureOf(name, error.message) : error;
  }
}

/** What failed: each finding with what was sent, expected and seen, its control, and the command that repeats it. */
function failureText(check: CheckResult, address: string, reportDir: string | undefined): string {
  const again = `npx --no-install ppconform run --check ${shellWord(check.id)} --base-url ${shellWord(address)}`;
  const findings = reportDir === undefined ? check.findings.map((one) => ({ ...one, replay: again })) : check.findings;
  const proof = proofText({ ...check, findings });
  return `${check.reason ?? check.title} (${levelText(check)}; section ${documentPlace(check)})\n\n${proof}\n\nwhat it is about: npx --no-install ppconform explain ${shellWord(check.id)}`;
}

/** Where the document says two things, the side that the target takes: no test fails for it. */
function sidesTaken(report: Report): string[] {
  const rows = [...conflictRows(report, "integration"), ...conflictRows(report, "useful")];
  return rows.map(({ label, answer }) => `${label}: ${brief(answer, 300)}`);
}

/** Why the run as a whole counts for little; null when it came to its end. */
function endingText({ run, baseline, outcome }: Report): string | null {
  const failures = baseline === undefined ? [] : baselineFailures(baseline);
  if (run.ended !== undefined && outcome !== "conforms") return run.ended.text;
  if (outcome === "incomplete") return "The run was not complete: too few checks could be judged.";
  return failures.length > 0 ? failures.join("; ") : null;
}

/**
 * Declares the suite of an operation. Call it at the top level of a test file.
 * @throws Error when nothing names a target
 */
export function conformanceSuite(operation: Subject, options: ConformanceSuiteOptions = {}): void {
  const { timeLimit = TIME_LIMIT, reportDir, failOn, ownChecks = [], ...rest } = options;
  const suite = SUITES.find((candidate) => candidate.operation === operation);
  if (suite === undefined) throw new Error(`no suite is called ${operation}`);
  const chosen = asFailure(operation, () => {
    assertOptions("conformanceSuite", options, SUITE_OPTIONS);
    return chooseTarget(options);
  });
  const agreed = agreedChecks(chooseAnswers(options.answers, options.apiVersion)).map(({ definition }) => definition);
  const declared = [...suite.checks, ...[...ownChecks, ...agreed].filter((one) => one.operation === operation)];
  describe(operation, () => {
    const results = new Map<string, CheckResult>();
    let report: Report | null = null;
    const ending = new AbortController();
    beforeAll(async () => {
      const limit = setTimeout(() => ending.abort(), timeLimit);
      report = await runOn(chosen, {
        profile: "smoke",
        limitRequests: 0,
        ...rest,
        ownChecks,
        operations: [operation],
        signal: ending.signal,
        ...(reportDir === undefined ? {} : { reportDir: `${reportDir}/${operation}` }),
      }).finally(() => clearTimeout(limit));
      for (const check of report.checks) results.set(check.id, check);
    }, timeLimit + GRACE);
    afterAll(() => ending.abort());
    test(`the target is ${chosen.name}`, async ({ annotate }) => {
      for (const line of report === null ? [] : sidesTaken(report)) {
        console.info(line);
        await annotate(line);
      }
      const text = report === null ? "The run has no report." : endingText(report);
      if (text !== null) throw failureOf(operation, text);
    });
    for (const { id, title } of declared) {
      test(`${id}: ${title}`, ({ skip }) => {
        const check = results.get(id);
        if (check === undefined) return skip("not part of this run");
        const { verdict, reason } = check;
        if (verdict === "not-exercised" || verdict === "not-applicable") return skip(reason);
        const fails = verdict === "violation" || verdict === "error" || (verdict === "warning" && failOn === "should");
        if (fails) throw failureOf(id, failureText(check, chosen.address, reportDir));
        if (verdict === "warning" || verdict === "flaky")
          console.warn(`${verdict}: ${failureText(check, chosen.address, reportDir)}`);
        expect(verdict).toMatch(/^(?:pass|warning|known|flaky)$/);
      });
    }
  });
}
