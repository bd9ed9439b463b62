import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { fileIn } from "../../cli/reportFolder.js";

test.each([
  ["conformance-report", join("conformance-report", "report.json")],
  [resolve("out", "here"), join("out", "here", "report.json")],
  ["./out/", join("out", "report.json")],
  ["../elsewhere", join("..", "elsewhere", "report.json")],
  [join(tmpdir(), "report"), join(tmpdir(), "report", "report.json")],
])("the report in %s is named from the working directory, where it lies below that", (folder, expected) => {
  expect(fileIn(folder, "report.json")).toBe(expected);
});
