import { ExactNumber } from "../../json.js";
import { publishedPath } from "../bodyPath.js";
import { textRefused, valueRefused } from "../changes.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import { FILE_TYPE_NAMES, RECIPIENT_OPERATIONS } from "../requestTables.js";

const FAMILY = "too-strict";
const defect = familyOf(FAMILY);

function recipients(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const refusing = (
    path: string,
    aspects: string | readonly string[],
    way: string,
    title: string,
    isRefused: (text: string) => boolean,
  ): Defect => {
    const field = publishedPath(path);
    const rules = (typeof aspects === "string" ? [aspects] : aspects).map((aspect) => `accepts/${field}.${aspect}`);
    return defectOf(FAMILY, operation, rules, way, `${field} ${title}`, textRefused(path, isRefused));
  };
  const swift = "payment_details(bank).swift_code";
  const number = "payment_details(bank).account_number";
  const wallet = "payment_details(crypto).wallet_address";
  return [
    refusing(
      swift,
      ["minLength", "pattern"],
      "eleven-only",
      "must have eleven characters",
      (text) => text.length === 8,
    ),
    refusing(swift, ["maxLength", "pattern"], "eight-only", "must have eight characters", (text) => text.length === 11),
    refusing(swift, "pattern", "letters-in-location", "may not have digits in its seventh and eighth place", (text) =>
      /^.{6}(?:\d|.\d)/.test(text),
    ),
    refusing(swift, "pattern", "branch-of-letters", "may not have digits in its branch", (text) =>
      /\d/.test(text.slice(8)),
    ),
    refusing(number, "pattern", "not-digits-only", "may not be made of digits alone", (text) => /^\d+$/.test(text)),
    refusing(number, "pattern", "digit-demanded", "must hold a digit", (text) => !/\d/.test(text)),
    refusing(number, "pattern", "no-leading-zero", "may not begin with a zero", (text) => text.startsWith("0")),
    refusing(number, "maxLength", "thirty-four", "may have 34 characters only", (text) => text.length > 34),
    refusing(wallet, "pattern", "known-beginning", "must begin with 0x or T", (text) => !/^(?:0x|T)/.test(text)),
    refusing(wallet, "pattern", "letter-demanded", "must hold a letter", (text) => !/[A-Za-z]/.test(text)),
    refusing(wallet, "pattern", "no-small-only", "may not be without capitals and digits", (text) =>
      /^[a-z]+$/.test(text),
    ),
    refusing(wallet, "minLength", "from-34", "must have 34 characters", (text) => text.length < 34),
    refusing(wallet, "maxLength", "up-to-42", "may have 42 characters only", (text) => text.length > 42),
    refusing(
      "address_info.post_code",
      "minLength",
      "from-four",
      "must have four characters",
      (text) => text.length === 3,
    ),
    refusing(
      "payment_details(bank).bank_name",
      "maxLength",
      "bytes-counted",
      "may have 128 bytes only",
      (text) => Buffer.byteLength(text) > 128 && [...text].length <= 128,
    ),
    refusing(
      "business_name",
      ["minLength", "text"],
      "two-letters",
      "must hold two Latin letters",
      (text) => !/[A-Za-z].*[A-Za-z]/.test(text),
    ),
  ];
}

function fileTypes(): Defect[] {
  const refusing = (way: string, title: string, isRefused: (type: string) => boolean): Defect =>
    defect(`uploadFile/accepts/file_type.enum/${way}`, title, {
      request: (request) => {
        const type = String(request.query.file_type ?? "");
        return isRefused(type)
          ? { ...request, query: { ...request.query, file_type: `${type} (not taken)` } }
          : request;
      },
    });
  return [
    ...FILE_TYPE_NAMES.map((type) =>
      refusing(`without-${type.replaceAll(" ", "-")}`, `file_type may not be ${type}`, (given) => given === type),
    ),
    refusing("none-taken", "file_type may have none of its values, and may be left out", (given) => given !== ""),
  ];
}

function customers(): Defect[] {
  const refusing = (
    path: string,
    aspect: string,
    way: string,
    title: string,
    isRefused: (value: unknown) => boolean,
    also: readonly string[] = [],
  ): Defect =>
    defectOf(
      FAMILY,
      "createCustomer",
      [`accepts/${path}.${aspect}`, ...also],
      way,
      `${path} ${title}`,
      valueRefused(path, isRefused),
    );
  const amount = (isRefused: (amount: number) => boolean) => (value: unknown) =>
    (typeof value === "number" || value instanceof ExactNumber) &&
    isRefused(Number(value instanceof ExactNumber ? value.text : value));
  const revenue = "account_usage.estimated_monthly_revenue_amount";
  // A plain customer may well have cents in its revenue and none of a second in its dates, and is then refused as a whole.
  const plain = ["accepts/control.business"];
  return [
    refusing(
      revenue,
      "number",
      "integer",
      "must be a whole number",
      amount((value) => !Number.isInteger(value)),
      plain,
    ),
    refusing(
      revenue,
      "number",
      "below-a-million",
      "must be below a million",
      amount((value) => value >= 1_000_000),
    ),
    refusing(
      revenue,
      "number",
      "no-number",
      "may not be a number",
      amount(() => true),
    ),
    ...["business_details.business_identifier_start_date", "business_person_list[].basic_info.birth_date"].map((path) =>
      refusing(
        path,
        "format",
        "no-leap-day",
        "may not be the 29th of February",
        (value) => typeof value === "string" && value.includes("-02-29"),
      ),
    ),
    refusing(
      "business_person_list[].basic_info.birth_date",
      "format",
      "none-taken",
      "is refused whatever it is",
      (value) => typeof value === "string",
    ),
    refusing(
      "business_details.business_identifier_start_date",
      "format",
      "fraction-demanded",
      "must have decimals of a second",
      (value) => typeof value === "string" && !/\.\d/.test(value),
      plain,
    ),
  ];
}

/** Valid values refused for reasons that no table of rules suggests. */
export const STRICT_VALUES: readonly Defect[] = [
  ...RECIPIENT_OPERATIONS.flatMap(recipients),
  ...fileTypes(),
  ...customers(),
];
