import { describe, expect, test } from "vitest";
import { textShape } from "../../../generators/texts/lengths.js";
import { type Field, fieldTree, walk } from "../../../schemas/fieldTree.js";

function fieldAt(schema: string, path: string): Field {
  const field = [...walk(fieldTree(schema))].find((candidate) => candidate.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return field;
}

const CUSTOMER = "customer-create.schema.json";
const RECIPIENT = "recipient-create.schema.json";

const FIELDS: readonly (readonly [schema: string, path: string, current: string, form: RegExp])[] = [
  [RECIPIENT, "business_name", "Ningbo Toys", /^[\w ]*$/],
  [RECIPIENT, "website", "https://www.news.example.com/news", /^https:\/\/[\w.-]+\.com?(\/.*)?$/],
  [RECIPIENT, "payment_details.bank.account_number", "A1B2C3D4E5", /^[A-Z0-9]+$/],
  [RECIPIENT, "payment_details.bank.account_number", "6222021234567894", /^\d+$/],
  [RECIPIENT, "payment_details.crypto.wallet_address", "T123456789abcdefghijklmnopq", /^[A-Za-z0-9]+$/],
  [RECIPIENT, "address_info.post_code", "518000", /^\d+$/],
  [CUSTOMER, "primary_contact.contact_phone", "+8613812345678", /^\+\d+$/],
  [CUSTOMER, "primary_contact.contact_email", "wei@partner.example.com", /^\w{1,64}@(\w{1,63}\.)+com?$/],
  [CUSTOMER, "business_details.website", "https://www.toys.example.com", /^https:\/\/[\w.-]+\.com?(\/.*)?$/],
  [CUSTOMER, "business_details.business_identifier_number", "91ABCDEF", /^[A-Z0-9]+$/],
  [CUSTOMER, "business_details.business_name", "上海王氏贸易有限公司", /^\p{Script=Han}+$/u],
  [CUSTOMER, "account_usage.industry_category_code", "0123", /^\d+$/],
];

describe("a text of any length", () => {
  test.each(FIELDS)("%s %s has that length and stays what it is", (schema, path, current, form) => {
    const shape = textShape(fieldAt(schema, path), current, null);
    const from = Math.max(1, shape.shortest);
    for (const length of [from, from + 1, from + 2, ...Array.from({ length: 300 }, (_, more) => from + more), 4096]) {
      const text = shape.write(current, length);
      expect([length, [...text].length]).toEqual([length, length]);
      expect(text).toMatch(form);
    }
  });

  test("is as it was at the control's own length", () => {
    for (const [schema, path, current] of FIELDS) {
      if (path.endsWith("email")) continue;
      expect(textShape(fieldAt(schema, path), current, null).write(current, [...current].length)).toBe(current);
    }
  });

  test("is made of other characters as a whole where that is asked for", () => {
    const shape = textShape(fieldAt(RECIPIENT, "business_name"), "Ningbo Toys", "han");
    expect(shape.write("Ningbo Toys", 5)).toBe("远景国际贸");
  });
});
