/** Runs as users start them: at the embedded sandbox, at a deployment, in parts, on terminals and in pipes. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseHar } from "../../recorded/har.js";
import type { Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { emptyFolder, inTurn, PATIENCE, ppconform, type Served, serveSandbox, startRecorder } from "./child.js";

const ESCAPE = "\u001b";
const ONE_CHECK = ["--check", "listBalances/accepts/*"];

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE });

let sandbox: Served;
/** A sandbox that leaves out a field that is only listed, and breaks a rule that is stated outright. */
let faulty: Served;

beforeAll(async () => {
  [sandbox, faulty] = await Promise.all([
    serveSandbox(),
    serveSandbox(
      "--defect",
      "listBalances/response/[].status.present/missing",
      "--defect",
      "listTransactions/response/page_number.type/fraction",
    ),
  ]);
});
afterAll(async () => {
  await Promise.all([sandbox.stop(), faulty.stop()]);
});

/** The report in a folder, which must be one by its schema. */
function reportIn(folder: string): Report {
  const validation = validateReport(JSON.parse(readFileSync(join(folder, "report.json"), "utf8")));
  if (!validation.valid) throw new Error(validation.errors.join("\n"));
  return validation.report;
}

test.concurrent("the embedded sandbox is judged where it is asked for, all reports are written, and it is gone", async () => {
  const folder = emptyFolder();
  const { code, stdout } = await ppconform(["run", "--base-url", "sandbox", ...ONE_CHECK], { folder });
  expect(code).toBe(0);
  expect(stdout).toContain("(embedded sandbox)");
  expect(stdout).toContain("conformance-report/report.html");
  expect(readdirSync(folder)).toEqual(["conformance-report"]);
  const kept = ["created.ndjson", "junit.xml", "report.html", "report.json"];
  expect(readdirSync(join(folder, "conformance-report")).sort()).toEqual(kept);
  const report = reportIn(join(folder, "conformance-report"));
  expect({ outcome: report.outcome, exitCode: report.exitCode, kind: report.target.kind }).toEqual({
    outcome: "conforms",
    exitCode: 0,
    kind: "sandbox",
  });
  await expect(fetch(report.target.baseUrl)).rejects.toThrow("fetch failed");
});

test.concurrent("--base-url judges a sandbox that was started separately, and no secret is in any output", async () => {
  const folder = emptyFolder();
  const { CONFORMANCE_BASE_URL, ...secrets } = sandbox.settings;
  const part = "--operation listBalances --profile smoke --verbose --har conformance-report/traffic.har".split(" ");
  const words = ["run", "--base-url", sandbox.baseUrl, ...part];
  const { code, stdout, stderr } = await ppconform(words, { folder, environment: secrets });
  expect(code).toBe(0);
  const reports = join(folder, "conformance-report");
  const { target, run } = reportIn(reports);
  expect(target).toEqual({ baseUrl: CONFORMANCE_BASE_URL, kind: "remote" });
  const texts = [stdout, stderr, ...readdirSync(reports).map((name) => readFileSync(join(reports, name), "utf8"))];
  expect(Object.values(secrets)).toHaveLength(7);
  for (const secret of Object.values(secrets)) {
    for (const spelling of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]) {
      expect(texts.some((text) => text.includes(spelling))).toBe(false);
    }
  }
  expect(texts.join("")).toContain("<API_KEY>");
  const traffic = readFileSync(join(reports, "traffic.har"), "utf8");
  expect(parseHar(traffic, "traffic.har")).toHaveLength(run.requests);
  expect(traffic).toContain('"_check":"listBalances/auth/no-key"');
});

