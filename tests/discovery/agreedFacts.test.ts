import { expect, test } from "vitest";
import { agreedFacts, isShort, shortAnswerMend } from "../../discovery/agreedFacts.js";
import type { AgreedAnswer, Stated } from "../../reports/model.js";

function agreed(id: string, kind: Stated["kind"], ...texts: string[]): AgreedAnswer {
  return { id, stated: { kind, texts }, reason: null, ticket: null, line: 2, text: `- id: ${id}` };
}

const VERSION = "conflict.createRecipient.apiVersion";
const CUSTOMERS = "unknown.createCustomer.apiVersionValues";
const ENCODING = "unknown.uploadFile.fileEncoding";
const PAGES = "unknown.listTransactions.pageBase";
const RECEIPT = "unknown.getTransferReceipt.parameterName";

test.each([
  [agreed(VERSION, "answer", "2026-08-31"), true, { recipientVersion: "2026-08-31" }],
  [agreed(VERSION, "answer", "none"), true, { recipientVersion: null }],
  [
    agreed(VERSION, "answer", "recipient creation takes 2026-08-31 only. create recipient (bank): …"),
    false,
    { recipientVersion: "2026-08-31" },
  ],
  [agreed(VERSION, "answer", "recipient creation takes both values. create …"), false, {}],
  [agreed(VERSION, "contains", "recipient creation takes 2026-08-31 only"), false, { recipientVersion: "2026-08-31" }],
  [agreed(CUSTOMERS, "answer", "2024-12-01"), true, { customerVersion: "2024-12-01" }],
  [agreed(CUSTOMERS, "answer", "taken: 2024-12-01, none"), false, { customerVersion: "2024-12-01" }],
  [agreed(ENCODING, "answer", "data URI"), true, { fileEncoding: "data URI" }],
  [agreed(ENCODING, "answer", "a file written as base64 is accepted"), false, { fileEncoding: "base64" }],
  [agreed(PAGES, "answer", "0"), true, { firstPage: 0 }],
  [agreed(PAGES, "answer", "pages are counted from 1; page 0 is answered with 400"), false, { firstPage: 1 }],
  [agreed(PAGES, "contains", "pages are counted from 0"), false, { firstPage: 0 }],
  [agreed(RECEIPT, "answer", "transfer_id"), true, { receiptParameter: "transfer_id" }],
  [agreed(RECEIPT, "answer", "the receipt takes Transaction Id"), false, { receiptParameter: "Transaction Id" }],
  [agreed("unknown.createRecipient.successStatus", "answer", "201"), false, {}],
])("%j states a fact", (answer, short, facts) => {
  expect(isShort(answer)).toBe(short);
  expect(agreedFacts([answer])).toEqual(facts);
  expect(shortAnswerMend(answer)).toBeNull();
});

test.each([
  [agreed(PAGES, "answer", "2"), "Write 0 or 1, or the answer as a report shows it."],
  [agreed(RECEIPT, "answer", "it is called id"), "Write the parameter's name, or the answer as a report shows it."],
])("%j can be no run's answer", (answer, mend) => {
  expect(shortAnswerMend(answer)).toBe(mend);
});

test("all stated facts go together", () => {
  expect(agreedFacts([agreed(PAGES, "answer", "0"), agreed(ENCODING, "answer", "hexadecimal")])).toEqual({
    firstPage: 0,
    fileEncoding: "hexadecimal",
  });
  expect(agreedFacts([])).toEqual({});
});
