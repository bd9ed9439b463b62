import { expect, test } from "vitest";
import { deniesTheList } from "../../discovery/usableFiles.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const denies = (detail: string): boolean =>
  deniesTheList(exchangeOf(responseOf({ errors: [{ detail, code: "INVALID_PARAMETER" }] }, 400)));

test.each([
  "file_id_list must have 0 to 10 items",
  "file_id_list: must be empty",
  "file_id_list must NOT have more than 0 items",
  "file_id_list: size must be between 0 and 10",
  "file_id_list: List should have at most 0 items after validation, not 1",
  "Too many entries in file_id_list",
  "fileIdList has too few elements",
  "file_id_list must contain no files",
  "file_id_list must be an array",
])("the number of files is no sign of a file that is not ready: %s", (detail) => {
  expect(denies(detail)).toBe(true);
});

test.each([
  "A file is still being looked over",
  "file_id_list[0]: file is not ready, try again in 10 to 20 seconds",
  "file_id_list holds at least 1 file that is pending review",
  "At least one file in file_id_list is infected",
  "file_id_list[0] must be an Invoice or a Contract",
  "The file type must match the business context",
  "file_id_list is not valid",
  "1 item of file_id_list is not valid",
  "The document was not found",
  "A file belongs to another resource",
  "business_name must have 2 to 128 characters",
  "Too many requests",
])("what a file goes through, and words that say nothing, are left open: %s", (detail) => {
  expect(denies(detail)).toBe(false);
});
