/** Types, required and optional fields, nesting and the choice of the payment variant (sections 2.1 to 2.3). */
import { ruleAt } from "../rules.mjs";
import { alsoAccepting, fault, withRule } from "./making.mjs";

const isNull = (value) => value === null;
const isText = (value) => typeof value === "string";

/** Operation, field, name of what is taken, documented type, test. */
const WRONG_KINDS = [
  ["createRecipient", "address_info", "null", "an object", isNull],
  ["updateRecipient", "address_info", "string", "an object", isText],
  ["updateRecipient", "payment_details", "string", "an object", isText],
  ["updateRecipient", "file_id_list", "null", "a list of strings", isNull],
];

const REQUIRED = [
  ["createRecipient", "payment_details.crypto.network"],
  ["createRecipient", "payment_details.bank.swift_code"],
  ["updateRecipient", "payment_details.bank.account_name"],
];

const OPTIONAL = ["address_info.address_line_2", "address_info.city"];

/** Lists of which only the first item is looked at. */
export const firstOnly = {
  inspect: (value, standard) => standard(Array.isArray(value) ? value.slice(0, 1) : value),
};

/** Knows bank accounts only, and lets account_type be missing or strange. */
const bankOnly = {
  rules: (rules) => {
    ruleAt(rules.createRecipient, "payment_details").tagOf = (value) =>
      value.account_type === "bank" ? "bank" : undefined;
    for (const kind of ["bank", "crypto"]) {
      const rule = ruleAt(rules.createRecipient, `payment_details.${kind}.account_type`);
      rule.required = false;
      rule.inspect = () => {};
    }
  },
};

export const KIND_FAULTS = [
  ...WRONG_KINDS.map(([operation, path, kind, documented, test]) =>
    fault(
      operation,
      `${path}.${kind}-accepted`,
      `${path} is ${documented}`,
      `takes ${kind}`,
      alsoAccepting(operation, path, test),
    ),
  ),
  ...REQUIRED.map(([operation, path]) =>
    fault(
      operation,
      `${path}.required-ignored`,
      `${path} is required`,
      "does without it",
      withRule(operation, path, { required: false }),
    ),
  ),
  ...OPTIONAL.map((path) =>
    fault(
      "createRecipient",
      `${path}.optional-demanded`,
      `${path} is optional`,
      "refuses a request without it",
      withRule("createRecipient", path, { required: true }),
    ),
  ),
  fault(
    "createRecipient",
    "payment_details.account_type.crypto-refused",
    "account_type is required, is bank or crypto, and selects the variant of payment_details",
    "knows bank accounts only",
    bankOnly,
  ),
  fault(
    "createRecipient",
    "file_id_list.context-ignored",
    "the file_type of a file must match the business context",
    "takes files of customer types for a recipient",
    { fileContext: () => false },
  ),
  fault(
    "updateRecipient",
    "payment_details.crypto.unchecked",
    "payment_details of a crypto account have wallet fields, as documented",
    "looks at no field of a crypto account",
    withRule("updateRecipient", "payment_details.crypto", { inspect: () => {} }),
  ),
  fault(
    "updateRecipient",
    "file_id_list.first-only",
    "every item of file_id_list is a string, at most 10",
    "looks at the first item only",
    withRule("updateRecipient", "file_id_list", firstOnly),
  ),
];
