/** Rules that do not hold in one case only, which a smoke run finds with requests that it sends anyway. */

import { expect, test } from "vitest";
import { trialOnSandbox } from "./trial.js";

/** By the check that finds it: what depends on other fields, on a few letters, or on texts that are alike. */
const FOUND = {
  "updateRecipient/refuses/website.maxLength": "updateRecipient/refuses/website.maxLength/of-persons",
  "createRecipient/refuses/address_info.post_code.maxLength":
    "createRecipient/refuses/address_info.post_code.maxLength/without-state",
  "createRecipient/response/address_info.city.present":
    "createRecipient/response/address_info.city.present/like-the-state",
  "updateRecipient/echo/business_name": "updateRecipient/echo/business_name/dashes",
  "createRecipient/echo/payment_details.bank.account_number":
    "createRecipient/echo/payment_details.bank.account_number/card",
  "createCustomer/echo/business_person_list": "createCustomer/echo/business_person_list/of-one-name",
};

test("a smoke run tries rules beside unusual values, texts with odd signs, and texts that are alike", async () => {
  const { report } = await trialOnSandbox(
    { profile: "smoke", operations: ["createRecipient", "updateRecipient", "createCustomer"], limitRequests: 0 },
    { defects: Object.values(FOUND) },
  );
  const failed = report.checks
    .filter(({ verdict }) => verdict === "violation" || verdict === "warning")
    .map(({ id }) => id);
  expect(Object.keys(FOUND).filter((id) => !failed.includes(id))).toEqual([]);
});
