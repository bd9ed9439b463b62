import { isObject } from "../json.js";
import type { BodyOperation } from "../rules.js";
import { changeAt, withMember } from "./bodyPath.js";
import { bodyOf, requestChanged, requestValueChanged, ruleChanged } from "./changes.js";
import { type Defect, defect, defectsOf } from "./defect.js";
import type { DefectHooks } from "./hooks.js";
import { BODY_OPERATIONS, FILE_TYPE_NAMES, RECIPIENT_OPERATIONS } from "./tables.js";
import { textChange } from "./text.js";

const FAMILY = "too-loose";
const createCustomer = defectsOf(FAMILY, "createCustomer");

function brokenBodies(operation: BodyOperation): Defect[] {
  const declared = defectsOf(FAMILY, operation);
  const accepted = (rule: string, title: string, isMeant: (raw: Buffer, body: unknown) => boolean): Defect =>
    declared(`refuses/body.${rule}`, "accepted", title, {
      refusal: (due, step, request) => {
        const raw = request.rawBody ?? Buffer.alloc(0);
        const lenient = step === "body" && due.code === "MALFORMED_REQUEST";
        return lenient && isMeant(raw, bodyOf(request)) ? undefined : due;
      },
    });
  const mended: DefectHooks = {
    request: (request) => {
      const text = request.rawBody?.toString() ?? "";
      const isBroken = text !== "" && bodyOf(request) === undefined;
      return isBroken ? { ...request, rawBody: Buffer.from(text.replace(/,\s*}$/, "}").replace(/}}$/, "}")) } : request;
    },
  };
  return [
    accepted(
      "malformed",
      "a body that is no JSON is taken as an empty one",
      (raw, body) => raw.length > 0 && body === undefined,
    ),
    accepted(
      "type",
      "a body that is JSON but no object is taken as an empty one",
      (_raw, body) => body !== undefined && !isObject(body),
    ),
    accepted("empty", "a request without a body is accepted", (raw) => raw.length === 0),
    declared("refuses/body.malformed", "mended", "a trailing comma is read over", mended),
    declared("refuses/body.type", "list-unwrapped", "a list around the body is taken off", {
      request: (request) => {
        const body = bodyOf(request);
        return Array.isArray(body) && body.length === 1
          ? { ...request, rawBody: Buffer.from(JSON.stringify(body[0])) }
          : request;
      },
    }),
  ];
}

const ACCOUNT_FIELDS = ["bank_name", "account_name", "account_number", "swift_code", "account_currency"];

