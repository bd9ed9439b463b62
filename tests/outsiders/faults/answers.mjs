/** Successes of the wrong shape, status or media type (sections 2.1 to 2.9, 4). */
import { ALL, fault, onBody, onField, onReply, success } from "./making.mjs";

const dropped = () => undefined;
const nulled = () => null;

/** What can be wrong with a field: describe, change. */
const CHANGES = {
  missing: ["leaves it out", dropped],
  null: ["answers null", nulled],
  number: ["answers a number", () => 42],
  string: ["answers a string", (value) => String(value)],
  stranger: ["answers a value that is not listed", () => "unknown"],
  capitals: ["answers it in capitals", (value) => String(value).toUpperCase()],
  lowercase: ["answers it in small letters", (value) => String(value).toLowerCase()],
  "day-only": ["answers a day without a time", (value) => String(value).slice(0, 10)],
  "no-zone": ["answers a time without a zone", (value) => String(value).replace(/(Z|[+-]\d\d:\d\d)$/, "")],
  epoch: ["answers milliseconds since 1970", (value) => Date.parse(value)],
  blank: ["answers a blank between day and time", (value) => String(value).replace("T", " ")],
  list: ["answers a list with the value in it", (value) => [value]],
  object: ["answers an object with the value in it", (value) => ({ value })],
  unprefixed: ["answers it without its prefix", (value) => String(value).replace(/^[a-z]+_/, "")],
  empty: ["answers an empty string", () => ""],
  short: ["answers a value shorter than the documented length", (value) => String(value).slice(0, 8)],
  long: ["answers a value longer than the documented length", (value) => String(value).padEnd(65, "0")],
  unlisted: ["answers an object instead of a list", (value) => ({ ...value })],
};

const RECIPIENT = [
  [
    "recipient_id",
    "is a string with the prefix rcp_, assigned by the service",
    ["missing", "null", "number", "unprefixed", "empty"],
  ],
  ["partner_recipient_id", "is required, a string", ["missing", "null", "short"]],
  ["business_name", "is required, a string", ["missing", "object"]],
  ["business_type", "is required, Business or Individual", ["missing", "stranger", "capitals"]],
  ["country_code", "is required, CN", ["missing", "lowercase", "stranger"]],
  ["status", "is pending, active, rejected or suspended", ["missing", "stranger", "capitals", "null", "number"]],
  ["created_at", "is a date-time", ["missing", "epoch", "day-only", "no-zone", "blank", "null"]],
  ["payment_details.account_type", "is there, bank or crypto", ["missing", "capitals", "stranger"]],
  ["payment_details", "is an object", ["list", "string"]],
  ["file_id_list", "is a list of strings", ["unlisted", "string", "null"]],
];

const CUSTOMER = [
  ["customer_id", "is a string with the prefix cus_", ["missing", "null", "number", "unprefixed"]],
  ["status", "is a string", ["missing", "number", "null"]],
  ["created_at", "is a date-time", ["missing", "epoch", "day-only", "no-zone"]],
  ["business_details.business_type", "is a string", ["missing", "number"]],
  ["business_details.business_identifier_type", "is a string", ["missing", "null"]],
  ["account_usage.account_usage_product_reference", "is a string", ["missing", "number"]],
  ["business_person_list.*.basic_info.role_type", "is a string", ["missing", "list"]],
  ["business_person_list.*.identification.id_type", "is a string", ["missing", "number"]],
  ["business_person_list", "is a list", ["unlisted"]],
];

const TRANSFER = [
  ["transaction_id", "is a string with the prefix txn_", ["missing", "number", "unprefixed"]],
  ["partner_transaction_id", "is a string of 20 to 64 characters", ["missing", "null", "short", "long"]],
  ["transaction_type", "is transfer", ["missing", "stranger", "capitals"]],
  ["status", "is pending, completed or failed", ["missing", "stranger", "capitals", "null"]],
  ["source", "is an object", ["missing", "list", "string"]],
  ["source.amount", "is a number", ["missing", "string", "null"]],
  ["target.amount", "is a number", ["string", "object"]],
  ["target.currency", "is a string", ["missing", "number"]],
  ["source.network", "is a string", ["number", "null"]],
  ["exchange_rate", "is a number", ["missing", "string"]],
  ["fee", "is a number", ["missing", "string", "object"]],
  ["purpose_code", "is Payment for Physical Goods or Other", ["missing", "stranger", "lowercase"]],
  ["notes", "is a string", ["number", "list"]],
  ["created_at", "is a date-time", ["missing", "epoch", "day-only", "no-zone", "blank"]],
  ["audit_at", "is a date-time", ["epoch", "empty"]],
  ["completed_at", "is a date-time", ["day-only", "stranger"]],
  ["customer_id", "is a string", ["missing", "number"]],
  ["recipient_id", "is a string", ["missing", "null"]],
  ["customer", "is an object of the customer's shape", ["missing", "string", "list"]],
  ["customer.created_at", "is a date-time", ["epoch"]],
  ["recipient", "is an object of the recipient's shape", ["missing", "string", "null"]],
  ["recipient.status", "is pending, active, rejected or suspended", ["stranger", "capitals"]],
  ["recipient.business_type", "is required in a recipient", ["missing", "stranger"]],
  ["file_id_list", "is a list of strings", ["string", "unlisted"]],
];

