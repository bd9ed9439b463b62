/** Types, required and optional fields, nesting and the choice of the payment variant (sections 2.1 to 2.3). */
import { isObject } from "../inspection.mjs";
import { ruleAt } from "../rules.mjs";
import { alsoAccepting, fault, RECIPIENT_WRITES, withRule } from "./making.mjs";

const isNumber = (value) => typeof value === "number";
const isBoolean = (value) => typeof value === "boolean";
const isNull = (value) => value === null;
const isText = (value) => typeof value === "string";
const isSingle = (value) => Array.isArray(value) && value.length === 1 && isText(value[0]);

/** Path, name of what is taken, documented type, test. */
const WRONG_KINDS = [
  ["business_name", "number", "a string", isNumber],
  ["business_name", "boolean", "a string", isBoolean],
  ["business_name", "null", "a string", isNull],
  ["business_name", "list", "a string", isSingle],
  ["business_name", "object", "a string", isObject],
  ["country_code", "list", "a string", isSingle],
  ["website", "null", "a string", isNull],
  ["website", "number", "a string", isNumber],
  ["address_info", "null", "an object", isNull],
  ["address_info", "string", "an object", isText],
  ["address_info", "list", "an object", Array.isArray],
  ["address_info.city", "number", "a string", isNumber],
  ["address_info.post_code", "number", "a string", isNumber],
  ["address_info.post_code", "null", "a string", isNull],
  ["payment_details", "null", "an object", isNull],
  ["payment_details", "string", "an object", isText],
  ["payment_details.bank.account_number", "number", "a string", isNumber],
  ["payment_details.bank.account_name", "null", "a string", isNull],
  ["payment_details.bank.payment_method", "null", "a string", isNull],
  ["payment_details.bank.local_bank_code", "number", "a string", isNumber],
  ["payment_details.crypto.wallet_name", "number", "a string", isNumber],
  ["payment_details.crypto.wallet_address", "null", "a string", isNull],
  ["file_id_list", "string", "a list of strings", isText],
  ["file_id_list", "null", "a list of strings", isNull],
  ["file_id_list", "object", "a list of strings", isObject],
  ["file_id_list.item", "number", "a string", isNumber],
  ["file_id_list.item", "null", "a string", isNull],
];

const BANK = [
  "bank_name",
  "network",
  "account_name",
  "account_number",
  "swift_code",
  "account_currency",
  "country_code",
];
const CRYPTO = ["wallet_name", "wallet_address", "network", "currency"];
const NESTED = [
  ...BANK.map((name) => `payment_details.bank.${name}`),
  ...CRYPTO.map((name) => `payment_details.crypto.${name}`),
];
const OF_UPDATE = ["business_name", "business_type", "country_code", "payment_details"];

const OPTIONAL = [
  "address_info.address_line_1",
  "address_info.address_line_2",
  "address_info.city",
  "address_info.state",
  "address_info.post_code",
  "payment_details.bank.payment_method",
  "payment_details.bank.local_bank_code",
];

const requiredIgnored = (operation, path) =>
  fault(
    operation,
    `${path}.required-ignored`,
    `${path} is required`,
    "does without it",
    withRule(operation, path, { required: false }),
  );
const optionalDemanded = (operation, path) =>
  fault(
    operation,
    `${path}.optional-demanded`,
    `${path} is optional`,
    "refuses a request without it",
    withRule(operation, path, { required: true }),
  );

/** Lists of which only the first item is looked at. */
export const firstOnly = {
  inspect: (value, standard) => standard(Array.isArray(value) ? value.slice(0, 1) : value),
};

/** Changes how the variant is chosen, and lets account_type be missing or strange. */
function chosenBy(operation, tagOf) {
  return {
    rules: (rules) => {
      ruleAt(rules[operation], "payment_details").tagOf = tagOf;
      for (const kind of ["bank", "crypto"]) {
        const rule = ruleAt(rules[operation], `payment_details.${kind}.account_type`);
        rule.required = false;
        rule.inspect = () => {};
      }
    },
  };
}

const byShape = (value) => ("wallet_address" in value ? "crypto" : "bank");

