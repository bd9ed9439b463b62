/** Targets that do their worst: a run ends, says what it saw, and its reports can be opened without harm. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeReports } from "../../reports/files.js";
import { validateReport } from "../../reports/validate.js";
import type { OperationId } from "../../schemas/operations.js";
import type { RunOptions } from "../../suites/run.js";
import { CREDENTIALS, startRawTarget, startTarget } from "../client/target.js";
import { slice } from "../slice.js";
import { trialOn } from "./trial.js";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hostile-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs against an address, writes the reports and reads them again. */
async function endure(baseUrl: string, changes: Partial<RunOptions> = {}) {
  const trial = await trialOn(baseUrl, CREDENTIALS, { timeoutMs: 60_000, operations: ["listBalances"], ...changes });
  await writeReports(trial.report, folder);
  const [json, html, junit, markdown] = await Promise.all(
    ["report.json", "report.html", "junit.xml", "report.md"].map((file) => readFile(join(folder, file), "utf8")),
  );
  expect(validateReport(JSON.parse(json ?? ""))).toMatchObject({ valid: true });
  const verdicts = new Map(trial.report.checks.map(({ id, verdict }) => [id, verdict]));
  return { ...trial, verdicts, html: html ?? "", junit: junit ?? "", markdown: markdown ?? "" };
}

/** Answers every request in the same way, as JSON unless headers say otherwise. */
function always(status: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  };
}