test.concurrent("the command that repeats a finding has the options that it needs, too, and runs as it is printed", async () => {
  const { settings, stop } = await serveSandbox("--defect", "listBalances/response/mediaType/plain");
  const folder = emptyFolder();
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, "its settings"), lines.join(""), { mode: 0o600 });
  const part = ["--check", "listBalances/response/mediaType", "--report-dir", "my reports"];
  const { stdout } = await inTurn(["run", "--env", "its settings", "--timeout", "20000", ...part], { folder });
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    `replay ppconform replay 'my reports/report.json' F1 --base-url ${settings.CONFORMANCE_BASE_URL} --timeout 20000 --env 'its settings' `,
  );
  const named = ["--base-url", settings.CONFORMANCE_BASE_URL ?? ""];
  const again = ["replay", "my reports/report.json", "F1", ...named, "--timeout", "20000", "--env", "its settings"];
  expect((await inTurn(again, { folder })).code).toBe(1);
  await stop();
});

test.concurrent("settings come from .env, the environment beats it, and the flag beats both", async () => {
  const folder = emptyFolder();
  writeFileSync(
    join(folder, ".env"),
    "CONFORMANCE_BASE_URL=http://127.0.0.1:1\nCONFORMANCE_API_KEY=key\nCONFORMANCE_API_SECRET=secret\n",
    { mode: 0o600 },
  );
  const environment = { CONFORMANCE_BASE_URL: "http://127.0.0.1:2" };
  const runs = await Promise.all([
    inTurn(["run"], { folder }),
    inTurn(["run"], { folder, environment }),
    inTurn(["run", "--base-url", "http://127.0.0.1:3"], { folder, environment }),
  ]);
  expect(runs.map(({ stderr }) => stderr.split(" cannot be reached")[0])).toEqual([
    "http://127.0.0.1:1",
    "http://127.0.0.1:2",
    "http://127.0.0.1:3",
  ]);
});

test.concurrent("a target that is not on this machine gets only GET, until --allow-writes is given", async () => {
  const environment = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };
  const methodsWith = async (...words: readonly string[]): Promise<readonly string[]> => {
    const recorder = await startRecorder(200, []);
    // An address that leads here and is not a loopback address.
    const address = `http://0.0.0.0:${recorder.port}`;
    await inTurn(
      ["run", "--base-url", address, "--allow-insecure-http", "--check", "createRecipient/auth/neither", ...words],
      {
        environment,
      },
    );
    await recorder.close();
    return [...new Set(recorder.methods)];
  };
  const [without, allowed] = await Promise.all([methodsWith(), methodsWith("--allow-writes")]);
  expect(without).toEqual(["GET"]);
  expect(allowed).toContain("POST");
});

test.concurrent.each<[words: string[], code: number, outcome: string]>([
  [["--check", "listBalances/response/*"], 0, "conforms"],
  [["--check", "listBalances/response/*", "--fail-on", "should"], 1, "violations"],
  [["--check", "listTransactions/response/page_number.*"], 1, "violations"],
])("run %j at a faulty deployment ends with exit code %i", async (words, code, outcome) => {
  const folder = emptyFolder();
  const ended = await inTurn(["run", ...words], { folder, environment: faulty.settings });
  expect(ended.code).toBe(code);
  const report = reportIn(join(folder, "conformance-report"));
  expect({ outcome: report.outcome, exitCode: report.exitCode }).toEqual({ outcome, exitCode: code });
});

test.concurrent("a printed command is one line, with the call that runs it, and all else fits the width", async () => {
  const words = ["run", "--check", "listBalances/response/*"];
  const environment = { ...faulty.settings, COLUMNS: "70", npm_command: "exec" };
  const { stdout } = await inTurn(words, { environment });
  const proof = stdout.split("\n").filter((line) => line.startsWith("      "));
  const isCommand = (line: string): boolean => /^ {6}replay {4}npx --no-install ppconform replay \S+ F\d+ /.test(line);
  expect(proof.filter(isCommand).length).toBeGreaterThan(0);
  const others = proof.filter((line) => !isCommand(line));
  expect(Math.max(...others.map((line) => line.length))).toBeLessThanOrEqual(70);
});

