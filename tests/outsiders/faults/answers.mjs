/** Successes of the wrong shape, status or media type (sections 2.1 to 2.9, 4). */
import { fault, onBody, onField, onReply, success } from "./making.mjs";

/** What can be wrong with a field: describe, change. */
const CHANGES = {
  missing: ["leaves it out", () => undefined],
  null: ["answers null", () => null],
  number: ["answers a number", () => 42],
  string: ["answers a string", (value) => String(value)],
  stranger: ["answers a value that is not listed", () => "unknown"],
  capitals: ["answers it in capitals", (value) => String(value).toUpperCase()],
  lowercase: ["answers it in small letters", (value) => String(value).toLowerCase()],
  "day-only": ["answers a day without a time", (value) => String(value).slice(0, 10)],
  "no-zone": ["answers a time without a zone", (value) => String(value).replace(/(Z|[+-]\d\d:\d\d)$/, "")],
  epoch: ["answers milliseconds since 1970", (value) => Date.parse(value)],
  list: ["answers a list with the value in it", (value) => [value]],
  object: ["answers an object with the value in it", (value) => ({ value })],
  unprefixed: ["answers it without its prefix", (value) => String(value).replace(/^[a-z]+_/, "")],
  empty: ["answers an empty string", () => ""],
};

/** Operation, field, what the document says of it, and what is wrong with it. */
const FIELDS = [
  ["createRecipient", "business_name", "is required, a string", ["missing"]],
  ["createRecipient", "business_type", "is required, Business or Individual", ["stranger"]],
  ["createRecipient", "country_code", "is required, CN", ["missing"]],
  ["createRecipient", "status", "is pending, active, rejected or suspended", ["missing"]],
  ["createRecipient", "payment_details.account_type", "is there, bank or crypto", ["capitals"]],
  ["updateRecipient", "recipient_id", "is a string with the prefix rcp_, assigned by the service", ["null", "empty"]],
  ["updateRecipient", "business_type", "is required, Business or Individual", ["missing"]],
  ["updateRecipient", "status", "is pending, active, rejected or suspended", ["stranger"]],
  ["updateRecipient", "created_at", "is a date-time", ["day-only"]],
  ["uploadFile", "file_id", "is a string", ["missing", "list", "empty"]],
  ["createCustomer", "customer_id", "is a string with the prefix cus_", ["unprefixed"]],
  ["createCustomer", "created_at", "is a date-time", ["day-only", "no-zone"]],
  ["createCustomer", "business_details.business_type", "is a string", ["number"]],
  ["createCustomer", "business_person_list.*.identification.id_type", "is a string", ["missing"]],
  ["getTransferDetail", "transaction_id", "is a string with the prefix txn_", ["unprefixed"]],
  ["getTransferDetail", "partner_transaction_id", "is a string of 20 to 64 characters", ["missing"]],
  ["getTransferDetail", "transaction_type", "is transfer", ["stranger"]],
  ["getTransferDetail", "source.amount", "is a number", ["null"]],
  ["getTransferDetail", "fee", "is a number", ["missing"]],
  ["getTransferDetail", "notes", "is a string", ["number"]],
  ["getTransferDetail", "created_at", "is a date-time", ["no-zone"]],
  ["getTransferDetail", "audit_at", "is a date-time", ["empty"]],
  ["listTransactions", "page_size", "is an integer", ["missing"]],
  ["listTransactions", "items.*.reference_id", "is a string", ["missing"]],
  ["listTransactions", "items.*.type", "is a string", ["number"]],
  ["listTransactions", "items.*.sender_amount", "is a number", ["string"]],
  ["getTransferReceipt", "*", "are strings", ["object", "list"]],
  ["listBalances", "*.currency", "is USDT, USDC or USD", ["missing"]],
  ["listBalances", "*.network", "is ETH or TRX", ["lowercase", "number"]],
  ["listBalances", "*.currency_type", "is fiat or crypto", ["missing", "stranger"]],
  ["getDepositDetail", "network", "is required, ETH or TRX", ["stranger"]],
  ["getDepositDetail", "account_currency", "is required, USDT, USDC or USD", ["missing", "null"]],
  ["getDepositDetail", "source_wallet_address", "is a string", ["number"]],
  ["getDepositDetail", "target_wallet_address", "is a string", ["null"]],
  ["getDepositDetail", "created_at", "is a date-time", ["epoch"]],
];

const fieldFaults = FIELDS.flatMap(([operation, path, rule, names]) =>
  names.map((name) =>
    fault(
      operation,
      `${path}.answer-${name}`,
      `in the answer ${path} ${rule}`,
      CHANGES[name][0],
      onField(path, CHANGES[name][1]),
    ),
  ),
);

const WHOLE = {
  "media-type-html": ["bodies are JSON", "calls the body text/html", () => ({ mediaType: "text/html; charset=utf-8" })],
  "media-type-text": ["bodies are JSON", "calls the body text/plain", () => ({ mediaType: "text/plain" })],
  empty: ["the success has a body", "sends an empty body", () => ({ text: "" })],
  null: ["the success has the documented body", "sends null", () => ({ body: null })],
  "status-201": ["success is 200", "answers 201", () => ({ status: 201 })],
  "status-404": ["a valid request succeeds", "answers 404 to what it should take", () => ({ status: 404 })],
  "status-500": ["a valid request succeeds", "answers 500 to what it should take", () => ({ status: 500 })],
  pdf: [
    "the success is a JSON array of strings",
    "sends the PDF itself",
    () => ({ mediaType: "application/pdf", text: "%PDF-1.4\n%%EOF\n" }),
  ],
};

/** Operation, and what is wrong with its answer as a whole. */
const WHOLES = [
  ["createRecipient", "media-type-text"],
  ["updateRecipient", "status-201"],
  ["uploadFile", "media-type-html"],
  ["uploadFile", "empty"],
  ["uploadFile", "status-404"],
  ["createCustomer", "status-500"],
  ["listTransactions", "media-type-html"],
  ["getTransferReceipt", "empty"],
  ["getTransferReceipt", "null"],
  ["getTransferReceipt", "status-500"],
  ["getTransferReceipt", "pdf"],
  ["listBalances", "media-type-html"],
];

export const ANSWER_FAULTS = [
  ...fieldFaults,
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
  ...WHOLES.map(([operation, name]) => {
    const [rule, describe, edit] = WHOLE[name];
    return fault(operation, `answer-${name}`, rule, describe, onReply(success, edit));
  }),
];
