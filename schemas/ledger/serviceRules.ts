/**
 * The rules of single operations, and those about what the service remembers (contract document, sections 2, 4 and 7).
 */
import { operationOf } from "../operation.js";
import { type DetailOperation, OPERATION_IDS } from "../operations.js";
import { followingOf, rulesOf, shouldsOf, unjudgedOf } from "./operationRules.js";
import type { Rule } from "./rule.js";

const AS_TEXT = "a path segment is always a string, so no request can break it";
const OTHER_PATH = "without it the path is another one, and only the documented paths are judged";
const NO_FAULT = "no request is documented that makes the service fail, and one that did would be a fault of its own";
const NOT_SHOWN = "whether a misfit is refused, and where, is not shown: unknown.uploadFile.otherContextOnRecipient";

function detailRules(operation: DetailOperation, kind: string): readonly Rule[] {
  const query = `${operationOf(operation).section}, query parameters`;
  return [
    ...followingOf(operation, "state", query, {
      "asked-for": `The answer is about the ${kind} that the request names.`,
      "both-ways": `Both ids of a ${kind} lead to the same answer.`,
      "unknown-id": `An id that does not exist finds no ${kind}.`,
    }),
    ...shouldsOf(operation, "state", query, {
      repeat: `Repeated reads of a ${kind} agree.`,
      "either-id": `Where one of its two ids alone finds a ${kind}, the other one does so, too.`,
    }),
    ...shouldsOf(operation, "state", "2.6", {
      "list.agrees": `The detail of a ${kind} agrees with its entry in the list.`,
    }),
  ];
}

