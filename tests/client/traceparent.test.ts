/** Ids by which a request is found in the provider's log: those that are sent when they are asked for, and those that come back. */
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTransport } from "../../client/transport.js";
import { harEntry } from "../../recorded/harFile.js";
import { requestIds } from "../../reports/facts/requestIds.js";
import { renderQuestions } from "../../reports/formats/questions.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { trialOnSandbox } from "../engine/trial.js";
import { listening } from "../listening.js";

const seen: (string | string[] | undefined)[] = [];
const server = createServer((request, response) => {
  seen.push(request.headers.traceparent);
  response.writeHead(200, { "content-type": "application/json", "X-Request-Id": `req-${seen.length}` }).end("[]");
});

let port: number;
beforeAll(async () => {
  port = await listening(server);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const READ = { method: "GET", path: "/api/balances", headers: {}, body: null, credentials: "valid" } as const;

async function sent(options: { traceparent?: boolean; seed?: number; own?: string }, path: string = READ.path) {
  const transport = createTransport({
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: {
      apiKey: "key",
      apiSecret: "secret",
      ...(options.own === undefined ? {} : { headers: { traceparent: options.own } }),
    },
    concurrency: 1,
    timeoutMs: 5_000,
    ...options,
  });
  const exchanges = [await transport.send({ ...READ, path }), await transport.send({ ...READ, path })];
  await transport.close();
  return { exchanges, ids: seen.splice(0) };
}

test("unasked, no request has a trace id, and the id that came back is told", async () => {
  const { exchanges, ids } = await sent({});
  expect(ids).toEqual([undefined, undefined]);
  expect(exchanges.map(requestIds)).toEqual([["x-request-id req-1"], ["x-request-id req-2"]]);
});

test("asked for, each request has one of its own, the same for the same seed, and it is told", async () => {
  const { exchanges, ids } = await sent({ traceparent: true, seed: 7 });
  for (const id of ids) expect(id).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(ids).size).toBe(2);
  expect((await sent({ traceparent: true, seed: 7 })).ids).toEqual(ids);
  expect((await sent({ traceparent: true, seed: 8 })).ids).not.toEqual(ids);
  expect((await sent({ traceparent: true, seed: 7 }, "/api/transactions")).ids).not.toEqual(ids);
  expect(exchanges.map((exchange) => requestIds(exchange)[0])).toEqual(ids.map((id) => `traceparent ${id}`));
  expect(exchanges[0] && harEntry(exchanges[0], null)).toContain(String(ids[0]));
});

test("one of the user's own goes as it is", async () => {
  const own = "00-00000000000000000000000000000001-0000000000000001-01";
  expect((await sent({ traceparent: true, own })).ids).toEqual([own, own]);
});

test("a finding and a question show the id of their request, and nothing else of a run changes", async () => {
  const defects = ["listBalances/response/[].status.present/missing"];
  const changes = { operations: ["listBalances", "createRecipient"] } as const;
  const traced = await trialOnSandbox({ ...changes, connection: { traceparent: true } }, { defects });
  const plain = await trialOnSandbox(changes, { defects });
  const verdicts = ({ report }: typeof plain) => report.checks.map(({ id, verdict }) => [id, verdict]);
  expect(verdicts(traced)).toEqual(verdicts(plain));
  const findings = traced.report.checks.flatMap((check) => check.findings);
  expect(findings.length).toBeGreaterThan(0);
  for (const { exchange } of findings) expect(requestIds(exchange)[0]).toMatch(/^traceparent 00-/);
  const questions = renderQuestions(traced.report, { unknowns: [], conflicts: CONFLICTS });
  expect(questions).toContain("in your log: traceparent");
});
