import type { FieldRule } from "../fieldRule.js";
import { isObject, type JsonObject, writeJson } from "../json.js";
import type { OperationName } from "../operations/names.js";
import type { PartnerRequest } from "../partnerRequest.js";
import { refusal } from "../result.js";
import type { Service } from "../service.js";
import { changeAt, publishedPath } from "./bodyPath.js";
import { bodyChanged, bodyOf, ruleChanged, storedAccountType } from "./changes.js";
import { type Defect, defect, defectsOf } from "./defect.js";
import { EXCHANGED_RESOURCES_DEFECTS, OVERREACHING_UPDATES_DEFECTS } from "./exchangedResources.js";
import { echoDefect } from "./storedValue.js";
import { textChange } from "./text.js";

const updateRecipient = defectsOf("too-strict", "updateRecipient");
const listTransactions = defectsOf("paging", "listTransactions");

/** What is wrong is put right before it is checked, where a condition holds. */
function mended(
  operation: OperationName,
  path: string,
  keyword: string,
  way: string,
  title: string,
  change: (text: string, body: JsonObject) => string,
  isMeant: (body: JsonObject, request: PartnerRequest, service: Service) => boolean = () => true,
): Defect {
  return defect("too-loose", operation, `refuses/${publishedPath(path)}.${keyword}`, way, title, {
    request: (request, service) => {
      const body = bodyOf(request);
      if (!isObject(body) || !isMeant(body, request, service)) return request;
      const changed = changeAt(body, path, (value) => (typeof value === "string" ? change(value, body) : value));
      return { ...request, rawBody: Buffer.from(writeJson(changed)) };
    },
  });
}

const cutTo = (length: number) => (value: string) => [...value].slice(0, length).join("");

/** Rules that hold, save under one condition (sections 2.1 to 2.4 and 4.3). */
const LOOSE_UNDER_CONDITIONS: readonly Defect[] = [
  mended(
    "updateRecipient",
    "payment_details(bank).bank_name",
    "maxLength",
    "switched-cut",
    "bank_name is cut, not refused, when the account was a wallet before",
    cutTo(128),
    (_body, request, service) => storedAccountType(request, service) === "crypto",
  ),
  mended(
    "updateRecipient",
    "payment_details(crypto).wallet_name",
    "maxLength",
    "switched-cut",
    "wallet_name is cut, not refused, when the account was a bank account before",
    cutTo(128),
    (_body, request, service) => storedAccountType(request, service) === "bank",
  ),
  mended(
    "updateRecipient",
    "address_info.city",
    "maxLength",
    "cut-without-line-1",
    "city is cut, not refused, in an address without its first line",
    cutTo(64),
    ({ address_info: address }) => isObject(address) && address.address_line_1 === undefined,
  ),
  mended(
    "updateRecipient",
    "business_name",
    "maxLength",
    "cut-with-emoji",
    "business_name is cut, not refused, when it holds a character of four bytes",
    (value) => (/[\u{10000}-\u{10ffff}]/u.test(value) ? cutTo(128)(value) : value),
  ),
  mended(
    "updateRecipient",
    "website",
    "maxLength",
    "query-not-counted",
    "the query of a website is left out of its length, and cut off",
    (value) => (value.length > 225 ? (value.split("?")[0] ?? "") : value),
  ),
  mended(
    "updateRecipient",
    "payment_details(bank).payment_method",
    "enum",
    "local-transfer",
    "payment_method may be LOCAL_TRANSFER",
    (value) => (value === "LOCAL_TRANSFER" ? "LOCAL" : value),
  ),
  mended(
    "updateRecipient",
    "payment_details(bank).swift_code",
    "pattern",
    "dashes-removed",
    "dashes are taken out of swift_code",
    (value) => value.replaceAll("-", ""),
  ),
  mended(
    "updateRecipient",
    "payment_details(bank).account_number",
    "pattern",
    "groups-joined",
    "account_number may be written in groups of four",
    (value) => (/^\S{4}(?: \S{1,4})+$/.test(value) ? value.replaceAll(" ", "") : value),
  ),
  mended(
    "createRecipient",
    "partner_recipient_id",
    "minLength",
    "digits-filled",
    "a partner_recipient_id of digits is filled up with zeros",
    (value) => (/^\d{6,}$/.test(value) ? value.padStart(20, "0") : value),
  ),
  mended(
    "createCustomer",
    "business_details.business_identifier_start_date",
    "format",
    "second-61",
    "a second may be numbered 61",
    (value) => value.replace(/:61(?=Z)/, ":59"),
  ),
  defect("too-loose", "uploadFile", "refuses/file_type.enum", "capitals", "each word of file_type may have a capital", {
    request: (request) => {
      const { file_type: type } = request.query;
      return typeof type === "string" && / P/.test(type)
        ? { ...request, query: { ...request.query, file_type: type.replace(" P", " p") } }
        : request;
    },
  }),
];

