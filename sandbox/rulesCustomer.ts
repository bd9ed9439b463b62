import type { Behaviour } from "./behaviours.js";
import { type FieldRule, requiring } from "./fieldRule.js";

const text = (path: string): FieldRule => ({ path, kind: "text" });
const dateTime = (path: string): FieldRule => ({ path, kind: "text", dateTime: true });
const object = (path: string): FieldRule => ({ path, kind: "object" });
const fileId = (path: string): FieldRule => ({ path, kind: "text", file: "customer" });

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
export function customerRules(behaviour: Behaviour): FieldRule[] {
  const rules = requiring(REQUIRED_PATHS[behaviour.customerRequired], CUSTOMER_FIELDS);
  return behaviour.customerFormats === "unchecked" ? rules : rules.map(withFormat);
}

function withFormat(rule: FieldRule): FieldRule {
  const format = FORMATS.find(([ending]) => ending.test(rule.path));
  return format === undefined ? rule : { ...rule, pattern: format[1] };
}