const DEPOSIT = [
  ["partner_transaction_id", "is required, a string", ["missing", "null", "number"]],
  ["network", "is required, ETH or TRX", ["missing", "stranger", "lowercase", "null"]],
  ["account_currency", "is required, USDT, USDC or USD", ["missing", "stranger", "lowercase", "null"]],
  ["amount", "is required, a number", ["missing", "string", "null", "object"]],
  ["transaction_type", "is deposit", ["stranger", "capitals", "number"]],
  ["transaction_id", "is a string", ["missing", "number", "unprefixed"]],
  ["source_wallet_address", "is a string", ["missing", "number"]],
  ["target_wallet_address", "is a string", ["null", "list"]],
  ["status", "is Processing, Succeeded or Failed", ["missing", "stranger", "lowercase", "capitals"]],
  ["created_at", "is a date-time", ["missing", "epoch", "day-only", "no-zone"]],
  ["completed_at", "is a date-time", ["epoch", "stranger"]],
];

const BALANCES = [
  ["*.status", "is active or inactive", ["missing", "stranger", "capitals", "null"]],
  ["*.total_amount", "is a number", ["missing", "string", "null"]],
  ["*.available_amount", "is a number", ["missing", "string", "null"]],
  ["*.currency", "is USDT, USDC or USD", ["missing", "stranger", "lowercase"]],
  ["*.network", "is ETH or TRX", ["stranger", "lowercase", "number"]],
  ["*.currency_type", "is fiat or crypto", ["missing", "stranger", "capitals"]],
  ["3.currency", "is USDT, USDC or USD", ["stranger"]],
];

const LISTING = [
  ["page_number", "is an integer", ["missing", "string", "null"]],
  ["page_size", "is an integer", ["missing", "string", "null"]],
  ["total", "is an integer", ["missing", "string", "null"]],
  ["items", "is a list", ["missing", "null", "unlisted", "string"]],
  ["items.*.id", "is a string", ["missing", "number", "null"]],
  ["items.*.reference_id", "is a string", ["missing", "number"]],
  ["items.*.type", "is a string", ["missing", "number"]],
  ["items.*.status", "is a string", ["missing", "object"]],
  ["items.*.sender_amount", "is a number", ["missing", "string"]],
  ["items.*.receiver_amount", "is a number", ["null", "string"]],
  ["items.*.exchange_rate", "is a number", ["missing", "string"]],
  ["items.*.created_at", "is a date-time", ["missing", "epoch", "day-only", "no-zone"]],
];

const FIELDS = {
  createRecipient: RECIPIENT,
  updateRecipient: RECIPIENT,
  uploadFile: [["file_id", "is a string", ["missing", "null", "number", "list", "object", "empty"]]],
  createCustomer: CUSTOMER,
  getTransferDetail: TRANSFER,
  listTransactions: LISTING,
  getTransferReceipt: [["*", "are strings", ["number", "null", "object", "list"]]],
  listBalances: BALANCES,
  getDepositDetail: DEPOSIT,
};

const fieldFaults = Object.entries(FIELDS).flatMap(([operation, rows]) =>
  rows.flatMap(([path, rule, names]) =>
    names.map((name) =>
      fault(
        operation,
        `${path}.answer-${name}`,
        `in the answer ${path} ${rule}`,
        CHANGES[name][0],
        onField(path, CHANGES[name][1]),
      ),
    ),
  ),
);

