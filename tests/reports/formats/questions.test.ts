import { expect, test } from "vitest";
import { type QuestionLedger, renderQuestions } from "../../../reports/formats/questions.js";
import { exchange, observation, reportOf } from "../smallReport.js";

const LEDGER: QuestionLedger = {
  unknowns: [
    {
      id: "unknown.retries",
      section: "6",
      question: "How often is it retried?",
      documented: "Nothing.",
      unanswerable: "it takes days",
    },
    {
      id: "unknown.order",
      section: "4.6",
      question: "In which order?",
      documented: "Items are listed.",
    },
    {
      id: "unknown.pageBase",
      section: "4.6",
      question: "Is page_number 0 or 1 first?",
      documented: "It is an integer.",
    },
  ],
  conflicts: [
    {
      id: "conflict.version",
      section: "9",
      question: "Which version?",
      documented: ["One.", "Another."],
    },
  ],
};

test("what one must know is numbered, with its request at the end; the rest are tables", () => {
  const evidence = exchange("GET", "/api/transactions?page_number=0", null, 400);
  const report = reportOf({ observations: [observation("unknown.pageBase", "pages from 1", evidence)] });
  expect(renderQuestions(report, LEDGER, ({ request }) => `curl '${request.url}'`)).toBe(`# Questions for the provider

What contract 2024-12-01 does not show, or says in two ways: 4 questions. Below each stands what https://payments.example did on 2026-01-02. Please confirm it, correct it, or say that it may change.

## Needed to integrate

1. **Is page_number 0 or 1 first?**
   - The document: It is an integer.
   - Seen: pages from 1

## Not seen in this run

| Section | Question | Why not |
| --- | --- | --- |
| 9 | Which version? | not in this run |
| 4.6 | In which order? | not in this run |
| 6 | How often is it retried? | it takes days |

## Example requests

They read the address and the credentials from CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.

- **1** Is page_number 0 or 1 first?
  - Request:

  \`\`\`sh
  curl 'https://payments.example/api/transactions?page_number=0'
  \`\`\`
`);
});

test("a request that cannot be repeated is named, and a command cannot end its fence", () => {
  const evidence = exchange("POST", "/api/files/upload", "{}", 200);
  const report = reportOf({ observations: [observation("unknown.pageBase", "`<b>`", evidence)] });
  const named = renderQuestions(report, LEDGER, () => null);
  expect(named).toContain("   - Seen: &#96;&lt;b&gt;&#96;\n");
  expect(named).toContain("  - Request: POST https://payments.example/api/files/upload\n");
  const fenced = renderQuestions(report, LEDGER, () => "curl '```'");
  expect(fenced).toContain("  ````sh\n  curl '```'\n  ````\n");
});

test("questions of one topic are one, and what hardly anybody asks is counted", () => {
  const required = ["website", "country_code"].map((field) => ({
    id: `unknown.createRecipient.required.${field}`,
    section: "2.1",
    question: `Must ${field} be sent?`,
    documented: "Nothing.",
  }));
  const trivia = { id: "unknown.headerNames", section: "1", question: "In which letter case?", documented: "Nothing." };
  const report = reportOf({
    observations: [
      { ...observation("unknown.createRecipient.required.website", "it may"), value: { accepted: [] } },
      { ...observation("unknown.createRecipient.required.country_code", "it must"), value: { refused: [] } },
    ],
  });
  const text = renderQuestions(report, { unknowns: [...required, trivia], conflicts: [] }, () => null);
  expect(text).toContain(`1. **Required to create a recipient (2 questions such as: Must website be sent?)**
   - The document: Nothing.
   - Seen: country_code; optional: 1 other
`);
  expect(text).toContain("1 further question of little weight: the report has the answers.");
});
