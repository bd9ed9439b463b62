import { expect, test } from "vitest";
import { dataFacts } from "../../webhooks/checks/data.js";

const RECIPIENT = {
  recipient_id: "rcp_1",
  partner_recipient_id: "p".repeat(20),
  business_name: "Sample",
  business_type: "Business",
  country_code: "CN",
};

function failuresOf(object: Readonly<Record<string, unknown>>): string[] {
  return [...dataFacts("Recipient", object, undefined)].flatMap(({ check, failure }) =>
    failure === null || check.field?.path !== "status" ? [] : [`${check.keyword}: ${failure.message}`],
  );
}

test.each([
  ["active", []],
  [null, ["present: status is null in a recipient delivery"]],
])("of a status %j in a delivery it is told: %j", (status, told) => {
  expect(failuresOf({ ...RECIPIENT, status })).toEqual(told);
});
