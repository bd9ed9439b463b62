import { expect, test } from "vitest";
import { answerOf, conflictRows } from "../../../reports/facts/observed.js";
import type { Observation } from "../../../reports/model.js";
import type { Json } from "../../../schemas/json.js";
import { topicOf } from "../../../schemas/ledger/labels.js";
import type { Subject } from "../../../schemas/operations.js";
import { fixture } from "../fixture.js";

function seen(operation: Subject, topic: string, answer: string, value: Json): Observation {
  const id = `unknown.${operation}.${topic}`;
  return { id, section: "2", operation, question: "What?", answer, value, evidence: null };
}

function said(...observations: Observation[]): string {
  return answerOf(topicOf(observations[0]?.id ?? ""), observations);
}

test("the fields of a creation are one row", () => {
  const [sent, left] = [{ refused: 400, codes: [] }, { accepted: 200 }];
  expect(
    said(
      seen("createRecipient", "required.website", "it may", left),
      seen("createRecipient", "required.business_name", "it must", sent),
      seen("createRecipient", "required.country_code", "it must", sent),
    ),
  ).toBe("business_name and country_code; optional: 1 other");
  expect(said(seen("createCustomer", "required.primary_contact", "it may", left))).toBe("none of 1 field");
});

test("what all operations answer is told once, and else with the operations", () => {
  const [create, upload] = [
    seen("createRecipient", "successStatus", "200", [200]),
    seen("uploadFile", "successStatus", "200", 200),
  ];
  expect(said(create, upload)).toBe("200");
  expect(said(create, upload, seen("createCustomer", "successStatus", "201", [201]))).toBe(
    "200 (createRecipient and uploadFile); 201 (createCustomer)",
  );
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
