/** A delivery may be compressed: the document says that its body is JSON, and nothing of its Content-Encoding. */
import { createHmac } from "node:crypto";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findingsOf } from "../../suites/deliveries/attend.js";
import { DeliveryReader } from "../../webhooks/reader.js";

const WEBHOOK_SECRET = "whsec_for_compressed_deliveries";
const TEXT = JSON.stringify({ type: "transfer.completed", data: { transaction_id: "txn_1", status: "completed" } });

function checksOf(body: Buffer, encoding: string, signed: Buffer | string): string[] {
  const credentials = { apiKey: "key", apiSecret: "secret", webhookSecret: WEBHOOK_SECRET };
  const reader = new DeliveryReader(credentials, null);
  const signature = createHmac("sha256", WEBHOOK_SECRET).update(signed).digest("hex");
  const headers = {
    "content-type": "application/json",
    "content-encoding": encoding,
    "x-webhook-signature": signature,
  };
  const kept = { number: 1, receivedAt: 0, method: "POST", path: "/", oversized: false, answered: 200 };
  return findingsOf(reader.read({ ...kept, headers, body })).map(({ check }) => check);
}

test.each([
  ["gzip", gzipSync(TEXT)],
  ["GZIP", gzipSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["deflate", deflateRawSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
])("a delivery in %s is read, whether it was signed before or after its compression", (encoding, body) => {
  expect(checksOf(body, encoding, TEXT)).toEqual([]);
  expect(checksOf(body, encoding, body)).toEqual([]);
});

test("a body that is not in the encoding that it names is not read", () => {
  expect(checksOf(Buffer.from([0xff, 0xfe, 0x00]), "gzip", TEXT)).toContain("webhooks/response/body.json");
});

test("a body that fills the memory when it is read is not read", () => {
  expect(checksOf(gzipSync(Buffer.alloc(64 * 1024 * 1024)), "gzip", TEXT)).toContain("webhooks/response/body.json");
});
