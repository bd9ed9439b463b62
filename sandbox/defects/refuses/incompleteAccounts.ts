import { isObject, type JsonObject, writeJson } from "../../json.js";
import type { OperationName } from "../../operations/names.js";
import { bodyOf, requestChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("too-loose");

/** Complete accounts, put in the place of what lacks nearly everything. */
const COMPLETE_ACCOUNTS: Readonly<Record<string, JsonObject>> = {
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
const OWN_MEMBER: Readonly<Record<string, string>> = { bank: "account_number", crypto: "wallet_address" };
const OTHER_MEMBER: Readonly<Record<string, string>> = { bank: "wallet_address", crypto: "account_number" };

/** Payment details that lack what they must have are completed where `isMeant`. */
function completed(
  operation: OperationName,
  rule: string,
  way: string,
  title: string,
  accountType: string,
  isMeant: (details: JsonObject) => boolean,
): Defect {
  return defect(
    `${operation}/refuses/payment_details.${rule}.required/${way}`,
    title,
    requestChanged((body) => {
      const { payment_details: details } = body;
      return isObject(details) && isMeant(details)
        ? { ...body, payment_details: COMPLETE_ACCOUNTS[accountType] }
        : body;
    }),
  );
}

function incompleteDetails(operation: OperationName): Defect[] {
  return [
    completed(
      operation,
      "account_type",
      "empty-object",
      "payment details without any member are taken",
      "bank",
      (details) => Object.keys(details).length === 0,
    ),
    ...["bank", "crypto"].flatMap((type) => [
      completed(
        operation,
        `${type}.${OWN_MEMBER[type]}`,
        "type-alone",
        `payment details of nothing but account_type ${type} are taken`,
        type,
        (details) => details.account_type === type && Object.keys(details).length === 1,
      ),
      completed(
        operation,
        `${type}.${OWN_MEMBER[type]}`,
        "other-kind",
        `payment details of account_type ${type} are taken with the members of the other kind`,
        type,
        (details) =>
          details.account_type === type &&
          details[OWN_MEMBER[type] ?? ""] === undefined &&
          details[OTHER_MEMBER[type] ?? ""] !== undefined,
      ),
    ]),
  ];
}

/** Requests that lack what they must have (sections 2.1 and 2.2). */
export const INCOMPLETE_ACCOUNTS: readonly Defect[] = [
  ...incompleteDetails("createRecipient"),
  ...incompleteDetails("updateRecipient"),
  defect("updateRecipient/refuses/business_name.required/nothing-sent", "an update may be an empty object", {
    request: (request, { state }) => {
      const body = bodyOf(request);
      const stored = state.recipients.get(request.recipientId)?.fields;
      if (!isObject(body) || Object.keys(body).length > 0 || stored === undefined) return request;
      const { partner_recipient_id: _own, ...fields } = stored;
      return { ...request, rawBody: Buffer.from(writeJson(fields)) };
    },
  }),
];
