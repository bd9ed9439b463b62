/**
 * The documented request rules as trees (sections 2.1 to 2.4), built afresh for each server and for each operation, so
 * that one operation's rules can be changed without touching another's.
 */

/** @typedef {import("./inspection.mjs").Rule} Rule */

/** @param {object} [more] @returns {Rule} */
const string = (more = {}) => ({ kind: "string", ...more });
/** @param {number} min @param {number} max @param {object} [more] @returns {Rule} */
const sized = (min, max, more = {}) => string({ min, max, ...more });
/** @param {string[]} oneOf @param {object} [more] @returns {Rule} */
const oneOf = (oneOf, more = {}) => string({ oneOf, ...more });
/** @param {Record<string, Rule>} fields @param {object} [more] @returns {Rule} */
const object = (fields, more = {}) => ({ kind: "object", fields, ...more });
/** @param {Rule} item @param {object} [more] @returns {Rule} */
const list = (item, more = {}) => ({ kind: "list", item, ...more });

const REQUIRED = { required: true };
const dateTime = () => string({ dateTime: true });

/** @param {string[]} names @returns {Record<string, Rule>} */
const strings = (...names) => Object.fromEntries(names.map((name) => [name, string()]));

/** Section 2.2. */
function paymentDetails() {
  return {
    kind: "variant",
    tag: "account_type",
    /** @param {Record<string, unknown>} value */
    tagOf: (value) => value.account_type,
    variants: {
      bank: object({
        account_type: string(REQUIRED),
        bank_name: sized(2, 128, REQUIRED),
        network: sized(2, 32, { oneOf: ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"], ...REQUIRED }),
        payment_method: oneOf(["INTERNATIONAL_WIRE", "LOCAL"]),
        account_name: sized(2, 128, REQUIRED),
        account_number: sized(8, 64, { pattern: /^[A-Z0-9]+$/, ...REQUIRED }),
        swift_code: sized(8, 11, { pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, ...REQUIRED }),
        account_currency: sized(3, 3, REQUIRED),
        country_code: oneOf(["CN"], REQUIRED),
        local_bank_code: sized(3, 23),
      }),
      crypto: object({
        account_type: string(REQUIRED),
        wallet_name: sized(2, 128, REQUIRED),
        wallet_address: sized(26, 64, { pattern: /^[A-Za-z0-9]+$/, ...REQUIRED }),
        network: sized(2, 32, { oneOf: ["ETH", "TRX"], ...REQUIRED }),
        currency: sized(2, 10, { pattern: /^[A-Z0-9]+$/, oneOf: ["USDT", "USDC"], ...REQUIRED }),
      }),
    },
  };
}

/** Sections 2.1 and 2.3. @returns {Record<string, Rule>} */
function recipientFields() {
  return {
    business_name: sized(2, 128),
    business_type: oneOf(["Business", "Individual"]),
    country_code: oneOf(["CN"]),
    website: sized(0, 225),
    address_info: object({
      address_line_1: sized(0, 255),
      address_line_2: sized(0, 255),
      city: sized(0, 64),
      state: sized(0, 64),
      post_code: sized(3, 16, { orEmpty: true }),
    }),
    payment_details: paymentDetails(),
    file_id_list: list(string(), { min: 0, max: 10 }),
  };
}

/** Section 2.4, one business person. */
function businessPerson() {
  return object({
    basic_info: object({
      ...strings("first_name_english", "last_name_english", "first_name", "last_name"),
      birth_date: dateTime(),
      ...strings("nationality"),
    }),
    identification: object({
      ...strings("id_number", "id_issuing_country_code"),
      id_expiration_date: dateTime(),
      id_issue_date: dateTime(),
      ...strings("id_document_front_file_id", "id_document_back_file_id"),
    }),
    residential_address: object(
      strings(
        "residential_address_line1",
        "residential_address_city",
        "residential_address_state",
        "residential_address_postcode",
        "residential_address_country_code",
      ),
    ),
  });
}

/** Section 2.4. */
function customer() {
  return object({
    partner_customer_id: string(),
    business_details: object({
      ...strings(
        "business_name_english",
        "business_name",
        "business_identifier_number",
        "business_identifier_country_code",
        "website",
      ),
      business_identifier_start_date: dateTime(),
      business_identifier_expiry_date: dateTime(),
      business_identifier_document_list: list(string()),
    }),
    registration_address: object(
      strings(
        "registration_address_line1",
        "registration_address_city",
        "registration_address_state",
        "registration_address_postcode",
        "registration_address_country_code",
      ),
    ),
    account_usage: object({
      ...strings(
        "operating_country",
        "goods_service_description",
        "industry_category_code",
        "estimated_monthly_revenue_currency",
      ),
      estimated_monthly_revenue_amount: { kind: "number" },
    }),
    primary_contact: object(strings("contact_phone", "contact_email")),
    business_person_list: list(businessPerson()),
  });
}

/** The file types of section 4.3, by the context they belong to. */
export const FILE_CONTEXTS = Object.freeze({
  Invoice: "recipient",
  Contract: "recipient",
  "Business Registration": "customer",
  "Article of Association": "customer",
  "Main page": "customer",
  "Back page": "customer",
});

/**
 * The rule at a dotted path such as "payment_details.bank.swift_code" or "business_person_list.item.basic_info".
 * @param {Rule} root
 * @param {string} path
 * @returns {Rule}
 * @throws {Error} when there is no such rule
 */
export function ruleAt(root, path) {
  let rule = root;
  for (const step of path === "" ? [] : path.split(".")) {
    const next = rule.kind === "list" ? rule.item : (rule.fields ?? rule.variants)?.[step];
    if (next === undefined) throw new Error(`there is no rule at "${path}"`);
    rule = next;
  }
  return rule;
}

/**
 * The rule trees of one server.
 * @param {import("./server.mjs").Choices} choices
 * @returns {Record<"createRecipient" | "updateRecipient" | "uploadFile" | "uploadQuery" | "createCustomer", Rule>}
 */
export function buildRules(choices) {
  const rules = {
    createRecipient: object({ partner_recipient_id: sized(20, 64), ...recipientFields() }),
    updateRecipient: object(recipientFields()),
    uploadFile: object({ file: string(REQUIRED) }),
    uploadQuery: object({ file_type: oneOf(Object.keys(FILE_CONTEXTS)) }),
    createCustomer: customer(),
  };
  for (const name of ["business_name", "business_type", "country_code", "payment_details"]) {
    ruleAt(rules.updateRecipient, name).required = true;
  }
  for (const name of choices.createRequires) ruleAt(rules.createRecipient, name).required = true;
  for (const name of choices.customerRequires) ruleAt(rules.createCustomer, name).required = true;
  ruleAt(rules.uploadQuery, "file_type").required = choices.fileTypeRequired;
  return rules;
}