function carelessValidation(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const declared = defectsOf(FAMILY, operation);
  const responses = (...rules: readonly string[]): string[] =>
    rules.flatMap((rule) => [`refuses/${rule}`, `response/${rule}`]);
  const unchecked = (path: string): DefectHooks => ruleChanged(path, (rule) => ({ ...rule, accepts: () => true }));
  return [
    declared(
      responses(
        ...ACCOUNT_FIELDS.map((name) => `payment_details.bank.${name}.type`),
        "payment_details.bank.swift_code.pattern",
        "payment_details.account_type.enum",
      ),
      "top-level-only",
      "nothing inside payment_details is looked at",
      ruleChanged("payment_details", (rule) => ({
        ...rule,
        accepts: (value) => isObject(value) || undefined,
      })),
    ),
    declared(
      responses(
        "address_info.post_code.maxLength",
        "address_info.post_code.minLength",
        "address_info.city.maxLength",
        "address_info.city.type",
      ),
      "top-level-only",
      "nothing inside address_info is looked at",
      ruleChanged("address_info", (rule) => ({ ...rule, accepts: (value) => isObject(value) || undefined })),
    ),
    declared(
      responses(
        "payment_details.crypto.wallet_address.pattern",
        "payment_details.crypto.wallet_address.minLength",
        "payment_details.crypto.wallet_address.maxLength",
      ),
      "crypto-unchecked",
      "wallet addresses of crypto accounts are not looked at",
      unchecked("payment_details(crypto).wallet_address"),
    ),
    declared(
      responses("file_id_list[].type"),
      "first-item-only",
      "only the first item of file_id_list is looked at",
      ruleChanged("file_id_list", (rule) => ({
        ...rule,
        accepts: (value) =>
          (Array.isArray(value) && value.length > 1 && value.length <= 10 && typeof value[0] === "string") || undefined,
      })),
    ),
    declared(
      responses("business_name.minLength", "business_name.maxLength"),
      "trimmed-first",
      "business_name is trimmed before its length is looked at",
      requestValueChanged(
        "business_name",
        textChange((text) => (text.trim().length >= 2 ? text.trim() : text)),
      ),
    ),
    declared(
      "refuses/payment_details.bank.account_number.pattern",
      "cleaned-first",
      "spaces and dashes are taken out of account_number before it is looked at",
      requestValueChanged(
        "payment_details(bank).account_number",
        textChange((text) => text.replace(/[\s-]/g, "")),
      ),
    ),
    declared(
      "refuses/payment_details.bank.swift_code.pattern",
      "capitals-first",
      "swift_code is put into capitals before it is looked at",
      requestValueChanged(
        "payment_details(bank).swift_code",
        textChange((text) => text.toUpperCase()),
      ),
    ),
    declared(
      "refuses/payment_details.bank.account_number.pattern",
      "half-width-first",
      "full-width digits and letters in account_number are turned into plain ones before it is looked at",
      requestValueChanged(
        "payment_details(bank).account_number",
        textChange((text) => text.normalize("NFKC")),
      ),
    ),
    declared(
      responses("address_info.address_line_1.maxLength"),
      "cut-first",
      "address_line_1 is cut to 255 characters before it is looked at",
      requestValueChanged(
        "address_info.address_line_1",
        textChange((text) => [...text].slice(0, 255).join("")),
      ),
    ),
    declared(
      ["refuses/payment_details.account_type.required"],
      "guessed",
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
      defect(
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

function fileTypes(): Defect[] {
  const read = (way: string, title: string, reading: (type: string) => string | undefined): Defect =>
    defect(FAMILY, "uploadFile", "refuses/file_type.enum", way, `file_type ${title}`, {
      request: (request) => {
        const type = request.query.file_type;
        const known = typeof type === "string" ? reading(type) : undefined;
        return known === undefined ? request : { ...request, query: { ...request.query, file_type: known } };
      },
    });
  return [
    read("open", "may have values beyond the list", (type) => (FILE_TYPE_NAMES.includes(type) ? type : "Invoice")),
    read("any-case", "may be in another letter case", (type) =>
      FILE_TYPE_NAMES.find((known) => known.toLowerCase() === type.toLowerCase()),
    ),
    read("padded", "may have spaces around it", (type) => FILE_TYPE_NAMES.find((known) => known === type.trim())),
    read("underscores", "may have underscores in place of spaces", (type) =>
      FILE_TYPE_NAMES.find((known) => known.toLowerCase() === type.toLowerCase().replaceAll("_", " ")),
    ),
  ];
}

function customers(): Defect[] {
  const person = "business_person_list[]";
  return [
    createCustomer(
      [`refuses/${person}.basic_info.birth_date.format`, `response/${person}.basic_info.birth_date.format`],
      "several-unchecked",
      "business persons are not looked at when there are several",
      ruleChanged("business_person_list", (rule) => ({
        ...rule,
        accepts: (value) => (Array.isArray(value) && value.length > 1 && isObject(value[0])) || undefined,
      })),
    ),
    ...["identification", "basic_info"].map((name) =>
      createCustomer(
        name === "identification"
          ? [`refuses/${person}.${name}.id_issue_date.format`, `refuses/${person}.${name}.id_number.type`]
          : [`refuses/${person}.${name}.birth_date.format`, `refuses/${person}.${name}.first_name.type`],
        "inside-unchecked",
        `nothing inside ${name} of a business person is looked at`,
        ruleChanged(`${person}.${name}`, (rule) => ({
          ...rule,
          accepts: (value) => isObject(value) || undefined,
        })),
      ),
    ),
  ];
}

/** Faults of validation that a table of rules does not show: whole bodies, depth, what is run before validating. */
export const LOOSE_REQUESTS_DEFECTS: readonly Defect[] = [
  ...BODY_OPERATIONS.flatMap(brokenBodies),
  ...RECIPIENT_OPERATIONS.flatMap(carelessValidation),
  ...swiftCodes(),
  ...fileTypes(),
  ...customers(),
];
