/** An integration that is judged while it is developed: its requests go through the proxy. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { HarEntry } from "../../recorded/har.js";
import { startProxy } from "../../recorded/proxy.js";
import { validateReport } from "../../reports/validate.js";
import { startSandbox } from "../../sandbox/server.js";
import { listening, settingsFor } from "../listening.js";
import { bankRecipient } from "../sandbox/partner.js";
import { emptyFolder, PATIENCE, ppconform, start } from "./child.js";

const sandbox = await startSandbox({ defects: ["listBalances/response/[].status.type/number"] });
afterAll(() => sandbox.close());

test(
  "what passes is judged live and at the end, as check-traffic judges the HAR, and no secret is in any output",
  async () => {
    const folder = emptyFolder();
    const { process: child, ended } = start(
      ["proxy", "--target", sandbox.baseUrl, "--port", "0", "--har", "traffic.har", "--report-dir", "live"],
      { folder },
    );
    const [line] = (await once(child.stdout ?? child, "data")) as [string];
    const address = /from (http:\S+) to/.exec(line)?.[1] ?? "";
    const { apiKey, apiSecret } = sandbox.credentials;
    const headers = { "x-api-key": apiKey, "x-api-secret": apiSecret, "content-type": "application/json" };
    const creation = await fetch(`${address}/api/recipients/create`, {
      method: "POST",
      headers: { ...headers, "api-version": "2024-12-01" },
      body: JSON.stringify(bankRecipient()),
    });
    expect([creation.status, Object(await creation.json()).business_name]).toEqual([200, "上海样本贸易"]);
    expect((await fetch(`${address}/api/balances`, { headers })).status).toBe(200);
    expect((await fetch(`${address}/api/balances`)).status).toBe(401);
    expect((await fetch(`${address}/health`, { headers })).status).toBe(404);
    child.kill("SIGINT");
    const { stdout, stderr, code } = await ended;
    expect(code).toBe(1);
    expect(stdout).toMatch(/POST 200 createRecipient {3}✓/);
    expect(stdout).toMatch(/GET 200 listBalances {3}\d+ finding/);
    expect(stdout).toMatch(
      /^ {4}✗ listBalances\/response\/\[\]\.status\.type {3}must\n {6}An item's status.*\n {6}expected {2}.*\n {6}seen {6}/m,
    );
    expect(stdout).toContain("recorded in a proxy session");
    expect(stdout).toContain("GET 404   not a documented operation");
    const validation = validateReport(JSON.parse(readFileSync(join(folder, "live", "report.json"), "utf8")));
    expect(validation.valid && validation.report.run.requests).toBe(3);
    const har = readFileSync(join(folder, "traffic.har"), "utf8");
    for (const text of [stdout, stderr, har, readFileSync(join(folder, "live", "report.html"), "utf8")])
      for (const secret of [apiKey, apiSecret]) expect(text).not.toContain(secret);
    const again = await ppconform(["check-traffic", "traffic.har", "--report-dir", "again"], { folder });
    expect(again.code).toBe(1);
    const verdicts = (name: string) =>
      JSON.parse(readFileSync(join(folder, name, "report.json"), "utf8")).checks.map(
        ({ id, verdict }: { id: string; verdict: string }) => `${verdict} ${id}`,
      );
    expect(verdicts("again")).toEqual(verdicts("live"));
  },
  PATIENCE,
);

test("what a target says comes back as it was, and where it says nothing, that is told", async () => {
  const compressed = gzipSync('{"total":1}');
  const target = createServer((request, response) => {
    if (request.url === "/base/lost") return void request.socket.destroy();
    response.writeHead(201, "Made", ["Content-Encoding", "gzip", "Set-Cookie", "a=1", "Set-Cookie", "b=2"]);
    response.end(compressed);
  });
  const entries: HarEntry[] = [];
  const proxy = await startProxy({
    target: `http://127.0.0.1:${await listening(target)}/base`,
    port: 0,
    host: "127.0.0.1",
    connection: {},
    timeoutMs: 5_000,
    onEntry: (entry) => entries.push(entry),
  });
  const answer = await fetch(`${proxy.url}/path?a=1`, { method: "PUT", body: "text" });
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([
    201,
    '{"total":1}',
    ["a=1", "b=2"],
  ]);
  expect((await fetch(`${proxy.url}/lost`)).status).toBe(502);
  await proxy.close();
  target.close();
  expect(entries).toMatchObject([
    { number: 1, method: "PUT", url: expect.stringContaining("/base/path?a=1"), body: "text" },
    { number: 2, response: null },
  ]);
  expect(entries[0]?.response).toMatchObject({ status: 201, body: '{"total":1}' });
});

test.each([
  [["proxy"], "--target"],
  [["proxy", "--target", "http://192.0.2.1"], "plain http"],
])(
  "%j ends with 2 and says why",
  async (words, why) => {
    const { code, stderr } = await ppconform(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  },
  PATIENCE,
);

test(
  "--failed-of judges again what failed, and nothing else",
  async () => {
    const folder = emptyFolder();
    const environment = settingsFor(sandbox);
    const options = ["--operation", "listBalances", "--profile", "smoke", "--seed", "7"];
    const first = await ppconform(["run", ...options, "--report-dir", "first"], { folder, environment });
    expect(first.code).toBe(1);
    const again = ["run", "--failed-of", "first/report.json", "--report-dir", "second"];
    expect((await ppconform(again, { folder, environment })).code).toBe(1);
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name, "report.json"), "utf8"));
    const { run, checks } = read("second");
    expect([run.seed, run.profile]).toEqual([7, "smoke"]);
    expect(checks.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict])).toEqual(
      read("first")
        .checks.filter(({ verdict }: { verdict: string }) => verdict === "violation" || verdict === "warning")
        .map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
    );
    const nothing = await ppconform(["run", "--check", "listBalances/auth/no-key", "--report-dir", "none"], {
      folder,
      environment,
    });
    expect(nothing.code).toBe(0);
    const none = await ppconform(["run", "--failed-of", "none/report.json"], { folder, environment });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("Nothing failed in none/report.json")]);
  },
  PATIENCE,
);

test("a port that is in use is named", async () => {
  const { port } = new URL(sandbox.baseUrl);
  const { code, stderr } = await ppconform(["proxy", "--target", sandbox.baseUrl, "--port", port]);
  expect([code, stderr]).toEqual([2, `Port ${port} of 127.0.0.1 is in use. Choose another, or 0 for any free one.\n`]);
});
