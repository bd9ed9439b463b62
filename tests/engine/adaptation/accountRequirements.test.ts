import { expect, test } from "vitest";
import { changes, SUITS, suitedBody, suitWords } from "../../../engine/adaptation/accountRequirements.js";
import type { JsonObject } from "../../../schemas/json.js";

function bank(details: JsonObject = {}): JsonObject {
  const account = { network: "SWIFT", account_name: "Holder", account_currency: "USD", local_bank_code: "102" };
  return { business_name: "Business", payment_details: { account_type: "bank", ...account, ...details } };
}

function suited(suit: (typeof SUITS)[number], body = bank()): unknown {
  return suitedBody(body, suit).payment_details;
}

test("a suit changes what it says, and nothing else", () => {
  const { payment_details: before } = bank();
  expect(suited({ ownName: true })).toEqual({ ...(before as JsonObject), account_name: "Business" });
  expect(suited({ currency: "CNY" })).toEqual({ ...(before as JsonObject), account_currency: "CNY" });
  expect(suited({ noLocalCode: true })).not.toHaveProperty("local_bank_code");
});

test("a local bank code stays on domestic networks, so that its own rules are exercised", () => {
  expect(suited({ noLocalCode: true }, bank({ network: "RTGS" }))).toHaveProperty("local_bank_code", "102");
});

test("a wallet and a body without a suit stay as they are", () => {
  const wallet = { business_name: "Business", payment_details: { account_type: "crypto", currency: "USDT" } };
  expect(suitedBody(wallet, { ownName: true, currency: "CNY" })).toBe(wallet);
  const body = bank();
  expect(suitedBody(body, undefined)).toBe(body);
});

test.each([
  [{ ownName: true }, bank({ account_name: "Business" })],
  [{ noLocalCode: true }, bank({ network: "FPS" })],
  [{ currency: "USD" }, bank()],
  [{ ownName: true, currency: "CNY" }, bank({ account_currency: "CNY" })],
  [{ ownName: true }, { business_name: "B", payment_details: { account_type: "crypto" } }],
] as const)("the suit %o has nothing to change, or not all of it, in %o", (suit, body) => {
  expect(changes(suit, body)).toBe(false);
});

test("every suit changes an international account in dollars, but the one in dollars", () => {
  expect(SUITS.filter((suit) => !changes(suit, bank()))).toEqual([{ currency: "USD" }]);
});

test("a suit is told in words", () => {
  expect(SUITS.map(suitWords)).toContain("in the name of the business, without a local bank code, in CNY");
});
