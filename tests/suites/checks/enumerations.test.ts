import { expect, test } from "vitest";
import { sampleTemplates } from "../../../generators/cases.js";

import type { EditSet } from "../../../generators/edits/fieldEdits.js";
import { brokenBy, outsideOf } from "../../../generators/edits/keywords.js";
import { spread } from "../../../generators/edits/spread.js";
import { type FieldPlace, placesOf } from "../../../generators/fieldPlaces.js";
import { fieldTree, walk } from "../../../schemas/fieldTree.js";
import { FILE_TYPES, OPERATION_IDS, OPERATIONS } from "../../../schemas/operations.js";
import { fileTypeMisses } from "../../../suites/checks/refuses/fileTypes.js";
import { repeated } from "../../schemas/sections.js";

const LISTS = OPERATION_IDS.flatMap((operation) => {
  const { requestSchema } = OPERATIONS[operation];
  if (requestSchema === null) return [];
  return [...walk(fieldTree(requestSchema))].flatMap((field) =>
    brokenBy(field)
      .filter(({ name }) => name === "enum")
      .map((edits) => ({ operation, field, edits, path: field.path })),
  );
});

function textsOf(edits: EditSet | null): string[] {
  return (edits?.enumerated ?? []).flatMap((edit) => (edit.kind === "set" ? JSON.stringify(edit.value) : []));
}

test.each(LISTS)("each value outside the list of $operation $path is sent once", ({ operation, field, edits }) => {
  const places = placesOf(field, sampleTemplates(1).get(operation) ?? []);
  const editsAt = ({ at, current }: FieldPlace) => outsideOf(edits, { field, at, current, files: [] });
  const options = { randomCases: 0, seed: 1, kindOf: () => "one", allAtFirst: false };
  const sent = spread(places, editsAt, options).flatMap(({ edit }) =>
    edit.kind === "set" ? JSON.stringify(edit.value) : [],
  );
  const meant = places.map((place) => textsOf(editsAt(place)));
  const meantEverywhere = meant[0]?.filter((text) => meant.every((texts) => texts.includes(text))) ?? [];
  expect(meantEverywhere.length).toBeGreaterThan(20);
  expect(meantEverywhere.filter((text) => !sent.includes(text))).toEqual([]);
  expect(repeated(sent)).toEqual([]);
});

test("each value outside the list of file_type is sent once", () => {
  const sent = fileTypeMisses(FILE_TYPES).map(({ text }) => text);
  const hearsay = FILE_TYPES.flatMap((name) => [name.toLowerCase(), name.toUpperCase(), `${name}s`, `${name}_`]);
  const others = ["ID card", "Business License", "Back-page", "Article_of_Association", "Article Of Association"];
  expect([...hearsay, ...others].filter((text) => !sent.includes(text))).toEqual([]);
  expect(repeated(sent)).toEqual([]);
});