/** Only some of many are wrong. */
const partialFaults = [
  fault(
    "listBalances",
    "2.answer-status-stranger",
    "in the answer status is active or inactive",
    "answers frozen for one wallet of many",
    onBody((body) => body.map((wallet, index) => (index === 2 ? { ...wallet, status: "frozen" } : wallet))),
  ),
  fault(
    "listBalances",
    "1.answer-amount-string",
    "in the answer total_amount is a number",
    "answers a string for one wallet of many",
    onBody((body) => body.map((wallet, index) => (index === 1 ? { ...wallet, total_amount: "3200" } : wallet))),
  ),
  fault(
    "listTransactions",
    "items.last.answer-rate-string",
    "in the answer exchange_rate is a number",
    "answers a string in the last item of a page",
    onBody((body) => {
      const last = body.items.at(-1);
      if (last) last.exchange_rate = "1";
      return body;
    }),
  ),
  fault(
    "getTransferDetail",
    "answer-rejected-recipient",
    "in the answer the recipient has partner_recipient_id",
    "leaves it out when the recipient is not active",
    onBody((body) => {
      if (body.recipient.status !== "active") delete body.recipient.partner_recipient_id;
      return body;
    }),
  ),
  fault(
    "getTransferDetail",
    "answer-failed-stranger",
    "in the answer status is pending, completed or failed",
    "answers cancelled for failed transfers",
    onBody((body) => ({ ...body, status: body.status === "failed" ? "cancelled" : body.status })),
  ),
  fault(
    "getDepositDetail",
    "answer-processing-stranger",
    "in the answer status is Processing, Succeeded or Failed",
    "answers Pending for deposits in progress",
    onBody((body) => ({ ...body, status: body.status === "Processing" ? "Pending" : body.status })),
  ),
  fault(
    "createRecipient",
    "answer-crypto-account-type",
    "in the answer payment_details have account_type",
    "leaves it out for crypto accounts",
    onBody((body) => {
      if (body.payment_details?.account_type === "crypto") delete body.payment_details.account_type;
      return body;
    }),
  ),
];

const ARRAYS = new Set(["getTransferReceipt", "listBalances"]);

/** The same for every operation: name, rule, describe, edit of the reply. */
const WHOLES = [
  [
    "enveloped",
    "the resource is the body",
    "puts the body under data",
    ({ body }) => ({ body: { code: 0, message: "Operation Successful", data: body } }),
  ],
  ["media-type-html", "bodies are JSON", "calls the body text/html", () => ({ mediaType: "text/html; charset=utf-8" })],
  ["media-type-text", "bodies are JSON", "calls the body text/plain", () => ({ mediaType: "text/plain" })],
  ["media-type-missing", "bodies are JSON", "names no media type", () => ({ mediaType: "" })],
  ["empty", "the success has a body", "sends an empty body", () => ({ text: "" })],
  ["no-content", "the success has a body", "answers 204", () => ({ status: 204, text: "" })],
  ["null", "the success has the documented body", "sends null", () => ({ body: null })],
  [
    "printed-twice",
    "the success has the documented body",
    "sends the JSON as a JSON string",
    ({ body }) => ({ body: JSON.stringify(body) }),
  ],
  ["cut", "bodies are JSON", "sends half of the body", ({ body }) => ({ text: JSON.stringify(body).slice(0, -2) })],
  [
    "single-quotes",
    "bodies are JSON",
    "writes single quotes",
    ({ body }) => ({ text: JSON.stringify(body).replaceAll('"', "'") }),
  ],
];

const WRONG_SUCCESS = [302, 400, 404, 500, 503];

const wholeFaults = ALL.flatMap((operation, position) => [
  ...WHOLES.filter((_, index) => index < 5 || index % 3 === position % 3).map(([name, rule, describe, edit]) =>
    fault(operation, `answer-${name}`, rule, describe, onReply(success, edit)),
  ),
  ARRAYS.has(operation)
    ? fault(
        operation,
        "answer-object",
        "the success is a JSON array",
        "puts the array under items",
        onBody((body) => ({ items: body })),
      )
    : fault(
        operation,
        "answer-array",
        "the success is a JSON object",
        "sends an array with the object in it",
        onBody((body) => [body]),
      ),
  ...WRONG_SUCCESS.filter((_, index) => index % 3 === position % 3).map((status) =>
    fault(
      operation,
      `answer-status-${status}`,
      "a valid request succeeds",
      `answers ${status} to what it should take`,
      onReply(success, () => ({ status })),
    ),
  ),
]);

const updateStatusFaults = [201, 202, 206].map((status) =>
  fault(
    "updateRecipient",
    `answer-status-${status}`,
    "success is 200",
    `answers ${status}`,
    onReply(success, () => ({ status })),
  ),
);

const receiptFaults = [
  fault(
    "getTransferReceipt",
    "answer-string",
    "the success is a JSON array of strings",
    "sends the first string alone",
    onBody((body) => body[0]),
  ),
  fault(
    "getTransferReceipt",
    "answer-pdf",
    "the success is a JSON array of strings",
    "sends the PDF itself",
    onReply(success, () => ({ mediaType: "application/pdf", text: "%PDF-1.4\n%%EOF\n" })),
  ),
];

export const ANSWER_FAULTS = [
  ...fieldFaults,
  ...partialFaults,
  ...wholeFaults,
  ...updateStatusFaults,
  ...receiptFaults,
];
