import { expect, test } from "vitest";
import { createRedactor } from "../../client/redact.js";
import type { Delivery } from "../../webhooks/delivery.js";
import { readDeliveries, savedDelivery } from "../../webhooks/saved.js";

const SECRET = "the-webhook-secret-1234";
const redactor = createRedactor({ apiKey: "an-api-key-1234", apiSecret: "an-api-secret-1234", webhookSecret: SECRET });

function delivery(body: Buffer): Delivery {
  return {
    number: 3,
    receivedAt: Date.UTC(2025, 0, 1),
    method: "POST",
    path: "/hook",
    headers: { "x-webhook-signature": "abc", "content-type": "application/json" },
    body,
    oversized: false,
    answered: 200,
  };
}

function again(saved: unknown): Delivery | undefined {
  return readDeliveries(Buffer.from(`${JSON.stringify(saved)}\n`), "file")[0];
}

test.each([
  ["text", Buffer.from('{"name":"李"}\r\n')],
  ["bytes that are no text", Buffer.from([0xff, 0x00, 0x7b])],
  ["nothing", Buffer.alloc(0)],
])("a delivery of %s is read back byte for byte", (_name, body) => {
  expect(again(savedDelivery(delivery(body), redactor))).toEqual(delivery(body));
});

test("a secret is taken out, and that is told", () => {
  const saved = savedDelivery(delivery(Buffer.from(`{"secret":"${SECRET}"}`)), redactor);
  expect(JSON.stringify(saved)).not.toContain(SECRET);
  expect(saved.redacted).toBe(true);
});

test("several lines are several deliveries", () => {
  const line = JSON.stringify(savedDelivery(delivery(Buffer.from("{}")), redactor));
  expect(readDeliveries(Buffer.from(`${line}\n${line}\n`), "file")).toHaveLength(2);
});

test("a request as it went over the wire is read, its body untouched", () => {
  const text = 'POST /hook?a=1 HTTP/1.1\r\nX-Webhook-Signature: abc\r\nContent-Type: application/json\r\n\r\n{"a":1}\n';
  expect(readDeliveries(Buffer.from(text), "file")[0]).toMatchObject({
    method: "POST",
    path: "/hook?a=1",
    headers: { "x-webhook-signature": "abc" },
    body: Buffer.from('{"a":1}\n'),
  });
});

test("a body alone takes its headers from beside it", () => {
  const [read] = readDeliveries(Buffer.from('{"a":1}'), "file", { "x-webhook-signature": "abc" });
  expect(read).toMatchObject({ headers: { "x-webhook-signature": "abc" }, body: Buffer.from('{"a":1}') });
});

test.each([
  ["", "file is empty"],
  ['{"headers":{},"body":"{}"}\nnot json\n', "file, line 2 is not JSON"],
  ['{"headers":{},"body":"{}","bodyBase64":"e30="}', "file has both body and bodyBase64"],
  ["X-Webhook-Signature: abc\nno header\n\n{}", '"no header" where a header is expected'],
])("a file of %j is refused with the place", (text, message) => {
  expect(() => readDeliveries(Buffer.from(text), "file")).toThrow(message);
});
