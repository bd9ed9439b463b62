import { expect, test } from "vitest";
import { sameAnswer } from "../../../reports/across/answers.js";
import { compareReports, differenceCount } from "../../../reports/across/compare.js";
import { asMarkdown, asTerminal, written } from "../../../reports/across/compareText.js";
import { diffReports } from "../../../reports/across/diff.js";
import type { Limit, Report } from "../../../reports/model.js";
import { check, conflict, finding, observation, reportOf } from "../smallReport.js";

const pair = (left: Report, right: Report) => written(compareReports([left, right]), true);

function limit(measured: Limit["measured"]): Limit {
  return {
    operation: "createRecipient",
    field: "website",
    keyword: "maxLength",
    documented: 225,
    measured,
    evidence: { text: "none found up to 4,096 characters", accepted: null, refused: null },
  };
}

const LEFT = reportOf({
  checks: [
    check("listBalances/auth/no-key", "pass"),
    check("listBalances/auth/no-secret", "violation"),
    check("listBalances/auth/swapped", "violation"),
    check("listBalances/errors/body", "pass"),
    check("listBalances/errors/code", "pass"),
  ],
  observations: [observation("unknown.pageBase", "pages from 1"), observation("unknown.order", "newest first")],
  conflicts: [conflict("conflict.version", "2024-12-01")],
  limits: [limit(225)],
});

const RIGHT = reportOf({
  baseUrl: "https://production.example",
  checks: [
    check("listBalances/auth/no-key", "violation", { findings: [finding("F1", { actual: "200" })] }),
    check("listBalances/auth/no-secret", "pass"),
    check("listBalances/auth/swapped", "known"),
    check("listBalances/errors/body", "not-exercised", { reason: "no refusal was seen" }),
    check("listBalances/response/body.json", "pass"),
  ],
  observations: [observation("unknown.pageBase", "pages from 0"), observation("unknown.encoding", "base64")],
  conflicts: [conflict("conflict.version", "2026-08-31")],
  limits: [limit(null)],
});

test("verdicts, answers, sides, limits and what only one run judged are told apart", () => {
  const diff = diffReports(LEFT, RIGHT);
  expect(diff.broken.map((change) => [change.check, change.left, change.right, change.actual])).toEqual([
    ["listBalances/auth/no-key", "pass", "violation", "200"],
  ]);
  expect(diff.mended.map((change) => change.check)).toEqual(["listBalances/auth/no-secret"]);
  expect(diff.otherVerdicts.map((change) => [change.check, change.right])).toEqual([
    ["listBalances/auth/swapped", "known"],
  ]);
  expect(diff.observations.map(({ id, left, right }) => [id, left, right])).toEqual([
    ["unknown.pageBase", "pages from 1", "pages from 0"],
    ["unknown.order", "newest first", null],
    ["unknown.encoding", null, "base64"],
  ]);
  expect(diff.conflicts.map(({ left, right }) => [left, right])).toEqual([["2024-12-01", "2026-08-31"]]);
  expect(diff.limits).toEqual([
    {
      id: "createRecipient website maxLength",
      operation: "createRecipient",
      question: "documented: 225",
      left: "225",
      right: "none found up to 4,096 characters",
    },
  ]);
  expect(diff.onlyLeft).toEqual([
    { check: "listBalances/errors/body", verdict: "pass", reason: "not-exercised: no refusal was seen" },
    { check: "listBalances/errors/code", verdict: "pass", reason: "not part of that run" },
  ]);
  expect(diff.onlyRight.map((one) => one.check)).toEqual(["listBalances/response/body.json"]);
  expect(differenceCount(compareReports([LEFT, RIGHT]))).toBe(11);
});

