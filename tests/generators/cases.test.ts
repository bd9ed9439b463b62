import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SAMPLE_FILES } from "../../generators/cases.js";
import { brokenBy, outsideOf } from "../../generators/edits/keywords.js";
import { fieldTree, walk } from "../../schemas/fieldTree.js";
import { TRIES_ALL } from "../slice.js";
import { BODY_OPERATIONS, type GeneratedCase, generatedCases, isConfirmed } from "./generatedCases.js";

function claim({ template, field, edit, ...made }: GeneratedCase): string {
  const rule = `${made.side === "outside" ? "breaks" : "keeps"} ${made.keyword}`;
  return `${template.id} ${field.path} ${rule}: ${JSON.stringify(edit)}`;
}

describe.each(BODY_OPERATIONS)("%s", (operation) => {
  test("every enumerated edit breaks exactly its rule, or none", () => {
    const cases = [...generatedCases(operation, { seed: 42, draws: 0 })];
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.filter((made) => !isConfirmed(made)).map(claim)).toEqual([]);
  });

  test("every random edit does, whatever the seed", () => {
    const property = fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const cases = [...generatedCases(operation, { seed, draws: 3 })];
      expect(cases.filter((made) => made.drawn && !isConfirmed(made)).map(claim)).toEqual([]);
    });
    fc.assert(property, { numRuns: TRIES_ALL ? 6 : 2, seed: 7 });
  });

  test("the same seed gives the same cases, another seed gives others", () => {
    const texts = (seed: number) => [...generatedCases(operation, { seed, draws: 2 })].map(claim);
    expect(texts(3)).toEqual(texts(3));
    expect(texts(4)).not.toEqual(texts(3));
  });
});

/** The texts that the enumerated edits of a rule put into a field of recipient update. */
function textsThatBreak(path: string, keyword: string, current: string): readonly unknown[] {
  const field = [...walk(fieldTree("recipient-update.schema.json"))].find((one) => one.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  const edits = brokenBy(field).find(({ name }) => name === keyword);
  const place = { field, at: field.location, current, files: SAMPLE_FILES };
  const set = edits === undefined ? null : outsideOf(edits, place);
  return (set?.examples ?? []).map((edit) => (edit.kind === "set" ? edit.value : edit.kind));
}

test("a SWIFT code of either length is broken in the same ways in the same order, since each edit is tried on one of them", () => {
  const [short = [], long = []] = ["BKCHCNBJ", "BKCHCNBJ300"].map((code) =>
    textsThatBreak("payment_details.bank.swift_code", "pattern", code),
  );
  expect(long).toContain("BKCHCNBJ300\n");
  expect(short.slice(1, 6)).toEqual(["BKCHCNBJA", "BKCHCNBJAB", "BKCHCNBJkX7", "BKCHCN-BJ", "BKCHCNBJ\n"]);
  expect(long.slice(1, 6)).toEqual(short.slice(1, 6));
});
