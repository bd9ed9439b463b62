/** Secrets stay where they were given: no output repeats them, no list of processes shows them, no other host sees them. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { CredentialPair } from "../../client/credentials.js";
import { PATIENCE, start } from "../cli/child.js";
import { listening, settingsFor } from "../listening.js";
import { run } from "./endure.js";
import { answers } from "./target.js";

vi.setConfig({ testTimeout: PATIENCE });

/** Repeats all that it gets: in the body, in headers, and in an error's words. */
const echoing = answers((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const all = JSON.stringify({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    const isRead = request.url?.startsWith("/api/balances") === true;
    const body = isRead
      ? `[{"status":${JSON.stringify(all)}}]`
      : JSON.stringify({ errors: [{ detail: all, code: all }] });
    response
      .writeHead(isRead ? 200 : 400, { "content-type": "application/json", "x-echo": encodeURIComponent(all) })
      .end(body);
  });
});

/** A secret as it is, and as it may be written elsewhere. */
function spellingsOf({ apiKey, apiSecret }: CredentialPair): string[] {
  const both = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
  return [apiKey, apiSecret, encodeURIComponent(apiSecret), Buffer.from(apiSecret).toString("base64"), both];
}

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

test("a target that echoes all it gets has its answers in no output with a secret in them", async () => {
  const serving = await echoing();
  const second = { apiKey: "another_key_8Wm3Rb", apiSecret: "another_secret_4-Yt/7Qp==" };
  const words = ["--profile", "smoke", "--verbose", "--timeout", "60000", "--max-requests", "700"];
  const { folder, printed, exitCode } = await run(
    { ...serving, credentials: { ...serving.credentials, second } },
    words,
  );
  await serving.close();
  const kept = join(folder, "conformance-report");
  const outputs = [printed, ...filesIn(kept).map((file) => readFileSync(file, "utf8"))];
  rmSync(folder, { recursive: true, force: true });
  expect([1, 3]).toContain(exitCode);
  for (const name of ["<API_SECRET>", "<SECOND_API_KEY>", "<SECOND_API_SECRET>"])
    expect(outputs.join("")).toContain(name);
  for (const secret of [serving.credentials, second].flatMap(spellingsOf))
    expect(outputs.filter((text) => text.includes(secret))).toEqual([]);
});

test.runIf(process.platform === "linux")("no process that a run starts shows a secret in its arguments", async () => {
  let arrived: () => void = () => {};
  const isUnderWay = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const serving = await answers(() => arrived())();
  const { process: child, ended } = start(["run"], { environment: settingsFor(serving) });
  await isUnderWay;
  const processes = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
  child.kill("SIGKILL");
  await ended;
  await serving.close();
  expect(processes).toContain(`${child.pid}`);
  for (const secret of spellingsOf(serving.credentials)) expect(processes.includes(secret)).toBe(false);
});

test("whatever a target answers, no second host sees a request", async () => {
  const visitors: string[] = [];
  const elsewhere = createServer((request, response) => {
    visitors.push(request.url ?? "");
    response.end("[]");
  });
  const port = await listening(elsewhere);
  const other = `http://127.0.0.1:${port}`;
  const statuses = [200, 201, 300, 301, 302, 303, 307, 308, 401, 407, 503];
  let turn = 0;
  const serving = await answers((request, response) => {
    turn += 1;
    // The first answers let the run begin.
    const status = turn < 8 ? 200 : (statuses[turn % statuses.length] ?? 200);
    response
      .writeHead(status, {
        "content-type": "application/json",
        location: `${other}${request.url}`,
        "content-location": other,
        refresh: `0; url=${other}`,
        link: `<${other}>; rel="preconnect"`,
        "alt-svc": `h2="127.0.0.1:${port}"; ma=86400`,
        "proxy-authenticate": `Basic realm="${other}"`,
      })
      .end("[]");
  })();
  const words = ["--profile", "smoke", "--timeout", "60000", "--patience", "2", "--max-requests", "300"];
  const { folder, exitCode } = await run(serving, words);
  rmSync(folder, { recursive: true, force: true });
  await serving.close();
  await new Promise<void>((resolve) => elsewhere.close(() => resolve()));
  expect([1, 3]).toContain(exitCode);
  expect(visitors).toEqual([]);
});
