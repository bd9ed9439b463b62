import { expect, test } from "vitest";
import { applyBaseline, type Baseline, type KnownEntry, noteText, problemText } from "../../reports/baseline.js";
import { validateReport } from "../../reports/validate.js";
import { check, conflict, observation, reportOf } from "./small-report.js";

const TODAY = "2026-06-15";
const POLICY = { failOn: "must", requireComplete: false } as const;
const NO_KEY = "listBalances/auth/no-key";
const NO_SECRET = "listBalances/auth/no-secret";
const SHAPE = "listBalances/errors/body";

function entry(checks: readonly string[], fields: Partial<KnownEntry> = {}): KnownEntry {
  const pattern = checks.length === 1 ? (checks[0] ?? "") : "listBalances/auth/*";
  const place = { line: 2, text: `- check: ${pattern}` };
  return { pattern, checks, reason: "old gateway", ticket: null, expires: null, place, ...fields };
}

function baselineOf(known: readonly KnownEntry[], pinned: Readonly<Record<string, string>> = {}): Baseline {
  const pins = Object.entries(pinned).map(([id, answer]) => ({
    id,
    answer,
    place: { line: 9, text: `${id}: ${answer}` },
  }));
  return { path: "baseline.yaml", known, pinned: pins };
}

test("a known departure is excused with its reason, and the run conforms", () => {
  const report = reportOf({ checks: [check(NO_KEY, "violation"), check(SHAPE, "pass")] });
  const known = entry([NO_KEY], { ticket: "PAY-1182", expires: "2026-12-31" });
  const result = applyBaseline(report, baselineOf([known]), TODAY, POLICY);
  expect(result.report.checks[0]).toMatchObject({
    verdict: "known",
    reason: "in the baseline: old gateway (PAY-1182, until 2026-12-31)",
  });
  expect(result.report.summary).toMatchObject({ violation: 0, known: 1, pass: 1 });
  expect(result.report).toMatchObject({ outcome: "conforms", exitCode: 0 });
  expect(result.problems).toEqual([]);
  expect(result.notes).toEqual([]);
  expect(validateReport(result.report)).toMatchObject({ valid: true });
  expect(report.checks[0]?.verdict).toBe("violation");
});

test("a known warning is excused too, and another violation still fails the run", () => {
  const report = reportOf({ checks: [check(NO_KEY, "warning"), check(NO_SECRET, "violation")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), TODAY, POLICY);
  expect(result.report.summary).toMatchObject({ warning: 0, known: 1, violation: 1 });
  expect(result.report).toMatchObject({ outcome: "violations", exitCode: 1 });
});

test("an entry that no longer fails is stale and fails the run", () => {
  const report = reportOf({ checks: [check(NO_KEY, "pass")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), TODAY, POLICY);
  expect(result.report).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(result.problems.map((problem) => problemText("baseline.yaml", problem))).toEqual([
    "stale: baseline.yaml:2: «- check: listBalances/auth/no-key» no longer fails (listBalances/auth/no-key). Remove the entry.",
  ]);
});

test("a pattern is stale only when all of its checks pass", () => {
  const checks = [NO_KEY, NO_SECRET];
  const one = reportOf({ checks: [check(NO_KEY, "pass"), check(NO_SECRET, "violation")] });
  const none = reportOf({ checks: [check(NO_KEY, "pass"), check(NO_SECRET, "pass")] });
  expect(applyBaseline(one, baselineOf([entry(checks)]), TODAY, POLICY).problems).toEqual([]);
  expect(applyBaseline(none, baselineOf([entry(checks)]), TODAY, POLICY).problems).toHaveLength(1);
});

test("an expired entry counts again; on its last day it still holds", () => {
  const report = reportOf({ checks: [check(NO_KEY, "violation"), check(SHAPE, "pass")] });
  const past = applyBaseline(report, baselineOf([entry([NO_KEY], { expires: "2026-06-14" })]), TODAY, POLICY);
  expect(past.report).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(past.notes.map((note) => noteText("baseline.yaml", note))).toEqual([
    "expired: baseline.yaml:2: «- check: listBalances/auth/no-key» was excused until 2026-06-14; listBalances/auth/no-key counts again. Mend the departure, or set a later day.",
  ]);
  const last = applyBaseline(report, baselineOf([entry([NO_KEY], { expires: TODAY })]), TODAY, POLICY);
  expect(last.report.exitCode).toBe(0);
});

test("an internal error is never excused", () => {
  const report = reportOf({ checks: [check(NO_KEY, "error")], exitCode: 4, outcome: "error" });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), TODAY, POLICY);
  expect(result.report.checks[0]?.verdict).toBe("error");
  expect(result.report).toMatchObject({ outcome: "error", exitCode: 4 });
  expect(result.problems).toEqual([]);
  expect(result.notes.map(({ kind }) => kind)).toEqual(["internal-error"]);
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
])("an entry is neither known nor stale when %s", (why, parts) => {
  const result = applyBaseline(reportOf(parts), baselineOf([entry([NO_KEY])]), TODAY, POLICY);
  expect(result.problems).toEqual([]);
  expect(result.notes).toMatchObject([{ kind: "not-judged", why }]);
});

