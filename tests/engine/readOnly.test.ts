/** Where writes are not allowed, nothing but GET leaves this machine. */
import { afterEach, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../../sandbox/server.js";
import { startTarget } from "../client/target.js";
import { trialOn } from "./trial.js";

const REASON = "it changes data, and the target is not on this machine: allow it with --allow-writes";
const sandboxes: RunningSandbox[] = [];

afterEach(async () => {
  for (const sandbox of sandboxes.splice(0)) await sandbox.close();
});

/** A sandbox behind a server that writes down the method of every request. */
async function recordedSandbox() {
  const sandbox = await startSandbox();
  sandboxes.push(sandbox);
  const methods: string[] = [];
  const { baseUrl } = await startTarget((request, response) => {
    methods.push(request.method ?? "");
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    delete headers.connection;
    fetch(`${sandbox.baseUrl}${request.url}`, { method: request.method ?? "GET", headers })
      .then(async (answer) => {
        const type = answer.headers.get("content-type");
        response.writeHead(answer.status, type === null ? {} : { "content-type": type });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  return { baseUrl, credentials: sandbox.credentials, methods };
}

test("a recording server sees only GET, and the checks that write say why they were not exercised", async () => {
  const { baseUrl, credentials, methods } = await recordedSandbox();
  const { apiKey, apiSecret } = credentials;
  const { report } = await trialOn(baseUrl, { apiKey, apiSecret }, { profile: "standard", noWrites: REASON });
  expect(methods.length).toBeGreaterThan(300);
  expect(new Set(methods)).toEqual(new Set(["GET"]));
  expect(report.created).toEqual([]);
  expect([report.summary.violation, report.summary.warning, report.summary.flaky]).toEqual([0, 0, 0]);
  const writing = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"];
  const checks = report.checks.filter(({ operation }) => writing.includes(operation));
  expect(new Set(checks.map(({ verdict }) => verdict))).toEqual(new Set(["not-exercised"]));
  expect(report.checks.find(({ id }) => id === "updateRecipient/refuses/business_name.minLength")?.reason).toBe(REASON);
  expect(
    report.checks.filter(({ operation, verdict }) => operation === "listBalances" && verdict === "pass"),
  ).not.toEqual([]);
});

test("with --require-complete such a run does not end green", async () => {
  const { baseUrl, credentials } = await recordedSandbox();
  const { apiKey, apiSecret } = credentials;
  const { report } = await trialOn(baseUrl, { apiKey, apiSecret }, { noWrites: REASON, requireComplete: true });
  expect([report.outcome, report.exitCode]).toEqual(["incomplete", 3]);
});
