/** Types of a customer's fields, at every depth (section 2.4). Lengths, formats and required flags are not documented. */
import { isObject } from "../inspection.mjs";
import { Decimal } from "../json.mjs";
import { firstOnly } from "./kinds.mjs";
import { alsoAccepting, alsoRefusing, fault, withRule } from "./making.mjs";

const OPERATION = "createCustomer";
const PERSON = "business_person_list.item";

const STRINGS = [
  "partner_customer_id",
  "business_details.business_name",
  "business_details.business_identifier_number",
  "business_details.website",
  "registration_address.registration_address_postcode",
  "registration_address.registration_address_country_code",
  "account_usage.industry_category_code",
  "account_usage.estimated_monthly_revenue_currency",
  "primary_contact.contact_phone",
  "primary_contact.contact_email",
  `${PERSON}.basic_info.first_name`,
  `${PERSON}.basic_info.nationality`,
  `${PERSON}.identification.id_number`,
  `${PERSON}.identification.id_document_front_file_id`,
  `${PERSON}.residential_address.residential_address_postcode`,
];
const GROUPS = [
  "business_details",
  "registration_address",
  "account_usage",
  "primary_contact",
  PERSON,
  `${PERSON}.basic_info`,
  `${PERSON}.identification`,
  `${PERSON}.residential_address`,
];
const DATES = [
  "business_details.business_identifier_start_date",
  "business_details.business_identifier_expiry_date",
  `${PERSON}.basic_info.birth_date`,
  `${PERSON}.identification.id_expiration_date`,
  `${PERSON}.identification.id_issue_date`,
];
const NAMES = [
  "business_details.business_name",
  `${PERSON}.basic_info.first_name`,
  "registration_address.registration_address_city",
];

/** What a careless reader of dates takes, and what an over-careful one refuses. */
const LOOSE_DATES = [
  ["day-only-accepted", "takes a day without a time", /^\d{4}-\d\d-\d\d$/],
  [
    "blank-separator-accepted",
    "takes a blank between day and time",
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/,
  ],
  ["no-zone-accepted", "takes a time without a zone", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/],
  ["impossible-day-accepted", "takes days that no month has", /^\d{4}-\d\d-(29|3\d)T\d\d:\d\d:\d\d(\.\d+)?Z$/],
  ["impossible-month-accepted", "takes a thirteenth month", /^\d{4}-(1[3-9]|00)-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/],
  ["any-text-accepted", "takes any string", /^/],
];

const STRICT_DATES = [
  ["offset-refused", "takes UTC only", /[+-]\d\d:\d\d$/],
  ["fraction-refused", "takes no fractions of a second", /\.\d+/],
];

const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number";

const accepting = (path, kind, documented, test) =>
  fault(
    OPERATION,
    `${path}.${kind}-accepted`,
    `${path} is ${documented}`,
    `takes ${kind}`,
    alsoAccepting(OPERATION, path, test),
  );

/** Looks at the number's value. @param {(value: number) => boolean} unwelcome */
const amountRefusing = (name, describe, unwelcome) => {
  const path = "account_usage.estimated_monthly_revenue_amount";
  return fault(
    OPERATION,
    `${path}.${name}`,
    `${path} is a number`,
    describe,
    withRule(OPERATION, path, {
      inspect: (value, standard, say) => {
        if ((isNumber(value) || value instanceof Decimal) && unwelcome(Number(value))) say("is not taken");
        else standard(value);
      },
    }),
  );
};

const AMOUNT = "account_usage.estimated_monthly_revenue_amount";
const DOCUMENTS = "business_details.business_identifier_document_list";

export const CUSTOMER_FAULTS = [
  ...STRINGS.map((path) => accepting(path, "number", "a string", isNumber)),
  ...STRINGS.filter((_, index) => index % 3 === 0).map((path) =>
    accepting(path, "null", "a string", (value) => value === null),
  ),
  ...STRINGS.filter((_, index) => index % 3 === 1).map((path) =>
    accepting(path, "boolean", "a string", (value) => typeof value === "boolean"),
  ),
  ...STRINGS.filter((_, index) => index % 3 === 2).map((path) => accepting(path, "list", "a string", Array.isArray)),
  ...GROUPS.map((path) => accepting(path, "string", "an object", isText)),
  ...GROUPS.filter((_, index) => index % 2 === 0).map((path) => accepting(path, "list", "an object", Array.isArray)),
  ...DATES.map((path) => accepting(path, "any-text", "a date-time", isText)),
  ...DATES.slice(0, 3).flatMap((path) =>
    LOOSE_DATES.slice(0, -1).map(([name, describe, form]) =>
      fault(
        OPERATION,
        `${path}.${name}`,
        `${path} is a date-time`,
        describe,
        alsoAccepting(OPERATION, path, (value) => isText(value) && form.test(value)),
      ),
    ),
  ),
  accepting(DATES[2], "number", "a date-time", isNumber),
  ...DATES.slice(1, 3).flatMap((path) =>
    STRICT_DATES.map(([name, describe, form]) =>
      fault(
        OPERATION,
        `${path}.${name}`,
        `${path} is a date-time`,
        describe,
        alsoRefusing(OPERATION, path, (value) => form.test(value)),
      ),
    ),
  ),
  ...NAMES.map((path) =>
    fault(
      OPERATION,
      `${path}.non-ascii-refused`,
      `${path} is a string`,
      "refuses characters outside ASCII",
      alsoRefusing(OPERATION, path, (value) => /[^ -~]/.test(value)),
    ),
  ),
  accepting(AMOUNT, "string", "a number", (value) => isText(value) && Number.isFinite(Number(value))),
  accepting(AMOUNT, "null", "a number", (value) => value === null),
  accepting(AMOUNT, "boolean", "a number", (value) => typeof value === "boolean"),
  amountRefusing("decimals-refused", "takes whole numbers only", (value) => !Number.isInteger(value)),
  accepting(DOCUMENTS, "string", "a list of strings", isText),
  accepting(DOCUMENTS, "object", "a list of strings", isObject),
  accepting(`${DOCUMENTS}.item`, "number", "a string", isNumber),
  accepting(`${DOCUMENTS}.item`, "null", "a string", (value) => value === null),
  fault(
    OPERATION,
    `${DOCUMENTS}.first-only`,
    "every item of the document list is a string",
    "looks at the first item only",
    withRule(OPERATION, DOCUMENTS, firstOnly),
  ),
  accepting("business_person_list", "object", "a list of persons", isObject),
  fault(
    OPERATION,
    "business_person_list.first-only",
    "every business person has the documented fields",
    "looks at the first person only",
    withRule(OPERATION, "business_person_list", firstOnly),
  ),
  fault(
    OPERATION,
    "business_person_list.unchecked",
    "business persons have the documented types",
    "looks at no person",
    withRule(OPERATION, PERSON, { inspect: () => {} }),
  ),
  fault(OPERATION, "body.list-accepted", "the body is an object", "takes a list with the object in it", {
    bind: (body) => (Array.isArray(body) ? body[0] : body),
  }),
  fault(
    OPERATION,
    "files.context-ignored",
    "the file_type of a file must match the business context",
    "takes invoices as identity documents",
    {
      fileContext: () => false,
    },
  ),
];
