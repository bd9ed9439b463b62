/** What holds for every format that a report is written in. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REPORT_FORMATS } from "../../../reports/formats/formats.js";
import { fixture } from "../fixture.js";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");

it("each format has a file of its own", () => {
  const files = REPORT_FORMATS.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
});

describe.each(REPORT_FORMATS)("$file", ({ file, render }) => {
  it("is named in README.md", () => {
    expect(README.includes(`\`${file}\``), `README.md does not name ${file}`).toBe(true);
  });

  it("is text that ends with a line feed, and says the same of the same report", () => {
    const text = render(fixture());
    expect(text.endsWith("\n")).toBe(true);
    expect(render(fixture())).toBe(text);
  });
});
