/** What keeps credentials and a live service safe, before anything is sent. */
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, expectRefusal, inTurn, PATIENCE, serveSandbox, startRecorder } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const KEYS = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };

test.concurrent("plain http to another machine is refused, and nothing is sent", async () => {
  const recorder = await startRecorder(200, []);
  const address = `http://0.0.0.0:${recorder.port}`;
  const ended = await inTurn(["run", "--base-url", address], { environment: KEYS });
  await recorder.close();
  expectRefusal(ended, 2, address, "plain http", "--allow-insecure-http");
  expect(recorder.methods).toEqual([]);
});

test.concurrent("TLS verification cannot be turned off by the environment", async () => {
  const environment = { ...KEYS, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const ended = await inTurn(["run", "--base-url", "https://127.0.0.1:1"], { environment });
  expectRefusal(ended, 2, "NODE_TLS_REJECT_UNAUTHORIZED=0", "ca: FILE");
});

test.concurrent("what would be sent is said before anything is, and --dry-run sends nothing", async () => {
  const recorder = await startRecorder(200, []);
  const words = ["run", "--base-url", `http://0.0.0.0:${recorder.port}`, "--allow-insecure-http"];
  const dry = (...more: readonly string[]) => inTurn([...words, "--dry-run", ...more], { environment: KEYS });
  const [reading, refused, writing] = await Promise.all([
    dry(),
    dry("--allow-writes=refused"),
    dry("--allow-writes", "--max-created", "50"),
  ]);
  expect(recorder.methods).toEqual([]);
  const deaf = await dry("--webhook-port", "0", "--operation", "listBalances");
  expect(deaf.stderr).toMatch(/^No webhooks are received: none of their checks is part of this run\. Add webhooks/m);
  const excluded = await dry("--webhook-port", "0", "--exclude", "webhooks");
  expect(excluded.stderr).toContain("Take webhooks out of --exclude, or leave out --webhook-port.");
  expect(deaf.stderr).not.toContain("register it");
  const run = await inTurn([...words, "--check", "listBalances/accepts/*"], { environment: KEYS });
  await recorder.close();
  expect([reading.code, refused.code, writing.code]).toEqual([0, 0, 0]);
  const planOf = ({ stdout }: typeof reading) => stdout.replaceAll(/\n {2}/g, " ");
  expect(planOf(reading)).toMatch(
    /^Plan for http.*\d+ cases that read.*, 0 that must be refused, 0 that change data.* Nothing is created\./,
  );
  expect(planOf(refused)).toMatch(/[1-9][\d,]* that must be refused, 0 that change data.* Nothing is created\./);
  expect(planOf(writing)).toMatch(
    /[1-9][\d,]* that change data.*recipients, .*customers, .*files are created, and no more than 50 things/,
  );
  expect(writing.stdout).toMatch(/Nothing was sent\.\n$/);
  expect(run.stderr).toMatch(/^Plan for http/);
});

test.concurrent("with --allow-writes=refused a service stores nothing, and what it wrongly accepts is found", async () => {
  const sandbox = await serveSandbox("--defect", "createRecipient/refuses/business_name.minLength/ignored");
  const words = ["run", "--operation", "createRecipient", "--allow-writes=refused", "--profile", "smoke"];
  const folder = emptyFolder();
  const { code, stdout } = await inTurn(words, { folder, environment: sandbox.settings });
  await sandbox.stop();
  expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("business_name.minLength") });
  const journal = readFileSync(join(folder, "conformance-report", "created.ndjson"), "utf8");
  const created = journal.split("\n").filter((line) => line.includes('"event":"created"'));
  expect(created.length).toBeGreaterThan(0);
  const report = JSON.parse(readFileSync(join(folder, "conformance-report", "report.json"), "utf8"));
  const verdicts: Record<string, string> = Object.fromEntries(
    report.checks.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
  );
  expect(verdicts["createRecipient/refuses/business_name.minLength"]).toBe("violation");
  expect(verdicts["createRecipient/auth/neither"]).toBe("pass");
  expect(verdicts["createRecipient/refuses/business_name.maxLength"]).toBe("not-exercised");
  expect(report.summary).toMatchObject({ violation: 1, error: 0 });
});

test.concurrent("a .env file that others can read is warned of", async () => {
  const folder = emptyFolder();
  const file = join(folder, ".env");
  writeFileSync(file, "CONFORMANCE_API_KEY=key-of-the-test\nCONFORMANCE_API_SECRET=secret-of-the-test\n");
  const warned = async (mode: number): Promise<boolean> => {
    chmodSync(file, mode);
    const { stderr } = await inTurn(["run", "--base-url", "http://127.0.0.1:1"], { folder });
    return stderr.includes(".env can be read by other users of this machine: chmod 600 .env");
  };
  expect([await warned(0o644), await warned(0o640), await warned(0o600)]).toEqual([true, true, false]);
});
