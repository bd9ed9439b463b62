/** What is nearly a value of a list is tried with one of its values each: nothing may be lost where their places differ. */
import { describe, expect, test } from "vitest";
import { enumNearMisses, OF_CURRENT } from "../../generators/edits/enum.js";
import { fieldTree, walk } from "../../schemas/fieldTree.js";
import { FILE_TYPES, OPERATIONS } from "../../schemas/operations.js";
import { fileTypeMisses } from "../../suites/checks/refuses/fileTypes.js";
import { BODY_OPERATIONS } from "./generatedCases.js";

const LISTS = new Map<string, readonly string[]>([["file_type", FILE_TYPES]]);
for (const operation of BODY_OPERATIONS)
  for (const { path, rules } of walk(fieldTree(OPERATIONS[operation].requestSchema ?? "")))
    if (rules.enum !== undefined) LISTS.set(path, rules.enum);

describe.each([...LISTS])("%s", (path, members) => {
  test.each([0, 1])("turn %i: what belongs to no value has the same place for each", (turn) => {
    const [first = [], ...others] = members.map((member) => enumNearMisses(path, members, member, turn));
    expect(first.length).toBeGreaterThan(OF_CURRENT);
    for (const other of others) expect(other.slice(OF_CURRENT)).toEqual(first.slice(OF_CURRENT));
  });
});

test("file_type is sent each near miss once, and none of those that belong to no value is lost", () => {
  const sent = fileTypeMisses(FILE_TYPES).map(({ text }) => text);
  expect(new Set(sent).size).toBe(sent.length);
  const [member = ""] = FILE_TYPES;
  expect(sent).toEqual(expect.arrayContaining(enumNearMisses("file_type", FILE_TYPES, member).slice(OF_CURRENT)));
});
