import { afterAll, describe, expect, it } from "vitest";
import { chooseBehaviour } from "../../sandbox/behaviours.js";
import { credentialsFor } from "../../sandbox/credentials.js";
import type { SandboxOptions } from "../../sandbox/server.js";
import { Service } from "../../sandbox/service.js";
import { WebhookRegistration } from "../../sandbox/webhooks/deliveries.js";
import { closeAll, member, type Partner, partnerOf, recipientFields } from "./partner.js";
import { type Arrived, closeReceivers, pause, type Receiver, type Reply, receiver } from "./webhooksReceiver.js";

afterAll(async () => {
  await closeAll();
  closeReceivers();
});

interface Setting {
  readonly partner: Partner;
  readonly hooks: Receiver;
}

async function setting(options: SandboxOptions = {}, reply?: Reply): Promise<Setting> {
  const hooks = await receiver(reply);
  return { hooks, partner: await partnerOf({ mode: "instant", ...options, webhookUrl: hooks.url }) };
}

const bodyOf = ({ text }: Arrived): unknown => JSON.parse(text);
const ofAll = (arrived: readonly Arrived[], path: string): unknown[] =>
  arrived.map((delivery) => member(bodyOf(delivery), path));
const registered = async (partner: Partner): Promise<unknown> => (await partner.get("/_sandbox/webhook")).body;

/** What a sandbox counts once nothing waits to be delivered any more. */
async function settled(partner: Partner): Promise<unknown> {
  for (;;) {
    const { body } = await partner.get("/_sandbox/webhook");
    if (member(body, "deliveries.waiting") === 0) return body;
    await pause(5);
  }
}

async function firstId(partner: Partner, kind: "customers" | "recipients", name: string): Promise<unknown> {
  return member((await partner.get("/_sandbox/state")).body, `${kind}.0.${name}`);
}

async function startTransfer(partner: Partner): Promise<unknown> {
  const order = {
    customer_id: await firstId(partner, "customers", "customer_id"),
    recipient_id: await firstId(partner, "recipients", "recipient_id"),
  };
  return (await partner.post("/_sandbox/transfers", order)).body;
}

describe.concurrent("what is delivered", () => {
  it("tells of a new recipient and of its becoming active", async () => {
    const { partner, hooks } = await setting({ mode: "live" });
    const created = (await partner.createRecipient()).body;
    expect(ofAll(await hooks.arrivals(2), "data")).toEqual([
      { ...Object(created), status: "pending" },
      { ...Object(created), status: "active" },
    ]);
    const [first] = hooks.arrived;
    expect([first?.method, first?.headers["content-type"]]).toEqual(["POST", "application/json"]);
    expect(first?.headers["x-webhook-signature"]).toMatch(/^[0-9a-f]{64}$/);
  });

  it("tells of a transfer and a deposit as their details show them, before and after", async () => {
    const { partner, hooks } = await setting({ mode: "live" });
    const transfer = await startTransfer(partner);
    const deposit = (await partner.post("/_sandbox/deposits", { outcome: "failed" })).body;
    const arrived = await hooks.arrivals(4);
    // Each tells of its own in order; which of the two is heard of first depends on the machine.
    for (const [created, path, types] of [
      [transfer, "transfer/detail", ["transfer.pending", "transfer.completed"]],
      [deposit, "detail", ["deposit.processing", "deposit.failed"]],
    ] as const) {
      const id = member(created, "transaction_id");
      const own = arrived.filter((delivery) => ofAll([delivery], "data.transaction_id")[0] === id);
      const later = await partner.get(`/api/transactions/${path}?transaction_id=${id}`);
      expect(ofAll(own, "data")).toEqual([created, later.body]);
      expect(ofAll(own, "type")).toEqual(types);
    }
  });

  it("has no status that something later made untrue", async () => {
    const { partner, hooks } = await setting({ mode: "live" });
    const id = member((await partner.createRecipient()).body, "recipient_id");
    await partner.post("/_sandbox/recipients/status", { recipient_id: id, status: "suspended" });
    await settled(partner);
    // On a busy machine the second may be over before the recipient is suspended.
    expect(ofAll(hooks.arrived, "data.status").filter((status) => status !== "active")).toEqual([
      "pending",
      "suspended",
    ]);
    expect(ofAll(hooks.arrived, "data.status").at(-1)).toBe("suspended");
  });

  it("tells of an update that changes the status, and of no other", async () => {
    const plain = await setting();
    const checked = await setting({ mode: "live", behaviours: { statusAfterUpdate: "pending" } });
    for (const { partner } of [plain, checked]) {
      const id = member((await partner.createRecipient()).body, "recipient_id");
      await partner.post(`/api/recipients/${id}/update`, recipientFields());
    }
    await Promise.all([settled(plain.partner), settled(checked.partner)]);
    expect(ofAll(plain.hooks.arrived, "data.status")).toEqual(["active"]);
    // On a busy machine the second may be over before the update, which makes it pending again.
    expect(ofAll(checked.hooks.arrived, "data.status").join(" ")).toMatch(/^(pending active ?)+$/);
  });

  it("tells only of what happens by request in a frozen sandbox", async () => {
    const { partner, hooks } = await setting({ mode: "freeze" });
    await partner.createRecipient();
    await startTransfer(partner);
    await settled(partner);
    expect(ofAll(hooks.arrived, "data.status")).toEqual(["pending", "pending"]);
  });
});

