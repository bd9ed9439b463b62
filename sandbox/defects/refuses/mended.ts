/** What is wrong or missing is corrected before it is checked (sections 2.1 to 2.4 and 4.3). */
import { isObject, type JsonObject } from "../../json.js";
import type { OperationName, PartnerRequest } from "../../request.js";
import type { Service } from "../../service.js";
import {
  type Change,
  changeAt,
  cut,
  objectChange,
  replaced,
  requestChanged,
  requestValueChanged,
  storedAccountType,
  textChange,
} from "../changes.js";
import { type Defect, defects, defectsBy, RECIPIENT_OPERATIONS } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

import { FAMILY, fileTypeRead, readAs } from "./rules.js";

type IsMeant = (body: JsonObject, request: PartnerRequest, service: Service) => boolean;

const wasBefore =
  (accountType: string): IsMeant =>
  (_body, request, service) =>
    storedAccountType(request, service) === accountType;
const hasNoFirstLine: IsMeant = ({ address_info: address }) =>
  isObject(address) && address.address_line_1 === undefined;

const ungrouped = textChange((value) => (/^\S{4}(?: \S{1,4})+$/.test(value) ? value.replaceAll(" ", "") : value));
const filledUp = textChange((value) => (/^\d{6,}$/.test(value) ? value.padStart(20, "0") : value));
const shortEmoji: Change = (value) => (/[\u{10000}-\u{10ffff}]/u.test(String(value)) ? cut(128)(value, null) : value);
const withoutQuery = textChange((value) => (value.length > 225 ? (value.split("?")[0] ?? "") : value));

/** What is wrong is corrected before it is checked, for some only where a condition holds (sections 2.1 to 2.4 and 4.3). */
export const MENDED_VALUES: readonly Defect[] = [
  ...defectsBy(FAMILY, "updateRecipient", [], ([change, isMeant]: readonly [Change, IsMeant], path) =>
    requestChanged((body, request, service) => (isMeant(body, request, service) ? changeAt(body, path, change) : body)),
  )`
    refuses/bank.bank_name.maxLength/switched-cut
      | bank_name is cut, not refused, when the account was a wallet before | ${[cut(128), wasBefore("crypto")]}
    refuses/crypto.wallet_name.maxLength/switched-cut
      | wallet_name is cut, not refused, when the account was a bank account before | ${[cut(128), wasBefore("bank")]}
    refuses/address_info.city.maxLength/cut-without-line-1
      | city is cut, not refused, in an address without its first line | ${[cut(64), hasNoFirstLine]}
  `,
  ...readAs("updateRecipient")`
    refuses/business_name.maxLength/cut-with-emoji
      | business_name is cut, not refused, when it holds a character of four bytes | ${shortEmoji}
    refuses/website.maxLength/query-not-counted
      | the query of a website is left out of its length, and cut off | ${withoutQuery}
    refuses/bank.payment_method.enum/local-transfer | payment_method may be LOCAL_TRANSFER
      | ${replaced(/^LOCAL_TRANSFER$/, "LOCAL")}
    refuses/bank.swift_code.pattern/dashes-removed | dashes are taken out of swift_code | ${replaced(/-/g, "")}
    refuses/bank.account_number.pattern/groups-joined | account_number may be written in groups of four | ${ungrouped}
  `,
  ...readAs("createRecipient")`
    refuses/partner_recipient_id.minLength/digits-filled
      | a partner_recipient_id made up of digits is padded with zeros | ${filledUp}
  `,
  ...readAs("createCustomer")`
    refuses/business_details.business_identifier_start_date.format/second-61 | a second may be numbered 61
      | ${replaced(/:61(?=Z)/, ":59")}
  `,
  ...defects(FAMILY, "uploadFile")`
    refuses/file_type.enum/capitals | each word of file_type may have a capital
      | ${fileTypeRead((type) => (/ P/.test(type) ? type.replace(" P", " p") : undefined))}
  `,
];

const COMPLETE_ACCOUNTS = {
  bank: {
    account_type: "bank",
    bank_name: "Harbour Sample Bank",
    network: "RTGS",
    account_name: "Harbour Sample Trading",
    account_number: "SAMPLE123456",
    swift_code: "QZHBCNSH",
    account_currency: "CNY",
    country_code: "CN",
  },
  crypto: {
    account_type: "crypto",
    wallet_name: "Sample wallet",
    wallet_address: "TSample0aaaaaaaaaaaaaaaaaaaaaaaaaa",
    network: "TRX",
    currency: "USDT",
  },
};

function completed(type: "bank" | "crypto", isMeant: (details: JsonObject) => boolean): DefectHooks {
  const change: Change = objectChange((details) => (isMeant(details) ? COMPLETE_ACCOUNTS[type] : details));
  return requestValueChanged("payment_details", change);
}

function incompleteDetails(operation: OperationName): Defect[] {
  return [
    ...defects(FAMILY, operation)`
      refuses/payment_details.account_type.required/empty-object | payment details without any member are taken
        | ${completed("bank", (details) => Object.keys(details).length === 0)}
    `,
    ...(["bank", "crypto"] as const).flatMap((type) => {
      const [own, other] =
        type === "bank" ? ["account_number", "wallet_address"] : ["wallet_address", "account_number"];
      const rule = `refuses/payment_details.${type}.${own}.required`;
      return defects(FAMILY, operation)`
        ${rule}/type-alone | payment details with only account_type ${type} are taken
          | ${completed(type, (details) => details.account_type === type && Object.keys(details).length === 1)}
        ${rule}/other-kind | payment details of account_type ${type} are taken with the members of the other kind
          | ${completed(
            type,
            (details) => details.account_type === type && details[own] === undefined && details[other] !== undefined,
          )}
      `;
    }),
  ];
}

/** Requests that lack what they must have (sections 2.1 and 2.2). */
export const INCOMPLETE_ACCOUNTS: readonly Defect[] = [
  ...RECIPIENT_OPERATIONS.flatMap(incompleteDetails),
  ...defects(FAMILY, "updateRecipient")`
    refuses/business_name.required/nothing-sent | an update may be an empty object
      | ${requestChanged((body, { recipientId }, { state }) => {
        const { partner_recipient_id: _own, ...stored } = state.recipients.get(recipientId)?.fields ?? {};
        return Object.keys(body).length > 0 ? body : stored;
      })}
  `,
];
