import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleTemplatesOf } from "../../generators/cases.js";
import { insideOf, keptBy } from "../../generators/edits/keywords.js";
import { placesOf } from "../../generators/fieldPlaces.js";
import { type Field, fieldTree, walk } from "../../schemas/fieldTree.js";
import type { BodyOperation } from "../../schemas/operations.js";

const OF_RECIPIENT = [...walk(fieldTree("recipient-create.schema.json"))];
const OF_CUSTOMER = [...walk(fieldTree("customer-create.schema.json"))];

/** Values that are drawn inside a keyword of a field, at its first place. */
function drawnInside(operation: BodyOperation, field: Field, keyword: string) {
  const [place] = placesOf(field, sampleTemplatesOf(operation, 1));
  const edits = keptBy(field).find(({ name }) => name === keyword);
  const arbitrary =
    place === undefined || edits === undefined ? null : insideOf(edits, { field, files: [], ...place })?.arbitrary;
  const drawn = arbitrary == null ? [] : fc.sample(arbitrary, { seed: 1, numRuns: 200 });
  return drawn.flatMap((edit) => (edit.kind === "set" ? [edit.value] : []));
}

test("short texts are drawn in the shortest length and up to four characters more, as far as the longest allows", () => {
  const lengths = OF_RECIPIENT.flatMap((field) => {
    const texts = drawnInside("createRecipient", field, "minLength").map((value) => [...String(value)].length);
    return texts.length === 0 ? [] : [[field.path, Math.min(...texts), Math.max(...texts)]];
  });
  expect(lengths).toContainEqual(["address_info.post_code", 3, 7]);
  expect(lengths.length).toBeGreaterThan(5);
  for (const [path, least, most] of lengths) {
    const { minLength = 0, maxLength = 0 } = OF_RECIPIENT.find((field) => field.path === path)?.rules ?? {};
    expect([path, least, most]).toEqual([path, minLength, Math.min(minLength + 4, maxLength)]);
  }
});

test("amounts with four decimals and codes of many countries are drawn", () => {
  const drawn = (keyword: string) => OF_CUSTOMER.map((field) => drawnInside("createCustomer", field, keyword));
  expect(drawn("precise").flat().map(String)).toContainEqual(expect.stringMatching(/^\d{4,}\.\d{4}$/));
  const countries = drawn("code").filter((values) => values.includes("SG"));
  expect(countries.length).toBeGreaterThan(5);
});
