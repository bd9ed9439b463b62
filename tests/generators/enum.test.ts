/** What is nearly a value of a list is tried with one of its values each: nothing may be lost where their places differ. */
import { describe, expect, test } from "vitest";
import { enumNearMisses, OF_CURRENT } from "../../generators/edits/enum.js";
import { fieldTree, walk } from "../../schemas/fieldTree.js";
import { FILE_TYPES, OPERATIONS } from "../../schemas/operations.js";
import { fileTypeMisses, OTHER_TYPES } from "../../suites/checks/refuses/fileTypes.js";
import { BODY_OPERATIONS } from "./generatedCases.js";

type Options = Parameters<typeof enumNearMisses>[2];
const LISTS = new Map<string, readonly [readonly string[], Options]>([
  ["file_type", [FILE_TYPES, { outsiders: OTHER_TYPES }]],
]);
for (const operation of BODY_OPERATIONS)
  for (const { path, rules, outsiders, outsidersOf } of walk(fieldTree(OPERATIONS[operation].requestSchema ?? "")))
    if (rules.enum !== undefined) LISTS.set(path, [rules.enum, { outsiders, homes: outsidersOf === null ? null : [] }]);

describe.each([...LISTS])("%s", (_path, [members, options]) => {
  test.each([0, 1])("turn %i: what belongs to no value has the same place for each", (turn) => {
    const [first = [], ...others] = members.map((member) => enumNearMisses(members, member, { ...options, turn }));
    expect(first.length).toBeGreaterThan(OF_CURRENT);
    for (const other of others) expect(other.slice(OF_CURRENT)).toEqual(first.slice(OF_CURRENT));
  });
});

test("file_type is sent each near miss once, and none of those that belong to no value is lost", () => {
  const sent = fileTypeMisses(FILE_TYPES).map(({ text }) => text);
  expect(new Set(sent).size).toBe(sent.length);
  const [member = ""] = FILE_TYPES;
  expect(sent).toEqual(
    expect.arrayContaining(enumNearMisses(FILE_TYPES, member, { outsiders: OTHER_TYPES }).slice(OF_CURRENT)),
  );
});
