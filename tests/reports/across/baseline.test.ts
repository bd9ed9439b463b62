import { expect, test } from "vitest";
import type { Growing } from "../../../reports/across/answers.js";
import { applyBaseline, type Baseline, type BaselineRun, type KnownEntry } from "../../../reports/across/baseline.js";
import { baselineRemarks } from "../../../reports/across/remarks.js";
import { sentence } from "../../../reports/facts/summary.js";
import type { Report } from "../../../reports/model.js";
import { validateReport } from "../../../reports/validate.js";
import { check, conflict, observation, type Parts, reportOf } from "../smallReport.js";

const TODAY = "2026-06-15";
const RUN: BaselineRun = { today: TODAY, policy: { failOn: "must", requireComplete: false }, whole: true };
const PART: BaselineRun = { ...RUN, whole: false };
const NO_KEY = "listBalances/auth/no-key";
const NO_SECRET = "listBalances/auth/no-secret";
const SHAPE = "listBalances/errors/body";

function entry(checks: readonly string[], fields: Partial<KnownEntry> = {}): KnownEntry {
  const pattern = checks.length === 1 ? (checks[0] ?? "") : "listBalances/auth/*";
  const place = { line: 2, text: `- check: ${pattern}` };
  return { pattern, checks, reason: "old gateway", ticket: null, expires: null, seed: null, place, ...fields };
}

function baselineOf(
  known: readonly KnownEntry[],
  pinned: Readonly<Record<string, string>> = {},
  growing: Growing | null = null,
): Baseline {
  const pins = Object.entries(pinned).map(([id, answer]) => ({
    id,
    answer,
    growing,
    place: { line: 9, text: `${id}: ${answer}` },
  }));
  return { path: "baseline.yaml", known, pinned: pins };
}

/** The remarks of some kinds, in words. */
function remarks({ baseline }: Report): string[] {
  if (baseline === undefined) throw new Error("the report has no baseline");
  return baselineRemarks(baseline).map(({ kind, text }) => `${kind}: ${text}`);
}

test("a known departure is excused with its reason, and the run conforms", () => {
  const report = reportOf({ checks: [check(NO_KEY, "violation"), check(SHAPE, "pass")] });
  const known = entry([NO_KEY], { ticket: "PAY-1182", expires: "2026-12-31" });
  const result = applyBaseline(report, baselineOf([known]), RUN);
  expect(result.checks[0]).toMatchObject({
    verdict: "known",
    reason: "in the baseline: old gateway (PAY-1182, until 2026-12-31)",
  });
  expect(result.summary).toMatchObject({ violation: 0, known: 1, pass: 1 });
  expect(result).toMatchObject({ outcome: "conforms", exitCode: 0 });
  expect(remarks(result)).toEqual([]);
  expect(validateReport(result)).toMatchObject({ valid: true });
  expect(report.checks[0]?.verdict).toBe("violation");
});

test("a known warning is excused too, and another violation still fails the run", () => {
  const report = reportOf({ checks: [check(NO_KEY, "warning"), check(NO_SECRET, "violation")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), RUN);
  expect(result.summary).toMatchObject({ warning: 0, known: 1, violation: 1 });
  expect(result).toMatchObject({ outcome: "violations", exitCode: 1 });
});

test("an entry that no longer fails is stale and fails the run", () => {
  const report = reportOf({ checks: [check(NO_KEY, "pass")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), RUN);
  expect(result).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(remarks(result)).toEqual([
    'stale: baseline.yaml:2: "- check: listBalances/auth/no-key" no longer fails (listBalances/auth/no-key). Remove the entry.',
  ]);
});

test("a pattern is stale only when all of its checks pass", () => {
  const checks = [NO_KEY, NO_SECRET];
  const one = reportOf({ checks: [check(NO_KEY, "pass"), check(NO_SECRET, "violation")] });
  const none = reportOf({ checks: [check(NO_KEY, "pass"), check(NO_SECRET, "pass")] });
  expect(applyBaseline(one, baselineOf([entry(checks)]), RUN).baseline?.stale).toEqual([]);
  expect(applyBaseline(none, baselineOf([entry(checks)]), RUN).baseline?.stale).toHaveLength(1);
});

test("an expired entry counts again; on its last day it still holds", () => {
  const report = reportOf({ checks: [check(NO_KEY, "violation"), check(SHAPE, "pass")] });
  const past = applyBaseline(report, baselineOf([entry([NO_KEY], { expires: "2026-06-14" })]), RUN);
  expect(past).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(remarks(past)).toEqual([
    'expired: baseline.yaml:2: "- check: listBalances/auth/no-key" was excused until 2026-06-14; listBalances/auth/no-key counts again. Fix the departure, or set a later day.',
  ]);
  const last = applyBaseline(report, baselineOf([entry([NO_KEY], { expires: TODAY })]), RUN);
  expect(last.exitCode).toBe(0);
});

test("an internal error is never excused", () => {
  const report = reportOf({ checks: [check(NO_KEY, "error")], exitCode: 4, outcome: "error" });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), RUN);
  expect(result.checks[0]?.verdict).toBe("error");
  expect(result).toMatchObject({ outcome: "error", exitCode: 4 });
  expect(remarks(result)).toEqual([
    'not excused: baseline.yaml:2: "- check: listBalances/auth/no-key" does not hold here: the suite itself failed on listBalances/auth/no-key. No baseline excuses that.',
  ]);
});

