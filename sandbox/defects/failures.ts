import { isObject } from "../json.js";
import type { OperationName } from "../operations/names.js";
import type { PartnerRequest } from "../partnerRequest.js";
import { refusal } from "../result.js";
import type { Service } from "../service.js";
import { type Defect, defect } from "./defect.js";
import { OPERATION_NAMES } from "./tables.js";

const FAMILY = "failure";

function failingRequests(): Defect[] {
  const failing = (
    operation: OperationName,
    rules: readonly string[],
    way: string,
    title: string,
    isMeant: (request: PartnerRequest, service: Service) => boolean,
  ): Defect =>
    defect(FAMILY, operation, [...rules, "errors/no-server-error"], `${way}-fails`, title, {
      result: (result, request, service) =>
        request.principal !== undefined && isMeant(request, service)
          ? refusal(500, "INTERNAL_ERROR", "The request could not be processed")
          : result,
    });
  const holds = (pattern: RegExp) => (request: PartnerRequest) => pattern.test(request.rawBody?.toString() ?? "");
  const field =
    (name: string) =>
    (request: PartnerRequest): unknown =>
      request.fields[name];
  const detail = (request: PartnerRequest): Readonly<Record<string, unknown>> => {
    const details = request.fields.payment_details;
    return isObject(details) ? details : {};
  };
  return [
    ...OPERATION_NAMES.map((operation) =>
      defect(
        FAMILY,
        operation,
        ["errors/no-server-error", "auth/empty-key"],
        "empty-key-fails",
        "an empty key makes the service fail",
        {
          result: (result, request) =>
            request.headers["x-api-key"] === ""
              ? refusal(500, "INTERNAL_ERROR", "The request could not be processed")
              : result,
        },
      ),
    ),
    ...(["createRecipient", "updateRecipient"] as const).flatMap((operation) => [
      failing(
        operation,
        ["accepts/business_name.text"],
        "four-bytes",
        "a character of four bytes makes the service fail",
        holds(/[\u{10000}-\u{10ffff}]/u),
      ),
      failing(
        operation,
        ["accepts/address_info.address_line_1.text"],
        "apostrophe",
        "an apostrophe in an address makes the service fail",
        (request) => JSON.stringify(field("address_info")(request) ?? "").includes("'"),
      ),
      failing(
        operation,
        ["accepts/file_id_list.maxItems"],
        "ten-files",
        "ten files make the service fail",
        (request) => {
          const files = field("file_id_list")(request);
          return Array.isArray(files) && files.length === 10;
        },
      ),
      failing(
        operation,
        ["accepts/file_id_list.empty"],
        "no-files",
        "an empty list of files makes the service fail",
        (request) => {
          const files = field("file_id_list")(request);
          return Array.isArray(files) && files.length === 0;
        },
      ),
      failing(
        operation,
        ["accepts/address_info.empty"],
        "empty-address",
        "an empty address makes the service fail",
        (request) => {
          const address = field("address_info")(request);
          return isObject(address) && Object.keys(address).length === 0;
        },
      ),
      failing(
        operation,
        ["accepts/payment_details.bank.local_bank_code.optional"],
        "no-bank-code",
        "a bank account without local_bank_code makes the service fail",
        (request) => detail(request).account_type === "bank" && detail(request).local_bank_code === undefined,
      ),
      failing(
        operation,
        ["refuses/payment_details.type"],
        "details-as-list",
        "a list in place of payment_details makes the service fail",
        holds(/"payment_details":\s*\[/),
      ),
      failing(
        operation,
        ["refuses/body.type"],
        "null-body",
        "a body of null makes the service fail",
        holds(/^\s*null\s*$/),
      ),
      failing(
        operation,
        ["refuses/website.maxLength"],
        "long-website",
        "a very long website makes the service fail",
        holds(/"website":\s*"[^"]{300,}"/),
      ),
    ]),
    failing(
      "updateRecipient",
      ["accepts/payment_details.crypto.network.enum"],
      "usdc-on-tron",
      "USDC on TRX makes an update fail",
      (request) => detail(request).network === "TRX" && detail(request).currency === "USDC",
    ),
    failing(
      "createCustomer",
      ["accepts/business_person_list[].basic_info.birth_date.format"],
      "birth-offset",
      "a birth date with an offset makes the service fail",
      holds(/"birth_date":\s*"[^"]*[+-]\d\d:\d\d"/),
    ),
    failing(
      "createCustomer",
      ["refuses/business_person_list.type"],
      "people-as-object",
      "an object in place of the business persons makes the service fail",
      holds(/"business_person_list":\s*\{/),
    ),
    failing(
      "createCustomer",
      ["refuses/body.malformed"],
      "malformed",
      "a malformed body makes the service fail",
      holds(/^\{[^}]*$|^[^{["\dtfn]/),
    ),
    failing(
      "uploadFile",
      ["refuses/file.type"],
      "no-text",
      "a file that is no text makes the service fail",
      holds(/"file":\s*[^"\s]/),
    ),
    failing(
      "uploadFile",
      ["refuses/file_type.enum"],
      "unknown-type",
      "an unknown file_type makes the service fail",
      ({ query }) =>
        typeof query.file_type === "string" &&
        !/^(?:Invoice|Contract|Business Registration|Article of Association|Main page|Back page)$/.test(
          query.file_type,
        ),
    ),
    ...(["getTransferDetail", "getDepositDetail"] as const).flatMap((operation) => [
      failing(
        operation,
        ["state/unknown-id"],
        "unknown-id",
        "the id of no transaction makes the service fail",
        ({ query }, { state }) =>
          typeof query.transaction_id === "string" && state.transactions.get(query.transaction_id) === undefined,
      ),
      failing(
        operation,
        ["accepts/control.read", "state/steady"],
        "pending",
        "the detail of a transaction that is not decided makes the service fail",
        ({ query }, { state }) =>
          state.transactions.get(String(query.transaction_id))?.progress.settlesAt === Number.POSITIVE_INFINITY,
      ),
    ]),
    failing(
      "listTransactions",
      ["state/page_size"],
      "large-page",
      "a page of ten items makes the service fail",
      ({ query }) => query.page_size === "10",
    ),
    failing(
      "listTransactions",
      ["state/pages.complete", "state/pages.disjoint"],
      "second-page",
      "the second page makes the service fail",
      ({ query }) => query.page_number === "2",
    ),
    failing(
      "getTransferReceipt",
      ["accepts/control.read"],
      "failed-transfer",
      "the receipt of a transfer to a crypto account makes the service fail",
      ({ query }, { behaviour, state }) => {
        const transfer = state.transactions.get(String(query[behaviour.receiptParameter]));
        return transfer?.kind === "transfer" && transfer.target.currency.startsWith("USD");
      },
    ),
  ];
}

/** Failures that only particular requests bring out: 500 where the document calls for something else (section 7). */
export const FAILURES_DEFECTS: readonly Defect[] = failingRequests();
