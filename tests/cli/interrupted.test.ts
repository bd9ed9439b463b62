/** What comes from outside in the middle of things: signals, readers that go away, an input that is closed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { validateReport } from "../../reports/validate.js";
import { emptyFolder, PATIENCE, serveSandbox, start, until } from "./child.js";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

vi.setConfig({ testTimeout: PATIENCE });

test.concurrent.each(["SIGINT", "SIGTERM"] as const)(
  "%s in the middle of a run ends it with exit code 3, a report of what was done, and no sandbox left",
  async (signal) => {
    const folder = emptyFolder();
    const { process: child, ended } = start(["run", "--base-url", "sandbox"], { folder });
    const journal = join(folder, "conformance-report", "created.ndjson");
    await until(() => existsSync(journal) && readFileSync(journal, "utf8").includes(`"event":"created"`));
    child.kill(signal);
    // npm passes on what the terminal has sent already: the second one must not cut the report off.
    child.kill(signal);
    const { code, stderr } = await ended;
    expect(code).toBe(3);
    expect(stderr).toContain("The run was interrupted");
    const validation = validateReport(
      JSON.parse(readFileSync(join(folder, "conformance-report", "report.json"), "utf8")),
    );
    if (!validation.valid) throw new Error(validation.errors.join("\n"));
    const { report } = validation;
    expect({ outcome: report.outcome, exitCode: report.exitCode }).toEqual({ outcome: "incomplete", exitCode: 3 });
    expect(report.created.length).toBeGreaterThan(0);
    expect(report.run.requests).toBeGreaterThan(0);
    expect(existsSync(join(folder, "conformance-report", "report.html"))).toBe(true);
    await expect(fetch(report.target.baseUrl)).rejects.toThrow("fetch failed");
  },
);

test.concurrent('a run that is killed after its first case leaves what it knew, and "report" makes its reports of it', async () => {
  const folder = emptyFolder();
  const kept = join(folder, "conformance-report");
  mkdirSync(kept);
  writeFileSync(join(kept, "report.md"), "of an earlier run");
  const { process: child, ended } = start(["run", "--base-url", "sandbox", "--rate", "200"], { folder });
  await until(() => existsSync(join(kept, "results.ndjson")));
  child.kill("SIGKILL");
  await ended;
  expect(existsSync(join(kept, "report.json"))).toBe(false);
  const { code, stdout, stderr } = await start(["report", "conformance-report"], { folder }).ended;
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /^The run was cut off. This is what it had recorded after [\d,]+ (of about [\d,]+ )?requests.\n$/,
  );
  expect(stdout).toContain("createRecipient");
  const validation = validateReport(JSON.parse(readFileSync(join(kept, "report.json"), "utf8")));
  if (!validation.valid) throw new Error(validation.errors.join("\n"));
  const { outcome, run, summary } = validation.report;
  expect([outcome, run.ended?.why]).toEqual(["incomplete", "cut"]);
  expect(summary.cases?.played).toBeGreaterThan(0);
  expect(existsSync(join(kept, "report.html"))).toBe(true);
  expect(existsSync(join(kept, "results.ndjson"))).toBe(false);
  // What an earlier run left in another format would look like this one's.
  expect(existsSync(join(kept, "report.md"))).toBe(false);
});

test.concurrent('"report" of a folder without a report says so', async () => {
  const { code, stderr } = await start(["report", "nowhere"]).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining("nowhere")]);
});

test.concurrent.each<[words: string[]]>([[["list"]], [["list", "--json"]], [["sandbox", "--list-defects"]]])(
  "a reader of %j that goes away does no harm",
  async (words) => {
    const { process: child, ended } = start(words);
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  },
);

test.concurrent("a run needs neither an open input nor a reader", async () => {
  const folder = emptyFolder();
  const command = '"$0" "$@" <&- 2>errors; echo $? >code';
  const words = [process.execPath, MAIN, "run", "--base-url", "sandbox", "--check", "listBalances/accepts/*"];
  const child = spawn("/bin/sh", ["-c", command, ...words], {
    cwd: folder,
    env: {},
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.destroy();
  await once(child, "close");
  expect(readFileSync(join(folder, "code"), "utf8")).toBe("0\n");
  expect(readFileSync(join(folder, "errors"), "utf8")).not.toMatch(/EPIPE|Error/);
  expect(existsSync(join(folder, "conformance-report", "report.json"))).toBe(true);
});

test.concurrent("a sandbox prints where it serves once it does, and ends on SIGTERM", async () => {
  const { process: child, ended } = start(["sandbox", "--port", "0"]);
  let printed = "";
  child.stdout?.on("data", (text: string) => (printed += text));
  await until(() => printed.endsWith("\n"));
  const address = /^Sandbox serving at (http:\/\/127\.0\.0\.1:\d+) \(credentials: add --print-env\)\n$/.exec(
    printed,
  )?.[1];
  expect((await fetch(`${address}/api/balances`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await ended).toEqual({
    stdout: printed,
    stderr: expect.stringMatching(/^\S+ GET \/api\/balances 401 .*\n$/),
    code: 0,
  });
  await expect(fetch(`${address}/api/balances`)).rejects.toThrow("fetch failed");
});

test.concurrent("--print-env prints lines for a .env file", async () => {
  const { settings, baseUrl, stop } = await serveSandbox();
  expect(Object.keys(settings)).toEqual([
    "CONFORMANCE_BASE_URL",
    "CONFORMANCE_API_KEY",
    "CONFORMANCE_API_SECRET",
    "CONFORMANCE_RESTRICTED_API_KEY",
    "CONFORMANCE_RESTRICTED_API_SECRET",
    "CONFORMANCE_SECOND_API_KEY",
    "CONFORMANCE_SECOND_API_SECRET",
    "CONFORMANCE_WEBHOOK_SECRET",
  ]);
  const answer = await fetch(`${baseUrl}/api/balances`, {
    headers: {
      "X-API-Key": settings.CONFORMANCE_API_KEY ?? "",
      "X-API-Secret": settings.CONFORMANCE_API_SECRET ?? "",
    },
  });
  expect(answer.status).toBe(200);
  expect((await stop()).code).toBe(0);
});
