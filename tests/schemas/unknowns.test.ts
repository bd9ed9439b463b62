import { describe, expect, test } from "vitest";
import { fieldTree } from "../../schemas/fieldTree.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../../schemas/ledger/unknowns.js";
import { isOperationId, OPERATION_IDS, type Subject } from "../../schemas/operations.js";
import { repeated, SUBSECTIONS } from "./sections.js";

/** The subject that an id of the form `kind.subject.topic` names, or null. */
function subjectOf(id: string): Subject | null {
  const [, subject = "", ...topic] = id.split(".");
  return topic.length > 0 && (isOperationId(subject) || subject === "webhooks") ? subject : null;
}

const ids = new Set(UNKNOWNS.map(({ id }) => id));

describe.each([
  ["unknown", UNKNOWNS],
  ["conflict", CONFLICTS],
] as const)("every %s", (kind, entries) => {
  test("has an id that starts with its kind and is made of names", () => {
    const wellFormed = new RegExp(`^${kind}(\\.[a-z][A-Za-z0-9_]*)+$`);
    expect(entries.map(({ id }) => id).filter((id) => !wellFormed.test(id))).toEqual([]);
  });

  test("names its operation in its id", () => {
    expect(entries.filter(({ id, operation }) => subjectOf(id) !== operation)).toEqual([]);
  });

  test("asks one plain question, which no other asks", () => {
    const questions = entries.map(({ question }) => question);
    expect(questions.filter((question) => !/^[A-Z][^?\n]+[^ ?]\?$/.test(question))).toEqual([]);
    expect(repeated(questions)).toEqual([]);
  });
});

test("unknowns stand in the order of the document", () => {
  const sections = UNKNOWNS.map(({ section }) => section);
  const expected = Object.entries(SUBSECTIONS).flatMap(([chapter, count]) => [
    chapter,
    ...Array.from({ length: count }, (_, index) => `${chapter}.${index + 1}`),
  ]);
  expect([...new Set(sections)]).toEqual(expected.filter((section) => sections.includes(section)));
});

test("what is documented about an unknown, and why it has no answer, are sentences", () => {
  const texts = UNKNOWNS.flatMap(({ documented, unanswerable }) => [documented, unanswerable ?? "It can be asked."]);
  expect(texts.filter((text) => !/^\S.{10,}\.$/.test(text))).toEqual([]);
});

test("every conflict has at least two different sides and says where to look", () => {
  for (const { id, documented, seenIn } of CONFLICTS) {
    expect(new Set(documented).size, id).toBeGreaterThanOrEqual(2);
    expect(
      documented.filter((side) => !side.endsWith(".")),
      id,
    ).toEqual([]);
    expect(seenIn, id).toMatch(/^[A-Za-z].+\.$/);
  }
});

test("every operation is asked for its error codes, and for further fields if its response has fields", () => {
  for (const operation of OPERATION_IDS) {
    expect(ids, operation).toContain(`unknown.${operation}.refusalCode`);
    const hasFields = operation !== "getTransferReceipt";
    expect(ids.has(`unknown.${operation}.extraResponseFields`), operation).toBe(hasFields);
  }
});

test("a status is asked for just where the document fixes none", () => {
  for (const operation of OPERATION_IDS) {
    expect(ids.has(`unknown.${operation}.successStatus`), operation).toBe(operation !== "updateRecipient");
    expect(ids.has(`unknown.${operation}.methodStatus`), operation).toBe(operation !== "updateRecipient");
    const isRefusalOpen = operation !== "updateRecipient" && operation !== "listBalances";
    expect(ids.has(`unknown.${operation}.refusalStatus`), operation).toBe(isRefusalOpen);
  }
});

test("each field of recipient creation is asked for its required flag, nested ones are not", () => {
  const asked = [...ids].filter((id) => id.startsWith("unknown.createRecipient.required."));
  const fields = fieldTree("recipient-create.schema.json").children.map(({ name }) => name);
  expect(fields).toContain("partner_recipient_id");
  expect(asked.map((id) => id.replace("unknown.createRecipient.required.", "")).sort()).toEqual(fields.toSorted());
});

test("customer fields are asked for one by one, also those of business persons", () => {
  expect(ids).toContain("unknown.createCustomer.required.partner_customer_id");
  expect(ids).toContain("unknown.createCustomer.required.account_usage.estimated_monthly_revenue_amount");
  expect(ids).toContain("unknown.createCustomer.required.business_details.business_identifier_document_list");
  expect(ids).toContain("unknown.createCustomer.required.business_person_list.identification.id_document_back_file_id");
  const lengths = [...ids].filter((id) => id.startsWith("unknown.createCustomer.lengths."));
  expect(lengths.map((id) => id.replace("unknown.createCustomer.lengths.", ""))).toEqual([
    "partner_customer_id",
    "business_details",
    "registration_address",
    "account_usage",
    "primary_contact",
    "business_person_list.basic_info",
    "business_person_list.identification",
    "business_person_list.residential_address",
  ]);
});

test("only what lies outside requests and deliveries is left without an answer", () => {
  const unanswerable = UNKNOWNS.filter((unknown) => unknown.unanswerable !== undefined).map(({ id }) => id);
  expect(unanswerable.sort()).toEqual([
    "unknown.auditMeaning",
    "unknown.batchTransfers",
    "unknown.compatibilityPolicy",
    "unknown.createDeposit.path",
    "unknown.createDeposit.request",
    "unknown.createTransfer.request",
    "unknown.credentialRotation",
    "unknown.deprecationPolicy",
    "unknown.keyIssuing",
    "unknown.productionAddress",
    "unknown.secretIssuing",
    "unknown.uploadFile.fileLifetime",
    "unknown.webhookSecretIssuing",
    "unknown.webhooks.registration",
  ]);
});
