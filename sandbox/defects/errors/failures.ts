import { isObject, type JsonObject } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import type { Service } from "../../service.js";
import { type Defect, type DefectId, type DefectNames, familyOf } from "../defect.js";
import { FILE_TYPE_NAMES, OPERATION_NAMES, RECIPIENT_OPERATIONS, SERVER_ERROR } from "../requestTables.js";

const defect = familyOf("failure");
const OWN_RULE = "errors/no-server-error";

/** An operation that fails at some of the requests that it should answer otherwise. */
export function failing(
  names: DefectNames,
  title: string,
  isMeant: (request: PartnerRequest, service: Service) => boolean,
): Defect {
  const [id, ...also] = typeof names === "string" ? [names] : names;
  return defect([id, ...also, ...(id.includes(OWN_RULE) ? [] : [OWN_RULE])], title, {
    result: (result, request, service) =>
      request.principal !== undefined && isMeant(request, service) ? SERVER_ERROR : result,
  });
}

/** The same; `what` is wrong or unusual about the requests. */
function failingAt(
  id: DefectId,
  what: string,
  isMeant: (request: PartnerRequest, service: Service) => boolean,
): Defect {
  return failing(id, `${what} makes the service fail`, isMeant);
}

function holds(pattern: RegExp): (request: PartnerRequest) => boolean {
  return ({ rawBody }) => pattern.test(rawBody?.toString() ?? "");
}

function detailsOf({ fields }: PartnerRequest): JsonObject {
  return isObject(fields.payment_details) ? fields.payment_details : {};
}

/** How many items the list of files has, or NaN where there is none. */
function fileCount({ fields }: PartnerRequest): number {
  return Array.isArray(fields.file_id_list) ? fields.file_id_list.length : Number.NaN;
}

function recipients(operation: "createRecipient" | "updateRecipient"): Defect[] {
  const fails = (name: `${string}/${string}`, what: string, isMeant: (request: PartnerRequest) => boolean): Defect =>
    failingAt(`${operation}/${name}`, what, isMeant);
  return [
    fails("accepts/business_name.text/four-bytes-fails", "a character of four bytes", holds(/[\u{10000}-\u{10ffff}]/u)),
    fails("accepts/address_info.address_line_1.text/apostrophe-fails", "an apostrophe in an address", ({ fields }) =>
      JSON.stringify(fields.address_info ?? "").includes("'"),
    ),
    failing(
      `${operation}/accepts/file_id_list.maxItems/ten-files-fails`,
      "ten files make the service fail",
      (request) => fileCount(request) === 10,
    ),
    fails("accepts/file_id_list.empty/no-files-fails", "an empty list of files", (request) => fileCount(request) === 0),
    fails(
      "accepts/address_info.empty/empty-address-fails",
      "an empty address",
      ({ fields }) => isObject(fields.address_info) && Object.keys(fields.address_info).length === 0,
    ),
    fails(
      "accepts/payment_details.bank.local_bank_code.optional/no-bank-code-fails",
      "a bank account without local_bank_code",
      (request) => detailsOf(request).account_type === "bank" && detailsOf(request).local_bank_code === undefined,
    ),
    fails(
      "refuses/payment_details.type/details-as-list-fails",
      "a list in place of payment_details",
      holds(/"payment_details":\s*\[/),
    ),
    fails("refuses/body.type/null-body-fails", "a body of null", holds(/^\s*null\s*$/)),
    fails("refuses/website.maxLength/long-website-fails", "a very long website", holds(/"website":\s*"[^"]{300,}"/)),
  ];
}

const CUSTOMERS_AND_FILES: readonly Defect[] = [
  failingAt(
    "createCustomer/accepts/business_person_list[].basic_info.birth_date.format/birth-offset-fails",
    "a birth date with an offset",
    holds(/"birth_date":\s*"[^"]*[+-]\d\d:\d\d"/),
  ),
  failingAt(
    "createCustomer/refuses/business_person_list.type/people-as-object-fails",
    "an object in place of the business persons",
    holds(/"business_person_list":\s*\{/),
  ),
  failingAt(
    "createCustomer/refuses/body.malformed/malformed-fails",
    "a malformed body",
    holds(/^\{[^}]*$|^[^{["\dtfn]/),
  ),
  failingAt("uploadFile/refuses/file.type/no-text-fails", "a file that is no text", holds(/"file":\s*[^"\s]/)),
  failingAt(
    "uploadFile/refuses/file_type.enum/unknown-type-fails",
    "an unknown file_type",
    ({ query }) => typeof query.file_type === "string" && !FILE_TYPE_NAMES.includes(query.file_type),
  ),
];

function details(operation: "getTransferDetail" | "getDepositDetail"): Defect[] {
  return [
    failingAt(
      `${operation}/state/unknown-id/unknown-id-fails`,
      "the id of no transaction",
      ({ query }, { state }) =>
        typeof query.transaction_id === "string" && state.transactions.get(query.transaction_id) === undefined,
    ),
    failing(
      [`${operation}/accepts/control.read/pending-fails`, "state/steady"],
      "the detail of a transaction that is not decided makes the service fail",
      ({ query }, { state }) =>
        state.transactions.get(String(query.transaction_id))?.progress.settlesAt === Number.POSITIVE_INFINITY,
    ),
  ];
}

/** Both details have one cause, so that it is not confined to one operation. */
const NO_DETAILS: Defect = {
  ...defect(
    ["getTransferDetail/accepts/control.read/both-details-fail", OWN_RULE],
    "the details of transfers and of deposits make the service fail",
    {},
  ),
  hooks: () => ({
    result: (result, { operation }) => (result.kind === "success" && /Detail$/.test(operation) ? SERVER_ERROR : result),
  }),
};

const LISTS_AND_RECEIPTS: readonly Defect[] = [
  failingAt(
    "listTransactions/state/page_size/large-page-fails",
    "a page of ten items",
    ({ query }) => query.page_size === "10",
  ),
  failing(
    ["listTransactions/state/pages.complete/second-page-fails", "state/pages.disjoint"],
    "the second page makes the service fail",
    ({ query }) => query.page_number === "2",
  ),
  failingAt(
    "getTransferReceipt/accepts/control.read/failed-transfer-fails",
    "the receipt of a transfer to a crypto account",
    ({ query }, { behaviour, state }) => {
      const transfer = state.transactions.get(String(query[behaviour.receiptParameter]));
      return transfer?.kind === "transfer" && transfer.target.currency.startsWith("USD");
    },
  ),
];

/** Failures that only particular requests bring out: 500 where the document calls for something else (section 7). */
export const FAILURES: readonly Defect[] = [
  ...OPERATION_NAMES.map((operation) =>
    defect(
      [`${operation}/errors/no-server-error/empty-key-fails`, "auth/empty-key"],
      "an empty key makes the service fail",
      { result: (result, { headers }) => (headers["x-api-key"] === "" ? SERVER_ERROR : result) },
    ),
  ),
  ...RECIPIENT_OPERATIONS.flatMap(recipients),
  failing(
    "updateRecipient/accepts/payment_details.crypto.network.enum/usdc-on-tron-fails",
    "USDC on TRX makes an update fail",
    (request) => detailsOf(request).network === "TRX" && detailsOf(request).currency === "USDC",
  ),
  ...CUSTOMERS_AND_FILES,
  ...(["getTransferDetail", "getDepositDetail"] as const).flatMap(details),
  NO_DETAILS,
  ...LISTS_AND_RECEIPTS,
];