describe("answers that never end, or are none", () => {
  test("garbage in place of HTTP", async () => {
    const { baseUrl } = await startRawTarget((socket) =>
      socket.on("data", () => socket.end("\u0000\u0001 what?\r\n\r\n")),
    );
    const { report } = await endure(baseUrl);
    expect([report.outcome, report.exitCode]).toEqual(["incomplete", 3]);
    expect(report.summary.error).toBe(0);
  });

  test("a body without an end", async () => {
    const { baseUrl } = await startTarget((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = "[".repeat(256 * 1024);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    const { report } = await endure(baseUrl, { maxRequests: 12, timeoutMs: 2000, concurrency: 4 });
    expect(report.exitCode).toBe(3);
    expect(report.summary.error).toBe(0);
  });

  test("a body that drips, one byte at a time", async () => {
    const { baseUrl } = await startTarget((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 50);
      response.once("close", () => clearInterval(drip));
    });
    const { report } = await endure(baseUrl, { timeoutMs: 150 });
    expect([report.outcome, report.exitCode]).toEqual(["incomplete", 3]);
    expect(report.run.ended).toMatchObject({
      why: "unreachable",
      text: expect.stringMatching(/cannot be reached: .*150/),
    });
  });

  test("a drip that begins after the preflight", async () => {
    let requests = 0;
    const { baseUrl } = await startTarget((request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      if (request.url?.startsWith("/api/balances") !== true || requests++ === 0) response.end("[]");
    });
    const { report } = await endure(baseUrl, { timeoutMs: 1_000, checks: ["listBalances/accepts/control.read"] });
    expect([report.outcome, report.exitCode]).toEqual(["violations", 1]);
    expect(report.checks.find(({ id }) => id === "listBalances/accepts/control.read")?.findings[0]?.actual).toMatch(
      /^no answer \(timeout: /,
    );
  });

  test("headers of a megabyte", async () => {
    const { baseUrl } = await startRawTarget((socket) =>
      socket.on("data", () => socket.end(`HTTP/1.1 200 OK\r\nx-large: ${"x".repeat(1024 * 1024)}\r\n\r\n[]`)),
    );
    const { report } = await endure(baseUrl);
    expect(report.exitCode).toBe(3);
    expect(report.summary.error).toBe(0);
  });

  test("a connection that is cut at once", async () => {
    const { baseUrl } = await startRawTarget((socket) => socket.destroy());
    const { report } = await endure(baseUrl);
    expect([report.outcome, report.exitCode]).toEqual(["incomplete", 3]);
    expect(report.run.ended).toMatchObject({ why: "unreachable", text: expect.stringMatching("cannot be reached") });
  });
});

test("a redirect is never followed, so that no secret goes elsewhere", async () => {
  const visitors: string[] = [];
  const elsewhere = await startTarget((request, response) => {
    visitors.push(request.url ?? "");
    response.end("[]");
  });
  const { baseUrl } = await startTarget((request, response) => {
    response.writeHead(request.url?.includes("page_size") === true ? 301 : 307, {
      location: `${elsewhere.baseUrl}${request.url}`,
    });
    response.end();
  });
  const { report } = await endure(baseUrl, { operations: [] });
  expect(visitors).toEqual([]);
  expect(report.exitCode).toBe(3);
  expect(report.run.ended).toMatchObject({ why: "unreachable", text: expect.stringMatching(/give 301 or 307/) });
});

describe("answers that say nothing", () => {
  test("a page of HTML in answer to everything", async () => {
    const page = "<!doctype html><html><body><h1>Welcome</h1></body></html>";
    const { baseUrl } = await startTarget(always(200, page, { "content-type": "text/html" }));
    const { report } = await endure(baseUrl, { operations: [] });
    expect([report.outcome, report.exitCode]).toEqual(["incomplete", 3]);
    expect(report.run.ended).toMatchObject({ why: "unreachable", text: expect.stringMatching(/HTML/) });
    expect(report.summary.error).toBe(0);
  });

  test.each([200, 204])("an empty body with %d in answer to everything", async (status) => {
    const { baseUrl } = await startTarget((_, response) => {
      response.writeHead(status).end();
    });
    const { report } = await endure(baseUrl, { operations: [] });
    expect([report.exitCode, report.run.ended?.why]).toEqual([3, "unreachable"]);
    expect(report.summary.error).toBe(0);
  });

  // Some of them take a whole run.
  const TRIED = slice(["null", "0", "[]", "{}", "[null]", '{"items":[null,7,[]],"errors":null}'], 3);

  test.each(TRIED.entries)(`the body %s in answer to everything (${TRIED.told})`, async (body) => {
    const { baseUrl } = await startTarget(always(200, body));
    const { report } = await endure(baseUrl, { operations: [] });
    expect(report.summary.error).toBe(0);
    expect(report.outcome).not.toBe("conforms");
    expect([1, 3]).toContain(report.exitCode);
  });

  test("one id for every recipient", async () => {
    const { baseUrl } = await startTarget((request, response) => {
      const body = request.url === "/api/balances" ? "[]" : '{"recipient_id":"rcp_1"}';
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    const { report, verdicts } = await endure(baseUrl, { operations: ["createRecipient", "updateRecipient"] });
    expect([report.outcome, report.exitCode]).toEqual(["violations", 1]);
    expect(verdicts.get("createRecipient/state/recipient_id.unique")).toBe("violation");
    expect(report.summary.error).toBe(0);
  });

  test("a server error in answer to everything", async () => {
    const { baseUrl } = await startTarget(always(500, '{"errors":[{"detail":"broken","code":"BROKEN"}]}'));
    const { report } = await endure(baseUrl, { operations: [] });
    expect([report.exitCode, report.run.ended?.why]).toEqual([3, "unreachable"]);
    expect(report.summary.error).toBe(0);
  });
});

describe("answers made to break a reader", () => {
  const DEEP = "[".repeat(20_000) + "]".repeat(20_000);

  // What is read of it, down to some depth, is judged like any other answer.
  test.each<[string, OperationId, number, string, exitCode: number]>([
    ["nothing but depth", "listBalances", 200, DEEP, 1],
    [
      "depth in the fields of a page",
      "listTransactions",
      200,
      `{"page_number":1,"total":${DEEP},"items":[${DEEP}]}`,
      3,
    ],
    ["depth in an error", "listBalances", 400, `{"errors":[{"detail":${DEEP},"code":"X"}]}`, 1],
    ["depth in a wallet", "listBalances", 200, `[{"status":${DEEP},"currency":"USDT"}]`, 1],
  ])("JSON that is nested very deep: %s", async (_, operation, status, body, exitCode) => {
    const { baseUrl } = await startTarget(always(status, body));
    const { report } = await endure(baseUrl, { operations: [operation], noWrites: "only reading" });
    expect(report.checks.filter(({ verdict }) => verdict === "error").map(({ reason }) => reason)).toEqual([]);
    expect(report.exitCode).toBe(exitCode);
  });

  test("names that objects have of their own", async () => {
    const wallet =
      '{"__proto__":{"polluted":true},"constructor":1,"toString":null,"hasOwnProperty":2,"status":"active"}';
    const { baseUrl } = await startTarget(always(200, `[${wallet}]`));
    const { report } = await endure(baseUrl);
    expect(report.summary.error).toBe(0);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("script in bodies, headers and field values does not become part of the reports", async () => {
    const script = `</script><script>alert("x")</script><img src=x onerror=alert(1)>`;
    const markup = JSON.stringify([{ status: script, currency: `"'><svg onload=alert(2)>`, [script]: 1 }]);
    const { baseUrl } = await startTarget(always(200, markup, { "x-trace": "<script>alert(3)</script>" }));
    const { html, junit, report } = await endure(baseUrl);
    expect(report.exitCode).toBe(1);
    expect(html.includes("&lt;script&gt;alert")).toBe(true);
    expect(/<script>alert|<img src=x|<svg onload/.test(html)).toBe(false);
    expect(/default-src ('|&#39;)none/.test(html)).toBe(true);
    expect(junit.includes("<script>alert")).toBe(false);
  });

  test("control characters and lone surrogates leave the reports readable", async () => {
    const { baseUrl } = await startTarget(
      always(200, '[{"status":"\\u0000\\u001b[31m\\ud800\\u202e","currency":"]]>"}]'),
    );
    const { html, junit, markdown } = await endure(baseUrl);
    for (const text of [html, junit, markdown]) {
      expect([...text].filter((character) => character < " " && !"\n\r\t".includes(character))).toEqual([]);
    }
  });

  test("the credentials in every answer are in no report", async () => {
    const { baseUrl } = await startTarget((request, response) => {
      const body = JSON.stringify({ errors: [{ detail: JSON.stringify(request.headers), code: request.url }] });
      response.writeHead(400, { "content-type": "application/json", "x-echo": CREDENTIALS.apiSecret }).end(body);
    });
    const { html, junit, markdown, report } = await endure(baseUrl);
    for (const text of [html, junit, markdown, JSON.stringify(report)]) {
      const { apiKey, apiSecret } = CREDENTIALS;
      const secrets = [apiKey, apiSecret, encodeURIComponent(apiSecret)];
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });
});
