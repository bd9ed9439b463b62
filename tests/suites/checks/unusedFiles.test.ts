/** Lists of files that no other request refers to: a list is as long as it is said to be, or is not sent. */
import { expect, test } from "vitest";
import { sampleTemplates } from "../../../generators/cases.js";
import { onUnusedFiles } from "../../../suites/checks/unusedFiles.js";

const RULES = ["accepts/file_id_list.maxItems", "refuses/file_id_list.maxItems", "refuses/file_id_list[].type"];

/** How many lists are sent about each rule where so many files could be uploaded. */
function listsWith(files: number): number[] {
  const unusedFiles = { createRecipient: Array.from({ length: files }, (_, index) => `file-${index}`) };
  const templates = { createRecipient: sampleTemplates(1).get("createRecipient") ?? [] };
  return RULES.map((rule) => onUnusedFiles("createRecipient", rule, { templates, unusedFiles }).length);
}

test.each([
  [52, [2, 1, 2]],
  // A list of eleven that has nine is one that must be accepted.
  [31, [2, 0, 0]],
  [9, [0, 0, 0]],
])("with %i files, lists without their own files are left out", (files, lists) => {
  expect(listsWith(files)).toEqual(lists);
});
