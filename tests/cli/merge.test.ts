import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mergeCommand } from "../../cli/merge.js";
import type { Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { emptyFolder } from "../files.js";
import { check, finding, observation, type Parts, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

const PASSING = check("listBalances/auth/neither", "pass");
const FAILING = check("createRecipient/refuses/website.maxLength", "violation", {
  findings: [finding("F1", { message: "A website of 226 characters is not refused" })],
});
const WARNING = check("listBalances/response/[].status.present", "warning");

/** A folder with the reports of shards, each in a folder of its own. */
function shardFolders(shards: readonly (Parts & { readonly run?: Partial<Report["run"]> })[]): string[] {
  const folder = emptyFolder();
  return shards.map(({ run, ...parts }, index) => {
    const report = reportOf(parts);
    const own = join(folder, `${index}`);
    mkdirSync(own);
    const shard = `${index + 1}/${shards.length}`;
    writeFileSync(join(own, "report.json"), JSON.stringify({ ...report, run: { ...report.run, shard, ...run } }));
    return own;
  });
}

async function merged(
  words: readonly string[],
): Promise<{ report: Report; output: string; exitCode: number; folder: string }> {
  const folder = join(emptyFolder(), "report");
  const { output, exitCode } = await captured(mergeCommand(), [...words, "--report-dir", folder]);
  const validation = validateReport(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")));
  if (!validation.valid) throw new Error(validation.errors.join("\n"));
  return { report: validation.report, output, exitCode, folder };
}

test("folders and files of all shards, in any order, become one report in all formats", async () => {
  const [first = "", second = ""] = shardFolders([{ checks: [PASSING, WARNING] }, { checks: [FAILING] }]);
  const { report, output, exitCode, folder } = await merged([join(second, "report.json"), first]);
  expect(report.checks.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([
    "createRecipient/refuses/website.maxLength violation",
    "listBalances/auth/neither pass",
    "listBalances/response/[].status.present warning",
  ]);
  expect(report.checks.flatMap(({ findings }) => findings.map(({ id, replay }) => [id, replay]))).toEqual([
    ["F1", expect.stringMatching(/^(?:npx --no-install )?ppconform replay .*report.json F1$/)],
    ["F2", expect.stringMatching(/^(?:npx --no-install )?ppconform replay .*report.json F2$/)],
  ]);
  expect(report).toMatchObject({ outcome: "violations", exitCode: 1, summary: { violation: 1, warning: 1, pass: 1 } });
  expect(report.run).toMatchObject({ requests: 200, seed: 42 });
  expect(report.run.shard).toBeUndefined();
  expect(exitCode).toBe(1);
  expect(output).toContain("A website of 226 characters is not refused");
  for (const file of ["junit.xml", "report.html", "report.json"]) expect(readdirSync(folder)).toContain(file);
});

test("the times of all shards are told together: each counts as long as it may have taken, and in its own stretch", async () => {
  const times = (requests: number, p50: number, p95: number, max: number) => ({
    responseTimes: [{ operation: "listBalances", requests, p50, p95, max }],
    course: { stretchMs: 200, answers: [requests - 1, 1] },
  });
  const later = { startedAt: "2026-01-02T03:04:06.000Z", finishedAt: "2026-01-02T03:04:07.000Z" };
  const { report } = await merged(
    shardFolders([
      { checks: [PASSING], run: times(10, 1, 4, 4) },
      { checks: [FAILING], run: { ...times(30, 2.5, 5, 9), ...later } },
    ]),
  );
  expect(report.run).toMatchObject({
    responseTimes: [{ operation: "listBalances", requests: 40, p50: 2.5, p95: 5, max: 9 }],
    course: { stretchMs: 100, answers: [9, 0, 1, 0, 0, 0, 0, 0, 0, 0, 29, 0, 1] },
  });
});

test("the exit code is that of a run: warnings count with --fail-on should, and a shard that ended early ends it with 3", async () => {
  const shards = [{ checks: [PASSING, WARNING] }, { checks: [check("uploadFile/auth/neither", "pass")] }];
  expect(await merged(shardFolders(shards))).toMatchObject({ exitCode: 0 });
  expect(await merged([...shardFolders(shards), "--fail-on", "should"])).toMatchObject({ exitCode: 1 });
  const ended = { why: "interrupted", text: "The run was interrupted." } as const;
  const [whole, cut] = shards;
  const { report, exitCode } = await merged(shardFolders([{ ...whole }, { ...cut, run: { ended } }]));
  expect(exitCode).toBe(3);
  expect(report.run.ended).toEqual({ why: "interrupted", text: "Shard 2 of 2: The run was interrupted." });
});

test("a check that a shard saw fail fails, whatever another one saw of it", async () => {
  const seen = { checks: [check("listBalances/errors/code", "violation", { failing: 1 })] };
  const [first, second] = [{ checks: [check("listBalances/errors/code", "pass")] }, seen];
  const { report } = await merged(shardFolders([first, second]));
  expect(report.checks).toMatchObject([{ verdict: "violation", cases: 4, requests: 4, failing: 1 }]);
});

test("what the shards observed is told once, joined where it lists what was met, and told where they differ", async () => {
  const base = "unknown.listTransactions.pageBase";
  const { report } = await merged(
    shardFolders([
      { checks: [PASSING], observations: [observation("unknown.errorCodes", "A, B"), observation(base, "from 1")] },
      {
        checks: [check("uploadFile/auth/neither", "pass")],
        observations: [
          observation("unknown.errorCodes", "B, C"),
          observation(base, "from 0"),
          observation("unknown.memberOrder", "as documented"),
        ],
      },
    ]),
  );
  expect(Object.fromEntries(report.observations.map(({ id, answer }) => [id, answer]))).toEqual({
    "unknown.errorCodes": "A, B, C",
    [base]: "the shards saw different things: from 1 (shard 1); from 0 (shard 2)",
    "unknown.memberOrder": "as documented",
  });
});

test("a baseline is applied to the whole, and is not forgotten", async () => {
  const known = { ...FAILING, verdict: "known", reason: "accepted" } as const;
  const folders = shardFolders([{ checks: [PASSING] }, { checks: [known] }]);
  const file = join(emptyFolder(), "baseline.yaml");
  writeFileSync(file, `known:\n  - check: ${FAILING.id}\n    reason: accepted for now\n`);
  expect(await merged(folders)).toMatchObject({ exitCode: 1 });
  const { report, exitCode } = await merged([...folders, "--baseline", file]);
  expect(exitCode).toBe(0);
  expect(report.checks[0]).toMatchObject({ id: FAILING.id, verdict: "known" });
});

test.each([
  ["a missing shard", () => shardFolders([{}, {}, {}]).slice(0, 1), "Shards 2 and 3 of 3 are missing"],
  ["a shard twice", () => shardFolders([{}, {}]).flatMap((folder) => [folder, folder]), "are both shard 1/2"],
  ["another seed", () => shardFolders([{}, { run: { seed: 7 } }]), "with seed 7, not 42."],
  ["another profile", () => shardFolders([{}, { profile: "smoke" }]), "with profile smoke, not standard."],
  [
    "another target",
    () => shardFolders([{}, { baseUrl: "https://b.example" }]),
    "against https://b.example, not https://",
  ],
  ["another count", () => shardFolders([{}, { run: { shard: "2/3" } }]), "of 3 shards, not 2 shards."],
  ["no shard", () => shardFolders([{ run: { shard: undefined } }]), "it was made without --shard"],
  ["nothing there", () => ["nowhere.json"], "nowhere.json does not exist"],
])("%s is told in words", async (_, folders, message) => {
  await expect(merged(folders())).rejects.toThrow(message);
});

test("a file that is no report, and a folder that a shard is in, are told", async () => {
  const file = join(emptyFolder(), "report.json");
  writeFileSync(file, "{}");
  await expect(merged([file])).rejects.toThrow("is not a conformance report: it has no format.");
  const [folder = ""] = shardFolders([{}]);
  await expect(captured(mergeCommand(), [folder, "--report-dir", folder])).rejects.toThrow(
    "The merged report would overwrite",
  );
});
