import { isObject } from "../../json.js";
import type { OperationName } from "../../operations/names.js";
import { bodyChanged, labelled, shownValueChanged, successChanged } from "../changes.js";
import { type Defect, defectOf, familyOf } from "../defect.js";
import type { OutgoingResponse } from "../hooks.js";
import { OPERATION_NAMES } from "../requestTables.js";

const FAMILY = "response";
const defect = familyOf(FAMILY);
const agreementDefect = familyOf("agreement");

function bodies(operation: OperationName): Defect[] {
  const shaped = (way: string, title: string, change: (body: unknown) => unknown): Defect =>
    defect(`${operation}/response/body.type/${way}`, title, bodyChanged(change));
  const written = (
    rule: string,
    way: string,
    title: string,
    change: (response: OutgoingResponse) => OutgoingResponse,
  ): Defect =>
    defect(`${operation}/response/${rule}/${way}`, title, {
      response: (response) => (response.status < 300 ? change(response) : response),
    });
  const isList = operation === "listBalances" || operation === "getTransferReceipt";
  return [
    isList
      ? shaped("enveloped", "the list is inside an object", (body) => ({ data: body }))
      : shaped("listed", "the object is inside a list", (body) => [body]),
    shaped("printed", "the body is a JSON text that holds JSON", (body) => JSON.stringify(body)),
    written("body.json", "cut-off", "the body ends before its last character", (response) => ({
      ...response,
      text: response.text.trimEnd().slice(0, -1),
    })),
    written("body.json", "empty", "the body is empty", (response) => ({ ...response, text: "" })),
    ...(operation === "getTransferReceipt"
      ? [
          written("body.json", "plain-pdf", "the body is the PDF itself", (response) =>
            labelled({ ...response, text: "%PDF-1.4 sample" }, "application/pdf"),
          ),
        ]
      : [
          written("mediaType", "html", "a success is labelled as text/html", (response) =>
            labelled(response, "text/html; charset=utf-8"),
          ),
          written("mediaType", "unlabelled", "a success has no Content-Type", (response) =>
            labelled(response, undefined),
          ),
          written("mediaType", "plain", "a success is labelled as text/plain", (response) =>
            labelled(response, "text/plain"),
          ),
        ]),
  ];
}

/** Of a recipient's response these fields are required (section 2.1), so that null stands for nothing. */
function recipientNulls(operation: "createRecipient" | "updateRecipient"): Defect[] {
  return ["business_name", "business_type", "country_code", "partner_recipient_id"].flatMap((name) => {
    const rules = [`response/${name}.type`, `response/${name}.present`, `echo/${name}`];
    return [
      defectOf(
        FAMILY,
        operation,
        rules,
        "null",
        `${name} in the response is null`,
        shownValueChanged(name, () => null),
      ),
    ];
  });
}

/** Fields of a recipient that may be left out. */
const OPTIONAL = ["website", "address_info", "file_id_list"];

/** Where there is no value, null is shown in place of leaving the field out; none of these fields is required. */
function nullFields(): Defect[] {
  const of = (
    operation: OperationName,
    way: string,
    title: string,
    change: Parameters<typeof bodyChanged>[0],
  ): Defect => defect(`${operation}/response/null-fields/${way}`, title, bodyChanged(change));
  const filled = (names: readonly string[]) => (body: unknown) =>
    isObject(body) ? { ...Object.fromEntries(names.map((name) => [name, null])), ...body } : body;
  const everyItem = (list: unknown, change: (item: unknown, index: number) => unknown) =>
    Array.isArray(list) ? list.map(change) : list;
  const emptied = (name: string) => (item: unknown) => (isObject(item) ? { ...item, [name]: null } : item);
  return [
    of("createRecipient", "unsent", "what was not sent is null", filled(OPTIONAL)),
    of("updateRecipient", "unsent", "what the update left out is null", (body, { fields }) =>
      isObject(body)
        ? { ...body, ...Object.fromEntries(OPTIONAL.flatMap((name) => (name in fields ? [] : [[name, null]]))) }
        : body,
    ),
    of("createCustomer", "status", "the status of a new customer is null", emptied("status")),
    of("getTransferDetail", "times", "times that are not known yet are null", filled(["audit_at", "completed_at"])),
    of("getDepositDetail", "times", "times that are not known yet are null", filled(["audit_at", "completed_at"])),
    of("getTransferDetail", "one-rate", "the exchange_rate of failed transfers is null", (body) =>
      isObject(body) && body.status === "failed" ? { ...body, exchange_rate: null } : body,
    ),
    of("listTransactions", "status", "the status of every entry is null", (body) =>
      isObject(body) ? { ...body, items: everyItem(body.items, emptied("status")) } : body,
    ),
    of("listBalances", "status", "the status of the first wallet is null", (body) =>
      everyItem(body, (wallet, index) => (index === 0 ? emptied("status")(wallet) : wallet)),
    ),
  ];
}

