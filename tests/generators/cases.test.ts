import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GeneratedCase, generatedCases, isConfirmed, SAMPLE_FILES } from "../../generators/cases.js";
import { BODY_OPERATIONS } from "../../generators/census.js";
import { brokenBy, outsideOf } from "../../generators/edits/keywords.js";
import { fieldTree, keywordsOf, walk } from "../../schemas/fieldTree.js";
import { impliedRules } from "../../schemas/impliedRules.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { TRIES_ALL } from "../slice.js";

function claim({ template, field, edit, ...made }: GeneratedCase): string {
  const rule = `${made.side === "outside" ? "breaks" : "keeps"} ${made.keyword}`;
  return `${template.id} ${field.path} ${rule}: ${JSON.stringify(edit)}`;
}

describe.each(BODY_OPERATIONS)("%s", (operation) => {
  test("every enumerated edit breaks exactly its rule, or none", () => {
    const cases = [...generatedCases(operation, { seed: 42, randomCases: 0 })];
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter((made) => !isConfirmed(made)).map(claim)).toEqual([]);
  });

  test("every random edit does, whatever the seed", () => {
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const cases = [...generatedCases(operation, { seed, randomCases: 3 })];
      expect(cases.filter((made) => made.drawn && !isConfirmed(made)).map(claim)).toEqual([]);
    });
    fc.assert(property, { numRuns: TRIES_ALL ? 6 : 2, seed: 7 });
  });

  test("the same seed gives the same cases, another seed gives others", () => {
    const texts = (seed: number) => [...generatedCases(operation, { seed, randomCases: 2 })].map(claim);
    expect(texts(3)).toEqual(texts(3));
    expect(texts(4)).not.toEqual(texts(3));
  });

  test("every rule of a field has edits that break it, unless another rule implies it", () => {
    const made = new Set(
      [...generatedCases(operation, { seed: 1, randomCases: 0 })].map((one) =>
        one.side === "outside" ? `${one.field.path}.${one.keyword}` : "",
      ),
    );
    const fields = [...walk(fieldTree(OPERATIONS[operation].requestSchema ?? ""))].filter(({ path }) => path !== "");
    const missing = fields.flatMap((field) => {
      const implied = impliedRules(field).map(({ keyword }): string => keyword);
      return keywordsOf(field)
        .filter(
          (keyword) => keyword !== "idPrefix" && made.has(`${field.path}.${keyword}`) === implied.includes(keyword),
        )
        .map((keyword) => `${field.path}.${keyword}`);
    });
    expect(missing).toEqual([]);
  });
});

/** The texts that the enumerated edits of a rule put into a field of recipient update. */
function textsThatBreak(path: string, keyword: string, current: string): readonly unknown[] {
  const field = [...walk(fieldTree("recipient-update.schema.json"))].find((one) => one.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  const edits = brokenBy(field).find(({ name }) => name === keyword);
  const place = { field, at: field.location, current, files: SAMPLE_FILES };
  const set = edits === undefined ? null : outsideOf(edits, place);
  return (set?.enumerated ?? []).map((edit) => (edit.kind === "set" ? edit.value : edit.kind));
}

test("lengths are broken by one character, and by many", () => {
  const tooLong = textsThatBreak("address_info.post_code", "maxLength", "518000").map((text) => String(text).length);
  expect(tooLong[0]).toBe(17);
  expect(Math.max(...tooLong)).toBeGreaterThan(1000);
  const tooShort = textsThatBreak("address_info.post_code", "minLength", "518000").map((text) => String(text).length);
  expect(tooShort).toEqual([2, 1, 2, 2]);
  expect(textsThatBreak("business_name", "minLength", "Lotus").map((text) => String(text).length)).toEqual([
    1, 0, 1, 1,
  ]);
});

test("a pattern is broken by near misses: a trailing newline, another letter case, look-alikes, forbidden lengths", () => {
  const numbers = textsThatBreak("payment_details.bank.account_number", "pattern", "AB12CD34EF56");
  expect(numbers).toContain("AB12CD34EF56\n");
  expect(numbers).toContain("ab12cd34ef56");
  expect(numbers.some((text) => /１/.test(String(text)))).toBe(true);
  expect(numbers.some((text) => /А/.test(String(text)))).toBe(true);
  const codes = textsThatBreak("payment_details.bank.swift_code", "pattern", "BKCHCNBJ300");
  expect(codes).toContain("BKCHCNBJA");
  expect(codes).toContain("BKCHCNBJAB");
});

test("a SWIFT code of either length is broken in the same ways in the same order, since each edit is tried on one of them", () => {
  const [short = [], long = []] = ["BKCHCNBJ", "BKCHCNBJ300"].map((code) =>
    textsThatBreak("payment_details.bank.swift_code", "pattern", code),
  );
  expect(long).toContain("BKCHCNBJ300\n");
  expect(short.slice(1, 6)).toEqual(["BKCHCNBJA", "BKCHCNBJAB", "BKCHCNBJab1", "BKCHCN-BJ", "BKCHCNBJ\n"]);
  expect(long.slice(1, 6)).toEqual(short.slice(1, 6));
});

test("an enum is broken by another case, padding, a prefix, a newline, nothing, and the sibling variant's member", () => {
  const networks = textsThatBreak("payment_details.crypto.network", "enum", "TRX");
  expect(networks).toEqual(expect.arrayContaining(["trx", " TRX", "TRX ", "TR", "TRX\n", "", "SWIFT"]));
});

test("a type is broken by every other type, the coercible ones first", () => {
  expect(textsThatBreak("business_name", "type", "Lotus").slice(0, 5)).toEqual([12345678, ["Lotus"], true, {}, null]);
  expect(textsThatBreak("country_code", "type", "CN").slice(0, 2)).toEqual([["CN"], 12345678]);
  expect(textsThatBreak("website", "type", "https://lotus.example")).not.toContain(null);
});
