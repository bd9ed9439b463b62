import type { Behaviour } from "./behaviours.js";
import { type FieldRule, requiring } from "./fieldRule.js";
import { customerRules } from "./rulesCustomer.js";

/** The operations whose body has fields. */
export type BodyOperation = "createRecipient" | "updateRecipient" | "uploadFile" | "createCustomer";

export type RuleTable = Readonly<Record<BodyOperation, readonly FieldRule[]>>;

/** Section 2.3. */
const ADDRESS_RULES: readonly FieldRule[] = [
  { path: "address_info", kind: "object" },
  { path: "address_info.address_line_1", kind: "text", maxLength: 255 },
  { path: "address_info.address_line_2", kind: "text", maxLength: 255 },
  { path: "address_info.city", kind: "text", maxLength: 64 },
  { path: "address_info.state", kind: "text", maxLength: 64 },
  { path: "address_info.post_code", kind: "text", minLength: 3, maxLength: 16, emptyAllowed: true },
];

/** Section 2.2. */
const PAYMENT_RULES: readonly FieldRule[] = [
  { path: "payment_details", kind: "object", discriminator: "account_type" },
  { path: "payment_details.account_type", kind: "text", required: true, values: ["bank", "crypto"] },
  { path: "payment_details(bank).bank_name", kind: "text", required: true, minLength: 2, maxLength: 128 },
  {
    path: "payment_details(bank).network",
    kind: "text",
    required: true,
    minLength: 2,
    maxLength: 32,
    values: ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"],
  },
  { path: "payment_details(bank).payment_method", kind: "text", values: ["INTERNATIONAL_WIRE", "LOCAL"] },
  { path: "payment_details(bank).account_name", kind: "text", required: true, minLength: 2, maxLength: 128 },
  {
    path: "payment_details(bank).account_number",
    kind: "text",
    required: true,
    minLength: 8,
    maxLength: 64,
    pattern: /^[A-Z0-9]+$/,
  },
  {
    path: "payment_details(bank).swift_code",
    kind: "text",
    required: true,
    minLength: 8,
    maxLength: 11,
    pattern: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
  },
  { path: "payment_details(bank).account_currency", kind: "text", required: true, minLength: 3, maxLength: 3 },
  { path: "payment_details(bank).country_code", kind: "text", required: true, values: ["CN"] },
  { path: "payment_details(bank).local_bank_code", kind: "text", minLength: 3, maxLength: 23 },
  { path: "payment_details(crypto).wallet_name", kind: "text", required: true, minLength: 2, maxLength: 128 },
  {
    path: "payment_details(crypto).wallet_address",
    kind: "text",
    required: true,
    minLength: 26,
    maxLength: 64,
    pattern: /^[A-Za-z0-9]+$/,
  },
  {
    path: "payment_details(crypto).network",
    kind: "text",
    required: true,
    minLength: 2,
    maxLength: 32,
    values: ["ETH", "TRX"],
  },
  {
    path: "payment_details(crypto).currency",
    kind: "text",
    required: true,
    minLength: 2,
    maxLength: 10,
    pattern: /^[A-Z0-9]+$/,
    values: ["USDT", "USDC"],
  },
];

/** Section 2.1, in the order of its table. */
const RECIPIENT_RULES: readonly FieldRule[] = [
  { path: "partner_recipient_id", kind: "text", minLength: 20, maxLength: 64 },
  { path: "business_name", kind: "text", minLength: 2, maxLength: 128 },
  { path: "business_type", kind: "text", values: ["Business", "Individual"] },
  { path: "country_code", kind: "text", values: ["CN"] },
  { path: "website", kind: "text", maxLength: 225 },
  ...ADDRESS_RULES,
  ...PAYMENT_RULES,
  { path: "file_id_list", kind: "list", maxItems: 10 },
  { path: "file_id_list[]", kind: "text", file: "recipient" },
];

const REQUIRED_ON_UPDATE = ["business_name", "business_type", "country_code", "payment_details"];

const REQUIRED_ON_CREATE: Readonly<Record<Behaviour["createRequired"], readonly string[]>> = {
  none: [],
  sample: ["partner_recipient_id", "business_name", "country_code", "payment_details"],
  asOnUpdate: ["partner_recipient_id", ...REQUIRED_ON_UPDATE],
  all: ["partner_recipient_id", ...REQUIRED_ON_UPDATE, "website", "address_info", "file_id_list"],
};

/** The rules of every request body, as documented and as `behaviour` decides what the document leaves open. */
export function fieldRules(behaviour: Behaviour): RuleTable {
  return {
    createRecipient: requiring(REQUIRED_ON_CREATE[behaviour.createRequired], RECIPIENT_RULES),
    updateRecipient: requiring(
      REQUIRED_ON_UPDATE,
      RECIPIENT_RULES.filter(({ path }) => path !== "partner_recipient_id"),
    ),
    uploadFile: [{ path: "file", kind: "text", required: true }],
    createCustomer: customerRules(behaviour),
  };
}
