import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { historyCommand } from "../../cli/compare.js";
import type { Report } from "../../reports/model.js";
import { emptyFolder } from "../files.js";
import { agreedAnswer, check, conflict, observation, type Parts, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

/** A run at a moment. */
function savedAt(folder: string, startedAt: string, parts: Parts, more: Partial<Report> = {}): void {
  const report = reportOf(parts);
  const run = join(folder, `run-${startedAt.replaceAll(":", "-")}`);
  mkdirSync(run, { recursive: true });
  writeFileSync(
    join(run, "report.json"),
    JSON.stringify({ ...report, ...more, run: { ...report.run, startedAt, finishedAt: startedAt } }),
  );
}

/** A run on a day of March. */
function saved(folder: string, day: number, parts: Parts, more: Partial<Report> = {}): void {
  savedAt(folder, `2026-03-${String(day).padStart(2, "0")}T06:00:00.000Z`, parts, more);
}

/** Twelve days: an answer changes on the 4th, a rule breaks by the 8th, a side on the 11th. */
function twelve(): string {
  const folder = emptyFolder();
  for (let day = 1; day <= 12; day++)
    saved(folder, day, {
      // On the 7th it was not judged.
      checks: [
        check("listBalances/auth/no-key", day < 7 ? "pass" : day === 7 ? "not-exercised" : "violation"),
        check("listBalances/auth/no-secret", "violation"),
      ],
      observations: [
        observation("unknown.a", day < 4 ? "x" : "y"),
        observation("unknown.b", `at 2026-03-${10 + day}T06:00:00Z`),
      ],
      conflicts: [conflict("conflict.a", day < 11 ? "left" : "right")],
    });
  writeFileSync(join(folder, "notes.json"), '{"no":"report"}');
  return folder;
}

test("twelve reports with three changes in them: each is named with its day, and with the last day before", async () => {
  const { output, exitCode } = await captured(historyCommand(), [twelve(), "--exit-code"]);
  expect(output.split("\n")).toEqual([
    "https://payments.example   12 runs from 2026-03-01 to 2026-03-12   standard",
    "",
    "First seen 2026-03-04, last good 2026-03-03: 1 change",
    "  unknown.a",
    "      before  x",
    "      since   y",
    "",
    "First seen 2026-03-08, last good 2026-03-06: 1 change",
    "  listBalances/auth/no-key",
    "      what listBalances/auth/no-key is about",
    "      pass → violation; actual: 200",
    "",
    "First seen 2026-03-11, last good 2026-03-10: 1 change",
    "  conflict.a",
    "      before  left",
    "      since   right",
    "",
    "3 changes.",
    "",
  ]);
  expect(exitCode).toBe(1);
});

test("JSON has a step for each day, and the page a plot of each change over the time", async () => {
  const folder = twelve();
  const page = join(folder, "history.html");
  const { output } = await captured(historyCommand(), [folder, "--json", "--html", page]);
  expect(JSON.parse(output)).toMatchObject({
    changes: 3,
    steps: [
      { firstSeen: "2026-03-04T06:00:00.000Z", observations: [{ id: "unknown.a", left: "x", right: "y" }] },
      {
        firstSeen: "2026-03-08T06:00:00.000Z",
        lastGood: "2026-03-06T06:00:00.000Z",
        broken: [{ check: "listBalances/auth/no-key" }],
      },
      { firstSeen: "2026-03-11T06:00:00.000Z", conflicts: [{ id: "conflict.a" }] },
    ],
  });
  // Six days of twelve, a day that was not judged, and five days.
  expect(readFileSync(page, "utf8")).toContain(
    '<rect class="pass" x="0.00" y="0" width="49.70" height="10"><title>2026-03-01 06:00: pass</title></rect>' +
      '<rect class="violation" x="58.33" y="0" width="41.37" height="10"><title>2026-03-08 06:00: violation</title></rect>',
  );
});

test("what changes back is two changes, and a deployment that stays as it is has none", async () => {
  const folder = emptyFolder();
  for (const day of [1, 2, 3]) saved(folder, day, { observations: [observation("unknown.a", day === 2 ? "y" : "x")] });
  expect((await captured(historyCommand(), [folder])).output).toContain("\n2 changes.\n");
  const steady = emptyFolder();
  for (const day of [1, 2]) saved(steady, day, { observations: [observation("unknown.a", "x")] });
  expect(await captured(historyCommand(), [steady, "--exit-code"])).toMatchObject({
    output: "https://payments.example   2 runs from 2026-03-01 to 2026-03-02   standard\n\nNo changes.\n",
    exitCode: 0,
  });
});

test("a folder without a history, and a report of another deployment in it, are told by name", async () => {
  const folder = emptyFolder();
  saved(folder, 1, {});
  await expect(captured(historyCommand(), [folder])).rejects.toThrow(
    `${folder} holds 1 report; a history takes two or more.`,
  );
  await expect(captured(historyCommand(), [join(folder, "none")])).rejects.toThrow(
    "none is not a folder that can be read.",
  );
  saved(folder, 2, { baseUrl: "https://other.example" });
  await expect(captured(historyCommand(), [folder])).rejects.toThrow(
    `${join(folder, "run-2026-03-02T06-00-00.000Z", "report.json")} was made with another target (https://other.example) than`,
  );
});

test("an edit of one's own baseline or answers is told beside the changes of the deployment", async () => {
  const folder = emptyFolder();
  const key = "listBalances/auth/no-key";
  const agreed = "listBalances/errors/agreed.unknown.a";
  const deployment = (text: string): Report["deployment"] => ({
    file: "answers.yaml",
    agreed: [agreedAnswer("unknown.a", text, agreed)],
  });
  // Excused on the 2nd, another answer agreed on the 3rd; on the 4th the deployment answers so, and keeps the rule.
  for (const [day, keyVerdict, text, agreedVerdict, answer] of [
    [1, "violation", "x", "pass", "x"],
    [2, "known", "x", "pass", "x"],
    [3, "known", "y", "violation", "x"],
    [4, "pass", "y", "pass", "y"],
  ] as const)
    saved(
      folder,
      day,
      {
        checks: [check(key, keyVerdict), check(agreed, agreedVerdict, { statements: ["unknown.a"] })],
        observations: [observation("unknown.a", answer)],
      },
      { deployment: deployment(text) },
    );
  const { output } = await captured(historyCommand(), [folder]);
  expect(output.split("\n").slice(2)).toEqual([
    "Between 2026-03-01 and 2026-03-02 your own files changed, which is no change of the deployment",
    `  ${key}`,
    "      in your baseline",
    "      before  not excused",
    "      since   excused",
    "",
    "Between 2026-03-02 and 2026-03-03 your own files changed, which is no change of the deployment",
    "  unknown.a",
    "      in your file of answers",
    "      before  x",
    "      since   y",
    "",
    "First seen 2026-03-04, last good 2026-03-03: 3 changes",
    `  ${key}`,
    `      what ${key} is about`,
    "      violation → pass; actual: 200",
    `  ${agreed}`,
    `      what ${agreed} is about`,
    "      violation → pass; actual: 200",
    "  unknown.a",
    "      before  x",
    "      since   y",
    "",
    "3 changes.",
    "",
  ]);
  const { output: json } = await captured(historyCommand(), [folder, "--json"]);
  expect(JSON.parse(json)).toMatchObject({
    changes: 3,
    steps: [
      { otherVerdicts: [], yours: [{ id: key, left: "not excused", right: "excused" }] },
      { broken: [], yours: [{ id: "unknown.a", left: "x", right: "y" }] },
      { mended: [{ check: key }, { check: agreed }], yours: [] },
    ],
  });
});

test("runs of one minute are told apart by their seconds", async () => {
  const folder = emptyFolder();
  for (const [at, answer] of ["x", "y", "y"].entries())
    savedAt(folder, `2026-03-01T06:00:0${at}.000Z`, { observations: [observation("unknown.a", answer)] });
  const page = join(folder, "history.html");
  const { output } = await captured(historyCommand(), [folder, "--html", page]);
  expect(output).toContain("3 runs from 2026-03-01 06:00:00 to 2026-03-01 06:00:02");
  expect(output).toContain("First seen 2026-03-01 06:00:01, last good 2026-03-01 06:00:00: 1 change");
  expect(readFileSync(page, "utf8")).toContain("<title>2026-03-01 06:00:01: y</title>");
});
