import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeAll, isErrorShape, member, type Partner, partnerOf } from "./partner.js";

let partner: Partner;
let items: readonly unknown[];

beforeAll(async () => {
  partner = await partnerOf({ mode: "freeze" });
  const listed = member((await partner.get("/api/transactions?page_size=100")).body, "items");
  items = Array.isArray(listed) ? listed : [];
});
afterAll(closeAll);

const ofType = (type: string) => items.filter((item) => member(item, "type") === type);
const wordsOf = (values: readonly unknown[], name: string) => new Set(values.map((value) => member(value, name)));

describe("the transactions that a sandbox starts with", () => {
  it("are at least thirty, in all states", () => {
    expect(items.length).toBeGreaterThanOrEqual(30);
    expect(wordsOf(ofType("transfer"), "status")).toEqual(new Set(["pending", "completed", "failed"]));
    expect(wordsOf(ofType("deposit"), "status")).toEqual(new Set(["Processing", "Succeeded", "Failed"]));
  });

  it("pay to bank and crypto recipients in each state", async () => {
    const seen = new Set<string>();
    for (const item of ofType("transfer")) {
      const { body } = await partner.get(`/api/transactions/transfer/detail?transaction_id=${member(item, "id")}`);
      seen.add(`${member(body, "recipient.payment_details.account_type")} ${member(body, "status")}`);
      expect(member(body, "customer.customer_id")).toBe(member(body, "customer_id"));
      expect(member(body, "recipient.recipient_id")).toBe(member(body, "recipient_id"));
      expect(member(body, "customer.business_details.business_type")).toBeUndefined();
      expect(member(body, "completed_at") === undefined).toBe(member(body, "status") === "pending");
      expect(member(body, "source.amount")).toBe(member(item, "sender_amount"));
      expect(String(member(body, "partner_transaction_id")).length).toBeGreaterThanOrEqual(20);
    }
    expect(seen.size).toBe(6);
  });

  it("deposit every currency over both networks", async () => {
    const seen = new Set<string>();
    for (const item of ofType("deposit")) {
      const { body } = await partner.get(
        `/api/transactions/detail?partner_transaction_id=${member(item, "reference_id")}`,
      );
      seen.add(`${member(body, "network")} ${member(body, "account_currency")} ${member(body, "status")}`);
      expect(member(body, "transaction_id")).toBe(member(item, "id"));
    }
    expect(seen.size).toBe(18);
  });

  it("lie before 2026", () => {
    for (const item of items) expect(String(member(item, "created_at")) < "2026").toBe(true);
  });
});

describe("looking up a transfer", () => {
  it("finds the same one by either id and by both", async () => {
    const [first, second] = ofType("transfer");
    const path = "/api/transactions/transfer/detail";
    const byId = await partner.get(`${path}?transaction_id=${member(first, "id")}`);
    const byPartnerId = await partner.get(`${path}?partner_transaction_id=${member(first, "reference_id")}`);
    const pair = `transaction_id=${member(first, "id")}&partner_transaction_id`;
    expect(byPartnerId.body).toEqual(byId.body);
    expect((await partner.get(`${path}?${pair}=${member(first, "reference_id")}`)).body).toEqual(byId.body);
    expect((await partner.get(`${path}?${pair}=${member(second, "reference_id")}`)).status).toBe(404);
  });

  it("knows neither an unknown id nor that of a deposit", async () => {
    const [deposit] = ofType("deposit");
    for (const id of ["txn_unknown", "__proto__", member(deposit, "id")]) {
      const answer = await partner.get(`/api/transactions/transfer/detail?transaction_id=${id}`);
      expect([id, answer.status, isErrorShape(answer)]).toEqual([id, 404, true]);
    }
    expect((await partner.get("/api/transactions/transfer/detail")).status).toBe(400);
    expect((await partner.get("/api/transactions/transfer/detail?transaction_id=a&transaction_id=b")).status).toBe(400);
  });
});

describe("listing transactions", () => {
  it("divides them into pages without loss or overlap", async () => {
    const ids: unknown[] = [];
    for (let page = 1; page <= 6; page++) {
      const { body } = await partner.get(`/api/transactions?page_number=${page}&page_size=8`);
      expect(body).toMatchObject({ page_number: page, page_size: 8, total: items.length });
      const pageItems = member(body, "items");
      ids.push(...(Array.isArray(pageItems) ? pageItems.map((item: unknown) => member(item, "id")) : []));
    }
    expect(ids).toEqual(items.map((item) => member(item, "id")));
  });

  it("has an empty page after the last and refuses odd numbers", async () => {
    expect(member((await partner.get("/api/transactions?page_number=99")).body, "items")).toEqual([]);
    for (const query of [
      "page_number=0",
      "page_number=-1",
      "page_size=0",
      "page_size=1.5",
      "page_size=ten",
      "page_number=",
    ]) {
      expect([query, (await partner.get(`/api/transactions?${query}`)).status]).toEqual([query, 400]);
    }
    expect(member((await partner.get("/api/transactions?page_size=5000")).body, "page_size")).toBe(100);
  });
});

describe("receipts and balances", () => {
  it("gives the PDF of a transfer as one base64 string", async () => {
    const [transfer] = ofType("transfer");
    const { body } = await partner.get(`/api/transactions/transfer/receipt?transaction_id=${member(transfer, "id")}`);
    const pdf = Buffer.from(String(member(body, "0")), "base64").toString("latin1");
    expect(pdf.startsWith("%PDF-1.4")).toBe(true);
    expect(pdf).toContain(String(member(transfer, "id")));
    expect((await partner.get("/api/transactions/transfer/receipt")).status).toBe(400);
    expect((await partner.get("/api/transactions/transfer/receipt?transaction_id=unknown")).status).toBe(404);
  });

  it("lists one wallet for each currency and network", async () => {
    const { status, body } = await partner.get("/api/balances");
    expect(status).toBe(200);
    expect(body).toHaveLength(5);
  });
});

describe("the control path", () => {
  it("starts a transfer that moves with the mode of its sandbox", async () => {
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
    const found = await instant.get("/api/transactions/transfer/detail?partner_transaction_id=my-own-transfer-00001");
    expect(found.body).toEqual(started.body);
    expect((await instant.post("/_sandbox/transfers", order)).status).toBe(400);
    expect((await instant.post("/_sandbox/transfers", {})).status).toBe(400);
  });

  it("starts a deposit and sets the status of a recipient", async () => {
    const deposit = await partner.post("/_sandbox/deposits", { network: "TRX", account_currency: "USDC", amount: 5 });
    expect(deposit.body).toMatchObject({ status: "Processing", amount: 5, network: "TRX" });
    const id = member((await partner.createRecipient()).body, "recipient_id");
    const changed = await partner.post("/_sandbox/recipients/status", { recipient_id: id, status: "suspended" });
    expect(member(changed.body, "status")).toBe("suspended");
    expect((await partner.post("/_sandbox/recipients/status", { recipient_id: id, status: "gone" })).status).toBe(400);
  });
});
