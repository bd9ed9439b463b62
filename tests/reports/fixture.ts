/**
 * A report as a run against a faulty and hostile deployment leaves it: every verdict, long values, invisible
 * characters, and answers that try to break out of each output.
 */

import { judgedRules } from "../../reports/facts/judged.js";
import { summarise } from "../../reports/facts/summary.js";
import type { Report } from "../../reports/model.js";
import { BASE_URL, CREATE, exchange, fixtureChecks, HOSTILE, REFUSED, recipientBody } from "./fixtureChecks.js";

/** The report, made anew on each call so that a test may change it. */
export function fixture(): Report {
  const checks = fixtureChecks();
  const report: Report = {
    format: 1,
    suite: { name: "partner-payments-conformance", version: "1.0.0" },
    contract: { version: "2024-12-01", statements: { rule: 84, unknown: 63, conflict: 4 } },
    target: { baseUrl: BASE_URL, kind: "remote" },
    run: {
      startedAt: "2025-11-21T08:00:00.000Z",
      finishedAt: "2025-11-21T08:00:03.214Z",
      durationMs: 3214,
      seed: 42,
      profile: "standard",
      requests: 4310,
      outages: [
        {
          from: "2025-11-21T08:00:01.000Z",
          to: "2025-11-21T08:00:01.600Z",
          seen: "connection refused",
          requests: 3,
        },
      ],
      responseTimes: [
        { operation: "createRecipient", requests: 900, p50: 2.4, p95: 8.1, max: 41 },
        { operation: "listBalances", requests: 60, p50: 0.9, p95: 3, max: 1240 },
      ],
      course: { stretchMs: 400, answers: [300, 700, 200, 0, 650, 800, 900, 750] },
    },
    outcome: "violations",
    exitCode: 1,
    summary: summarise(checks, 0),
    checks,
    observations: [
      {
        id: "createRecipient.required",
        section: "2.1",
        operation: "createRecipient",
        question: "Which request fields are required on creation?",
        answer: "partner_recipient_id, business_name, country_code, payment_details",
        evidence: exchange("POST", CREATE, "{}", 400, REFUSED),
      },
      {
        id: "createRecipient.duplicate",
        section: "2.1",
        operation: "createRecipient",
        question: "What happens to a partner_recipient_id that is used twice?",
        answer: "refused with 409",
        evidence: exchange("POST", CREATE, recipientBody("200001"), 409, REFUSED),
      },
      {
        id: "uploadFile.encoding",
        section: "4.3",
        operation: "uploadFile",
        question: "How is the value of file encoded?",
        answer: "base64; a data URL is accepted as well",
        evidence: null,
      },
      {
        id: "service.unknownPath",
        section: "7",
        operation: null,
        question: "What does a path that is not documented give?",
        answer: `404 with ${HOSTILE}`,
        evidence: exchange("GET", "/nothing", null, 404, HOSTILE),
      },
    ],
    conflicts: [
      {
        id: "version.createRecipient",
        section: "9",
        question: "Which Api-Version does recipient creation take?",
        documented: ["2026-08-31, in the listing of recipient creation", "2024-12-01, everywhere else"],
        answer: "2026-08-31; 2024-12-01 is refused with 400",
        evidence: exchange("POST", CREATE, recipientBody("200001"), 200, "{}"),
      },
    ],
    limits: [
      {
        operation: "updateRecipient",
        field: "address_info.post_code",
        keyword: "maxLength",
        documented: 16,
        measured: null,
        evidence: {
          text: "none found up to 4,096 characters",
          accepted: exchange("POST", CREATE, recipientBody("2".repeat(4096)), 200, "{}"),
          refused: null,
        },
      },
      {
        operation: "createRecipient",
        field: "website",
        keyword: "maxLength",
        documented: 225,
        measured: 225,
        evidence: {
          text: "225 characters accepted with 200, 226 characters refused with 400",
          accepted: null,
          refused: exchange("POST", CREATE, "{}", 400, REFUSED),
        },
      },
      {
        operation: "listTransactions",
        field: "page_size",
        keyword: "maximum",
        documented: null,
        measured: 100,
        evidence: { text: "100 accepted, 101 refused", accepted: null, refused: null },
      },
    ],
    created: [
      {
        operation: "createRecipient",
        id: "rcp_7f2c9e",
        partnerId: "conformance-0042-000000001",
        at: "2025-11-21T08:00:01.000Z",
      },
      {
        operation: "createRecipient",
        id: "rcp_7f2c9f",
        partnerId: "conformance-0042-000000002",
        at: "2025-11-21T08:00:01.100Z",
      },
      { operation: "uploadFile", id: "file_3f0c2a", partnerId: null, at: "2025-11-21T08:00:00.500Z" },
    ],
  };
  const unjudged = { id: "createRecipient.request.website.type", unjudged: "whatever stands there is text" };
  const stated = [...new Set(checks.flatMap(({ statements }) => statements))].map((id) => ({ id }));
  report.summary = {
    ...summarise(checks, report.observations.length),
    rules: judgedRules(checks, [...stated, unjudged], () => ({ why: "not-chosen", reason: "not part of this run" })),
    cases: { planned: 900, played: 880 },
  };
  return report;
}
