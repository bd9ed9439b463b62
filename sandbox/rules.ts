import type { Behaviour } from "./behaviours.js";

/** The resource that uses a file id, which decides the file types that suit (section 4.3). */
export type FileContext = "recipient" | "customer";

/**
 * One row of a table of section 2. `path` names the value: members are separated by dots, `[]` stands for each item of
 * a list and `(name)` for the variant that a discriminator of that value selects, as in
 * `payment_details(bank).swift_code`. Lengths are in characters (Unicode code points).
 */
export interface FieldRule {
  readonly path: string;
  readonly kind: "text" | "number" | "object" | "list";
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An empty string is valid whatever minLength says. */
  readonly emptyAllowed?: boolean;
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly dateTime?: boolean;
  readonly maxItems?: number;
  /** The member that selects the variant of an object. */
  readonly discriminator?: string;
  /** The value is the id of a file used in this context. */
  readonly file?: FileContext;
  /**
   * Where it returns an answer, it overrides everything above and of the rules of what is inside the value; used by
   * defects.
   */
  readonly accepts?: (value: unknown) => boolean | undefined;
}

function requiring(paths: readonly string[], rules: readonly FieldRule[]): FieldRule[] {
  return rules.map((rule) => (paths.includes(rule.path) ? { ...rule, required: true } : rule));
}

/** The operations whose body has fields. */
export type BodyOperation = "createRecipient" | "updateRecipient" | "uploadFile" | "createCustomer";

type TextRule = Omit<FieldRule, "path" | "kind">;
const text = (path: string, part: TextRule = {}): FieldRule => ({ path, kind: "text", ...part });
const bank = (name: string, part: TextRule): FieldRule => text(`payment_details(bank).${name}`, part);
const crypto = (name: string, part: TextRule): FieldRule => text(`payment_details(crypto).${name}`, part);
const dateTime = (path: string): FieldRule => text(path, { dateTime: true });
const object = (path: string): FieldRule => ({ path, kind: "object" });
const fileId = (path: string): FieldRule => text(path, { file: "customer" });

/** Section 2.3. */
const ADDRESS_RULES: readonly FieldRule[] = [
  object("address_info"),
  text("address_info.address_line_1", { maxLength: 255 }),
  text("address_info.address_line_2", { maxLength: 255 }),
  text("address_info.city", { maxLength: 64 }),
  text("address_info.state", { maxLength: 64 }),
  text("address_info.post_code", { minLength: 3, maxLength: 16, emptyAllowed: true }),
];

