import { describe, expect, test } from "vitest";
import { mostTexts, patternText, patternTexts } from "../../../engine/limits/characters.js";
import type { SoughtPattern } from "../../../engine/limits/selection.js";
import { fieldTree, walk } from "../../../schemas/fieldTree.js";
import type { JsonObject } from "../../../schemas/json.js";

function targetOf(path: string, current: string): SoughtPattern {
  const field = [...walk(fieldTree("recipient-create.schema.json"))].find((candidate) => candidate.path === path);
  const documented = field?.rules.pattern;
  if (field === undefined || documented === undefined) throw new Error(`no pattern at ${path}`);
  const body: JsonObject = {};
  const template = { id: "bank-1", operation: "createRecipient", body, query: {}, path: {}, version: null } as const;
  return {
    key: path,
    check: "c",
    operation: "createRecipient",
    field,
    places: [{ template: { ...template, freshField: null }, at: [], current }],
    elsewhere: [],
    keyword: "pattern",
    documented,
  };
}

function textsOf(path: string, current: string) {
  const sought = targetOf(path, current);
  const [place] = sought.places;
  if (place === undefined) throw new Error("no place");
  return { texts: patternTexts(sought, place), most: mostTexts(sought, place) };
}

const NUMBER = "payment_details.bank.account_number";
const SWIFT = "payment_details.bank.swift_code";
const WALLET = "payment_details.crypto.wallet_address";

describe("texts of a pattern", () => {
  test("an account number is given one text for each kind of character", () => {
    const { texts } = textsOf(NUMBER, "ABCD1234EFGH");
    const byLabel = new Map(texts.map(({ label, text, isDocumented }) => [label, [text, isDocumented]]));
    expect(byLabel.get("upper-case letters")).toEqual(["ABCD12K4EFGH", true]);
    expect(byLabel.get("lower-case letters")).toEqual(["ABCD12k4EFGH", false]);
    expect(byLabel.get("a hyphen")).toEqual(["ABCD12-4EFGH", false]);
    expect(byLabel.get("full-width digits")).toEqual(["ABCD12７4EFGH", false]);
    expect(byLabel.get("a line break at the end")).toEqual(["ABCD1234EFGH\n", false]);
    expect(byLabel.get("nothing but digits")).toEqual(["123456789012", true]);
    expect(byLabel.get("the digits 0 to 5")).toEqual(["ABCD12012345", true]);
    expect(byLabel.has("nothing but lower-case letters")).toBe(false);
  });

  test("every documented letter and digit is in some text, and singly where that is refused", () => {
    const { texts } = textsOf(WALLET, "Tabcdefghijklmnop123456789ABCDEFGH");
    const parts = texts.flatMap((tried) => tried.parts.map(({ label }) => label));
    expect([...parts].sort().join("")).toBe("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    expect(texts.flatMap(({ parts: singly }) => singly).every(({ isDocumented }) => isDocumented)).toBe(true);
  });

  test.each([
    [NUMBER, "ABCD1234EFGH"],
    [WALLET, `0x${"a1".repeat(20)}`],
    [SWIFT, "BKCHCNBJ"],
    [SWIFT, "BKCHCNBJ110"],
  ])("texts of %s break nothing but the pattern, and no label stands twice", (path, current) => {
    const { texts } = textsOf(path, current);
    const { minLength = 0, maxLength = 0 } = targetOf(path, current).field.rules;
    for (const { text } of texts) {
      expect([...text].length).toBeGreaterThanOrEqual(minLength);
      expect([...text].length).toBeLessThanOrEqual(maxLength);
    }
    expect(new Set(texts.map(({ label }) => label)).size).toBe(texts.length);
  });

  test("a SWIFT code is tried in each of its parts, and with the lengths between its two", () => {
    const { texts } = textsOf(SWIFT, "BKCHCNBJ");
    const byLabel = new Map(texts.map(({ label, text, isDocumented }) => [label, [text, isDocumented]]));
    expect(byLabel.get("digits in the bank code")).toEqual(["B7CHCNBJXXX", false]);
    expect(byLabel.get("digits in the location")).toEqual(["BKCHCNB7XXX", true]);
    expect(byLabel.get("lower-case letters in the branch")).toEqual(["BKCHCNBJXkX", false]);
    expect(byLabel.get("9 characters")).toEqual(["BKCHCNBJX", false]);
  });

  test("the most texts that are sent are known beforehand", () => {
    const { texts, most } = textsOf(NUMBER, "ABCD1234EFGH");
    expect(most).toBe(2 * (texts.length + 36 + 2));
  });
});

test("a pattern as it is in fact is told by what differs", () => {
  const none = { letThrough: [], refused: [], unsteady: [], unexplained: 0 };
  expect(patternText("^[A-Z]+$", none)).toBe("^[A-Z]+$");
  expect(
    patternText("^[A-Z]+$", {
      letThrough: ["digits", "a hyphen"],
      refused: ["O", "I"],
      unsteady: ["a dot"],
      unexplained: 0,
    }),
  ).toBe("lets through digits, a hyphen; refuses O, I; takes now and then a dot");
  expect(patternText("^[A-Z]+$", { ...none, unexplained: 2 })).toBe("refuses some texts that the pattern allows");
});
