import { connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import {
  answerWell,
  answerWithChaos,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from "../../webhooks/receiver.js";

const open: Receiver[] = [];

async function receive(options: Partial<ReceiverOptions> = {}): Promise<Receiver> {
  const receiver = await startReceiver({ port: 0, ...options });
  open.push(receiver);
  return receiver;
}

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

async function post(url: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(url, { method: "POST", body, headers });
  await response.arrayBuffer();
  return response.status;
}

/** Writes raw bytes and waits for the end of the connection; what comes back is returned. */
function raw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}

/** The receiver does its work after whatever was done to it. */
async function expectAlive(receiver: Receiver): Promise<void> {
  const before = receiver.deliveries().length;
  expect(await post(receiver.url, "still there")).toBe(200);
  expect(receiver.deliveries().at(before)?.body.toString()).toBe("still there");
}

test("keeps the bytes, headers and path of a delivery as they came", async () => {
  const receiver = await receive();
  const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  expect(await post(`${receiver.url}a/b?c=1`, body, { "X-Webhook-Signature": "abc" })).toBe(200);
  const [delivery] = receiver.deliveries();
  expect(delivery).toMatchObject({ number: 1, method: "POST", path: "/a/b?c=1", answered: 200, oversized: false });
  expect(delivery?.body).toEqual(body);
  expect(delivery?.headers["x-webhook-signature"]).toBe("abc");
});

test("takes deliveries on its path only", async () => {
  const receiver = await receive({ path: "/webhooks/4f2a" });
  expect(receiver.url).toMatch(/\/webhooks\/4f2a$/);
  expect(await post(receiver.url, "{}")).toBe(200);
  expect(await post(receiver.url.replace("4f2a", "4f2b"), "{}")).toBe(404);
  expect(receiver.counts()).toMatchObject({ kept: 1, others: 1 });
});

test("a request without a body of its own is no delivery", async () => {
  const receiver = await receive();
  expect((await fetch(receiver.url)).status).toBe(200);
  expect(receiver.counts()).toMatchObject({ kept: 0, others: 1 });
});

test("a body that is too long is turned away, noted without its bytes, and harms nothing", async () => {
  const receiver = await receive({ limits: { bodyBytes: 1_000 } });
  expect(await post(receiver.url, "x".repeat(1_000))).toBe(200);
  expect(await post(receiver.url, "x".repeat(1_001))).toBe(413);
  expect(receiver.deliveries()[1]).toMatchObject({ oversized: true, answered: 413 });
  expect(receiver.deliveries()[1]?.body.length).toBe(0);
  await expectAlive(receiver);
});

test("a body in chunks without end is cut off", async () => {
  const receiver = await receive({ limits: { bodyBytes: 10_000 } });
  const answer = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(receiver.port, "127.0.0.1", () => {
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      const pump = setInterval(() => socket.write(`1000\r\n${"y".repeat(0x1000)}\r\n`), 1);
      socket.on("close", () => {
        clearInterval(pump);
        resolve(text);
      });
    });
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
  });
  expect(answer).toContain("413");
  await expectAlive(receiver);
});

test("a request that never ends is given up", async () => {
  const receiver = await receive({ limits: { requestMs: 300 } });
  const answer = await raw(receiver.port, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nonly this");
  expect(answer).not.toContain("200");
  expect(receiver.counts()).toMatchObject({ kept: 0 });
  await expectAlive(receiver);
});

test("what is no HTTP is counted and harms nothing", async () => {
  const receiver = await receive();
  await raw(receiver.port, Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]));
  await raw(receiver.port, "GET\r\n\r\n");
  await raw(receiver.port, `POST / HTTP/1.1\r\nHost: x\r\nX-Long: ${"z".repeat(100_000)}\r\n\r\n`);
  expect(receiver.counts().garbage).toBeGreaterThanOrEqual(3);
  await expectAlive(receiver);
});

test("thousands at once are all answered, and no more are kept than the limits allow", async () => {
  const receiver = await receive({ limits: { deliveries: 500, keptBytes: 20_000 } });
  let next = 0;
  const sender = async (): Promise<number[]> => {
    const statuses: number[] = [];
    for (let index = next++; index < 3_000; index = next++)
      statuses.push(await post(receiver.url, `{"number":${index},"filler":"${"f".repeat(80)}"}`));
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: 50 }, sender))).flat();
  expect(statuses).toHaveLength(3_000);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const { kept, notKept } = receiver.counts();
  expect(kept + notKept).toBe(3_000);
  expect(receiver.deliveries().reduce((sum, { body }) => sum + body.length, 0)).toBeLessThanOrEqual(20_000);
});

test("more deliveries a second than allowed are asked to come later", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const receiver = await receive({ limits: { perSecond: 5 } });
  const posted = async (): Promise<number[]> =>
    (await Promise.all(Array.from({ length: 9 }, () => post(receiver.url, "{}")))).sort();
  expect(await posted()).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  vi.advanceTimersByTime(400);
  expect(await posted()).toEqual([200, 200, 429, 429, 429, 429, 429, 429, 429]);
});

test("with chaos, some get no answer or a bad one when they come first, and a good one when they come again", async () => {
  const answers = answerWithChaos();
  const planned = ["1", "2", "2", "3", "4", "4", "4", "4", "5"].map((body) => answers(Buffer.from(body)));
  expect(planned.map(({ status }) => status)).toEqual([200, 0, 200, 200, 500, 500, 500, 200, 200]);
  expect(planned.map(({ hold }) => hold > 0)).toEqual([false, true, false, false, false, false, false, false, false]);
  const receiver = await receive({
    answers: (body) => (body.toString() === "bad" ? { status: 500, hold: 0 } : answerWell(body)),
  });
  expect(await post(receiver.url, "bad")).toBe(500);
  expect(receiver.deliveries().map(({ answered }) => answered)).toEqual([500]);
});

test("a port that is in use is named", async () => {
  const receiver = await receive();
  await expect(startReceiver({ port: receiver.port })).rejects.toThrow(`Port ${receiver.port} of 127.0.0.1 is in use`);
});