export const SERVICE_RULES: readonly Rule[] = [
  // Recipients: identity, isolation, and the statuses that only their update lists.
  ...rulesOf("createRecipient", "state", "2.1, response fields, row recipient_id", {
    "recipient_id.unique": "Every recipient has a recipient_id of its own.",
  }),
  ...followingOf("updateRecipient", "state", "2.1, response fields, row recipient_id", {
    "recipient_id.kept": "An update leaves recipient_id as it is.",
  }),
  ...followingOf("updateRecipient", "state", "2.1, request fields, row partner_recipient_id", {
    "partner_recipient_id.kept": "An update leaves partner_recipient_id as it is.",
  }),
  ...shouldsOf("updateRecipient", "state", "2.1, response fields, row created_at", {
    "created_at.kept": "An update leaves created_at as it is.",
  }),
  ...rulesOf("updateRecipient", "state", "4.2, listed error status 404", {
    "unknown-recipient": "An update of a recipient that does not exist is answered with 404.",
  }),
  ...followingOf("updateRecipient", "state", "4.2, path parameter recipient_id", {
    isolation: "An update changes the recipient that its path names, and no other.",
    "partners.isolation": "An update by one partner changes no recipient of another partner.",
    sequence: "Any order of creations and updates leaves each recipient with its own ids and its own last values.",
  }),
  ...shouldsOf("updateRecipient", "state", "4.2, path parameter recipient_id", {
    "refused.unapplied": "An update that is refused leaves the recipient as it was.",
  }),
  ...shouldsOf("createRecipient", "state", "4.1", {
    isolation: "A new recipient shows nothing that was sent for another one.",
    "partners.isolation": "A new recipient shows nothing that another partner sent for one of its own.",
    "refused.unapplied": "A creation that is refused leaves its partner_recipient_id free.",
  }),
  ...followingOf("createRecipient", "accepts", "4.1, body", {
    combinations: "A creation whose every value keeps its rule is accepted, whatever the values are together.",
  }),
  ...followingOf("updateRecipient", "accepts", "4.2, body", {
    combinations: "An update whose every value keeps its rule is accepted, whatever the values are together.",
  }),
  ...shouldsOf("updateRecipient", "accepts", "4.2", {
    again: "A recipient that was updated can be updated again.",
  }),
  ...(["createRecipient", "updateRecipient"] as const).flatMap((operation) =>
    shouldsOf(operation, "accepts", "2, rules of texts", {
      content: "Texts that keep their rules are accepted, whatever they say.",
    }),
  ),
  ...shouldsOf("updateRecipient", "state", "2.2, discriminator account_type", {
    "variant.clean": "Payment details show fields of the kind that account_type names, and none of the other kind.",
  }),
  ...rulesOf("updateRecipient", "method", "7, listed status 405", {
    GET: "GET on the path of the update is answered with 405.",
    PUT: "PUT on the path of the update is answered with 405.",
    PATCH: "PATCH on the path of the update is answered with 405.",
    DELETE: "DELETE on the path of the update is answered with 405.",
  }),
  ...unjudgedOf("updateRecipient", "path", "4.2, path parameter recipient_id", AS_TEXT, {
    "recipient_id.type": "The path parameter recipient_id is a text.",
  }),
  ...unjudgedOf("updateRecipient", "path", "4.2, path parameter recipient_id", OTHER_PATH, {
    "recipient_id.required": "The path parameter recipient_id must be there.",
  }),
  ...unjudgedOf("updateRecipient", "errors", "7, listed status 500", NO_FAULT, {
    "internal-error": "An error inside the service is answered with 500.",
  }),
  // Files and customers.
  ...shouldsOf("createCustomer", "accepts", "4.3, meaning of the values of file_type", {
    "file_type.context": "A customer may refer to files of each file_type that is meant for customers.",
  }),
  ...shouldsOf("createCustomer", "state", "4.4", {
    isolation: "A new customer shows nothing that was sent for another one.",
    "refused.unapplied": "A creation that is refused leaves its partner_customer_id free.",
  }),
  ...rulesOf("uploadFile", "refuses", "4.3, query parameter file_type", {
    "file_type.enum": "A file_type outside its six values is refused.",
  }),
  ...unjudgedOf("uploadFile", "refuses", "4.3, query parameter file_type", NOT_SHOWN, {
    "file_type.context": "The file_type of a file suits what the file is used for.",
  }),
  ...shouldsOf("uploadFile", "state", "2.9, field file_id", {
    "file_id.unique": "Every uploaded file has a file_id of its own.",
  }),
  ...shouldsOf("createCustomer", "state", "2.4, response fields, customer_id", {
    "customer_id.unique": "Every customer has a customer_id of its own.",
  }),
  // Transactions, receipts and balances: what reads agree on.
  ...detailRules("getTransferDetail", "transfer"),
  ...followingOf("getTransferDetail", "state", "2.5, rows customer_id and customer", {
    "customer.agrees": "The customer inside a transfer is the one that its customer_id names.",
  }),
  ...followingOf("getTransferDetail", "state", "2.5, rows recipient_id and recipient", {
    "recipient.agrees": "The recipient inside a transfer is the one that its recipient_id names.",
  }),
  ...shouldsOf("listTransactions", "state", "4.6, page_number", {
    page_number: "A page shows the page_number that was asked for.",
  }),
  ...shouldsOf("listTransactions", "state", "4.6, page_size", {
    page_size: "A page holds no more items than the page_size that was asked for.",
  }),
  ...shouldsOf("listTransactions", "state", "4.6, page_number and page_size", {
    "pages.disjoint": "No item appears on two pages.",
  }),
  ...shouldsOf("listTransactions", "state", "4.6, total", {
    "pages.complete": "All pages together hold as many items as total says.",
  }),
  ...shouldsOf("listTransactions", "state", "4.6, response", {
    repeat: "Repeated reads of a page agree.",
    "partners.repeat": "Reads of a page agree, even when another partner has just read it.",
  }),
  ...shouldsOf("listTransactions", "state", "2.6", {
    "details.agree": "An entry of the list agrees with the detail of its transaction.",
  }),
  ...followingOf("getTransferReceipt", "state", "4.7, query parameter", {
    "unknown-id": "An id that no transfer has returns no transfer's receipt.",
  }),
  ...shouldsOf("listTransactions", "state", "4.6, query parameters", {
    "page_size.one": "A page may have one item.",
    "page_size.shown": "The page_size of an answer is that of the page, however many items are left for it.",
  }),
  ...shouldsOf("getTransferReceipt", "state", "4.7, query parameter", {
    "own-receipt": "The receipt of a transfer is not the one of another transfer.",
  }),
  ...shouldsOf("getTransferReceipt", "response", "4.7, success body", {
    "body.pdf": "The texts of a receipt hold the payment confirmation as a PDF, in whatever way they are written.",
  }),
  ...shouldsOf("listBalances", "state", "4.8, response", {
    repeat: "Repeated reads show the same wallets.",
    "wallets.distinct": "Each wallet is listed once.",
  }),
  ...detailRules("getDepositDetail", "deposit"),
  // The answer of the update's path to other methods is stated: 405. For the other paths it is only implied.
  ...OPERATION_IDS.filter((operation) => operation !== "updateRecipient").flatMap((operation) =>
    shouldsOf(operation, "method", `${operationOf(operation).section}, method`, {
      other: `No method but ${operationOf(operation).method} on this path is answered with a success.`,
    }),
  ),
  ...OPERATION_IDS.flatMap((operation) =>
    shouldsOf(operation, "state", operationOf(operation).section, {
      steady: "The same request is answered in the same way each time, alone and among others.",
    }),
  ),
];
