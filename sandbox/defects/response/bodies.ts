import { isObject, type JsonObject } from "../../json.js";
import { OPERATION_NAMES, type OperationName, type PartnerRequest } from "../../request.js";
import {
  always,
  bodyChanged,
  type Change,
  changeAt,
  labelled,
  objectChange,
  objectChanged,
  queryChanged,
  removed,
  shownValueChanged,
  successChanged,
  withMember,
  withMembers,
} from "../changes.js";
import { type Defect, defectOf, defects, defectsBy, RECIPIENT_OPERATIONS } from "../defect.js";
import type { DefectHooks, OutgoingResponse } from "../hooks.js";

const FAMILY = "response";

/** Changes how successes are written. */
function written(change: (response: OutgoingResponse) => OutgoingResponse): DefectHooks {
  return { response: (response) => (response.status < 300 ? change(response) : response) };
}

const typed = (mediaType?: string): DefectHooks => written((response) => labelled(response, mediaType));

const LISTING: readonly OperationName[] = ["listBalances", "getTransferReceipt"];

function bodies(operation: OperationName): Defect[] {
  const enveloped = defects(FAMILY, operation)`
    response/body.type/enveloped | the list is inside an object | ${bodyChanged((body) => ({ data: body }))}
  `;
  const listed = defects(FAMILY, operation)`
    response/body.type/listed | the object is inside a list | ${bodyChanged((body) => [body])}
  `;
  const pdf = defects(FAMILY, operation)`
    response/body.json/plain-pdf | the body is the PDF itself
      | ${written((response) => labelled({ ...response, text: "%PDF-1.4 sample" }, "application/pdf"))}
  `;
  const labels = defects(FAMILY, operation)`
    response/mediaType/html | a success is labelled as text/html | ${typed("text/html; charset=utf-8")}
    response/mediaType/unlabelled | a success has no Content-Type | ${typed()}
    response/mediaType/plain | a success is labelled as text/plain | ${typed("text/plain")}
  `;
  return [
    ...(LISTING.includes(operation) ? enveloped : listed),
    ...defects(FAMILY, operation)`
      response/body.type/printed | the body is a JSON text that holds JSON | ${bodyChanged((body) => JSON.stringify(body))}
      response/body.json/cut-off | the body ends before its last character
        | ${written((response) => ({ ...response, text: response.text.trimEnd().slice(0, -1) }))}
      response/body.json/byte-order-mark | the body begins with a byte order mark
        | ${written((response) => ({ ...response, text: `\ufeff${response.text}` }))}
      response/body.json/empty | the body is empty | ${written((response) => ({ ...response, text: "" }))}
    `,
    ...(operation === "getTransferReceipt" ? pdf : labels),
  ];
}

/** Of a recipient's response these fields are required (section 2.1), so null does not mean an absent value. */
function recipientNulls(operation: OperationName): Defect[] {
  return ["business_name", "business_type", "country_code", "partner_recipient_id"].map((name) => {
    const rules = [`response/${name}.type`, `response/${name}.present`, `echo/${name}`];
    const title = `${name} in the response is null`;
    return defectOf(FAMILY, operation, rules, "null", title, shownValueChanged(name, always(null)));
  });
}

/** Members that are null, in addition to or instead of the existing ones. */
const nulls = (names: readonly string[]): JsonObject => Object.fromEntries(names.map((name) => [name, null]));
const filled = (...names: readonly string[]): DefectHooks => objectChanged((body) => ({ ...nulls(names), ...body }));
const nullStatus = withMembers({ status: null });
const unknownTimes = filled("audit_at", "completed_at");

/** Fields of a recipient that may be left out. */
const OPTIONAL = ["website", "address_info", "file_id_list"];

const insteadOf =
  (value: unknown, other: unknown): Change =>
  (given) =>
    given === value ? other : given;

const inMemberOfItsType = objectChange((details) => ({ [String(details.account_type)]: details }));
const withoutType = objectChange((details) => withMember(details, "account_type", removed));

/** Departures that only some requests bring out. */
const OF_RECIPIENTS = defects(FAMILY, RECIPIENT_OPERATIONS)`
  response/payment_details.account_type.present/crypto-without-type, echo/payment_details.account_type
    | account_type is missing where the account is a crypto account
    | ${shownValueChanged("payment_details(crypto)", withoutType)}
  response/payment_details.type/named-variant, response/payment_details.account_type.present, echo/payment_details
    | payment_details holds the account in a member named after its type
    | ${shownValueChanged("payment_details", inMemberOfItsType)}
  response/body.type/enveloped-list | the recipient comes in a list of one recipient | ${bodyChanged((body) => [[body]])}
`;