test("a pattern of which the run played only a part is not called stale", () => {
  const report = reportOf({ checks: [check(NO_KEY, "pass")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY, NO_SECRET])]), TODAY, POLICY);
  expect(result.notes).toMatchObject([{ kind: "not-judged", why: "only 1 of its 2 checks were part of this run" }]);
});

test("a flaky check leaves its entry alone", () => {
  const report = reportOf({ checks: [check(NO_KEY, "flaky"), check(SHAPE, "pass")] });
  const result = applyBaseline(report, baselineOf([entry([NO_KEY])]), TODAY, POLICY);
  expect([result.problems, result.notes, result.report.exitCode]).toEqual([[], [], 0]);
});

test("a pinned answer that changed is drift and fails the run", () => {
  const report = reportOf({
    checks: [check(SHAPE, "pass")],
    observations: [observation("unknown.pageBase", "pages are counted from 0")],
    conflicts: [conflict("conflict.version", "2026-08-31")],
  });
  const pinned = { "unknown.pageBase": "pages are counted from 1", "conflict.version": "2026-08-31" };
  const result = applyBaseline(report, baselineOf([], pinned), TODAY, POLICY);
  expect(result.report).toMatchObject({ outcome: "violations", exitCode: 1 });
  expect(result.problems.map((problem) => problemText("baseline.yaml", problem))).toEqual([
    'drift: baseline.yaml:9: «unknown.pageBase: pages are counted from 1» is answered with "pages are counted from 0" now, pinned is "pages are counted from 1". If that is right, pin the new answer (--update-baseline).',
  ]);
});

test("a pinned answer that was not seen is said and fails nothing", () => {
  const report = reportOf({ checks: [check(SHAPE, "pass")] });
  const result = applyBaseline(report, baselineOf([], { "unknown.pageBase": "1" }), TODAY, POLICY);
  expect(result.report.exitCode).toBe(0);
  expect(result.notes.map((note) => noteText("baseline.yaml", note))).toEqual([
    "not observed: 1 pinned answer was not seen in this run: unknown.pageBase.",
  ]);
});

test("ids and times within an answer are no drift", () => {
  const report = reportOf({
    observations: [observation("unknown.sample", "rcp_7f2c9e was made at 2026-06-15T10:00:00Z")],
  });
  const pinned = { "unknown.sample": "rcp_001aa2 was made at 2026-01-01T00:00:00.5+08:00" };
  expect(applyBaseline(report, baselineOf([], pinned), TODAY, POLICY).problems).toEqual([]);
});

test("a run that was not completed stays so, and --require-complete still holds", () => {
  const stopped = reportOf({ checks: [check(NO_KEY, "violation")], exitCode: 3, outcome: "violations" });
  expect(applyBaseline(stopped, baselineOf([entry([NO_KEY])]), TODAY, POLICY).report).toMatchObject({
    outcome: "incomplete",
    exitCode: 3,
  });
  const partial = reportOf({ checks: [check(NO_KEY, "violation"), check(SHAPE, "not-exercised")] });
  const strict = { failOn: "must", requireComplete: true } as const;
  expect(applyBaseline(partial, baselineOf([entry([NO_KEY])]), TODAY, strict).report.exitCode).toBe(3);
});

test("with --fail-on should a warning fails the run unless it is known", () => {
  const report = reportOf({
    checks: [check(NO_KEY, "warning"), check(SHAPE, "pass")],
    exitCode: 1,
    outcome: "violations",
  });
  const strict = { failOn: "should", requireComplete: false } as const;
  expect(applyBaseline(report, baselineOf([]), TODAY, strict).report.exitCode).toBe(1);
  expect(applyBaseline(report, baselineOf([entry([NO_KEY])]), TODAY, strict).report.exitCode).toBe(0);
});
