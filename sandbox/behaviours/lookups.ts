import { axis } from "./axis.js";

/** How transactions are found, listed and receipted. */
export const LOOKUP_AXES = {
  lookup: axis("4.5", "Which of transaction_id and partner_transaction_id does a detail request need?", [
    ["agreeing", "either; when both are given they must name the same transaction"],
    ["transactionIdFirst", "either; when both are given transaction_id decides"],
    ["exactlyOne", "either; both together are refused"],
    ["both", "both"],
  ]),
  lookupWithout: axis("4.5", "How is a detail request with neither id answered?", [
    ["refused", "with the status of a refusal"],
    ["notFound", "404"],
  ]),
  unknownTransaction: axis("7", "How is the id of a transaction that does not exist answered?", [
    ["404", "404"],
    ["400", "400"],
    ["empty", "success with an empty object (a receipt: an empty array)"],
  ]),
  receiptParameter: axis("4.7", "What is the receipt's query parameter called?", [
    ["transaction_id", "transaction_id"],
    ["transactionId", "transactionId"],
    ["id", "id"],
    ["partner_transaction_id", "partner_transaction_id, and the value is the partner's id"],
  ]),
  receiptEncoding: axis("4.7", "How do the strings of a receipt carry the PDF?", [
    ["base64", "one string, base64"],
    ["dataUri", "one string, a data URI"],
    ["base64Chunks", "several strings that make up one base64 text"],
  ]),
  receiptMediaType: axis("4.7", "Under which media type is a receipt sent?", [
    ["json", "that of every other response"],
    ["text/json", "text/json"],
    ["application/octet-stream", "application/octet-stream"],
  ]),
  pendingReceipt: axis("4.7", "Is there a receipt of a transfer that is not completed?", [
    ["issued", "yes"],
    ["refused", "the request is refused"],
    ["empty", "an empty array"],
  ]),
  pageBase: axis("4.6", "What is the number of the first page?", [
    ["1", "1"],
    ["0", "0"],
  ]),
  pageSizeDefault: axis("8", "How many items does a page have when page_size is not given?", [
    ["20", "20"],
    ["10", "10"],
    ["50", "50"],
  ]),
  pageSizeLimit: axis("8", "What happens above the largest page size?", [
    ["clamped", "the largest size is 100, more is taken as 100"],
    ["refused", "the largest size is 100, more is refused"],
    ["generous", "the largest size is 1000, more is taken as 1000"],
  ]),
  pageBeyondEnd: axis("4.6", "How is a page after the last one answered?", [
    ["empty", "with no items"],
    ["refused", "with the status of a refusal"],
    ["notFound", "404"],
  ]),
  oddPages: axis("4.6", "What happens to a page number or size that is no number in its range?", [
    ["refused", "the request is refused"],
    ["defaulted", "the default is used instead"],
  ]),
  listOrder: axis("4.6", "In which order are the items of the list?", [
    ["newestFirst", "by creation, the newest first"],
    ["oldestFirst", "by creation, the oldest first"],
    ["byId", "by transaction id"],
  ]),
  listTypeWords: axis("2.6", "Which words does the list use for type?", [
    ["asInDetail", "transfer, deposit"],
    ["capitals", "TRANSFER, DEPOSIT"],
    ["ledger", "payout, top_up"],
  ]),
  listStatusWords: axis("2.6", "Which words does the list use for status?", [
    ["asInDetail", "those of the transaction's own detail"],
    ["capitals", "the same in capitals"],
    ["unified", "in_progress, done, rejected for both kinds"],
  ]),
} as const;
