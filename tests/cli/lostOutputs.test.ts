/** A run whose report folder goes away, or whose disk is full: it says so, and what it created is known. */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { settingsFor } from "../listening.js";
import { type Fate, startFront } from "../reality/front.js";
import { isFor } from "../reality/situation.js";
import { check, reportOf } from "../reports/smallReport.js";
import { closedPort, emptyFolder, PATIENCE, serveSandbox, start, until } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const RUN = ["run", "--base-url", "sandbox", "--operation", "createRecipient"];

/** A run that creates something, and then gets no more answers until something has happened to its folder. */
async function runThrough(happen: (kept: string) => void) {
  let creations = 0;
  let goOn: () => void = () => undefined;
  const isTime = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const front = await startFront(async (arrival): Promise<Fate> => {
    if (isFor("createRecipient", arrival) && ++creations > 3) await isTime;
    return "pass";
  });
  const folder = emptyFolder();
  const kept = join(folder, "conformance-report");
  const words = ["run", "--operation", "createRecipient", "--profile", "smoke", "--timeout", "600000"];
  const { ended } = start(words, { folder, environment: settingsFor(front) });
  const journal = join(kept, "created.ndjson");
  await until(() => existsSync(journal) && readFileSync(journal, "utf8").includes('"event":"created"'));
  happen(kept);
  goOn();
  const { code, stderr } = await ended;
  await front.close();
  return { code, stderr, kept };
}

test.concurrent("a report folder that vanishes is made anew, with the whole journal in it", async () => {
  let before = "";
  const { code, kept } = await runThrough((kept) => {
    before = readFileSync(join(kept, "created.ndjson"), "utf8");
    rmSync(kept, { recursive: true, force: true });
  });
  expect(code).toBe(0);
  expect(readFileSync(join(kept, "created.ndjson"), "utf8").startsWith(before)).toBe(true);
  expect(existsSync(join(kept, "report.json"))).toBe(true);
});

test.concurrent("a file in the place of the report folder ends the run: nothing is created without being recorded", async () => {
  const { code, stderr } = await runThrough((kept) => {
    rmSync(kept, { recursive: true, force: true });
    writeFileSync(kept, "in the way");
  });
  expect(code).toBe(3);
  expect(stderr).toMatch(/journal of what is created, .*created\.ndjson, cannot be written/);
  expect(stderr).toContain("The report folder conformance-report cannot be written");
});

test.concurrent("a report folder that was made read-only is told, and the journal in it is whole", async () => {
  const { code, stderr, kept } = await runThrough((kept) => chmodSync(kept, 0o555));
  chmodSync(kept, 0o755);
  // Root writes everywhere.
  if (process.getuid?.() === 0) expect(code).toBe(0);
  else expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("permission denied") });
  const lines = readFileSync(join(kept, "created.ndjson"), "utf8").trimEnd().split("\n");
  expect(lines.every((line) => line.startsWith('{"event":') && line.endsWith("}"))).toBe(true);
});

test.runIf(existsSync("/dev/full")).concurrent("a full disk is told before anything is sent", async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "conformance-report"));
  symlinkSync("/dev/full", join(folder, "conformance-report", "created.ndjson"));
  const { code, stderr } = await start(RUN, { folder }).ended;
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/created\.ndjson, cannot be written: ENOSPC/),
  });
});

test.concurrent("the report of a whole run stays: a start that failed writes none, and a part goes beside it or says what it replaces", async () => {
  const folder = emptyFolder();
  const kept = join(folder, "conformance-report", "report.json");
  mkdirSync(dirname(kept));
  const whole = JSON.stringify(reportOf({ checks: [check("listBalances/auth/no-key", "violation")] }));
  writeFileSync(kept, whole);
  const sandbox = await serveSandbox();
  const away = { ...sandbox.settings, CONFORMANCE_BASE_URL: `http://127.0.0.1:${await closedPort()}` };
  const held = "of 2026-01-02 03:04 UTC (1 violation)";

  const failed = await start(["run", "--patience", "1"], { folder, environment: away }).ended;
  expect([failed.code, readFileSync(kept, "utf8")]).toEqual([3, whole]);
  expect(failed.stderr).toContain(`The report ${held} stays in conformance-report: this run judged nothing.`);

  const words = ["run", "--check", "listBalances/auth/no-key"];
  const part = await start(words, { folder, environment: sandbox.settings }).ended;
  expect([part.code, readFileSync(kept, "utf8")]).toEqual([0, whole]);
  const own = join("conformance-report", "part");
  expect(part.stderr).toContain(
    `The report of this part goes to ${own}: conformance-report holds the report of the whole run ${held}.`,
  );
  expect(existsSync(join(folder, own, "report.json"))).toBe(true);

  const named = [...words, "--report-dir", "conformance-report"];
  const { code, stderr } = await start(named, { folder, environment: sandbox.settings }).ended;
  await sandbox.stop();
  expect(code).toBe(0);
  expect(stderr).toContain(
    `The report of this part replaces the report of the whole run ${held} in conformance-report.`,
  );
  expect(readFileSync(kept, "utf8")).not.toBe(whole);
});
