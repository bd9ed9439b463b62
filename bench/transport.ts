/**
 * How many requests a second the transport sends, beside a bare undici loop that sends the same ones.
 * Both take turns against one server in a process of its own, so that neither gains from a warmer machine.
 *
 * Run: `npx tsc --outDir dist && node dist/bench/transport.js [requests] [rounds]`.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { Pool } from "undici";
import type { WireRequest } from "../client/model.js";
import { createTransport } from "../client/transport.js";

const CONCURRENCY = 16;
const CREDENTIALS = { apiKey: "bench-key-0123456789", apiSecret: "bench-secret-0123456789abcdef" };
const ITEM = { id: "txn_000000000001", reference_id: "reference-000000000001", status: "completed", sender_amount: 1 };
const ANSWER = JSON.stringify({
  page_number: 1,
  page_size: 10,
  total: 10,
  items: Array.from({ length: 10 }, () => ITEM),
});
const QUESTION = JSON.stringify({ partner_recipient_id: "partner-recipient-000001", business_name: "Example Trading" });

if (process.send === undefined) {
  await compare(Number(process.argv[2] ?? 5000), Number(process.argv[3] ?? 4));
} else {
  serve(process.send.bind(process));
}

function serve(send: (message: unknown) => void): void {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length }).end(ANSWER);
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    send(typeof address === "object" && address !== null ? address.port : 0);
  });
}

async function compare(requests: number, rounds: number): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), { execArgv: process.execArgv });
  const [port] = await once(server, "message");
  const baseUrl = `http://127.0.0.1:${port}`;
  const rates: { bare: number; transport: number }[] = [];
  // The first round warms both up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const rate = { bare: await bareLoop(baseUrl, requests), transport: await transportLoop(baseUrl, requests) };
    if (round > 0) {
      rates.push(rate);
    }
  }
  server.kill();
  const bare = median(rates.map((rate) => rate.bare));
  const transport = median(rates.map((rate) => rate.transport));
  console.log(`bare undici   ${Math.round(bare)} requests/s`);
  console.log(`transport     ${Math.round(transport)} requests/s`);
  console.log(`ratio         ${(transport / bare).toFixed(2)}`);
}

async function bareLoop(baseUrl: string, requests: number): Promise<number> {
  const pool = new Pool(baseUrl, { connections: CONCURRENCY, pipelining: 1 });
  const headers = {
    "content-type": "application/json",
    "X-API-Key": CREDENTIALS.apiKey,
    "X-API-Secret": CREDENTIALS.apiSecret,
  };
  const rate = await perSecond(requests, async () => {
    const { body } = await pool.request({ method: "POST", path: "/api/recipients/create", headers, body: QUESTION });
    await body.text();
  });
  await pool.close();
  return rate;
}

async function transportLoop(baseUrl: string, requests: number): Promise<number> {
  const transport = createTransport({ baseUrl, credentials: CREDENTIALS, concurrency: CONCURRENCY, timeoutMs: 10_000 });
  const request: WireRequest = {
    method: "POST",
    path: "/api/recipients/create",
    headers: { "content-type": "application/json" },
    body: QUESTION,
    credentials: "valid",
  };
  const rate = await perSecond(requests, async () => {
    await transport.send(request);
  });
  await transport.close();
  return rate;
}

/** Keeps as many requests under way as there are connections. */
async function perSecond(requests: number, send: () => Promise<void>): Promise<number> {
  let left = requests;
  const began = performance.now();
  const senders = Array.from({ length: CONCURRENCY }, async () => {
    while (left-- > 0) {
      await send();
    }
  });
  await Promise.all(senders);
  return (requests * 1000) / (performance.now() - began);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
