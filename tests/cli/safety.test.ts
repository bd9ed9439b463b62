/** What keeps credentials and a live service safe, before anything is sent. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, expectRefusal, PATIENCE, ppconform, startRecorder } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const KEYS = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };

test.concurrent("plain http to another machine is refused, and nothing is sent", async () => {
  const recorder = await startRecorder(200, []);
  const address = `http://0.0.0.0:${recorder.port}`;
  const ended = await ppconform(["run", "--base-url", address], { environment: KEYS });
  await recorder.close();
  expectRefusal(ended, 2, address, "plain http", "--allow-insecure-http");
  expect(recorder.methods).toEqual([]);
});

test.concurrent("TLS verification cannot be turned off by the environment", async () => {
  const environment = { ...KEYS, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const ended = await ppconform(["run", "--base-url", "https://127.0.0.1:1"], { environment });
  expectRefusal(ended, 2, "NODE_TLS_REJECT_UNAUTHORIZED=0", "--ca FILE");
});

test.concurrent("a .env file that others can read is warned of", async () => {
  const folder = emptyFolder();
  const file = join(folder, ".env");
  writeFileSync(file, "CONFORMANCE_API_KEY=key-of-the-test\nCONFORMANCE_API_SECRET=secret-of-the-test\n");
  const warned = async (mode: number): Promise<boolean> => {
    chmodSync(file, mode);
    const { stderr } = await ppconform(["run", "--base-url", "http://127.0.0.1:1"], { folder });
    return stderr.includes(".env can be read by other users of this machine: chmod 600 .env");
  };
  expect([await warned(0o644), await warned(0o640), await warned(0o600)]).toEqual([true, true, false]);
});
