import { describe, expect, test } from "vitest";
import { formsWithstood, normalForms, sameUpToNormalForm } from "../../oracles/normalForm.js";

const WORDS = { kind: "words", required: false } as const;
const WEBSITE = { kind: "website", required: false } as const;
const EMAIL = { kind: "email", required: false } as const;
const CODE = { kind: "swiftCode", required: false } as const;

describe("a difference is explained by", () => {
  test.each<[string, unknown, unknown, readonly string[] | null]>([
    ["nothing where there is none", "Salt ", "Salt ", []],
    ["trimming", " Salt ", "Salt", ["trimmed"]],
    ["trimming at one end", " Salt ", " Salt", ["trimmed"]],
    ["collapsing", "Salt  &  Sons", "Salt & Sons", ["collapsed"]],
    ["collapsing what is no space", "Salt\t&\nSons", "Salt & Sons", ["collapsed"]],
    ["both", " Salt  &  Sons ", "Salt & Sons", ["collapsed", "trimmed"]],
    ["composing", "Cafe\u0301", "Caf\u00e9", ["NFC"]],
    ["absence of what is empty", "", undefined, ["empty"]],
    ["absence of an empty list", [], null, ["empty"]],
    ["absence of spaces", "  ", null, ["trimmed", "empty"]],
    ["none: a letter is lost", " Salt ", "Sal", null],
    ["none: a space is lost between words", "Salt Sons", "SaltSons", null],
    ["none: spaces are added", "Salt", " Salt", null],
    ["none: decomposed", "Caf\u00e9", "Cafe\u0301", null],
    ["none: another letter case of words", "Salt", "SALT", null],
    ["none: a text is lost", "Salt", undefined, null],
    ["none: another type", "12", 12, null],
  ])("%s", (_, sent, received, forms) => {
    expect(normalForms(WORDS, sent, received)).toEqual(forms);
  });

  test.each<[string, string, readonly string[] | null]>([
    ["HTTPS://Example.com/About", "https://example.com/about", ["lower-case"]],
    ["HTTPS://Example.com/About", "https://example.com/About", ["lower-case"]],
    ["Example.com/About", "example.com/About", ["lower-case"]],
    ["https://Example.com", "https://example.com/", ["lower-case"]],
    ["https://example.com/about ", "https://example.com/about", ["trimmed"]],
    ["https://example.com ", "https://example.com/", ["trimmed", "lower-case"]],
    [" Example.com", "example.com", ["trimmed", "lower-case"]],
    ["https://example.com/about", "https://example.com/About", null],
  ])("lower case in a website: %s, %s", (sent, received, forms) => {
    expect(normalForms(WEBSITE, sent, received)).toEqual(forms);
  });

  test("lower case in an e-mail address, or in its domain", () => {
    expect(normalForms(EMAIL, "Jo.Doe@Example.com", "jo.doe@example.com")).toEqual(["lower-case"]);
    expect(normalForms(EMAIL, "Jo.Doe@Example.com", "Jo.Doe@example.com")).toEqual(["lower-case"]);
    expect(normalForms(EMAIL, "Jo.Doe@example.com", "jo.Doe@example.com")).toBeNull();
  });

  test("upper case only in a code, and lower case in none", () => {
    expect(normalForms(CODE, "bkchcnbj", "BKCHCNBJ")).toEqual(["upper-case"]);
    expect(normalForms(CODE, " bkchcnbj", "BKCHCNBJ")).toEqual(["trimmed", "upper-case"]);
    expect(normalForms(CODE, "BKCHCNBJ", "bkchcnbj")).toBeNull();
  });

  test("nothing where a required value is gone", () => {
    expect(normalForms({ kind: "words", required: true }, "", undefined)).toBeNull();
  });
});

test("a value that came back as it was withstood the forms that would have changed it", () => {
  expect(formsWithstood(WORDS, " Cafe\u0301  bar")).toEqual(["NFC", "collapsed", "trimmed"]);
  expect(formsWithstood(CODE, "bkch")).toEqual(["upper-case"]);
  expect(formsWithstood(WORDS, "bkch")).toEqual([]);
  expect(formsWithstood(WORDS, "")).toEqual(["empty"]);
  expect(formsWithstood({ kind: "words", required: true }, "")).toEqual([]);
});

test("objects and lists are the same up to normal forms", () => {
  const given = { city: " Berlin", lines: ["a  b", ""], note: "" };
  expect(sameUpToNormalForm(given, { lines: ["a b", ""], city: "Berlin" })).toBe(true);
  expect(sameUpToNormalForm(given, { lines: ["a b"], city: "Berlin" })).toBe(false);
  expect(sameUpToNormalForm(given, { lines: ["a b", ""], city: "Bern" })).toBe(false);
});