test.concurrent("--require-complete ends with exit code 3 when a rule was not judged that --exclude does not name", async () => {
  const { CONFORMANCE_API_KEY = "", CONFORMANCE_API_SECRET = "" } = sandbox.settings;
  const environment = { CONFORMANCE_API_KEY, CONFORMANCE_API_SECRET, COLUMNS: "60" };
  const words = ["run", "--base-url", sandbox.baseUrl, "--check", "listTransactions/auth/*", "*/partners.repeat"];
  const pair = ["listTransactions/auth/foreign-*", "*/partners.*"];
  const [lenient, strict, named] = await Promise.all([
    inTurn(words, { environment }),
    inTurn([...words, "--require-complete"], { environment: { ...environment, FORCE_COLOR: "1" } }),
    inTurn([...words, "--require-complete", "--exclude", ...pair], { environment }),
  ]);
  expect([lenient.code, strict.code, named.code]).toEqual([0, 3, 0]);
  expect(strict.stderr).toContain("--require-complete is not met: 3 rules were not judged.");
  const printed = strict.stdout.replaceAll(/\s+/g, " ");
  expect(printed).toContain("no restricted credentials were given");
  expect(printed).toContain("no credentials of a second partner were given");
  // Of one and the same run: how wide it is printed, and in colour only when that is asked for.
  expect(Math.max(...lenient.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  expect([lenient.stdout.includes(ESCAPE), strict.stdout.includes(ESCAPE)]).toEqual([false, true]);
});

test.concurrent("--max-requests ends a run with exit code 3 and a report of what was seen", async () => {
  const folder = emptyFolder();
  const ended = await inTurn(["run", "--max-requests", "40"], { folder, environment: sandbox.settings });
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain("the request limit was reached");
  const report = reportIn(join(folder, "conformance-report"));
  expect(report.run.requests).toBe(40);
  expect(report.outcome).toBe("incomplete");
});

test.concurrent("--max-failures ends a run, and what it was is told", async () => {
  const folder = emptyFolder();
  const words = ["run", "--profile", "smoke", "--max-failures", "1", "--operation", "listBalances", "listTransactions"];
  const ended = await ppconform(words, { folder, environment: faulty.settings });
  expect(ended.code).toBe(1);
  const { run, summary } = reportIn(join(folder, "conformance-report"));
  expect(run.ended?.why).toBe("failures");
  expect(run.options?.budgets.failures).toBe(1);
  expect(summary.cases?.played).toBeLessThan(summary.cases?.planned ?? 0);
});

test.concurrent("a report is named by its folder or its file, and the last one by nothing", async () => {
  const folder = emptyFolder();
  const part = ["--check", "listTransactions/response/page_number.type", "--profile", "smoke"];
  expect((await ppconform(["run", ...part], { folder, environment: faulty.settings })).code).toBe(1);
  const both = await ppconform(["diff", "conformance-report", "conformance-report/report.json"], { folder });
  expect(both.stdout).toContain("No differences");
  const explained = await ppconform(["explain", "F1"], { folder });
  expect(explained.stdout).toContain("listTransactions/response/page_number.type");
  expect(explained.stdout).toMatch(/expected +an integer/);
  const again = await ppconform(["replay", "F1"], { folder, environment: faulty.settings });
  expect(again.stdout).toContain("still there");
  const written = (names: string) => ppconform(["report", "--report", names], { folder });
  const there = () => readdirSync(join(folder, "conformance-report")).sort();
  const before = there();
  expect(before).toEqual(["created.ndjson", "junit.xml", "report.html", "report.json"]);
  expect((await written("findings")).code).toBe(1);
  expect((await written("markdown,ctrf,sarif,questions,badge")).code).toBe(1);
  const added = ["answers.draft.yaml", "badge.json", "badge.svg", "ctrf.json", "findings", "questions.md"];
  expect(there()).toEqual([...before, ...added, "report.md", "report.sarif"].sort());
  expect(readdirSync(join(folder, "conformance-report", "findings"))).not.toEqual([]);
  expect((await written("questions")).code).toBe(1);
  expect(there()).toHaveLength(before.length + added.length + 2);
  expect((await written("yaml")).stderr).toContain("--report yaml: write one of html, json, junit");
  expect((await ppconform(["report"], { folder })).stdout).toContain("listTransactions/response/page_number.type");
});
