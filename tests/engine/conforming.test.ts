/** Whole runs against deployments that conform: nothing may be found, and nothing may pass by doing nothing. */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { RunOptions } from "../../engine/runOptions.js";
import { renderHtml } from "../../reports/formats/html.js";
import { renderTerminal } from "../../reports/formats/terminal.js";
import { validateReport } from "../../reports/validate.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../../schemas/ledger/unknowns.js";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { CHECKS } from "../../suites/suites.js";
import { slice, TRIES_ALL } from "../slice.js";
import { standardRun } from "./standardRun.js";
import { checksWith, type Trial, trialOnOutsider, trialOnSandbox } from "./trial.js";

const FINDINGS = ["violation", "warning", "flaky", "known", "error"] as const;

/** The lines of README's first sample of output that are the same in each run. */
function shownInReadme(): string[] {
  const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const sample = /```text\n(.*?)```/s.exec(text)?.[1] ?? "";
  const lines = sample.split("\n").filter((line) => line.trim() !== "");
  return lines.filter((line) => !/127\.0\.0\.1|requests in|requests$|embedded sandbox|^ {2}…|report\.html/.test(line));
}

/** Checks that passed without having looked at anything. */
function emptyPasses({ report }: Pick<Trial, "report">): string[] {
  return report.checks.flatMap(({ id, verdict, requests, cases }) =>
    verdict === "pass" && (requests === 0 || cases === 0) ? [id] : [],
  );
}

let smoke: Trial;
beforeAll(async () => {
  smoke = await trialOnSandbox();
});

describe("the sandbox", () => {
  test("conforms in the standard profile, which sends at most 10,000 requests and exercises every check", async () => {
    const run = await standardRun();
    const { report } = run;
    expect(report.run.requests).toBeLessThanOrEqual(10_000);
    expect(checksWith(report, ...FINDINGS)).toEqual([]);
    expect(report.checks.filter(({ verdict }) => verdict === "not-exercised").map(({ id }) => id)).toEqual([]);
    expect([report.outcome, report.exitCode]).toEqual(["conforms", 0]);
    expect(emptyPasses(run)).toEqual([]);
    expect(report.checks.map(({ id }) => id)).toEqual(CHECKS.map(({ id }) => id));
    expect(validateReport(report)).toMatchObject({ valid: true });
    expect(run.stop).toBeNull();
    for (const operation of OPERATION_IDS) {
      expect(report.checks.filter((check) => check.operation === operation && check.verdict === "pass")).not.toEqual(
        [],
      );
    }
    // Ten thousand requests make a page that still opens at once.
    expect(renderHtml(report).length).toBeLessThan(1_500_000);
    // What README shows of `npm start`, but for the address and the time that it took.
    const printed = renderTerminal(report, {
      color: false,
      width: 120,
      preflight: [...run.preflight],
      verbose: false,
    });
    expect(shownInReadme().filter((line) => !printed.includes(line))).toEqual([]);
  });

  test("answers every unknown and conflict, or says why it does not", async () => {
    const { report } = await standardRun();
    const answered = new Set([...report.observations, ...report.conflicts].map(({ id }) => id));
    const statements = [...UNKNOWNS.filter(({ unanswerable }) => unanswerable === undefined), ...CONFLICTS];
    const unasked = statements.filter((statement) => statement.unasked !== undefined).map(({ id }) => id);
    expect(statements.map(({ id }) => id).filter((id) => !answered.has(id))).toEqual(unasked);
  });

  test("conforms in the smoke profile, which sends at most 900 requests and exercises every check", async () => {
    const { report } = smoke;
    expect(checksWith(report, ...FINDINGS)).toEqual([]);
    expect(report.run.requests).toBeLessThanOrEqual(900);
    expect(emptyPasses(smoke)).toEqual([]);
    expect(report.summary.notExercised).toBe(0);
    expect(validateReport(report)).toMatchObject({ valid: true });
  });

  test.each([2, 7])("takes as few in the smoke profile with seed %i", async (seed) => {
    const { report } = await trialOnSandbox({ seed });
    expect(report.run.requests).toBeLessThanOrEqual(900);
  });

  test("takes as few in the smoke profile where all files are refused", async () => {
    const defects = ["uploadFile/accepts/file_type.enum/none-taken"];
    const { report } = await trialOnSandbox({}, { defects, behaviours: { fileTypeMissing: "refused" } });
    expect(report.run.requests).toBeLessThanOrEqual(900);
  });

  test("says for each check that does not apply why that is", async () => {
    const { report } = await trialOnSandbox({ operations: ["listBalances", "webhooks"] });
    const reasons = report.checks.filter(({ verdict }) => verdict === "not-applicable").map(({ reason }) => reason);
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.filter((reason) => reason === undefined || reason === "")).toEqual([]);
  });
});

// Each takes thousands of requests.
const PRESETS = ["ledgerhouse", "northbank", "minimal"] as const;
const HOUSES = slice<{ readonly preset: (typeof PRESETS)[number]; readonly shard?: RunOptions["shard"] }>(
  TRIES_ALL
    ? PRESETS.map((preset) => ({ preset }))
    : [1, 2, 3].flatMap((index) => PRESETS.map((preset) => ({ preset, shard: { index, count: 3 } }))),
  9,
);

describe.each(HOUSES.entries)(`the house $preset (${HOUSES.told})`, ({ preset, shard }) => {
  test("raises no finding, whatever it does where the document is silent", async () => {
    const trial = await trialOnOutsider({ profile: "standard", shard }, { preset });
    expect(checksWith(trial.report, ...FINDINGS)).toEqual([]);
    expect([trial.report.outcome, trial.report.exitCode]).toEqual(["conforms", 0]);
    expect(emptyPasses(trial)).toEqual([]);
    expect(validateReport(trial.report)).toMatchObject({ valid: true });
  });
});

test("every request of a run is an exchange of the report's count", () => {
  expect(smoke.exchanges.length).toBe(smoke.report.run.requests);
});

test("what a run creates is in its report, with the partner's own ids", () => {
  const { report } = smoke;
  const customers = report.created.filter(({ operation }) => operation === "createCustomer");
  expect(customers.length).toBeGreaterThan(10);
  expect(customers.filter(({ id }) => !id.startsWith("cus_"))).toEqual([]);
  expect(report.created.some(({ operation }) => operation === "uploadFile")).toBe(true);
});

test("a transfer that the user names and nobody knows does not disturb the others", async () => {
  const { report } = await trialOnSandbox({ operations: ["getTransferDetail"], transferId: "txn_none" });
  expect(checksWith(report, ...FINDINGS)).toEqual([]);
  expect(report.summary.pass).toBeGreaterThan(50);
});
