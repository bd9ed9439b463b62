/**
 * The sandbox as the service that a partner builds an integration against: what it starts with, how its states move, what
 * happens on request. That it keeps the contract, that each choice shows and each defect tells, the selftest and the table of
 * unknowns prove.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bankAccount,
  bankRecipient,
  closeAll,
  cryptoAccount,
  member,
  type Partner,
  partnerOf,
  recipientFields,
} from "./partner.js";

let partner: Partner;
let items: readonly unknown[];

beforeAll(async () => {
  partner = await partnerOf({ mode: "freeze" });
  const listed = member((await partner.get("/api/transactions?page_size=100")).body, "items");
  items = Array.isArray(listed) ? listed : [];
});
afterAll(closeAll);

const TRANSFER = "/api/transactions/transfer/detail";
const ofType = (type: string) => items.filter((item) => member(item, "type") === type);

describe("what a sandbox starts with", () => {
  it("is the same for the same seed: credentials, data, and ids for the same requests", async () => {
    const run = async (seed: number) => {
      const { sandbox, ...own } = await partnerOf({ seed, mode: "freeze" });
      const list = await own.get("/api/transactions?page_size=100");
      const fields = { ...bankRecipient(), partner_recipient_id: "the-same-partner-id-1" };
      const recipient = await own.createRecipient(fields);
      return [sandbox.credentials, list.body, member(recipient.body, "recipient_id"), await own.upload("Invoice")];
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect((await run(8))[0]).not.toEqual(first[0]);
  });

  it("has transfers to both kinds of recipient and deposits over both networks, in each state", async () => {
    const seen = new Set<string>();
    for (const item of ofType("transfer")) {
      const { body } = await partner.get(`${TRANSFER}?transaction_id=${member(item, "id")}`);
      seen.add(`${member(body, "recipient.payment_details.account_type")} ${member(body, "status")}`);
      expect(member(body, "customer.customer_id")).toBe(member(body, "customer_id"));
    }
    for (const item of ofType("deposit")) {
      const { body } = await partner.get(
        `/api/transactions/detail?partner_transaction_id=${member(item, "reference_id")}`,
      );
      seen.add(`${member(body, "network")} ${member(body, "account_currency")} ${member(body, "status")}`);
    }
    // Dollars come over one network, which the wallet in dollars shows as well.
    expect(seen.size).toBe(6 + 12 + 3);
    for (const item of items) expect(String(member(item, "created_at")) < "2026").toBe(true);
  });

  it("has a receipt that is a PDF of its transfer, and one wallet for each currency and network", async () => {
    const id = member(
      ofType("transfer").find((item) => member(item, "status") === "completed"),
      "id",
    );
    const { body } = await partner.get(`/api/transactions/transfer/receipt?transaction_id=${id}`);
    const pdf = Buffer.from(String(member(body, "0")), "base64").toString("latin1");
    expect(pdf.startsWith("%PDF-1.4")).toBe(true);
    expect(pdf).toContain(String(id));
    expect((await partner.get("/api/balances")).body).toHaveLength(5);
  });
});

it("what was stored comes back as it was sent, with all digits of a number, and stays over an update", async () => {
  for (const amount of ["12345678901234567890.1234567890", "1e400", "-0.10000000000000000001"]) {
    const usage = `"account_usage":{"estimated_monthly_revenue_amount":${amount}}`;
    const raw = `{"partner_customer_id":"of ${amount}","business_details":{"business_name":"Lotus"},${usage}}`;
    expect((await partner.send("POST", "/api/customers/create", { raw })).text).toContain(`:${amount}`);
  }
  const created = await partner.createRecipient({ website: "https://a.example.com", address_info: { city: "深圳" } });
  const id = member(created.body, "recipient_id");
  const updated = await partner.post(`/api/recipients/${id}/update`, {
    ...recipientFields(),
    payment_details: cryptoAccount,
  });
  expect(updated.body).toMatchObject({ ...Object(created.body), payment_details: cryptoAccount });
  expect(member(updated.body, "payment_details")).toEqual(cryptoAccount);
});

describe("states", () => {
  it("move at once in a sandbox that is told to, and after a second in a live one", async () => {
    const instant = await partnerOf({ mode: "instant" });
    expect(member((await instant.createRecipient()).body, "status")).toBe("active");
    const live = await partnerOf();
    const created = await live.createRecipient();
    expect(member(created.body, "status")).toBe("pending");
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    const path = `/api/recipients/${member(created.body, "recipient_id")}/update`;
    const updated = await live.post(path, { ...recipientFields(), payment_details: bankAccount });
    expect(member(updated.body, "status")).toBe("active");
  });

  it("follow orders on the control path: a transfer, a deposit, a recipient's status", async () => {
    const instant = await partnerOf({ mode: "instant" });
    const state = (await instant.get("/_sandbox/state", { anonymous: true })).body;
    const order = {
      customer_id: member(state, "customers.0.customer_id"),
      recipient_id: member(state, "recipients.1.recipient_id"),
      partner_transaction_id: "my-own-transfer-00001",
      amount: 250.5,
      outcome: "failed",
    };
    const started = await instant.post("/_sandbox/transfers", order, { anonymous: true });
    expect(started.body).toMatchObject({ status: "failed", source: { amount: 250.5 } });
    const found = await instant.get(`${TRANSFER}?partner_transaction_id=my-own-transfer-00001`);
    expect(found.body).toEqual(started.body);
    for (const wrong of [order, {}]) expect((await instant.post("/_sandbox/transfers", wrong)).status).toBe(400);
    const deposit = await partner.post("/_sandbox/deposits", { network: "TRX", account_currency: "USDC", amount: 5 });
    expect(deposit.body).toMatchObject({ status: "Processing", amount: 5, network: "TRX" });
    const id = member((await partner.createRecipient()).body, "recipient_id");
    const statusAs = (status: string) => partner.post("/_sandbox/recipients/status", { recipient_id: id, status });
    expect(member((await statusAs("suspended")).body, "status")).toBe("suspended");
    expect((await statusAs("gone")).status).toBe(400);
  });
});
