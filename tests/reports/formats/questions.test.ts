import { expect, test } from "vitest";
import { type QuestionLedger, renderQuestions } from "../../../reports/formats/questions.js";
import type { Report } from "../../../reports/model.js";
import { CONFLICTS } from "../../../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../../../schemas/ledger/unknowns.js";
import { check, exchange, observation, reportOf } from "../smallReport.js";

const LEDGER: QuestionLedger = {
  unknowns: [
    {
      id: "unknown.retries",
      section: "6",
      label: "Retries",
      question: "How often is it retried?",
      documented: "Nothing.",
    },
    {
      id: "unknown.listTransactions.pageBase",
      section: "4.6",
      label: "First page",
      needed: { rank: 2, why: "Counting from the wrong number skips the first page or reads it twice." },
      question: "Is the first page number 0 or 1?",
      documented: "It is an integer.",
    },
  ],
  conflicts: [
    {
      id: "conflict.createRecipient.apiVersion",
      section: "9",
      label: "Version of a creation",
      needed: { rank: 1, why: "With the wrong value, no recipient can be created." },
      question: "Which version?",
      documented: ["One.", "Another."],
    },
  ],
};

/** The lines of one question, the text as one line. */
function asked(text: string, question: string): string {
  return (
    text
      .split("\n\n")
      .find((part) => part.includes(question))
      ?.replaceAll(/\n {4,}(?!-)/g, " ") ?? ""
  );
}

const all = (report: Report): string => renderQuestions(report, { unknowns: UNKNOWNS, conflicts: CONFLICTS });

test("each question says why it matters, what the document says and what was seen", () => {
  const evidence = exchange("GET", "/api/transactions?page_number=0", null, 400);
  const report = reportOf({
    observations: [observation("unknown.listTransactions.pageBase", "pages from 1", evidence)],
  });
  expect(renderQuestions(report, LEDGER)).toBe(`# Questions for the provider

Contract 2024-12-01 leaves these points open, or contradicts itself. “Seen”
is what https://payments.example did on 2026-01-02. Please confirm each
answer, correct it, or say that it may change.

1. Which version?
   - Why it matters: With the wrong value, no recipient can be created.
   - The document (section 9): says both: “One.” / “Another.”
   - Seen: nothing (nothing in this run showed it)

2. Is the first page number 0 or 1?
   - Why it matters: Counting from the wrong number skips the first page or
     reads it twice.
   - The document (section 4.6): It is an integer.
   - Seen: pages from 1
   - Request: \`GET /api/transactions?page_number=0\`

1 further question matters less: the report says what was seen.
`);
});

test("twenty questions are asked at most, in lines that a mail keeps", () => {
  const text = all(reportOf({}));
  expect(text.match(/^\d+\. /gm)).toHaveLength(20);
  expect(text.split("\n").filter((line) => line.length > 78)).toEqual([]);
  expect(text).not.toMatch(/&|\*\*|^\|/m);
});

test("what was not seen says what the run lacked", () => {
  const reason = "no credentials of a second partner were given";
  const partners = { ...check("updateRecipient/state/partners.isolation", "not-exercised"), requests: 0, reason };
  const webhooks = {
    ...check("webhooks/auth/signature.present", "not-applicable"),
    requests: 0,
    reason: "give --port",
  };
  const waited = { ...check("webhooks/auth/signature.present", "not-exercised"), requests: 0, reason: "none came" };
  const settled = { ...reportOf({}), checks: [partners, webhooks] };
  expect(asked(all(settled), "Can a partner update")).toContain(`Seen: nothing (${reason})`);
  const either = {
    ...check("createRecipient/auth/foreign-key", "not-applicable"),
    requests: 0,
    reason: "left out with --exclude restricted",
  };
  expect(asked(all({ ...settled, checks: [either, partners] }), "Can a partner update")).toContain(
    `nothing (${reason})`,
  );
  expect(asked(all(settled), "Which bytes does the signature")).toContain(
    "Seen: nothing (only deliveries show it, and they need a receiver)",
  );
  expect(asked(all({ ...settled, checks: [waited] }), "Which bytes does the signature")).toContain(
    "Seen: nothing (none came)",
  );
});

test("questions of one topic are one", () => {
  const report = reportOf({
    observations: [
      { ...observation("unknown.createRecipient.required.website", "it may"), value: { accepted: [] } },
      { ...observation("unknown.createRecipient.required.country_code", "it must"), value: { refused: [] } },
    ],
  });
  expect(asked(all(report), "Which fields must be sent when a recipient is created?")).toContain(
    "- Seen: required: country_code; optional: 1 other",
  );
});

test("a hostile answer begins no list and no heading", () => {
  const answer = `${"word ".repeat(12)}- item 12. item # heading `;
  const report = reportOf({ observations: [observation("unknown.listTransactions.pageBase", answer.repeat(9))] });
  expect(renderQuestions(report, LEDGER)).not.toMatch(/^\s*(?:- item|12\. item|# heading)/m);
});
