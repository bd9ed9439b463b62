import { afterEach, describe, expect, it } from "vitest";
import { deliveryHooksOf, WEBHOOK_DEFECTS } from "../../sandbox/defects/webhooks.js";
import { closeReceivers } from "./webhooksReceiver.js";
import { faults, runScenario } from "./webhooksScenario.js";

afterEach(closeReceivers);

describe("webhook defects", () => {
  it("are at least 24, with ids of their own, of one family", () => {
    expect(WEBHOOK_DEFECTS.length).toBeGreaterThanOrEqual(24);
    expect(new Set(WEBHOOK_DEFECTS.map(({ id }) => id)).size).toBe(WEBHOOK_DEFECTS.length);
    for (const { id, family, operation, rule } of WEBHOOK_DEFECTS) {
      expect([family, operation]).toEqual(["webhooks", "webhooks"]);
      expect(id).toMatch(/^webhooks\/[\w.[\]-]+\/[\w-]+$/);
      const rules = typeof rule === "string" ? [rule] : rule;
      expect(rules.length).toBeGreaterThan(0);
      expect(rules.filter((name) => !/^webhooks\/[\w.[\]-]+$/.test(name))).toEqual([]);
    }
  });

  it.each(WEBHOOK_DEFECTS.map(({ id }) => id))("%s shows", async (id) => {
    const hooks = deliveryHooksOf([id]);
    expect(hooks).toHaveLength(1);
    expect(faults(await runScenario({}, hooks))).not.toEqual([]);
  });

  it.each([
    ["webhooks/signature.algorithm/sha1", { webhookSignature: "list", webhookSignatureEncoding: "base64" }],
    ["webhooks/signature.raw-body/reserialised", { jsonText: "pretty" }],
    ["webhooks/envelope.data/null", { webhookEnvelope: "bare", webhookDataPlace: "nested" }],
    ["webhooks/envelope.data/missing", { webhookEnvelope: "bare" }],
    ["webhooks/envelope.data/missing", { webhookEnvelope: "eventAndPayload", webhookDataPlace: "nested" }],
  ])("%s shows with %o", async (id, behaviours) => {
    expect(faults(await runScenario(behaviours, deliveryHooksOf([id])))).not.toEqual([]);
  });

  it("are applied together, and hooks of other defects are none of theirs", async () => {
    const hooks = deliveryHooksOf([
      "webhooks/signature.present/missing",
      "no-such-defect",
      "webhooks/delivered.customer/never",
    ]);
    expect(hooks).toHaveLength(2);
    const { arrived } = await runScenario({}, hooks);
    expect(arrived.every(({ headers, text }) => !("x-webhook-signature" in headers) && !/"customer\./.test(text))).toBe(
      true,
    );
  });
});