/** Departures that only some requests bring out. */
function particularInputs(): Defect[] {
  const recipients = ["createRecipient", "updateRecipient"] as const;
  return [
    ...recipients.flatMap((operation) => [
      defect(
        [
          `${operation}/response/payment_details.account_type.present/crypto-without-type`,
          "echo/payment_details.account_type",
        ],
        "account_type is missing where the account is a crypto account",
        shownValueChanged("payment_details", (details) => {
          if (!isObject(details) || details.account_type !== "crypto") return details;
          const { account_type: _type, ...rest } = details;
          return rest;
        }),
      ),
      defect(
        [
          `${operation}/response/payment_details.type/named-variant`,
          "response/payment_details.account_type.present",
          "echo/payment_details",
        ],
        "payment_details holds the account in a member named after its type",
        shownValueChanged("payment_details", (details) =>
          isObject(details) ? { [String(details.account_type)]: details } : details,
        ),
      ),
      defect(
        `${operation}/response/body.type/enveloped-list`,
        "the recipient comes in a list of recipients of one",
        bodyChanged((body) => [[body]]),
      ),
    ]),
    defect(
      ["getTransferDetail/response/completed_at.format/failed-empty", "response/audit_at.format"],
      "the times of a failed transfer are empty texts",
      bodyChanged((body) =>
        isObject(body) && body.status === "failed" ? { ...body, audit_at: "", completed_at: "" } : body,
      ),
    ),
    defect(
      "getTransferDetail/response/source.amount.type/large-as-text",
      "the source amount is a text where it is above 10,000",
      shownValueChanged("source.amount", (amount) =>
        typeof amount === "number" && amount > 10_000 ? amount.toFixed(2) : amount,
      ),
    ),
    defect(
      "getDepositDetail/response/status.enum/failed-only",
      "a failed deposit has the status Rejected",
      shownValueChanged("status", (status) => (status === "Failed" ? "Rejected" : status)),
    ),
    defect(
      "getTransferDetail/response/status.enum/pending-only",
      "a pending transfer has the status processing",
      shownValueChanged("status", (status) => (status === "pending" ? "processing" : status)),
    ),
    defect(
      "listBalances/response/[].status.enum/inactive-only",
      "an inactive wallet has the status frozen",
      shownValueChanged("[].status", (status) => (status === "inactive" ? "frozen" : status)),
    ),
    defect(
      "listBalances/response/[].currency_type.enum/fiat-only",
      "the fiat wallet has the currency_type bank",
      shownValueChanged("[].currency_type", (type) => (type === "fiat" ? "bank" : type)),
    ),
    defect(
      "listBalances/response/[].available_amount.type/zero-null",
      "an available amount of nothing is a text",
      shownValueChanged("[].available_amount", (amount) => (amount === 0 ? "0.00" : amount)),
    ),
    defect(
      "listTransactions/response/items[].receiver_amount.type/deposits-only",
      "the receiver amount of a deposit is a text",
      shownValueChanged("items[]", (item) =>
        isObject(item) && item.type === "deposit" ? { ...item, receiver_amount: String(item.receiver_amount) } : item,
      ),
    ),
    {
      ...defect(
        "getTransferReceipt/response/[].type/last-chunk",
        "the last string of a receipt is an object",
        bodyChanged((body) =>
          Array.isArray(body) && body.length > 1 ? [...body.slice(0, -1), { end: body.at(-1) }] : body,
        ),
      ),
      needs: { receiptEncoding: "base64Chunks" },
    },
    defect(
      ["getTransferReceipt/response/body.type/failed-null", "response/body.json"],
      "the receipt of a failed transfer is a message",
      successChanged((result, request, service) => {
        const id = request.query[service.behaviour.receiptParameter];
        const transfer = service.state.transactions.get(String(id));
        return transfer?.progress.outcome === "failed" ? { ...result, body: { message: "none" } } : result;
      }),
    ),
  ];
}

/** Whole bodies of successes: another shape, no JSON, another media type. */
export const RESPONSE_BODIES: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap(bodies),
  ...recipientNulls("createRecipient"),
  ...recipientNulls("updateRecipient"),
  ...nullFields(),
  ...particularInputs(),
];

/** Successes of some length that are cut (section 1: all bodies are JSON). */
export const CUT_BODIES: readonly Defect[] = [4096, 6144].map((length) =>
  agreementDefect(
    `createCustomer/response/body.json/cut-at-${length}`,
    `an answer of more than ${length} characters is cut`,
    {
      response: (response) =>
        response.status < 300 && response.text.length > length
          ? { ...response, text: response.text.slice(0, length) }
          : response,
    },
  ),
);
