import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenCommand } from "../../cli/listen.js";
import { verifyWebhookCommand } from "../../cli/verifyWebhook.js";
import { captured } from "../cli/captured.js";
import { emptyFolder } from "../files.js";
import { listening } from "../listening.js";

const SECRET = "webhook-secret-for-tests";
const BODY = '{"type":"ping"}';
const folder = emptyFolder();

beforeEach(() => {
  vi.stubEnv("CONFORMANCE_WEBHOOK_SECRET", SECRET);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

function signature(body: string): string {
  return createHmac("sha256", SECRET).update(body).digest("hex");
}

function saved(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test("verify-webhook passes a right delivery", async () => {
  const file = saved("right.txt", `X-Webhook-Signature: ${signature(BODY)}\nContent-Type: application/json\n\n${BODY}`);
  const { output, exitCode } = await captured(verifyWebhookCommand(), [file]);
  expect(output).toContain("signature valid (HMAC-SHA256 of {body}, plain hex)");
  expect(exitCode).toBe(0);
});

test("verify-webhook fails a delivery that breaks a rule, and shows no control characters", async () => {
  const file = saved("wrong.txt", 'Content-Type: application/json\n\n{"type":"\u001b[31mred"');
  const { output, exitCode } = await captured(verifyWebhookCommand(), [file]);
  expect(output).toContain("✗ webhooks/auth/signature.present");
  expect(output).not.toContain("\u001b");
  expect(exitCode).toBe(1);
});

test("verify-webhook takes headers from beside the body", async () => {
  const file = saved("body.json", BODY);
  const headers = ["--header", `X-Webhook-Signature: ${signature(BODY)}`, "--header", "Content-Type: application/json"];
  expect((await captured(verifyWebhookCommand(), [file, ...headers])).exitCode).toBe(0);
});

test("verify-webhook says when a signature could not be verified", async () => {
  vi.stubEnv("CONFORMANCE_WEBHOOK_SECRET", "");
  const file = saved(
    "unknown.txt",
    `X-Webhook-Signature: ${signature(BODY)}\nContent-Type: application/json\n\n${BODY}`,
  );
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { exitCode } = await captured(verifyWebhookCommand(), [file]);
  expect(stderr.mock.calls.join("")).toContain("set CONFORMANCE_WEBHOOK_SECRET");
  stderr.mockRestore();
  expect(exitCode).toBe(3);
});

test.each([
  [["nowhere.txt"], "nowhere.txt cannot be read"],
  [["x", "--signed", "{time}"], "must hold {body}"],
  [["x", "--header", "nothing"], "write it as name: value"],
])("verify-webhook %j is wrong use", async (words, message) => {
  await expect(captured(verifyWebhookCommand(), words)).rejects.toThrow(message);
});

test("listen judges, writes down and passes on", async () => {
  const seen: string[] = [];
  const handler = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => seen.push(chunk.toString()));
    request.on("end", () => response.writeHead(204).end());
  });
  const port = await listening(handler);
  const output = join(folder, "heard.ndjson");
  let url = "";
  const write = process.stdout.write.bind(process.stdout);
  const hearing = captured(listenCommand(), [
    ..."--port 0 --count 2 --for 600".split(" "),
    ...["--output", output, "--forward-to", `http://127.0.0.1:${port}/hook`],
  ]);
  const spied = vi.mocked(process.stdout.write);
  await vi.waitFor(
    () => {
      url = /Listening at (\S+)/.exec(spied.mock.calls.map(([text]) => String(text)).join(""))?.[1] ?? "";
      expect(url).not.toBe("");
    },
    { timeout: 600_000 },
  );
  const sent: Record<string, string>[] = [{ "X-Webhook-Signature": signature(BODY) }, {}];
  for (const headers of sent) {
    await fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: BODY });
  }
  const heard = await hearing;
  handler.close();
  expect(process.stdout.write).not.toBe(write);
  expect(heard.output).toContain("signature valid");
  expect(heard.output).toContain("2 deliveries · 1 violation · 0 warnings");
  expect(heard.exitCode).toBe(1);
  expect(seen).toEqual([BODY, BODY]);
  const lines = readFileSync(output, "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).signature)).toEqual(["holds", "missing"]);
  expect(lines.join("")).not.toContain(SECRET);
});