function variantFaults(operation) {
  const rule = "account_type is required, is bank or crypto, and selects the variant of payment_details";
  const make = (name, describe, tagOf) =>
    fault(operation, `payment_details.account_type.${name}`, rule, describe, chosenBy(operation, tagOf));
  const unchecked = (kind, fields) =>
    fault(
      operation,
      `payment_details.${kind}.unchecked`,
      `payment_details of a ${kind} account have ${fields}, as documented`,
      `looks at no field of a ${kind} account`,
      withRule(operation, `payment_details.${kind}`, { inspect: () => {} }),
    );
  return [
    make(
      "required-ignored",
      "guesses the variant when account_type is missing",
      (value) => value.account_type ?? byShape(value),
    ),
    make("any-accepted", "guesses the variant when account_type is strange", (value) =>
      ["bank", "crypto"].includes(value.account_type) || value.account_type === undefined
        ? value.account_type
        : byShape(value),
    ),
    make("case-ignored", "takes BANK and Crypto", (value) =>
      isText(value.account_type) ? value.account_type.toLowerCase() : value.account_type,
    ),
    make("padding-ignored", "takes account_type with blanks around it", (value) =>
      isText(value.account_type) ? value.account_type.trim() : value.account_type,
    ),
    make("not-selecting", "goes by the fields that are there, whatever account_type says", (value) =>
      value.account_type === undefined ? undefined : byShape(value),
    ),
    make("crypto-refused", "knows bank accounts only", (value) => (value.account_type === "bank" ? "bank" : undefined)),
    make("bank-refused", "knows crypto accounts only", (value) =>
      value.account_type === "crypto" ? "crypto" : undefined,
    ),
    unchecked("bank", "bank fields"),
    unchecked("crypto", "wallet fields"),
    fault(
      operation,
      "address_info.unchecked",
      "the fields of address_info are strings of limited length",
      "looks at no field of the address",
      withRule(operation, "address_info", { inspect: () => {} }),
    ),
  ];
}

function listFaults(operation) {
  return [
    fault(
      operation,
      "file_id_list.first-only",
      "every item of file_id_list is a string, at most 10",
      "looks at the first item only",
      withRule(operation, "file_id_list", firstOnly),
    ),
    fault(
      operation,
      "file_id_list.unlimited-accepted",
      "file_id_list has at most 10 items",
      "counts no items",
      withRule(operation, "file_id_list", { max: undefined }),
    ),
    fault(
      operation,
      "file_id_list.context-ignored",
      "the file_type of a file must match the business context",
      "takes files of customer types for a recipient",
      { fileContext: () => false },
    ),
  ];
}

function bodyFaults(operation) {
  const make = (name, rule, describe, bind) => fault(operation, `body.${name}`, rule, describe, { bind });
  return [
    make("list-accepted", "the body is an object", "takes a list with the object in it", (body) =>
      Array.isArray(body) ? body[0] : body,
    ),
    make("string-accepted", "the body is an object", "takes the object printed as a JSON string", (body) =>
      isText(body) ? JSON.parse(body) : body,
    ),
    make(
      "nested-string-accepted",
      "payment_details is an object",
      "takes payment_details printed as a JSON string",
      (body) =>
        isText(body?.payment_details) && body.payment_details.startsWith("{")
          ? { ...body, payment_details: JSON.parse(body.payment_details) }
          : body,
    ),
  ];
}

function perOperation(operation) {
  return [
    ...WRONG_KINDS.map(([path, kind, documented, test]) =>
      fault(
        operation,
        `${path}.${kind}-accepted`,
        `${path} is ${documented}`,
        `takes ${kind}`,
        alsoAccepting(operation, path, test),
      ),
    ),
    ...NESTED.map((path) => requiredIgnored(operation, path)),
    ...OPTIONAL.map((path) => optionalDemanded(operation, path)),
    ...variantFaults(operation),
    ...listFaults(operation),
    ...bodyFaults(operation),
  ];
}

export const KIND_FAULTS = [
  ...RECIPIENT_WRITES.flatMap(perOperation),
  ...OF_UPDATE.map((path) => requiredIgnored("updateRecipient", path)),
  ...["website", "address_info", "file_id_list"].map((path) => optionalDemanded("updateRecipient", path)),
];
