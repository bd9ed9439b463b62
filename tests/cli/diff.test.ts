import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { diffCommand } from "../../cli/compare.js";
import { emptyFolder } from "../files.js";
import { observation, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

const folder = emptyFolder();
const left = join(folder, "left.json");
const right = join(folder, "right.json");

beforeAll(() => {
  writeFileSync(left, JSON.stringify(reportOf({ observations: [observation("unknown.a", "x")] })));
  writeFileSync(right, JSON.stringify(reportOf({ observations: [observation("unknown.a", "y")] })));
});

test("a difference ends with exit code 0, and with 1 when --exit-code is given", async () => {
  expect(await captured(diffCommand(), [left, right])).toMatchObject({ exitCode: 0 });
  expect(await captured(diffCommand(), [left, right, "--exit-code"])).toMatchObject({ exitCode: 1 });
  expect(await captured(diffCommand(), [left, left, "--exit-code"])).toMatchObject({ exitCode: 0 });
});

test("each format shows the difference", async () => {
  expect((await captured(diffCommand(), [left, right])).output).toContain("  unknown.a\n");
  expect((await captured(diffCommand(), [left, right, "--format", "markdown"])).output).toContain("- **unknown.a**\n");
  for (const words of [["--format", "json"], ["--json"]])
    expect(JSON.parse((await captured(diffCommand(), [left, right, ...words])).output)).toMatchObject({
      differences: 1,
      observations: [{ id: "unknown.a", left: "x", right: "y" }],
    });
});

test("an unknown format is told", async () => {
  await expect(captured(diffCommand(), [left, right, "--format", "xml"])).rejects.toThrow(
    "--format xml: write one of terminal, markdown, json.",
  );
});
