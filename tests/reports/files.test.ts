import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writeReports } from "../../reports/files.js";
import { emptyFolder } from "../files.js";
import { fixture } from "./fixture.js";

let folder = "";

beforeEach(async () => {
  folder = emptyFolder();
});
afterEach(() => rm(folder, { recursive: true }));

async function failure(action: Promise<unknown>): Promise<string> {
  return action.then(
    () => "",
    (error: Error) => error.message.replaceAll(folder, "folder"),
  );
}

describe("writeReports", () => {
  it("writes each format into a folder that it creates, and leaves nothing else", async () => {
    const directory = join(folder, "a", "b");
    await writeReports(fixture(), directory);

    expect((await readdir(directory)).sort()).toEqual([
      "ctrf.json",
      "junit.xml",
      "report.html",
      "report.json",
      "report.md",
      "report.sarif",
    ]);
    expect(JSON.parse(await readFile(join(directory, "report.json"), "utf8"))).toEqual(
      JSON.parse(JSON.stringify(fixture())),
    );
  });

  it("writes what else is kept of a run beside it", async () => {
    await writeReports(fixture(), folder, [
      { file: "questions.md", text: "# Questions\n" },
      { file: "deliveries.ndjson", text: new Set(["{}\n", "[]\n"]) },
    ]);

    expect(await readFile(join(folder, "questions.md"), "utf8")).toBe("# Questions\n");
    expect(await readFile(join(folder, "deliveries.ndjson"), "utf8")).toBe("{}\n[]\n");
  });

  it("names the folder and the reason when it cannot write, and leaves no temporary file", async () => {
    await mkdir(join(folder, "report.json"));

    expect(await failure(writeReports(fixture(), folder))).toBe(
      "The report folder folder cannot be written: a folder is in the way of a report file. Choose another with --report-dir.",
    );
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});
