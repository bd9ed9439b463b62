import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { takeCensus } from "../../generators/census.js";
import { pageOf } from "../../scripts/keywordTable.mjs";

const census = takeCensus();

test("docs/rules-and-edits.md is up to date; npm run generate writes it anew", () => {
  const page = readFileSync(new URL("../../docs/rules-and-edits.md", import.meta.url), "utf8");
  expect(page).toBe(pageOf(census));
});

test("every keyword of the request schemas has edits that break it", () => {
  expect(census.keywords.filter(({ outside }) => outside === 0)).toEqual([]);
  expect(census.keywords.map(({ name }) => name).toSorted()).toEqual(
    ["enum", "format", "maxItems", "maxLength", "minLength", "pattern", "required", "type"].toSorted(),
  );
});

test("implied rules are rules of their keyword", () => {
  expect(census.keywords.filter(({ implied, rules }) => implied > rules)).toEqual([]);
  expect(census.keywords.reduce((sum, { implied }) => sum + implied, 0)).toBe(census.implied.length);
});
