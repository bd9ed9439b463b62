import { expect, test } from "vitest";
import { conflictRows, observedRows } from "../../../reports/facts/observed.js";
import type { Observation } from "../../../reports/model.js";
import type { Json } from "../../../schemas/json.js";
import type { Subject } from "../../../schemas/operations.js";
import { fixture } from "../fixture.js";

function seen(operation: Subject, topic: string, answer: string, value: Json): Observation {
  const id = `unknown.${operation}.${topic}`;
  return { id, section: "2", operation, question: "What?", answer, value, evidence: null };
}

function rowsOf(...observations: Observation[]): string[] {
  return observedRows({ ...fixture(), observations }, "integration").map(({ label, answer }) => `${label}: ${answer}`);
}

test("the fields of a creation are one row", () => {
  const [sent, left] = [{ refused: 400, codes: [] }, { accepted: 200 }];
  expect(
    rowsOf(
      seen("createRecipient", "required.website", "it may", left),
      seen("createRecipient", "required.business_name", "it must", sent),
      seen("createRecipient", "required.country_code", "it must", sent),
    ),
  ).toEqual(["Required to create a recipient: business_name and country_code; optional: 1 other"]);
  expect(rowsOf(seen("createCustomer", "required.primary_contact", "it may", left))).toEqual([
    "Required to create a customer: none of 1 field",
  ]);
});

test("what all operations answer is told once, and else with the operations", () => {
  const [create, upload] = [
    seen("createRecipient", "successStatus", "200", [200]),
    seen("uploadFile", "successStatus", "200", 200),
  ];
  expect(rowsOf(create, upload)).toEqual(["Status of a success: 200"]);
  expect(rowsOf(create, upload, seen("createCustomer", "successStatus", "201", [201]))).toEqual([
    "Status of a success: 200 (createRecipient and uploadFile); 201 (createCustomer)",
  ]);
});

test("what matters most comes first, and what could not be told is left out", () => {
  expect(
    rowsOf(
      seen("listTransactions", "pageBase", "from 1", 1),
      seen("uploadFile", "fileEncoding", "base64", "base64"),
      seen("listTransactions", "defaultPageSize", "not seen", null),
      seen("listTransactions", "totalMeaning", "items", "items"),
    ),
  ).toEqual(["Encoding of a file: base64", "First page: from 1"]);
});

test("of a conflict the first sentence is told", () => {
  const report = fixture();
  const [conflict] = report.conflicts;
  if (conflict === undefined) throw new Error("the fixture has no conflict");
  report.conflicts = [
    {
      ...conflict,
      id: "conflict.createRecipient.apiVersion",
      answer: "both values. create recipient: 2024-12-01",
      value: 1,
    },
  ];
  expect(conflictRows(report, "integration")).toEqual([
    { label: "Api-Version of recipient creation", answer: "both values" },
  ]);
});