test.each([
  ["none of its checks was part of this run", { checks: [check(SHAPE, "pass")] }],
  ["listBalances/auth/no-key was not exercised: for a reason", { checks: [check(NO_KEY, "not-exercised")] }],
  ["none of its checks applies to this target", { checks: [check(NO_KEY, "not-applicable")] }],
  [
    "the smoke profile sends only the first case of a check",
    { checks: [check(NO_KEY, "pass")], profile: "smoke" as const },
  ],
  ["the run was not completed", { checks: [check(NO_KEY, "pass")], exitCode: 3, outcome: "incomplete" as const }],
])("an entry is neither known nor stale when %s", (why, parts: Parts) => {
  const result = applyBaseline(reportOf(parts), baselineOf([entry([NO_KEY])]), RUN);
  expect(remarks(result)).toEqual([
    `not judged: baseline.yaml:2: "- check: listBalances/auth/no-key" counts neither as known nor as stale: ${why}.`,
  ]);
});

test("a pattern of which the run played only a part is not called stale", () => {
  const report = reportOf({ checks: [check(NO_KEY, "pass")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY, NO_SECRET])]), RUN);
  expect(result.baseline?.notJudged).toMatchObject([{ line: 2, why: "only 1 of its 2 checks was part of this run" }]);
});

