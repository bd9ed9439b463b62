/** Types of a customer's fields, at every depth (section 2.4). Lengths, formats and required flags are not documented. */
import { firstOnly } from "./kinds.mjs";
import { alsoAccepting, alsoRefusing, fault, withRule } from "./making.mjs";

const OPERATION = "createCustomer";
const DOCUMENTS = "business_details.business_identifier_document_list";
const POST_CODE = "business_person_list.item.residential_address.residential_address_postcode";

const isText = (value) => typeof value === "string";
const accepting = (test) => (path) => alsoAccepting(OPERATION, path, test);
const refusing = (pattern) => (path) => alsoRefusing(OPERATION, path, (value) => pattern.test(value));

/** Field, name, documented type, what is done instead, and how. */
const KINDS = [
  [POST_CODE, "list-accepted", "a string", "takes list", accepting(Array.isArray)],
  ["business_details", "string-accepted", "an object", "takes string", accepting(isText)],
  [DOCUMENTS, "string-accepted", "a list of strings", "takes string", accepting(isText)],
  [
    "business_details.business_identifier_expiry_date",
    "fraction-refused",
    "a date-time",
    "takes no fractions of a second",
    refusing(/\.\d+/),
  ],
  [
    "registration_address.registration_address_city",
    "non-ascii-refused",
    "a string",
    "refuses characters outside ASCII",
    refusing(/[^ -~]/),
  ],
];

export const CUSTOMER_FAULTS = [
  ...KINDS.map(([path, name, type, describe, hooksOf]) =>
    fault(OPERATION, `${path}.${name}`, `${path} is ${type}`, describe, hooksOf(path)),
  ),
  fault(
    OPERATION,
    "business_person_list.first-only",
    "every business person has the documented fields",
    "looks at the first person only",
    withRule(OPERATION, "business_person_list", firstOnly),
  ),
];