function refusing(path: string, aspect: string, way: string, title: string, isRefused: (text: string) => boolean) {
  const accepts: FieldRule["accepts"] = (value) => (typeof value === "string" && isRefused(value) ? false : undefined);
  return updateRecipient(
    `accepts/${publishedPath(path)}.${aspect}`,
    way,
    title,
    ruleChanged(path, (rule) => ({ ...rule, accepts })),
  );
}

/** Valid values that careless rules of one's own refuse. */
const STRICT_UNDER_CONDITIONS: readonly Defect[] = [
  refusing(
    "payment_details(bank).local_bank_code",
    "maxLength",
    "nine-characters",
    "local_bank_code may not have nine characters",
    (value) => value.length === 9,
  ),
  refusing(
    "address_info.address_line_1",
    "text",
    "one-letter",
    "address_line_1 may not be a single letter",
    (value) => value.length === 1,
  ),
  refusing(
    "payment_details(bank).bank_name",
    "text",
    "typographic-apostrophe",
    "bank_name may hold no typographic apostrophe",
    (value) => value.includes("’"),
  ),
  updateRecipient(
    "accepts/body.notation",
    "account-first",
    "an update whose first member is payment_details is refused",
    {
      result: (result, request) => {
        const body = bodyOf(request);
        return result.kind === "success" && isObject(body) && Object.keys(body)[0] === "payment_details"
          ? refusal(400, "MALFORMED_REQUEST", "The body could not be read")
          : result;
      },
    },
  ),
];

const PERSONS = "business_person_list[]";

/** Values that are damaged where few requests go: on certain days, in other countries, in the third place of a list. */
const ECHO_UNDER_CONDITIONS: readonly Defect[] = [
  echoDefect(
    "createCustomer",
    `${PERSONS}.basic_info.birth_date`,
    "leap-day",
    "comes back as the day after the 29th of February",
    textChange((value) => value.replace("-02-29T", "-03-01T")),
  ),
  echoDefect(
    "createCustomer",
    `${PERSONS}.identification.id_expiration_date`,
    "seconds-of-32-bits",
    "is never after January 2038",
    textChange((value) => (value > "2038-01-19T03:14:07Z" ? "2038-01-19T03:14:07Z" : value)),
  ),
  echoDefect("createCustomer", `${PERSONS}.basic_info.nationality`, "always-CN", "is always CN", () => "CN"),
  echoDefect("createCustomer", "account_usage.operating_country", "always-CN", "is always CN", () => "CN"),
  echoDefect(
    "createCustomer",
    "account_usage.estimated_monthly_revenue_currency",
    "always-USD",
    "is always USD",
    () => "USD",
  ),
  defect(
    "echo",
    "createCustomer",
    `echo/${PERSONS}.residential_address.residential_address_city`,
    "third-person",
    "the third person's city comes back in capitals",
    bodyChanged((body) => {
      let place = 0;
      return changeAt(body, `${PERSONS}.residential_address.residential_address_city`, (value) =>
        ++place === 3 ? String(value).toUpperCase() : value,
      );
    }),
  ),
  echoDefect(
    "updateRecipient",
    "payment_details(crypto).wallet_address",
    "prefix-added",
    "of forty hexadecimal digits comes back with 0x before it",
    textChange((value) => (/^[0-9a-f]{40}$/i.test(value) ? `0x${value}` : value)),
  ),
];

/** Readings that are wrong for one size of a page, or for all transfers alike (sections 4.6 and 4.7). */
const READINGS: readonly Defect[] = [
  listTransactions("state/pages.complete", "single-items-lost", "pages of one item leave out every second one", {
    request: (request, { behaviour }) => {
      const { page_size: size, page_number: number } = request.query;
      if (size !== "1") return request;
      const base = Number(behaviour.pageBase);
      return {
        ...request,
        query: { ...request.query, page_number: String((Number(number ?? base) - base) * 2 + base) },
      };
    },
  }),
  listTransactions("state/pages.disjoint", "unsized-ignored", "page_number is ignored where there is no page_size", {
    request: (request) =>
      request.query.page_size === undefined
        ? { ...request, query: { ...request.query, page_number: undefined } }
        : request,
  }),
  listTransactions(
    "state/pages.complete",
    "total-of-later-pages",
    "total is one less from the fourth page on",
    bodyChanged((body, _call, { behaviour }) =>
      isObject(body) && Number(body.page_number) - Number(behaviour.pageBase) > 2
        ? { ...body, total: Number(body.total) - 1 }
        : body,
    ),
  ),
  defect(
    "agreement",
    "getTransferReceipt",
    "state/own-receipt",
    "same-for-all",
    "every transfer has the receipt that was asked for first",
    () => {
      let first: unknown;
      return bodyChanged((body) => {
        first ??= Array.isArray(body) && body.length > 0 ? body : undefined;
        return first ?? body;
      });
    },
  ),
];

/** Departures that show under one condition only. */
export const CONDITIONS_DEFECTS: readonly Defect[] = [
  ...LOOSE_UNDER_CONDITIONS,
  ...STRICT_UNDER_CONDITIONS,
  ...ECHO_UNDER_CONDITIONS,
  ...EXCHANGED_RESOURCES_DEFECTS,
  ...OVERREACHING_UPDATES_DEFECTS,
  ...READINGS,
];
