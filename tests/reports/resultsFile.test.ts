import { readFileSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Report } from "../../reports/model.js";
import { RESULTS_FILE, ResultsFile, readResults } from "../../reports/resultsFile.js";
import { emptyFolder } from "../files.js";
import { fixture } from "./fixture.js";

async function emptyFile(): Promise<string> {
  return join(emptyFolder(), RESULTS_FILE);
}

const first = fixture();
const [check] = first.checks;
if (check === undefined) throw new Error("a report has checks");
const later: Report = {
  ...first,
  checks: first.checks.map((one) => (one === check ? { ...one, cases: one.cases + 7 } : one)),
  run: { ...first.run, requests: first.run.requests + 7 },
};

test("of a report that follows, only what is new is written, and both together make it", async () => {
  const path = await emptyFile();
  const file = new ResultsFile(path);
  await file.add(first);
  await file.add(later);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(lines.length).toBe(first.checks.length + first.observations.length + 1 + 2);
  expect(lines.at(-2)).toMatch(`{"check":{"id":"${check.id}"`);
  expect(await readResults(path)).toEqual(later);
});

test("what was cut off in the middle is left out", async () => {
  const path = await emptyFile();
  await new ResultsFile(path).add(first);
  const torn = JSON.stringify({ check: { ...check, cases: 99 } });
  for (const rest of [`${torn}\n`, `${torn.slice(0, 40)}`, `${torn}\n{"report":{"format":1`]) {
    const before = readFileSync(path, "utf8");
    await appendFile(path, rest);
    expect(await readResults(path)).toEqual(first);
    await writeFile(path, before);
  }
});

test("a file that is none is refused with its name", async () => {
  const path = await emptyFile();
  await expect(readResults(path)).rejects.toThrow(`${path} does not exist`);
  await writeFile(path, "{}\n");
  await expect(readResults(path)).rejects.toThrow(`${path} is not a conformance report`);
  await writeFile(path, 'x\n{"report":{}}\n');
  await expect(readResults(path)).rejects.toThrow(`${path} is not JSON`);
});
