import { isObject, type JsonObject, writeJson } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import type { Service } from "../../service.js";
import { changeAt } from "../bodyPath.js";
import { bodyOf, storedAccountType } from "../changes.js";
import { type Defect, type DefectId, familyOf } from "../defect.js";

const defect = familyOf("too-loose");

/** What is wrong is put right before it is checked, where a condition holds. */
function mended(
  id: DefectId,
  path: string,
  title: string,
  change: (text: string, body: JsonObject) => string,
  isMeant: (body: JsonObject, request: PartnerRequest, service: Service) => boolean = () => true,
): Defect {
  return defect(id, title, {
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
export const MENDED_VALUES: readonly Defect[] = [
  mended(
    "updateRecipient/refuses/payment_details.bank.bank_name.maxLength/switched-cut",
    "payment_details(bank).bank_name",
    "bank_name is cut, not refused, when the account was a wallet before",
    cutTo(128),
    (_body, request, service) => storedAccountType(request, service) === "crypto",
  ),
  mended(
    "updateRecipient/refuses/payment_details.crypto.wallet_name.maxLength/switched-cut",
    "payment_details(crypto).wallet_name",
    "wallet_name is cut, not refused, when the account was a bank account before",
    cutTo(128),
    (_body, request, service) => storedAccountType(request, service) === "bank",
  ),
  mended(
    "updateRecipient/refuses/address_info.city.maxLength/cut-without-line-1",
    "address_info.city",
    "city is cut, not refused, in an address without its first line",
    cutTo(64),
    ({ address_info: address }) => isObject(address) && address.address_line_1 === undefined,
  ),
  mended(
    "updateRecipient/refuses/business_name.maxLength/cut-with-emoji",
    "business_name",
    "business_name is cut, not refused, when it holds a character of four bytes",
    (value) => (/[\u{10000}-\u{10ffff}]/u.test(value) ? cutTo(128)(value) : value),
  ),
  mended(
    "updateRecipient/refuses/website.maxLength/query-not-counted",
    "website",
    "the query of a website is left out of its length, and cut off",
    (value) => (value.length > 225 ? (value.split("?")[0] ?? "") : value),
  ),
  mended(
    "updateRecipient/refuses/payment_details.bank.payment_method.enum/local-transfer",
    "payment_details(bank).payment_method",
    "payment_method may be LOCAL_TRANSFER",
    (value) => (value === "LOCAL_TRANSFER" ? "LOCAL" : value),
  ),
  mended(
    "updateRecipient/refuses/payment_details.bank.swift_code.pattern/dashes-removed",
    "payment_details(bank).swift_code",
    "dashes are taken out of swift_code",
    (value) => value.replaceAll("-", ""),
  ),
  mended(
    "updateRecipient/refuses/payment_details.bank.account_number.pattern/groups-joined",
    "payment_details(bank).account_number",
    "account_number may be written in groups of four",
    (value) => (/^\S{4}(?: \S{1,4})+$/.test(value) ? value.replaceAll(" ", "") : value),
  ),
  mended(
    "createRecipient/refuses/partner_recipient_id.minLength/digits-filled",
    "partner_recipient_id",
    "a partner_recipient_id of digits is filled up with zeros",
    (value) => (/^\d{6,}$/.test(value) ? value.padStart(20, "0") : value),
  ),
  mended(
    "createCustomer/refuses/business_details.business_identifier_start_date.format/second-61",
    "business_details.business_identifier_start_date",
    "a second may be numbered 61",
    (value) => value.replace(/:61(?=Z)/, ":59"),
  ),
  defect("uploadFile/refuses/file_type.enum/capitals", "each word of file_type may have a capital", {
    request: (request) => {
      const { file_type: type } = request.query;
      return typeof type === "string" && / P/.test(type)
        ? { ...request, query: { ...request.query, file_type: type.replace(" P", " p") } }
        : request;
    },
  }),
];
