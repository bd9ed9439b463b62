import { expect, test } from "vitest";
import { nearest } from "../../../engine/settings/nearest.js";
import { CHECKS } from "../../../suites/suites.js";

const IDS = CHECKS.map(({ id }) => id);

test.each([
  ["listBalance/auth/no-kee", "listBalances/auth/no-key"],
  ["LISTBALANCES/auth/no-key", "listBalances/auth/no-key"],
  // All its words count more than letters that happen to stand in the same place.
  ["updateRecipient/refuses/swift", "updateRecipient/refuses/payment_details.bank.swift_code.type"],
  ["createRecipient/refuses/post_code.maxLength", "createRecipient/refuses/address_info.post_code.maxLength"],
  ["xyz", null],
  ["a", null],
  ["", null],
])("of all checks, %s is nearest to %s", (text, name) => {
  expect(nearest(text, IDS)).toBe(name);
});

test.each([
  ["smok", "smoke"],
  ["stanard", "standard"],
  ["full", null],
])("of the profiles, %s is nearest to %s", (text, name) => {
  expect(nearest(text, ["smoke", "standard", "deep"])).toBe(name);
});