/** Fields that creation adds to a customer, and the customer inside a transfer does not have (section 2.5). */
const ADDED = [
  ["business_details", "business_type"],
  ["business_details", "business_identifier_type"],
  ["account_usage", "account_usage_product_reference"],
  ["business_person_list[].basic_info", "role_type"],
  ["business_person_list[].identification", "id_type"],
] as const;

/** Declares values that are shown differently, at the path that the rule is about. */
const shownAs = defectsBy(FAMILY, null, [], (change: Change, path) => shownValueChanged(path, change));

/** Whole bodies of successes: another shape, not JSON, another media type, null instead of nothing. */
export const RESPONSE_BODIES: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap(bodies),
  ...RECIPIENT_OPERATIONS.flatMap(recipientNulls),
  ...defects(FAMILY, null)`
    createRecipient/response/null-fields/unsent | what was not sent is null | ${filled(...OPTIONAL)}
    updateRecipient/response/null-fields/unsent | what the update left out is null
      | ${objectChanged((body, { fields }) => ({ ...body, ...nulls(OPTIONAL.filter((name) => !(name in fields))) }))}
    createCustomer/response/null-fields/status, response/status.type | the status of a new customer is null
      | ${bodyChanged((body) => nullStatus(body, null))}
    createCustomer/response/null-fields/created_at | the created_at of a new customer is null
      | ${objectChanged((body) => ({ ...body, created_at: null }))}
    getTransferDetail/response/null-fields/times | times that are not known yet are null | ${unknownTimes}
    getDepositDetail/response/null-fields/times | times that are not known yet are null | ${unknownTimes}
    getTransferDetail/response/null-fields/one-rate | the exchange_rate of failed transfers is null
      | ${objectChanged((body) => (body.status === "failed" ? { ...body, exchange_rate: null } : body))}
    listTransactions/response/null-fields/status | the status of every entry is null
      | ${shownValueChanged("items[]", nullStatus)}
    listBalances/response/null-fields/status | the status of the first wallet is null
      | ${bodyChanged((body) => changeAt(body, "[]", (wallet, all) => (Array.isArray(all) && all[0] === wallet ? nullStatus(wallet, all) : wallet)))}
  `,
  ...OF_RECIPIENTS,
  ...ADDED.flatMap(
    ([holder, name]) => defects(FAMILY, "getTransferDetail")`
      response/customer.${holder}.${name}.absent/shown | the customer of a transfer has a ${name}
        | ${shownValueChanged(`customer.${holder}`, withMembers({ [name]: "STANDARD" }))}
    `,
  ),
  ...defects(FAMILY, null)`
    getTransferDetail/response/completed_at.format/failed-empty, response/audit_at.format
      | the times of a failed transfer are empty texts
      | ${objectChanged((body) => (body.status === "failed" ? { ...body, audit_at: "", completed_at: "" } : body))}
  `,
  ...shownAs`
    getTransferDetail/response/source.amount.type/large-as-text | the source amount is a text where it is above 10,000
      | ${(amount) => (typeof amount === "number" && amount > 10_000 ? amount.toFixed(2) : amount)}
    getDepositDetail/response/status.enum/failed-only | a failed deposit has the status Rejected
      | ${insteadOf("Failed", "Rejected")}
    getDepositDetail/response/network.present/failed-only | a failed deposit has no network
      | ${(network, deposit) => (isObject(deposit) && deposit.status === "Failed" ? removed : network)}
    getTransferDetail/response/status.enum/pending-only | a pending transfer has the status processing
      | ${insteadOf("pending", "processing")}
    listBalances/response/[].status.enum/inactive-only | an inactive wallet has the status frozen
      | ${insteadOf("inactive", "frozen")}
    listBalances/response/[].currency_type.enum/fiat-only | the fiat wallet has the currency_type bank
      | ${insteadOf("fiat", "bank")}
    listBalances/response/[].available_amount.type/zero-null | an available amount of zero is a text
      | ${insteadOf(0, "0.00")}
    listTransactions/response/items[].receiver_amount.type/deposits-only | the receiver amount of a deposit is a text
      | ${(amount, item) => (isObject(item) && item.type === "deposit" ? String(amount) : amount)}
  `,
  ...defects(FAMILY, "getTransferReceipt")`
    response/[].type/last-chunk | the last string of a receipt is an object
      | ${bodyChanged((body) => (Array.isArray(body) && body.length > 1 ? [...body.slice(0, -1), { end: body.at(-1) }] : body))}
  `.map((defect) => ({ ...defect, needs: { receiptEncoding: "base64Chunks" } })),
  ...defects(FAMILY, "getTransferReceipt")`
    response/body.type/failed-null, response/body.json | the receipt of a failed transfer is a message
      | ${successChanged((result, { query }, { behaviour, state }) => {
        const transfer = state.transactions.get(String(query[behaviour.receiptParameter]));
        return transfer?.progress.outcome === "failed" ? { ...result, body: { message: "none" } } : result;
      })}
  `.map((defect) => ({ ...defect, needs: { pendingReceipt: "issued" } })),
];

