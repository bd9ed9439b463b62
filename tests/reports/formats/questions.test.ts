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

test("each unknown is a question with what the document says, what was seen, and the request", () => {
  const evidence = exchange("GET", "/api/transactions?page_number=0", null, 400);
  const report = reportOf({ observations: [observation("unknown.pageBase", "pages from 1", evidence)] });
  expect(renderQuestions(report, LEDGER, ({ request }) => `curl '${request.url}'`)).toBe(`# Questions for the provider

Contract 2024-12-01 leaves 4 points open or states them in two ways. For 1 of them the answer below is what https://payments.example did on 2026-01-02. Please confirm it, correct it, or say that it may change.

The requests read the address and the credentials from CONFORMANCE_BASE_URL, CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.

## Where the document says two things

1. **Which version?**
   - The document says both:
     - One.
     - Another.
   - Seen: not in this run

## Left open in section 4.6

2. **Is page_number 0 or 1 first?**
   - The document: It is an integer.
   - Seen: pages from 1
   - Request:

   \`\`\`sh
   curl 'https://payments.example/api/transactions?page_number=0'
   \`\`\`

3. **In which order?**
   - The document: Items are listed.
   - Seen: not in this run

## Left open in section 6

4. **How often is it retried?**
   - The document: Nothing.
   - Seen: nothing; it takes days
`);
});

test("a request that cannot be repeated is named, and a command cannot end its fence", () => {
  const evidence = exchange("POST", "/api/files/upload", "{}", 200);
  const report = reportOf({ observations: [observation("unknown.order", "`<b>`", evidence)] });
  const named = renderQuestions(report, LEDGER, () => null);
  expect(named).toContain("   - Seen: \\`&lt;b&gt;\\`\n   - Request: POST https://payments.example/api/files/upload\n");
  const fenced = renderQuestions(report, LEDGER, () => "curl '```'");
  expect(fenced).toContain("   ````sh\n   curl '```'\n   ````\n");
});
