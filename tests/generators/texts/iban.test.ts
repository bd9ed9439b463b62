import { expect, test } from "vitest";
import { sampleTemplates } from "../../../generators/cases.js";
import { materialise } from "../../../generators/edits/edit.js";
import { iban } from "../../../generators/texts/checkDigits.js";
import { valueAt } from "../../../schemas/json.js";

/** The remainder that each IBAN leaves is 1. */
function remainder(text: string): bigint {
  const turned = text.slice(4) + text.slice(0, 4);
  return BigInt([...turned].map((character) => Number.parseInt(character, 36)).join("")) % 97n;
}

test("an IBAN has its check digits, and each key its own", () => {
  expect(remainder("DE89370400440532013000")).toBe(1n);
  const made = Array.from({ length: 100 }, (_, index) => iban(`key ${index}`));
  expect(made.filter((text) => !/^DE\d{20}$/.test(text) || remainder(text) !== 1n)).toEqual([]);
  expect(new Set(made).size).toBe(made.length);
});

test("accounts on SEPA are sent with an IBAN, another one in each request", () => {
  const templates = ["createRecipient", "updateRecipient"] as const;
  for (const template of templates.flatMap((operation) => sampleTemplates(1).get(operation) ?? [])) {
    if (valueAt(template.body ?? undefined, ["payment_details", "network"]) !== "SEPA") continue;
    const sent = ["one", "two"].map((key) =>
      String(valueAt(materialise(template, null, key).sent, ["payment_details", "account_number"])),
    );
    expect(sent.map(remainder)).toEqual([1n, 1n]);
    expect(new Set(sent).size).toBe(2);
  }
});