describe.concurrent("a return", () => {
  it("names a completed transfer and credits its wallet, once", async () => {
    const { partner, hooks } = await setting({ mode: "freeze" });
    const before = (await partner.get("/api/balances")).body;
    const returned = await partner.post("/_sandbox/returns", { reason: "Account closed" });
    const id = member(returned.body, "transaction_id");
    const transfer = (await partner.get(`/api/transactions/transfer/detail?transaction_id=${id}`)).body;
    expect(member(transfer, "status")).toBe("completed");
    expect(returned.body).toMatchObject({
      transaction_type: "return",
      partner_transaction_id: member(transfer, "partner_transaction_id"),
      source: member(transfer, "target"),
    });
    expect(ofAll(await hooks.arrivals(1), "data")).toEqual([returned.body]);
    expect((await partner.get("/api/balances")).body).not.toEqual(before);
    expect((await partner.post("/_sandbox/returns", { transaction_id: id })).status).toBe(400);
  });

  it("is refused for a transfer that is not completed, and for what is none", async () => {
    const { partner } = await setting({ mode: "freeze" });
    const pending = member(await startTransfer(partner), "transaction_id");
    for (const transaction_id of [pending, "txn_unknown", "__proto__", 7]) {
      expect((await partner.post("/_sandbox/returns", { transaction_id })).status).toBe(400);
    }
  });
});

describe.concurrent("a delivery that is not taken", () => {
  it("is repeated with the same body at growing intervals, without holding up the next", async () => {
    const { webhook, hooks, happens } = await deliveriesOf({}, (index) => (index === 1 ? 200 : 500));
    for (const number of [1, 2]) happens(number);
    const arrived = await hooks.arrivals(4);
    expect(ofAll(arrived, "data.number")).toEqual([1, 2, 1, 1]);
    const [first, , second, third] = arrived;
    expect(new Set([first?.text, second?.text, third?.text]).size).toBe(1);
    const pauses = [(second?.at ?? 0) - (first?.at ?? 0), (third?.at ?? 0) - (second?.at ?? 0)];
    expect(pauses[0]).toBeGreaterThan(190);
    expect(pauses[1]).toBeGreaterThan(390);
    expect(webhook.current.deliveries).toMatchObject({ delivered: 1, failed: 0, waiting: 1 });
    await webhook.register(undefined);
  });

  it("is given up after five attempts", async () => {
    const { partner, hooks } = await setting({ behaviours: { webhookRetry: "steady" } }, () => 503);
    await partner.createRecipient();
    expect(await settled(partner)).toMatchObject({ deliveries: { delivered: 0, failed: 1 } });
    expect(hooks.arrived).toHaveLength(5);
  });

  it("is not repeated where that is the behaviour, nor is a redirect followed", async () => {
    const { partner, hooks } = await setting({ behaviours: { webhookRetry: "never" } }, () => 307);
    await partner.createRecipient();
    expect(await settled(partner)).toMatchObject({ deliveries: { failed: 1 } });
    expect(hooks.arrived).toHaveLength(1);
  });

  it("does not keep a sandbox from serving or from closing", async () => {
    const { partner, hooks } = await setting({ behaviours: { webhookOrder: "atOnce" } }, () => "silence");
    for (let index = 0; index < 20; index++) await partner.createRecipient();
    await hooks.arrivals(8);
    expect((await partner.get("/api/balances")).status).toBe(200);
    await partner.sandbox.close();
  });
});