test("a flaky check leaves its entry alone", () => {
  const report = reportOf({ checks: [check(NO_KEY, "flaky"), check(SHAPE, "pass")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), RUN);
  expect([remarks(result), result.exitCode]).toEqual([[], 0]);
});

test("a pinned answer that changed is drift and fails the run", () => {
  const report = reportOf({
    checks: [check(SHAPE, "pass")],
    observations: [observation("unknown.pageBase", "pages are counted from 0")],
    conflicts: [conflict("conflict.version", "2026-08-31")],
  });
  const pinned = { "unknown.pageBase": "pages are counted from 1", "conflict.version": "2026-08-31" };
  const result = applyBaseline(report, baselineOf([], pinned), RUN);
  expect(result).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(remarks(result)).toEqual([
    'drift: baseline.yaml:9: "unknown.pageBase: pages are counted from 1" is now "pages are counted from 0", pinned as "pages are counted from 1". If that is right, pin the new answer (--update-baseline).',
  ]);
  expect(sentence(result)).toContain("1 pinned answer of baseline.yaml has changed");
});

test("a pinned answer that was not seen is said and fails nothing", () => {
  const report = reportOf({ checks: [check(SHAPE, "pass")] });
  const result = applyBaseline(report, baselineOf([], { "unknown.pageBase": "1" }), RUN);
  expect(result.exitCode).toBe(0);
  expect(remarks(result)).toEqual(["not observed: 1 pinned answer was not seen in this run: unknown.pageBase."]);
});

test("ids and times within an answer are no drift", () => {
  const report = reportOf({
    observations: [observation("unknown.sample", "rcp_7f2c9e was made at 2026-06-15T10:00:00Z")],
  });
  const pinned = { "unknown.sample": "rcp_001aa2 was made at 2026-01-01T00:00:00.5+08:00" };
  expect(remarks(applyBaseline(report, baselineOf([], pinned), RUN))).toEqual([]);
});

test("a run that was not completed stays so, and --require-complete still holds", () => {
  const plain = reportOf({ checks: [check(NO_KEY, "violation")], exitCode: 1, outcome: "violations" });
  const stopped = { ...plain, run: { ...plain.run, ended: { why: "gone", text: "It is gone." } as const } };
  expect(applyBaseline(stopped, baselineOf([]), RUN)).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(applyBaseline(stopped, baselineOf([entry([NO_KEY])]), RUN)).toMatchObject({
    outcome: "incomplete",
    exitCode: 3,
    baseline: { notJudged: [] },
  });
  const partial = reportOf({ checks: [check(NO_KEY, "violation"), check(SHAPE, "not-exercised")] });
  const strict: BaselineRun = { ...RUN, policy: { failOn: "must", requireComplete: true } };
  expect(applyBaseline(partial, baselineOf([entry([NO_KEY])]), strict).exitCode).toBe(3);
});

test("with --fail-on should a warning fails the run unless it is known", () => {
  const report = reportOf({
    checks: [check(NO_KEY, "warning"), check(SHAPE, "pass")],
    exitCode: 1,
    outcome: "violations",
  });
  const strict: BaselineRun = { ...RUN, policy: { failOn: "should", requireComplete: false } };
  expect(applyBaseline(report, baselineOf([]), strict).exitCode).toBe(1);
  expect(applyBaseline(report, baselineOf([entry([NO_KEY])]), strict).exitCode).toBe(0);
});

test("the disagreements stand in the report as data", () => {
  const report = reportOf({
    checks: [check(NO_KEY, "pass"), check(NO_SECRET, "violation")],
    observations: [observation("unknown.pageBase", "0")],
  });
  const known = [entry([NO_KEY], { ticket: "PAY-1" }), entry([NO_SECRET], { expires: "2026-06-14" }), entry([SHAPE])];
  const result = applyBaseline(report, baselineOf(known, { "unknown.pageBase": "1", "unknown.ordering": "x" }), RUN);
  const written = { line: 2, reason: "old gateway" };
  expect(result.baseline).toMatchObject({
    file: "baseline.yaml",
    stale: [{ ...written, text: `- check: ${NO_KEY}`, check: NO_KEY, ticket: "PAY-1", passed: [NO_KEY] }],
    drift: [{ line: 9, id: "unknown.pageBase", question: "What about unknown.pageBase?", pinned: "1", answer: "0" }],
    expired: [{ ...written, check: NO_SECRET, ticket: null, expires: "2026-06-14", checks: [NO_SECRET] }],
    notJudged: [{ line: 2, check: SHAPE, why: "none of its checks was part of this run" }],
    notExcused: [],
    notObserved: [{ line: 9, text: "unknown.ordering: x", id: "unknown.ordering" }],
  });
});

test("an answer that lists what was met may lack something in a part of a run, and in a whole one not", () => {
  const codes = { none: null };
  const report = reportOf({ checks: [check(SHAPE, "pass")], observations: [observation("unknown.codes", "A, C")] });
  const pinned = baselineOf([], { "unknown.codes": "A, B, C" }, codes);
  expect(remarks(applyBaseline(report, pinned, PART))).toEqual([]);
  expect(applyBaseline(report, pinned, RUN).baseline?.drift).toHaveLength(1);
  const more = baselineOf([], { "unknown.codes": "A, B" }, codes);
  expect(applyBaseline(report, more, PART).baseline?.drift).toHaveLength(1);
});

test("having met nothing takes nothing away from an answer that lists what was met", () => {
  const headers = { none: "none but those of HTTP itself" };
  const seen = [observation("unknown.headers", "none but those of HTTP itself")];
  const report = reportOf({ checks: [check(SHAPE, "pass")], observations: seen });
  const pinned = baselineOf([], { "unknown.headers": "x-request-id" }, headers);
  expect(remarks(applyBaseline(report, pinned, PART))).toEqual([]);
  expect(applyBaseline(report, pinned, RUN).baseline?.drift).toHaveLength(1);
});

test("a run of known departures alone conforms, and one that settled nothing does not", () => {
  const known = reportOf({ checks: [check(NO_KEY, "violation")] });
  expect(applyBaseline(known, baselineOf([entry([NO_KEY])]), RUN)).toMatchObject({ outcome: "conforms", exitCode: 0 });
  const flaky = reportOf({ checks: [check(NO_KEY, "flaky")] });
  expect(applyBaseline(flaky, baselineOf([]), RUN)).toMatchObject({ outcome: "incomplete", exitCode: 3 });
});
