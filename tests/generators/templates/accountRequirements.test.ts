import { expect, test } from "vitest";
import {
  ACCOUNT_REQUIREMENTS,
  lacks,
  meeting,
  requirementText,
} from "../../../generators/templates/accountRequirements.js";
import type { JsonObject } from "../../../schemas/json.js";

function bank(details: JsonObject = {}): JsonObject {
  const account = { network: "SWIFT", account_name: "Holder", account_currency: "USD", local_bank_code: "102" };
  return { business_name: "Business", payment_details: { account_type: "bank", ...account, ...details } };
}

function changed(requirement: (typeof ACCOUNT_REQUIREMENTS)[number], body = bank()): unknown {
  return meeting(body, requirement).payment_details;
}

test("a requirement changes what it says, and nothing else", () => {
  const { payment_details: before } = bank();
  expect(changed({ ownName: true })).toEqual({ ...(before as JsonObject), account_name: "Business" });
  expect(changed({ currency: "CNY" })).toEqual({ ...(before as JsonObject), account_currency: "CNY" });
  expect(changed({ noLocalCode: true })).not.toHaveProperty("local_bank_code");
});

test("a local bank code stays on domestic networks, so that its own rules are exercised", () => {
  expect(changed({ noLocalCode: true }, bank({ network: "RTGS" }))).toHaveProperty("local_bank_code", "102");
});

test("a wallet and a body without a requirement stay as they are", () => {
  const wallet = { business_name: "Business", payment_details: { account_type: "crypto", currency: "USDT" } };
  expect(meeting(wallet, { ownName: true, currency: "CNY" })).toBe(wallet);
  const body = bank();
  expect(meeting(body, undefined)).toBe(body);
});

test.each([
  [{ ownName: true }, bank({ account_name: "Business" })],
  [{ noLocalCode: true }, bank({ network: "FPS" })],
  [{ currency: "USD" }, bank()],
  [{ ownName: true, currency: "CNY" }, bank({ account_currency: "CNY" })],
  [{ ownName: true }, { business_name: "B", payment_details: { account_type: "crypto" } }],
] as const)("the requirement %o has nothing to change, or not all of it, in %o", (requirement, body) => {
  expect(lacks(requirement, body)).toBe(false);
});

test("every requirement changes an international account in dollars, but the one in dollars", () => {
  expect(ACCOUNT_REQUIREMENTS.filter((requirement) => !lacks(requirement, bank()))).toEqual([{ currency: "USD" }]);
});

test("a requirement is told in words", () => {
  expect(ACCOUNT_REQUIREMENTS.map(requirementText)).toContain(
    "in the name of the business, without a local bank code, in CNY",
  );
});