type QueryValue = PartnerRequest["query"][string];

/** Takes an odd value of the query for another one, and changes how a field is shown, given what was requested. */
function answeredOddly(
  parameter: string,
  takenFor: (value: QueryValue) => string | undefined,
  field: string,
  shownAs: (value: unknown, asked: string) => unknown,
): DefectHooks {
  // Where the query keeps what was requested.
  const kept = "asked-for";
  return {
    ...queryChanged(({ [parameter]: value }) => {
      const instead = takenFor(value);
      return instead === undefined ? {} : { [parameter]: instead, [kept]: String(value) };
    }),
    ...bodyChanged((body, { query: { [kept]: asked } }) =>
      asked === undefined ? body : changeAt(body, field, (value) => shownAs(value, String(asked))),
    ),
  };
}

const matching =
  (pattern: RegExp, instead: string) =>
  (value: QueryValue): string | undefined =>
    typeof value === "string" && pattern.test(value) ? instead : undefined;
const firstOfSeveral = (value: QueryValue): string | undefined => (Array.isArray(value) ? String(value[0]) : undefined);
const asked = (_value: unknown, text: string): string => text;
const askedNumber = (_value: unknown, text: string): number => Number(text);
const FRACTION = /^\d+\.\d+$/;

/** Odd queries that are answered with a success whose fields are not of their types (section 2). */
export const ODD_QUERIES: readonly Defect[] = defects(FAMILY, null)`
  listTransactions/response/page_number.type/fraction-asked | page_number 1.5 is taken for 1, and shown as 1.5
    | ${answeredOddly("page_number", matching(FRACTION, "1"), "page_number", askedNumber)}
  listTransactions/response/page_size.type/fraction-asked | page_size 2.5 is taken for 2, and shown as 2.5
    | ${answeredOddly("page_size", matching(FRACTION, "2"), "page_size", askedNumber)}
  listTransactions/response/page_number.type/word | a page_number that is a word is taken for 1, and shown as it is
    | ${answeredOddly("page_number", matching(/^[a-z]+$/, "1"), "page_number", asked)}
  listTransactions/response/items.type/negative-size | a negative page_size has an object in place of the list of items
    | ${answeredOddly("page_size", matching(/^-\d+$/, "1"), "items", () => ({}))}
  listTransactions/response/total.type/empty-number | an empty page_number is answered with total as a text
    | ${answeredOddly("page_number", matching(/^$/, "1"), "total", String)}
  getTransferDetail/response/fee.type/asked-twice | a transfer whose id is given twice has its fee as a text
    | ${answeredOddly("transaction_id", firstOfSeveral, "fee", String)}
  getDepositDetail/response/amount.type/asked-twice | a deposit whose id is given twice has its amount as a text
    | ${answeredOddly("transaction_id", firstOfSeveral, "amount", String)}
`;

/** Successes of some length that are cut (section 1: all bodies are JSON). */
export const CUT_BODIES = defectsBy("agreement", "createCustomer", [], (length: number) =>
  written((response) => ({ ...response, text: response.text.slice(0, length) })),
)`
  response/body.json/cut-at-4096 | an answer of more than 4096 characters is cut | ${4096}
  response/body.json/cut-at-6144 | an answer of more than 6144 characters is cut | ${6144}
`;
