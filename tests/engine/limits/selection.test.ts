import { expect, test } from "vitest";
import { limitsToMeasure, sizeAt } from "../../../engine/limits/selection.js";
import type { Profile, Target } from "../../../engine/model.js";
import type { SeenFailure } from "../../../engine/results.js";
import { SAMPLE_FILES, sampleTemplates } from "../../../generators/cases.js";
import { CHECKS } from "../../../suites/suites.js";
import { EMPTY_TARGET, failure } from "../executing.js";

function targetOf(profile: Profile): Target {
  const templates = { ...EMPTY_TARGET.templates, ...Object.fromEntries(sampleTemplates(42)) };
  return { ...EMPTY_TARGET, profile, templates, recipientFiles: SAMPLE_FILES };
}

function keysOf(profile: Profile, confirmed = new Map<string, SeenFailure[]>(), definitions = CHECKS): string[] {
  return limitsToMeasure({ target: targetOf(profile), definitions, confirmed }).map(({ key }) => key);
}

/** A failure whose request had such a body. */
function met(body: string, to: string | null = null): SeenFailure[] {
  const base = failure("m");
  const wire = { ...base.exchange.wire, body };
  const edit = { at: "business_name", from: null, to };
  return [{ testCase: "u", isOwn: true, failure: { ...base, edit, exchange: { ...base.exchange, wire } } }];
}

test("without a failure only the deep profile measures", () => {
  expect([keysOf("smoke"), keysOf("standard")]).toEqual([[], []]);
  expect(keysOf("deep").length).toBeGreaterThan(100);
});

test("the deep profile measures every documented bound that can be told from others, on both operations", () => {
  const bounds = keysOf("deep").filter((key) => !key.startsWith("createCustomer"));
  const own = bounds.filter((key) => key.startsWith("updateRecipient")).map((key) => key.replace(/^\w+ /, ""));
  expect(own).toEqual([
    "business_name minLength",
    "business_name maxLength",
    "website maxLength",
    "address_info.address_line_1 maxLength",
    "address_info.address_line_2 maxLength",
    "address_info.city maxLength",
    "address_info.state maxLength",
    "address_info.post_code minLength",
    "address_info.post_code maxLength",
    "payment_details.bank.bank_name minLength",
    "payment_details.bank.bank_name maxLength",
    "payment_details.bank.account_name minLength",
    "payment_details.bank.account_name maxLength",
    "payment_details.bank.account_number minLength",
    "payment_details.bank.account_number maxLength",
    "payment_details.bank.swift_code minLength",
    "payment_details.bank.swift_code maxLength",
    "payment_details.bank.account_currency minLength",
    "payment_details.bank.account_currency maxLength",
    "payment_details.bank.local_bank_code minLength",
    "payment_details.bank.local_bank_code maxLength",
    "payment_details.crypto.wallet_name minLength",
    "payment_details.crypto.wallet_name maxLength",
    "payment_details.crypto.wallet_address minLength",
    "payment_details.crypto.wallet_address maxLength",
    "file_id_list maxItems",
  ]);
  const partner = ["partner_recipient_id minLength", "partner_recipient_id maxLength"];
  expect(bounds.filter((key) => key.startsWith("createRecipient")).map((key) => key.replace(/^\w+ /, ""))).toEqual([
    ...own,
    ...partner,
  ]);
});

test("of customers every text without a fixed form is measured, and both lists", () => {
  const keys = keysOf("deep").filter((key) => key.startsWith("createCustomer"));
  const fields = [...new Set(keys.map((key) => key.split(" ")[1]))];
  expect(keys.length).toBe(2 * fields.length);
  expect(fields).toContain("partner_customer_id");
  expect(fields).toContain("primary_contact.contact_email");
  expect(fields).toContain("business_person_list[].basic_info.first_name");
  expect(keys).toContain("createCustomer business_person_list maxItems");
  expect(keys).toContain("createCustomer business_details.business_identifier_document_list maxItems");
  expect(keys.filter((key) => /currency|country|nationality|date|file_id|amount/.test(key))).toEqual([]);
});

test("a limit of a part of the checks is measured with its check", () => {
  const definitions = CHECKS.filter(({ id }) => id === "updateRecipient/refuses/address_info.post_code.maxLength");
  expect(keysOf("deep", new Map(), definitions)).toEqual(["updateRecipient address_info.post_code maxLength"]);
});

test("an operation that is not ready is not measured", () => {
  const target = {
    ...targetOf("deep"),
    unready: { createRecipient: "no", updateRecipient: "no", createCustomer: "no" },
  };
  expect(limitsToMeasure({ target, definitions: CHECKS, confirmed: new Map() })).toEqual([]);
});

test("a failure is measured on every profile, with the kind of recipient and the characters that showed it", () => {
  const body = JSON.stringify({ payment_details: { account_type: "crypto" } });
  const confirmed = new Map([["updateRecipient/accepts/business_name.maxLength", met(body, "远景国际贸易")]]);
  const [sought, ...others] = limitsToMeasure({ target: targetOf("smoke"), definitions: CHECKS, confirmed });
  expect(others).toEqual([]);
  expect(sought).toMatchObject({
    key: "updateRecipient business_name maxLength",
    check: "updateRecipient/accepts/business_name.maxLength",
    documented: 128,
    filler: "han",
  });
  expect(sought?.places.map(({ template }) => template.id.replace(/-\d$/, ""))).toEqual(["crypto", "crypto", "crypto"]);
});

test("a failure of something else than a limit is not measured", () => {
  const confirmed = new Map([["updateRecipient/refuses/business_name.type", met("not even JSON")]]);
  expect(limitsToMeasure({ target: targetOf("standard"), definitions: CHECKS, confirmed })).toEqual([]);
});

test("a search begins at the control with the longest way to the limit", () => {
  const soughtLimits = limitsToMeasure({ target: targetOf("deep"), definitions: CHECKS, confirmed: new Map() });
  const sizes = (key: string) => soughtLimits.find((sought) => sought.key === key)?.places.map(sizeAt);
  expect(sizes("createRecipient payment_details.bank.swift_code maxLength")?.[0]).toBe(8);
  expect(sizes("createRecipient payment_details.bank.swift_code minLength")?.[0]).toBe(11);
  expect(sizes("createRecipient partner_recipient_id maxLength")).toEqual([28, 28, 28]);
});
