import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { explainCommand } from "../../cli/explain.js";
import { listCommand } from "../../cli/list.js";
import { replayCommand } from "../../cli/replay.js";
import { runCommand } from "../../cli/runCommand.js";
import { checkPatterns } from "../../cli/selection.js";
import { chooseAnswers } from "../../library/answers.js";
import { baselineNames, resolveBaseline } from "../../library/baseline.js";
import { parseBaseline } from "../../reports/across/baselineFile.js";
import { readReport } from "../../reports/validate.js";
import { type RunningSandbox, startSandbox } from "../../sandbox/server.js";
import { emptyFolder, fileWith } from "../files.js";
import { agreedAnswer } from "../reports/smallReport.js";
import { captured } from "./captured.js";

const PAGE_BASE = "listTransactions/state/agreed.unknown.listTransactions.pageBase";

describe("the file", () => {
  test("is left out without the option", () => {
    expect(chooseAnswers(undefined)).toBeNull();
  });

  test("that is not there is an error of usage", () => {
    const path = join(tmpdir(), "no-such-answers.yaml");
    expect(() => chooseAnswers(path)).toThrow(
      `The file of answers ${path} does not exist. Correct --answers, or write one: see docs/answers.md.`,
    );
  });

  test.each([
    ["unknown.listTransactions.pagebase\n    answer: 0", "the nearest is unknown.listTransactions.pageBase."],
    ["unknown.listTransactions.pageBase\n    answer: the first is 0", 'no run can answer with "the first is 0".'],
    ["unknown.uploadFile.fileEncoding\n    answer: base32", 'no run can answer with "base32". Write one of base64,'],
  ])("is checked before anything is sent: %j", (entry, message) => {
    const path = fileWith(`agreed:\n  - id: ${entry}\n`);
    expect(() => chooseAnswers(path)).toThrow(`${path}:2: "- id: ${entry.split("\n")[0]}": `);
    expect(() => chooseAnswers(path)).toThrow(message);
  });

  test("must not state another version than the option", () => {
    const path = fileWith("agreed:\n  - id: conflict.createRecipient.apiVersion\n    answer: 2026-08-31\n");
    expect(() => chooseAnswers(path, "2024-12-01")).toThrow(
      `${path}:2: "- id: conflict.createRecipient.apiVersion": recipient creation is agreed to take 2026-08-31, and --api-version says 2024-12-01. Leave one of the two out.`,
    );
    expect(chooseAnswers(path, "2026-08-31")?.agreed).toHaveLength(1);
    expect(chooseAnswers(path)?.agreed).toHaveLength(1);
  });
});

describe("the checks of agreed answers", () => {
  const path = fileWith("agreed:\n  - id: unknown.listTransactions.pageBase\n    answer: 0\n    ticket: PAY-7\n");

  test("are listed and explained with the file, and are not known without it", async () => {
    const list = await captured(listCommand(), ["--answers", path, "*/agreed.*"]);
    expect(list.output).toBe(`${PAGE_BASE}  must    4.6   As agreed: Is the first page number 0 or 1?\n1 check\n`);
    const explain = await captured(explainCommand(), ["--answers", path, PAGE_BASE]);
    expect(explain.output).toContain("  level       must (agreed)\n");
    expect(explain.output).toContain(`  expects     0 (agreed: ${path} line 2, PAY-7)\n`);
    await expect(captured(explainCommand(), [PAGE_BASE])).rejects.toThrow(`Nothing is called ${PAGE_BASE}`);
  });

  test("may be named by --check and by a baseline of such a run", () => {
    expect(checkPatterns(["*/agreed.*"], "--check", [{ id: PAGE_BASE }])).toEqual(["*/agreed.*"]);
    expect(() => checkPatterns(["*/agreed.*"])).toThrow("--check */agreed.* matches no check");
    const file = parseBaseline(`known:\n  - check: ${PAGE_BASE}\n    reason: x\n`, "b.yaml");
    expect(resolveBaseline(file, baselineNames([PAGE_BASE])).known[0]?.checks).toEqual([PAGE_BASE]);
    expect(() => resolveBaseline(file)).toThrow("Checks of agreed answers exist only in a run with --answers.");
  });
});

describe("a run", () => {
  let sandbox: RunningSandbox;
  const directory = emptyFolder();

  beforeEach(async () => {
    sandbox = await startSandbox({ behaviours: { pageBase: "0" } });
    const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = sandbox.credentials;
    vi.stubEnv("CONFORMANCE_BASE_URL", sandbox.baseUrl);
    vi.stubEnv("CONFORMANCE_API_KEY", apiKey);
    vi.stubEnv("CONFORMANCE_API_SECRET", apiSecret);
    vi.stubEnv("CONFORMANCE_RESTRICTED_API_KEY", restrictedApiKey);
    vi.stubEnv("CONFORMANCE_RESTRICTED_API_SECRET", restrictedApiSecret);
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
  });

  const run = (path: string, ...words: readonly string[]) =>
    captured(runCommand(), [
      ...["--answers", path, "--report-dir", directory],
      ..."--report junit,questions --operation listTransactions".split(" "),
      ...words,
    ]);

  test("fails for a broken agreedAnswers with proof, which can be sent again, and passes for a kept one", async () => {
    const broken = fileWith("agreed:\n  - id: unknown.listTransactions.pageBase\n    answer: 1\n    reason: call\n");
    const failed = await run(broken);
    expect(failed.exitCode).toBe(1);
    expect(failed.output.replaceAll(/\s+/g, " ")).toContain(
      `does not behave as agreed: 1 answer agreed in ${broken} is broken on listTransactions;`,
    );
    const report = await readReport(join(directory, "report.json"));
    expect(report.deployment).toEqual({
      file: broken,
      agreed: [{ ...agreedAnswer("unknown.listTransactions.pageBase", "1", PAGE_BASE), reason: "call" }],
    });
    expect(report.checks.find(({ id }) => id === PAGE_BASE)).toMatchObject({
      verdict: "violation",
      level: "must",
      section: "4.6",
      statements: ["unknown.listTransactions.pageBase"],
      findings: [
        {
          id: "F1",
          message: "The answer is not the agreed one. Is the first page number 0 or 1?",
          expected: `1 (agreed in ${broken} line 2, call)`,
          actual: "pages are counted from 0",
        },
      ],
    });
    expect(readFileSync(join(directory, "junit.xml"), "utf8")).toContain('classname="listTransactions.state"');
    expect(readFileSync(join(directory, "answers.draft.yaml"), "utf8")).not.toContain("pageBase");

    const again = await captured(replayCommand(), [join(directory, "report.json")]);
    expect(again.exitCode).toBe(1);
    expect(again.output).toContain(`✗ F1  still there  ${PAGE_BASE}`);

    const kept = await run(fileWith("agreed:\n  - id: unknown.listTransactions.pageBase\n    answer: 0\n"));
    expect(kept.exitCode).toBe(0);
    expect(kept.output).toContain("1 of 1 agreed answer kept");
  });

  test("may excuse a broken agreedAnswers by its baseline", async () => {
    const broken = fileWith("agreed:\n  - id: unknown.listTransactions.pageBase\n    answer: 1\n");
    const baseline = join(directory, "baseline.yaml");
    writeFileSync(baseline, `known:\n  - check: ${PAGE_BASE}\n    reason: mended in their release 14\n`);
    const { exitCode, output } = await run(broken, "--baseline", baseline, "--verbose");
    expect(exitCode).toBe(0);
    expect(output).toContain("in the baseline: mended in their release 14");
  });
});