/** Deliveries of a service without HTTP in front of it. */
async function deliveriesOf(behaviours: Readonly<Record<string, string>>, reply?: Reply) {
  const behaviour = chooseBehaviour(behaviours);
  const service = new Service({ behaviour, credentials: credentialsFor(42), mode: "live", seed: 42 });
  const hooks = await receiver(reply);
  const webhook = new WebhookRegistration(service, [], { firstPause: 200, attempt: 600_000 });
  await webhook.register(hooks.url);
  const happens = (number: number, at = 0): void =>
    service.onChange?.({ category: "Customer", at, data: () => ({ status: "active", number }) });
  return { webhook, hooks, happens };
}

describe.concurrent("deliveries that wait", () => {
  it("are at most ten thousand", async () => {
    const { webhook, happens } = await deliveriesOf({}, () => "silence");
    const later = Date.now() + 60_000;
    for (let number = 0; number < 12_000; number++) happens(number, number % 2 === 0 ? later : 0);
    expect(webhook.current.deliveries).toMatchObject({ waiting: 10_000, dropped: 2_000 });
    await webhook.register(undefined);
  });
});

describe.concurrent("when deliveries come", () => {
  it("is up to eight at the same time by webhookOrder=atOnce", async () => {
    const { webhook, hooks, happens } = await deliveriesOf({ webhookOrder: "atOnce" }, () => "silence");
    for (let number = 0; number < 20; number++) happens(number);
    await hooks.arrivals(8);
    await pause(50);
    expect(hooks.arrived).toHaveLength(8);
    await webhook.register(undefined);
  });

  it.each([
    ["asItHappened", [1, 2, 3, 4]],
    ["newestFirst", [4, 3, 2, 1]],
  ])("is by webhookOrder=%s", async (webhookOrder, expected) => {
    const { webhook, hooks, happens } = await deliveriesOf({ webhookOrder });
    for (const number of [1, 2, 3, 4]) happens(number);
    expect(ofAll(await hooks.arrivals(4), "data.number")).toEqual(expected);
    await webhook.register(undefined);
  });
});

describe.concurrent("registering a receiver", () => {
  it("moves deliveries from one address to another, and ends them", async () => {
    const { partner, hooks } = await setting();
    const next = await receiver();
    const register = (url: unknown) => partner.send("PUT", "/_sandbox/webhook", { json: { url }, anonymous: true });
    await partner.createRecipient();
    await hooks.arrivals(1);
    expect((await register(next.url)).body).toMatchObject({ url: next.url, deliveries: { delivered: 0 } });
    await partner.createRecipient();
    expect(await settled(partner)).toMatchObject({ url: next.url, deliveries: { delivered: 1 } });
    expect((await register(null)).body).toMatchObject({ url: null });
    await partner.createRecipient();
    await pause(50);
    expect([hooks.arrived.length, next.arrived.length]).toEqual([1, 1]);
  });

  it("takes only http and https addresses", async () => {
    const { partner, hooks } = await setting();
    for (const url of ["nowhere", "ftp://127.0.0.1/", "", 7, undefined]) {
      expect((await partner.send("PUT", "/_sandbox/webhook", { json: { url } })).status).toBe(400);
    }
    expect(await registered(partner)).toMatchObject({ url: hooks.url });
    await expect(partnerOf({ webhookUrl: "nowhere" })).rejects.toThrow(
      'The webhook address "nowhere" is not an http or https address.',
    );
  });
});
