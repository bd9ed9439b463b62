import fc from "fast-check";
import { expect, test } from "vitest";
import type { Category } from "../../schemas/deliveries.js";
import { holdsMore, readDelivery } from "../../webhooks/reading.js";

const RECIPIENT = {
  recipient_id: "rcp_1",
  partner_recipient_id: "p".repeat(20),
  status: "active",
  business_name: "Sample",
  country_code: "CN",
  payment_details: { account_type: "bank" },
};
const CUSTOMER = {
  customer_id: "cus_1",
  partner_customer_id: "p",
  status: "active",
  business_details: {},
  business_person_list: [],
};
const TRANSFER = {
  transaction_id: "txn_1",
  partner_transaction_id: "t".repeat(20),
  transaction_type: "transfer",
  source: { currency: "USDT", amount: 1 },
  target: { currency: "USD", amount: 1 },
  status: "pending",
  customer: CUSTOMER,
  recipient: RECIPIENT,
};
const DEPOSIT = {
  partner_transaction_id: "t".repeat(20),
  network: "ETH",
  account_currency: "USDT",
  amount: 5,
  transaction_type: "deposit",
  status: "Processing",
};
const RETURN = {
  return_id: "txn_9",
  transaction_id: "txn_1",
  transaction_type: "return",
  customer_id: "cus_1",
  recipient_id: "rcp_1",
  status: "completed",
};

const DATA: readonly [Category, Record<string, unknown>, string][] = [
  ["Recipient", RECIPIENT, "recipient.active"],
  ["Customer", CUSTOMER, "customer.status_changed"],
  ["Transfers", TRANSFER, "transfer.pending"],
  ["Deposit", DEPOSIT, "deposit.detected"],
  ["Return", RETURN, "payout.returned"],
];

const ENVELOPES: readonly [string, (data: unknown, name: string) => unknown, string][] = [
  ["none", (data) => data, ""],
  ["event and data", (data, event) => ({ event, data }), "data"],
  ["typed", (data, type) => ({ type, id: "evt_1", created_at: "2025-01-01T00:00:00Z", data }), "data"],
  ["payload", (data, name) => ({ event: { id: "evt_1", name }, payload: data }), "payload"],
  ["nested", (data, type) => ({ type, data: { object: data, previous: null } }), "data.object"],
  ["ids outside", (data, type) => ({ type, transaction_id: "txn_1", customer_id: "cus_1", data }), "data"],
  ["JSON:API", (data, type) => ({ data: { type, id: "1", attributes: data } }), "data.attributes"],
];

function read(value: unknown, headers: Record<string, string> = {}) {
  return readDelivery(Buffer.from(JSON.stringify(value)), headers);
}

test.each(
  DATA.flatMap(([category, data, name]) =>
    ENVELOPES.map(([envelope, wrap, at]) => [category, envelope, wrap(data, name), at] as const),
  ),
)('%s data is found in the envelope "%s"', (category, _envelope, value, at) => {
  const reading = read(value);
  expect(reading.category).toBe(category);
  expect(reading.data?.at).toBe(at);
  expect(reading.data?.asText).toBe(false);
});

test("a name in a header tells the category when the body has no envelope", () => {
  const reading = read(
    { status: "active" },
    { "x-webhook-event": "recipient.active", "content-type": "application/json" },
  );
  expect(reading).toMatchObject({ category: "Recipient", data: null });
  expect(reading.eventNames[0]).toEqual({ at: "header x-webhook-event", value: "recipient.active" });
});

test("a list of transfers is several objects", () => {
  const reading = read({ event: "transfer.batch", data: [TRANSFER, { ...TRANSFER, transaction_id: "txn_2" }] });
  expect(reading).toMatchObject({ category: "Transfers", data: { at: "data[]" } });
  expect(reading.data?.objects).toHaveLength(2);
});

test("data that is a text is found and told", () => {
  expect(read({ event: "recipient.active", data: JSON.stringify(RECIPIENT) }).data).toMatchObject({
    at: "data",
    asText: true,
  });
});

test("data of transfers, deposits and returns may have any fields", () => {
  expect(read({ type: "return.completed", data: { transaction_id: "txn_1", amount: 5 } })).toMatchObject({
    category: "Return",
    data: { at: "data" },
  });
  expect(holdsMore({ type: "return.completed", id: "evt_1", data: { reason: "closed account" } })).toBe(true);
  expect(holdsMore({ event: { id: "evt_1", name: "return.completed", created_at: "2026-01-01" }, data: {} })).toBe(
    false,
  );
  expect(holdsMore({ type: "return.completed", id: "evt_1", reason: "closed account" })).toBe(false);
});

test("a test of the connection is of no category", () => {
  expect(read({ type: "ping", id: "evt_1" })).toMatchObject({ category: null, data: null });
});

test("ids and times of the envelope are found, not those of the data", () => {
  const reading = read({
    type: "recipient.active",
    id: "evt_1",
    created_at: "2025-01-01T00:00:00Z",
    data: { ...RECIPIENT, created_at: "2024-01-01T00:00:00Z" },
  });
  expect(reading.ids).toEqual([{ at: "id", value: "evt_1" }]);
  expect(reading.times).toEqual([{ at: "created_at", value: "2025-01-01T00:00:00Z" }]);
});

test.each<[string, Buffer, string]>([
  ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "not-json"],
  ["nothing", Buffer.alloc(0), "not-json"],
  ["half of it", Buffer.from('{"a":'), "not-json"],
  ["a million brackets", Buffer.from("[".repeat(1_000_000)), "not-json"],
  ["deep lists", Buffer.from("[".repeat(500_000) + "]".repeat(500_000)), "json"],
  ["deep objects", Buffer.from(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`), "json"],
])("a body of %s does no harm", (_name, body, kind) => {
  expect(readDelivery(body, {}).body.kind).toBe(kind);
});

test("a byte order mark is overlooked", () => {
  expect(readDelivery(Buffer.from(`\uFEFF${JSON.stringify(RECIPIENT)}`), {}).category).toBe("Recipient");
});

test("no JSON makes it throw", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(readDelivery(Buffer.from(text), {}).body.kind).toBe("json");
    }),
    { numRuns: 300 },
  );
});
