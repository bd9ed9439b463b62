import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { runCommand } from "../../cli/runCommand.js";
import { readReport } from "../../reports/validate.js";
import { type SandboxOptions, startSandbox } from "../../sandbox/server.js";
import { emptyFolder } from "../files.js";
import { captured } from "./captured.js";

afterEach(() => void vi.unstubAllEnvs());

/** A watch of a sandbox, which allows writes: it is on this machine. */
async function watched(options: SandboxOptions, ...words: readonly string[]) {
  const sandbox = await startSandbox(options);
  vi.stubEnv("CONFORMANCE_BASE_URL", sandbox.baseUrl);
  vi.stubEnv("CONFORMANCE_API_KEY", sandbox.credentials.apiKey);
  vi.stubEnv("CONFORMANCE_API_SECRET", sandbox.credentials.apiSecret);
  const folder = emptyFolder();
  try {
    const ended = await captured(runCommand(), ["--profile", "watch", "--report-dir", folder, ...words]);
    return { ...ended, report: await readReport(join(folder, "report.json")) };
  } finally {
    await sandbox.close();
  }
}

test("a watch of a deployment that conforms reads each operation that reads, within 40 requests, and creates nothing", async () => {
  const { exitCode, output, report } = await watched({});
  expect(exitCode).toBe(0);
  // It says what was asked for, and cites no option that was not given.
  expect(output.split("\n")[0]).toMatch(/ watch /);
  expect(output).not.toMatch(/--max-requests|--no-wrong-secrets|limit was reached/);
  expect(output).toMatch(/As in every watch, only the highest-priority cases were sent, with \d+ requests; /);
  expect(report.run.requests).toBeLessThanOrEqual(40);
  expect(report.run.options).toMatchObject({
    profile: "watch",
    writes: "none",
    wrongSecrets: false,
    budgets: { requests: 40, limits: 0 },
  });
  expect(report.created).toEqual([]);
  const read = report.checks.filter(({ area, verdict }) => area === "response" && verdict === "pass");
  expect([...new Set(read.map(({ operation }) => operation))].sort()).toEqual([
    "getDepositDetail",
    "getTransferDetail",
    "getTransferReceipt",
    "listBalances",
    "listTransactions",
  ]);
});

test.each([
  "getTransferDetail/response/target.amount.type/object",
  "getDepositDetail/response/status.type/number",
  "getTransferReceipt/response/[].type/boolean",
  "listBalances/response/[].type/text",
  "listTransactions/response/page_size.type/text",
])("a watch finds %s within 40 requests", async (defect) => {
  const { exitCode, output, report } = await watched({ defects: [defect] });
  expect([exitCode, report.run.requests <= 40]).toEqual([1, true]);
  const check = defect.slice(0, defect.lastIndexOf("/"));
  expect(output).toContain(check);
  expect(report.checks.find(({ id }) => id === check)?.verdict).toBe("violation");
});

test("a watch names the pinned answer that has changed, with the line of the baseline", async () => {
  const folder = emptyFolder();
  const baseline = join(folder, "baseline.yaml");
  const before = await watched({}, "--baseline", baseline, "--update-baseline");
  expect(before.exitCode).toBe(0);
  const same = await watched({}, "--baseline", baseline);
  expect([same.exitCode, same.report.baseline?.drift]).toEqual([0, []]);
  const after = await watched({ behaviours: { pageBase: "0" } }, "--baseline", baseline);
  expect(after.exitCode).toBe(1);
  expect(after.report.baseline?.drift.map(({ id }) => id)).toContain("unknown.listTransactions.pageBase");
  expect(after.output.replaceAll(/\s+/g, " ")).toContain("pages are counted from 0");
});
