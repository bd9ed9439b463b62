/** What the page on rules and edits counts: no rule and no field is forgotten. */
import { expect, test } from "vitest";
import { CENSUS, PAGE, SHARES, UNDRAWN, undrawnBy } from "../../scripts/rulesAndEdits.js";

test("of each field a value is drawn in a smoke run, or there is a reason why not", () => {
  expect(UNDRAWN.filter(({ field }) => undrawnBy(field) === null).map(({ name }) => name)).toEqual([]);
});

test("a third of the generated cases of a standard run are drawn", () => {
  const areas = [...(SHARES.find(({ profile }) => profile === "standard")?.areas.values() ?? [])];
  const drawn = areas.reduce((sum, { drawn }) => sum + drawn, 0);
  const all = areas.reduce((sum, { same, drawn }) => sum + same + drawn, 0);
  expect(drawn / all).toBeGreaterThan(1 / 3);
});

test("docs/rules-and-edits.md is up to date; npm run generate writes it anew", async () => {
  await expect(PAGE).toMatchFileSnapshot("../../docs/rules-and-edits.md");
});

test("every keyword of the request schemas has edits that break it", () => {
  expect(CENSUS.keywords.filter(([, { outside }]) => outside === 0)).toEqual([]);
  expect(CENSUS.keywords.map(([name]) => name).toSorted()).toEqual(
    ["enum", "format", "maxItems", "maxLength", "minLength", "pattern", "required", "type"].toSorted(),
  );
});

test("implied rules are rules of their keyword", () => {
  expect(CENSUS.keywords.filter(([, { implied, rules }]) => implied > rules)).toEqual([]);
  expect(CENSUS.keywords.reduce((sum, [, { implied }]) => sum + implied, 0)).toBe(CENSUS.implied.length);
});
