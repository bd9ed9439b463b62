import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { tellGithub } from "../../cli/reportFolder.js";
import { emptyFolder } from "../files.js";
import { fixture } from "../reports/fixture.js";

afterEach(() => void vi.restoreAllMocks());

function printed(): string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  return lines;
}

const AT = { reportFile: "reports/report.json" };

it("sets the outputs of its step, one line each, which action.yml hands on", async () => {
  const folder = emptyFolder();
  const lines = printed();
  const file = join(folder, "outputs");
  const { outcome, summary } = fixture();
  await tellGithub(fixture(), AT, { GITHUB_ACTIONS: "true", GITHUB_OUTPUT: file });
  expect(await readFile(file, "utf8")).toBe(
    `outcome=${outcome}\nviolations=${summary.violation}\nwarnings=${summary.warning}\ndrift=${fixture().baseline?.drift.length ?? 0}\nreport=reports/report.json\n`,
  );
  expect(lines).not.toEqual([]);
  await rm(folder, { recursive: true });
});

it("annotates a job of GitHub Actions and writes its summary", async () => {
  const folder = emptyFolder();
  const lines = printed();
  const file = join(folder, "summary.md");
  await tellGithub(fixture(), AT, { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: file });
  expect(lines.join("")).toMatch(/^::error title=/);
  expect(await readFile(file, "utf8")).toMatch(/^#/);
  await rm(folder, { recursive: true });
});

it("says nothing elsewhere", async () => {
  const lines = printed();
  await tellGithub(fixture(), AT, { GITHUB_OUTPUT: "/does/not/exist", GITHUB_STEP_SUMMARY: "/does/not/exist" });
  expect(lines).toEqual([]);
});
