import { isObject, type JsonObject } from "../../json.js";
import { type Change, publishedPath } from "../bodyPath.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import type { DefectHooks } from "../hooks.js";
import { RECIPIENT_OPERATIONS, REQUEST_TABLES } from "../requestTables.js";
import { textChange } from "../text.js";
import { echoDefect, swapped } from "./echoDefect.js";

const FAMILY = "echo";
const defect = familyOf(FAMILY);
const stateDefect = familyOf("state");

function recipients(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const of = (path: string, way: string, title: string, change: Change, ...also: readonly string[]): Defect =>
    echoDefect(operation, path, way, title, change, also);
  const ofText = (path: string, way: string, title: string, change: (text: string) => string): Defect =>
    of(path, way, title, textChange(change));
  const bank = "payment_details(bank)";
  const crypto = "payment_details(crypto)";
  return [
    ofText("business_name", "escaped", "comes back with & and < escaped", (value) =>
      value.replace(/&/g, "&amp;").replace(/</g, "&lt;"),
    ),
    ofText("business_name", "mangled", "comes back with its UTF-8 read as Latin-1", (value) =>
      Buffer.from(value).toString("latin1").slice(0, 128),
    ),
    ofText("business_name", "basic-plane", "comes back with a question mark for a character of four bytes", (value) =>
      value.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
    ),
    ofText("address_info.address_line_1", "cut-at-100", "is cut to 100 characters", (value) => value.slice(0, 100)),
    ofText("address_info.address_line_2", "unescaped", "comes back with what looks like an escape undone", (value) =>
      value.replaceAll("&amp;", "&").replaceAll("%20", " "),
    ),
    ofText("address_info.city", "no-accents", "comes back without accents", (value) =>
      value.normalize("NFD").replace(/\p{M}/gu, ""),
    ),
    ofText(
      "address_info.state",
      "capitalised",
      "comes back with capitals at the beginning of each word only",
      (value) => value.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
    ),
    ofText("address_info.post_code", "leading-zeros", "loses its leading zeros", (value) =>
      value.replace(/^0+(?=.{3})/, ""),
    ),
    of(
      "address_info",
      "lines-swapped",
      "comes back with its two lines swapped",
      (value) => (isObject(value) ? swapped(value, "address_line_1", "address_line_2") : value),
      "address_info.address_line_1",
      "address_info.address_line_2",
    ),
    of(
      "website",
      "small",
      "comes back in small letters",
      textChange((value) => value.toLowerCase()),
      "normal-form.lower-case",
    ),
    ofText("website", "no-query", "comes back without what follows a question mark or a percent sign", (value) =>
      value.replace(/[?%].*$/, ""),
    ),
    ofText("website", "slash", "gets a slash at its end", (value) =>
      value === "" || value.endsWith("/") || value.length > 224 ? value : `${value}/`,
    ),
    of("business_type", "defaulted", "is always Business", () => "Business"),
    ofText(`${bank}.bank_name`, "quotes", "comes back with its quotation marks doubled", (value) =>
      value.replace(/'/g, "''"),
    ),
    ofText(
      `${bank}.account_name`,
      "ascii",
      "comes back with a question mark for every character beyond ASCII",
      (value) => value.replace(/[^ -~]/gu, "?"),
    ),
    ofText(`${bank}.account_number`, "leading-zeros", "loses its leading zeros", (value) =>
      value.replace(/^0+(?=.{8})/, ""),
    ),
    ofText(`${bank}.account_number`, "number", "comes back as far as a number holds it", (value) =>
      /^\d{17,}$/.test(value) ? BigInt(Number(value)).toString() : value,
    ),
    ofText(`${bank}.swift_code`, "branch-dropped", "loses its branch", (value) => value.slice(0, 8)),
    ofText(`${bank}.swift_code`, "branch-filled", "gets the branch XXX", (value) => value.padEnd(11, "X")),
    ofText(`${bank}.local_bank_code`, "leading-zeros", "loses its leading zeros", (value) =>
      value.replace(/^0+(?=.{3})/, ""),
    ),
    of(`${bank}.network`, "defaulted", "is always SWIFT", () => "SWIFT"),
    of(`${bank}.payment_method`, "defaulted", "is always LOCAL", () => "LOCAL"),
    of(`${bank}.account_currency`, "defaulted", "is always CNY", () => "CNY"),
    ofText(`${crypto}.wallet_address`, "small", "comes back in small letters", (value) => value.toLowerCase()),
    ofText(`${crypto}.wallet_address`, "cut-at-42", "is cut to 42 characters", (value) => value.slice(0, 42)),
    of(`${crypto}.network`, "swapped", "comes back as the other network", (value) => (value === "ETH" ? "TRX" : "ETH")),
    of(`${crypto}.currency`, "defaulted", "is always USDT", () => "USDT"),
    ofText(`${crypto}.wallet_name`, "word-null", "is empty where it was the word null", (value) =>
      value === "null" ? "" : value,
    ),
    of("file_id_list", "reversed", "comes back in the reverse order", (value) =>
      Array.isArray(value) ? value.toReversed() : value,
    ),
    of("file_id_list", "sorted", "comes back sorted", (value) => (Array.isArray(value) ? value.toSorted() : value)),
    of("file_id_list", "first-only", "comes back with its first item only", (value) =>
      Array.isArray(value) ? value.slice(0, 1) : value,
    ),
    of("file_id_list", "without-tenth", "loses its tenth item", (value) =>
      Array.isArray(value) ? value.slice(0, 9) : value,
    ),
    of("file_id_list", "repeated", "comes back with its last item twice", (value) =>
      Array.isArray(value) && value.length > 0 && value.length < 10 ? [...value, value.at(-1)] : value,
    ),
  ];
}

/** The rules of the echo of a field and of what is inside it. */
function echoesOf(name: string): string[] {
  const inside = REQUEST_TABLES.updateRecipient.filter(
    ({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}(`),
  );
  return inside.map(({ path }) => `echo/${publishedPath(path)}`);
}

/** Stores something else than an update was sent, for what was stored before. */
function beside(change: (fields: JsonObject, before: JsonObject) => JsonObject): DefectHooks {
  return {
    stored: (fields, { recipientId }, { state }) => {
      const before = state.recipients.get(recipientId)?.fields;
      return before === undefined ? fields : change(fields, before);
    },
  };
}

/** The same where both have an account. */
function besideAccount(change: (account: JsonObject, before: JsonObject) => JsonObject): DefectHooks {
  return beside((fields, { payment_details: before }) =>
    isObject(before) && isObject(fields.payment_details)
      ? { ...fields, payment_details: change(fields.payment_details, before) }
      : fields,
  );
}

/** What an update answers with or keeps, although it was sent something else. */
function updates(): Defect[] {
  const stale = (way: string, rules: readonly string[], title: string, names: readonly string[]): Defect => {
    const hooks = beside((fields, before) => {
      const kept = names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]]);
      return { ...fields, ...Object.fromEntries(kept) };
    });
    return defectOf(FAMILY, "updateRecipient", rules, way, title, hooks);
  };
  const all = ["business_name", "business_type", "website", "address_info", "payment_details", "file_id_list"];
  const everyEcho = all.map((name) => `echo/${name}`);
  return [
    ...all.map((name) => stale("stale", echoesOf(name), `an update does not change ${name}`, [name])),
    stale("nothing-changed", everyEcho, "an update changes nothing", all),
    defect(
      "updateRecipient/echo/file_id_list/appended",
      "an update adds files to those that are there in place of replacing them",
      beside((fields, { file_id_list: before }) =>
        Array.isArray(before) && Array.isArray(fields.file_id_list)
          ? { ...fields, file_id_list: [...before, ...fields.file_id_list].slice(0, 10) }
          : fields,
      ),
    ),
    defect(
      ["updateRecipient/echo/payment_details/merged", "echo/payment_details.account_type"],
      "an update of the account keeps what the account held before",
      besideAccount((account, before) => ({ ...account, ...before })),
    ),
    stateDefect(
      "updateRecipient/state/variant.clean/left-over",
      "an account that changes its kind keeps what only the kind before it has",
      besideAccount((account, before) =>
        before.account_type === account.account_type ? account : { ...before, ...account },
      ),
    ),
  ];
}

/** Values that change between the request and the response, some of them only where the value is an unusual one. */
export const ECHO_RECIPIENTS: readonly Defect[] = [...RECIPIENT_OPERATIONS.flatMap(recipients), ...updates()];