/** Section 2.2. */
const PAYMENT_RULES: readonly FieldRule[] = [
  { path: "payment_details", kind: "object", discriminator: "account_type" },
  text("payment_details.account_type", { required: true, values: ["bank", "crypto"] }),
  bank("bank_name", { required: true, minLength: 2, maxLength: 128 }),
  bank("network", { required: true, minLength: 2, maxLength: 32, values: ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"] }),
  bank("payment_method", { values: ["INTERNATIONAL_WIRE", "LOCAL"] }),
  bank("account_name", { required: true, minLength: 2, maxLength: 128 }),
  bank("account_number", { required: true, minLength: 8, maxLength: 64, pattern: /^[A-Z0-9]+$/ }),
  bank("swift_code", { required: true, minLength: 8, maxLength: 11, pattern: /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/ }),
  bank("account_currency", { required: true, minLength: 3, maxLength: 3 }),
  bank("country_code", { required: true, values: ["CN"] }),
  bank("local_bank_code", { minLength: 3, maxLength: 23 }),
  crypto("wallet_name", { required: true, minLength: 2, maxLength: 128 }),
  crypto("wallet_address", { required: true, minLength: 26, maxLength: 64, pattern: /^[A-Za-z0-9]+$/ }),
  crypto("network", { required: true, minLength: 2, maxLength: 32, values: ["ETH", "TRX"] }),
  crypto("currency", { required: true, minLength: 2, maxLength: 10, pattern: /^[A-Z0-9]+$/, values: ["USDT", "USDC"] }),
];

/** Section 2.1, in the order of its table. */
const RECIPIENT_RULES: readonly FieldRule[] = [
  text("partner_recipient_id", { minLength: 20, maxLength: 64 }),
  text("business_name", { minLength: 2, maxLength: 128 }),
  text("business_type", { values: ["Business", "Individual"] }),
  text("country_code", { values: ["CN"] }),
  text("website", { maxLength: 225 }),
  ...ADDRESS_RULES,
  ...PAYMENT_RULES,
  { path: "file_id_list", kind: "list", maxItems: 10 },
  text("file_id_list[]", { file: "recipient" }),
];

const REQUIRED_ON_UPDATE = ["business_name", "business_type", "country_code", "payment_details"];

const REQUIRED_ON_CREATE: Readonly<Record<Behaviour["createRequired"], readonly string[]>> = {
  none: [],
  sample: ["partner_recipient_id", "business_name", "country_code", "payment_details"],
  asOnUpdate: ["partner_recipient_id", ...REQUIRED_ON_UPDATE],
  all: ["partner_recipient_id", ...REQUIRED_ON_UPDATE, "website", "address_info", "file_id_list"],
};

/** The rules of every request body, as documented, and with what `behaviour` decides where the document is open. */
export function fieldRules(behaviour: Behaviour): Readonly<Record<BodyOperation, readonly FieldRule[]>> {
  const updateRules = RECIPIENT_RULES.filter(({ path }) => path !== "partner_recipient_id");
  return {
    createRecipient: requiring(REQUIRED_ON_CREATE[behaviour.createRequired], RECIPIENT_RULES),
    updateRecipient: requiring(REQUIRED_ON_UPDATE, updateRules),
    uploadFile: [text("file", { required: true })],
    createCustomer: customerRules(behaviour),
  };
}

const PERSON = "business_person_list[]";

/** Section 2.4, in the order of its tables. */
const CUSTOMER_FIELDS: readonly FieldRule[] = [
  text("partner_customer_id"),
  object("business_details"),
  text("business_details.business_name_english"),
  text("business_details.business_name"),
  text("business_details.business_identifier_number"),
  text("business_details.business_identifier_country_code"),
  text("business_details.website"),
  dateTime("business_details.business_identifier_start_date"),
  dateTime("business_details.business_identifier_expiry_date"),
  { path: "business_details.business_identifier_document_list", kind: "list" },
  fileId("business_details.business_identifier_document_list[]"),
  object("registration_address"),
  text("registration_address.registration_address_line1"),
  text("registration_address.registration_address_city"),
  text("registration_address.registration_address_state"),
  text("registration_address.registration_address_postcode"),
  text("registration_address.registration_address_country_code"),
  object("account_usage"),
  text("account_usage.operating_country"),
  text("account_usage.goods_service_description"),
  text("account_usage.industry_category_code"),
  text("account_usage.estimated_monthly_revenue_currency"),
  { path: "account_usage.estimated_monthly_revenue_amount", kind: "number" },
  object("primary_contact"),
  text("primary_contact.contact_phone"),
  text("primary_contact.contact_email"),
  { path: "business_person_list", kind: "list" },
  object(PERSON),
  object(`${PERSON}.basic_info`),
  text(`${PERSON}.basic_info.first_name_english`),
  text(`${PERSON}.basic_info.last_name_english`),
  text(`${PERSON}.basic_info.first_name`),
  text(`${PERSON}.basic_info.last_name`),
  dateTime(`${PERSON}.basic_info.birth_date`),
  text(`${PERSON}.basic_info.nationality`),
  object(`${PERSON}.identification`),
  text(`${PERSON}.identification.id_number`),
  text(`${PERSON}.identification.id_issuing_country_code`),
  dateTime(`${PERSON}.identification.id_expiration_date`),
  dateTime(`${PERSON}.identification.id_issue_date`),
  fileId(`${PERSON}.identification.id_document_front_file_id`),
  fileId(`${PERSON}.identification.id_document_back_file_id`),
  object(`${PERSON}.residential_address`),
  text(`${PERSON}.residential_address.residential_address_line1`),
  text(`${PERSON}.residential_address.residential_address_city`),
  text(`${PERSON}.residential_address.residential_address_state`),
  text(`${PERSON}.residential_address.residential_address_postcode`),
  text(`${PERSON}.residential_address.residential_address_country_code`),
];

const REQUIRED_PATHS: Readonly<Record<Behaviour["customerRequired"], readonly string[]>> = {
  none: [],
  identity: ["partner_customer_id", "business_details", "business_details.business_name"],
  sections: [
    "partner_customer_id",
    "business_details",
    "registration_address",
    "account_usage",
    "primary_contact",
    "business_person_list",
  ],
};

/** The pattern that a path's wording suggests; the document gives no formats, so the check is a behaviour. */
const FORMATS: readonly (readonly [ending: RegExp, pattern: RegExp])[] = [
  [/(?:country_code|operating_country|nationality)$/, /^[A-Z]{2}$/],
  [/revenue_currency$/, /^[A-Z]{3}$/],
  [/contact_phone$/, /^\+[0-9 -]{6,24}$/],
  [/contact_email$/, /^[^\s@]+@[^\s@]+$/],
];

/** The rules of a customer creation (section 2.4). */
function customerRules(behaviour: Behaviour): FieldRule[] {
  const rules = requiring(REQUIRED_PATHS[behaviour.customerRequired], CUSTOMER_FIELDS);
  return behaviour.customerFormats === "unchecked" ? rules : rules.map(withFormat);
}

function withFormat(rule: FieldRule): FieldRule {
  const format = FORMATS.find(([ending]) => ending.test(rule.path));
  return format === undefined ? rule : { ...rule, pattern: format[1] };
}
