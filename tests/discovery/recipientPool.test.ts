import { describe, expect, test } from "vitest";
import { RecipientPool } from "../../discovery/recipientPool.js";
import type { KnownRecipient } from "../../engine/model.js";

function recipient(recipientId: string, template: string): KnownRecipient {
  const partnerRecipientId = `partner-of-${recipientId}`;
  return { recipientId, partnerRecipientId, accountType: "bank", template, status: "active", createdAt: null };
}

describe("a pool of recipients", () => {
  test("keeps the first of each template for controls", () => {
    const pool = new RecipientPool({ bank: [recipient("a", "bank-1"), recipient("b", "bank-1")], crypto: [] });
    expect(pool.recipientFor("key", "bank", "bank-1")?.recipientId).toBe("b");
    expect(pool.reservedInPlaceOf("b", "bank-1")?.recipientId).toBe("a");
  });

  test("whose recipients are all reserved lets cases work on them, and their controls with them", () => {
    const pool = new RecipientPool({ bank: [recipient("a", "bank-1"), recipient("b", "bank-2")], crypto: [] });
    expect(["a", "b"]).toContain(pool.recipientFor("key", "bank", "bank-1")?.recipientId);
    // A control on a reserved recipient would wait for the case that works on it.
    expect(pool.reservedInPlaceOf("a", "bank-1")).toBeUndefined();
  });

  test("whose other recipients were all retired does the same", () => {
    const last = recipient("b", "bank-1");
    const pool = new RecipientPool({ bank: [recipient("a", "bank-1"), last], crypto: [] });
    expect(pool.reservedInPlaceOf("b", "bank-1")?.recipientId).toBe("a");
    pool.retire(last);
    expect(pool.reservedInPlaceOf("a", "bank-1")).toBeUndefined();
  });

  test("is used up when those are retired that cases work on", () => {
    const last = recipient("b", "bank-1");
    const pool = new RecipientPool({ bank: [recipient("a", "bank-1"), last], crypto: [] });
    expect([pool.isUsedUp("bank"), pool.isUsedUp("crypto")]).toEqual([false, false]);
    pool.retire(last);
    expect(pool.isUsedUp("bank")).toBe(true);
  });
});
