import { isObject } from "../../json.js";
import { changeAt, withMember } from "../bodyPath.js";
import { requestChanged, requestValueChanged, ruleChanged, valueAccepted } from "../changes.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import { RECIPIENT_OPERATIONS } from "../requestTables.js";
import { textChange } from "../text.js";

const FAMILY = "too-loose";
const defect = familyOf(FAMILY);

const ACCOUNT_FIELDS = ["bank_name", "account_name", "account_number", "swift_code", "account_currency"];

function carelessValidation(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const responses = (...rules: readonly string[]): string[] =>
    rules.flatMap((rule) => [`refuses/${rule}`, `response/${rule}`]);
  return [
    defectOf(
      FAMILY,
      operation,
      responses(
        ...ACCOUNT_FIELDS.map((name) => `payment_details.bank.${name}.type`),
        "payment_details.bank.swift_code.pattern",
        "payment_details.account_type.enum",
      ),
      "top-level-only",
      "nothing inside payment_details is looked at",
      valueAccepted("payment_details", isObject),
    ),
    defectOf(
      FAMILY,
      operation,
      responses(
        "address_info.post_code.maxLength",
        "address_info.post_code.minLength",
        "address_info.city.maxLength",
        "address_info.city.type",
      ),
      "top-level-only",
      "nothing inside address_info is looked at",
      valueAccepted("address_info", isObject),
    ),
    defectOf(
      FAMILY,
      operation,
      responses(
        "payment_details.crypto.wallet_address.pattern",
        "payment_details.crypto.wallet_address.minLength",
        "payment_details.crypto.wallet_address.maxLength",
      ),
      "crypto-unchecked",
      "wallet addresses of crypto accounts are not looked at",
      valueAccepted("payment_details(crypto).wallet_address", () => true),
    ),
    defectOf(
      FAMILY,
      operation,
      responses("payment_details.bank.account_currency.minLength"),
      "bytes-counted",
      "account_currency is held to 3 bytes, not characters",
      valueAccepted(
        "payment_details(bank).account_currency",
        (value) => typeof value === "string" && Buffer.byteLength(value) === 3,
      ),
    ),
    defectOf(
      FAMILY,
      operation,
      responses("file_id_list[].type"),
      "first-item-only",
      "only the first item of file_id_list is looked at",
      valueAccepted(
        "file_id_list",
        (value) => Array.isArray(value) && value.length > 1 && value.length <= 10 && typeof value[0] === "string",
      ),
    ),
    defectOf(
      FAMILY,
      operation,
      [...responses("business_name.minLength", "business_name.maxLength"), "echo/normal-form.trimmed"],
      "trimmed-first",
      "business_name is trimmed before its length is looked at",
      requestValueChanged(
        "business_name",
        textChange((text) => (text.trim().length >= 2 ? text.trim() : text)),
      ),
    ),
    defect(
      `${operation}/refuses/payment_details.bank.account_name.maxLength/chinese-unlimited`,
      "an account_name that begins with a Chinese character may be of any length",
      valueAccepted(
        "payment_details(bank).account_name",
        (value) => typeof value === "string" && value.length > 128 && /^\p{Script=Han}/u.test(value),
      ),
    ),
    defect(
      `${operation}/refuses/address_info.post_code.minLength/two-letters`,
      "a post_code of two letters is taken",
      valueAccepted("address_info.post_code", (value) => typeof value === "string" && /^[A-Z]{2}$/.test(value)),
    ),
    defect(
      `${operation}/refuses/payment_details.bank.account_number.pattern/cleaned-first`,
      "spaces and dashes are taken out of account_number before it is looked at",
      requestValueChanged(
        "payment_details(bank).account_number",
        textChange((text) => text.replace(/[\s-]/g, "")),
      ),
    ),
    defect(
      [`${operation}/refuses/payment_details.bank.swift_code.pattern/capitals-first`, "echo/normal-form.upper-case"],
      "swift_code is put into capitals before it is looked at",
      requestValueChanged(
        "payment_details(bank).swift_code",
        textChange((text) => text.toUpperCase()),
      ),
    ),
    defect(
      `${operation}/refuses/payment_details.bank.account_number.pattern/half-width-first`,
      "full-width digits and letters in account_number are turned into plain ones before it is looked at",
      requestValueChanged(
        "payment_details(bank).account_number",
        textChange((text) => text.normalize("NFKC")),
      ),
    ),
    defectOf(
      FAMILY,
      operation,
      responses("address_info.address_line_1.maxLength"),
      "cut-first",
      "address_line_1 is cut to 255 characters before it is looked at",
      requestValueChanged(
        "address_info.address_line_1",
        textChange((text) => [...text].slice(0, 255).join("")),
      ),
    ),
    defect(
      `${operation}/refuses/payment_details.account_type.required/guessed`,
      "a missing account_type is guessed from the fields that are there",
      requestChanged((body) =>
        changeAt(body, "payment_details", (details) =>
          isObject(details) && !Object.hasOwn(details, "account_type")
            ? withMember(details, "account_type", Object.hasOwn(details, "wallet_address") ? "crypto" : "bank")
            : details,
        ),
      ),
    ),
  ];
}

function swiftCodes(): Defect[] {
  const path = "payment_details(bank).swift_code";
  const field = "payment_details.bank.swift_code";
  return RECIPIENT_OPERATIONS.flatMap((operation) => {
    const loosened = (
      keyword: string,
      way: string,
      title: string,
      pattern: RegExp,
      others: readonly string[] = [],
    ): Defect =>
      defectOf(
        FAMILY,
        operation,
        [keyword, ...others].flatMap((each) => [`refuses/${field}.${each}`, `response/${field}.${each}`]),
        way,
        `swift_code ${title}`,
        ruleChanged(path, ({ minLength: _minimum, maxLength: _maximum, ...rule }) => ({ ...rule, pattern })),
      );
    return [
      loosened("minLength", "seven", "may have seven characters", /^[A-Z]{6}[A-Z0-9]{1,2}(?:[A-Z0-9]{3})?$/, [
        "pattern",
      ]),
      loosened(
        "maxLength",
        "longer",
        "may have more than eleven characters",
        /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3,})?$/,
        ["pattern"],
      ),
      loosened("pattern", "nine-or-ten", "may have nine or ten characters", /^[A-Z]{6}[A-Z0-9]{2,5}$/),
      loosened("pattern", "any-letters", "may have digits where letters must stand", /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/),
      loosened("pattern", "any-case", "may have small letters", /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i),
      loosened("pattern", "line-end", "may end with a line break", /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\n?$/),
      loosened("pattern", "branch-unchecked", "may have any branch", /^[A-Z]{6}[A-Z0-9]{2}(?:.{3})?$/),
    ];
  });
}

/** Recipients that should be refused, where a table of rules does not show it: depth, and what is done before validating. */
export const LOOSE_RECIPIENTS: readonly Defect[] = [
  ...RECIPIENT_OPERATIONS.flatMap(carelessValidation),
  ...swiftCodes(),
];