test("two runs on an unchanged deployment differ in nothing, whatever their times, ids and numbers of requests", () => {
  const again: Report = {
    ...structuredClone(LEFT),
    target: { baseUrl: "http://127.0.0.1:9", kind: "sandbox" },
    run: { ...LEFT.run, startedAt: "2027-01-01T00:00:00.000Z", durationMs: 5, requests: 7 },
    created: [{ operation: "createRecipient", id: "rcp_1", partnerId: null, at: "2027-01-01T00:00:00.000Z" }],
  };
  again.checks = again.checks.map((one) => ({ ...one, cases: 9, requests: 9 }));
  expect(differenceCount(compareReports([LEFT, again]))).toBe(0);
  expect(asTerminal(pair(LEFT, again))).toBe(
    "A  https://payments.example   2026-01-02T03:04:05.000Z   standard, seed 42\n" +
      "B  the embedded sandbox   2027-01-01T00:00:00.000Z   standard, seed 42\n\nNo differences.\n",
  );
});

test.each([
  ["made rcp_7f2c9e", "made rcp_001aa2", true],
  ["at 2026-01-01T00:00:00Z", "at 2026-06-01T10:00:00.123+08:00", true],
  ["7b0c1d2e-0000-4000-8000-1234567890ab", "7b0c1d2e-ffff-4000-8000-1234567890ab", true],
  ["2.3 s to 3.9 s after creation", "950 ms to 4 s after creation", true],
  ["500: 12 of 12 came again", "500: 9 of 9 came again", true],
  ["500: 12 of 12 came again", "500: 8 of 9 came again", false],
  ["500: 0 of 12 came again", "500: 3 of 12 came again", false],
  ["no, of 1,104 deliveries", "no, of 1 delivery", true],
  ["yes, of 4 resources that changed", "no, of 4 resources that changed", false],
  ["it is 100", "it is 50", false],
  ["takes 2024-12-01", "takes 2026-08-31", false],
  ["refused with 400", "refused with 422", false],
  ["both txn_id and file_type", "both txn_ref and file_type", false],
])("what differs between any two runs does not make answers differ: %s, %s", (left, right, same) => {
  expect(sameAnswer(left, right)).toBe(same);
});

test("runs of different profiles are compared with a caution", () => {
  expect(asTerminal(pair(LEFT, reportOf({ profile: "deep" })))).toContain(
    "The profile is not the same (A: standard, B: deep): some differences may come from that.",
  );
});

test("a hostile answer moves no cursor and makes no markup", () => {
  const hostile = reportOf({ observations: [observation("unknown.a", "\u001b[2J<img src=x> `x` | **b**\n# h")] });
  const diff = pair(reportOf({}), hostile);
  expect(asTerminal(diff)).toContain("      B  \\u001b[2J<img src=x> `x` | **b**\\n# h\n");
  expect(asMarkdown(diff)).toContain(
    "  - B  &#92;u001b[2J&lt;img src=x&gt; &#96;x&#96; &#124; &#42;&#42;b&#42;&#42;&#92;n&#35; h",
  );
});

test("what lists what was met is compared as a set, and lacks nothing where less was judged", () => {
  const growing = () => ({ none: null });
  const some = [check("listBalances/auth/no-key", "pass")];
  const all = [...some, check("listBalances/auth/no-secret", "pass")];
  const changes = (left: Partial<Report>, right: Partial<Report>) =>
    diffReports(reportOf(left), reportOf(right), growing).observations.length;
  const seen = (...codes: string[]) => ({
    observations: [{ ...observation("unknown.codes", codes.join(", ")), value: codes }],
  });
  expect(changes({ checks: all, ...seen("A", "B") }, { checks: all, ...seen("B", "A") })).toBe(0);
  expect(changes({ checks: all, ...seen("A", "B") }, { checks: some, ...seen("A") })).toBe(0);
  expect(changes({ checks: some, ...seen("A") }, { checks: all, ...seen("A", "B") })).toBe(0);
  expect(changes({ checks: all, ...seen("A", "B") }, { checks: all, ...seen("A") })).toBe(1);
  expect(changes({ checks: some, ...seen("A", "B") }, { checks: all, ...seen("A") })).toBe(1);
  expect(changes({ checks: all, ...seen("A", "B") }, { checks: some, ...seen("C") })).toBe(1);
});
