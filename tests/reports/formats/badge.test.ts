import { expect, it } from "vitest";
import { renderBadgeJson, renderBadgeSvg } from "../../../reports/formats/badge.js";
import type { Report } from "../../../reports/model.js";
import { OPERATION_IDS } from "../../../schemas/operations.js";
import { check, reportOf } from "../smallReport.js";

/** A report that shows conformity: every operation on its main rules. */
const WHOLE = reportOf({
  checks: OPERATION_IDS.flatMap((operation) => [
    check(`${operation}/accepts/control`, "pass"),
    check(`${operation}/refuses/field.type`, "pass"),
  ]),
});
const QUESTION = { id: "conflict.a", section: "2", question: "?", documented: [], answer: null };

const BADGES: readonly (readonly [report: Report, message: string, color: string])[] = [
  [WHOLE, "conforms", "brightgreen"],
  [{ ...WHOLE, openQuestions: [QUESTION, QUESTION] }, "conforms · 2 open questions", "brightgreen"],
  [reportOf({ checks: [check("listBalances/accepts/control", "pass")] }), "partly judged", "yellowgreen"],
  [{ ...WHOLE, summary: { ...WHOLE.summary, known: 3 } }, "3 known departures", "yellowgreen"],
  [reportOf({ checks: [check("listBalances/errors/errors", "violation")] }), "1 violation", "red"],
  [{ ...WHOLE, outcome: "incomplete" }, "incomplete", "lightgrey"],
  [{ ...WHOLE, outcome: "error" }, "the suite failed", "lightgrey"],
];

it.each(BADGES)("says no more than the run has shown (%#)", (report, message, color) => {
  expect(JSON.parse(renderBadgeJson(report))).toEqual({ schemaVersion: 1, label: "conformance", message, color });
  const drawn = renderBadgeSvg(report);
  expect(drawn).toContain(`aria-label="conformance: ${message}"`);
  expect(drawn).toContain(`>${message}</text>`);
});
