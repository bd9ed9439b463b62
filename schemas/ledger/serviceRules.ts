/**
 * The rules that single operations have of their own, and those of what the service remembers
 * (contract document, sections 2, 4 and 7).
 */
import { OPERATION_IDS, OPERATIONS } from "../operations.js";
import { rulesOf, shouldsOf, unjudgedOf } from "./operationRules.js";
import type { Rule } from "./rule.js";

const AS_TEXT = "a path holds text only, so that no request can break it";

/** Recipients: identity, isolation, and the statuses that only their update lists. */
const RECIPIENT_RULES: readonly Rule[] = [
  ...rulesOf("createRecipient", "state", "2.1", {
    "recipient_id.unique": "Every recipient has a recipient_id of its own.",
  }),
  ...rulesOf("updateRecipient", "state", "2.1", {
    "recipient_id.kept": "An update leaves recipient_id as it is.",
    "partner_recipient_id.kept": "An update leaves partner_recipient_id as it is.",
  }),
  ...shouldsOf("updateRecipient", "state", "2.1", { "created_at.kept": "An update leaves created_at as it is." }),
  ...rulesOf("updateRecipient", "state", "4.2", {
    "unknown-recipient": "An update of a recipient that does not exist is answered with 404.",
    isolation: "An update changes the recipient that its path names, and no other.",
    "partners.isolation": "An update by one partner changes no recipient of another partner.",
    sequence: "Any order of creations and updates leaves each recipient with its own ids and its own last values.",
  }),
  ...shouldsOf("updateRecipient", "state", "4.2", {
    "refused.unapplied": "An update that is refused leaves the recipient as it was.",
    "unknown-recipient.case": "A recipient_id in other letters is the id of no recipient.",
  }),
  ...shouldsOf("createRecipient", "state", "4.1", {
    isolation: "A new recipient shows nothing that was sent for another one.",
    "partners.isolation": "A new recipient shows nothing that another partner sent for one of its own.",
    "refused.unapplied": "A creation that is refused leaves its partner_recipient_id free.",
  }),
  ...rulesOf("createRecipient", "accepts", "4.1", {
    combinations: "A creation whose every value keeps its rule is accepted, whatever the values are together.",
  }),
  ...rulesOf("updateRecipient", "accepts", "4.2", {
    combinations: "An update whose every value keeps its rule is accepted, whatever the values are together.",
  }),
  ...(["createRecipient", "updateRecipient"] as const).flatMap((operation) =>
    shouldsOf(operation, "accepts", "2", { content: "Texts that keep their rules are taken, whatever they say." }),
  ),
  ...rulesOf("updateRecipient", "state", "2.2", {
    "variant.clean": "Payment details show fields of the kind that account_type names, and none of the other kind.",
  }),
  ...rulesOf("updateRecipient", "method", "7", {
    GET: "GET on the path of the update is answered with 405.",
    PUT: "PUT on the path of the update is answered with 405.",
    PATCH: "PATCH on the path of the update is answered with 405.",
    DELETE: "DELETE on the path of the update is answered with 405.",
  }),
  ...unjudgedOf("updateRecipient", "path", "4.2", AS_TEXT, {
    "recipient_id.type": "The path parameter recipient_id is a text.",
  }),
  ...unjudgedOf(
    "updateRecipient",
    "path",
    "4.2",
    "without it the path is another one, and only the documented paths are judged",
    { "recipient_id.required": "The path parameter recipient_id must be there." },
  ),
  ...unjudgedOf(
    "updateRecipient",
    "errors",
    "7",
    "no request is documented that makes the service fail, and one that did would be a fault of its own",
    { "internal-error": "An error inside the service is answered with 500." },
  ),
];

const FILE_AND_CUSTOMER_RULES: readonly Rule[] = [
  ...shouldsOf("createCustomer", "state", "4.4", {
    isolation: "A new customer shows nothing that was sent for another one.",
    "refused.unapplied": "A creation that is refused leaves its partner_customer_id free.",
  }),
  ...rulesOf("uploadFile", "refuses", "4.3", {
    "file_type.enum": "A file_type outside its six values is refused.",
  }),
  ...unjudgedOf(
    "uploadFile",
    "refuses",
    "4.3",
    "whether a misfit is refused, and where, is not shown: unknown.uploadFile.otherContextOnRecipient",
    { "file_type.context": "The file_type of a file suits what the file is used for." },
  ),
  ...rulesOf("uploadFile", "state", "2.9", { "file_id.unique": "Every uploaded file has a file_id of its own." }),
  ...shouldsOf("uploadFile", "state", "4.3", { "file_id.type": "A file_id stands for a file of one file_type." }),
  ...rulesOf("createCustomer", "state", "2.4", {
    "customer_id.unique": "Every customer has a customer_id of its own.",
  }),
];

function detailRules(operation: "getTransferDetail" | "getDepositDetail", kind: string): readonly Rule[] {
  return [
    ...rulesOf(operation, "state", OPERATIONS[operation].section, {
      "asked-for": `The answer is about the ${kind} that the request names.`,
      "both-ways": `Both ids of a ${kind} lead to the same answer.`,
      repeat: `Repeated readings of a ${kind} agree.`,
      "unknown-id": `An id that does not exist leads to no ${kind}.`,
    }),
    ...shouldsOf(operation, "state", "2.6", {
      "list.agrees": `The detail of a ${kind} agrees with its entry in the list.`,
    }),
    ...shouldsOf(operation, "state", OPERATIONS[operation].section, {
      "unknown-id.case": `A transaction_id in other letters is the id of no ${kind}.`,
    }),
  ];
}

/** Transactions, receipts and balances: what readings agree on. */
const READING_RULES: readonly Rule[] = [
  ...detailRules("getTransferDetail", "transfer"),
  ...rulesOf("getTransferDetail", "state", "2.5", {
    "customer.agrees": "The customer inside a transfer is the one that its customer_id names.",
    "recipient.agrees": "The recipient inside a transfer is the one that its recipient_id names.",
  }),
  ...rulesOf("listTransactions", "state", "4.6", {
    page_number: "A page shows the page_number that was asked for.",
    page_size: "A page holds no more items than the page_size that was asked for.",
    "pages.disjoint": "No item stands on two pages.",
    "pages.complete": "All pages together hold as many items as total says.",
    repeat: "Repeated readings of a page agree.",
    "partners.repeat": "Readings of a page agree, also when another partner has just read it.",
  }),
  ...shouldsOf("listTransactions", "state", "2.6", {
    "details.agree": "An entry of the list agrees with the detail of its transaction.",
  }),
  ...rulesOf("getTransferReceipt", "state", "4.7", {
    "unknown-id": "An id that no transfer has leads to no transfer's receipt.",
  }),
  ...shouldsOf("getTransferReceipt", "state", "4.7", {
    "own-receipt": "The receipt of a transfer is not the one of another transfer.",
  }),
  ...unjudgedOf(
    "getTransferReceipt",
    "response",
    "4.7",
    "how the texts hold it is not shown: conflict.getTransferReceipt.body",
    { "body.pdf": "The texts of a receipt hold the payment confirmation as a PDF." },
  ),
  ...rulesOf("listBalances", "state", "4.8", { repeat: "Repeated readings show the same wallets." }),
  ...shouldsOf("listBalances", "state", "4.8", { "wallets.distinct": "Each wallet is listed once." }),
  ...detailRules("getDepositDetail", "deposit"),
];

const STEADY_RULES: readonly Rule[] = OPERATION_IDS.flatMap((operation) =>
  rulesOf(operation, "state", OPERATIONS[operation].section, {
    steady: "The same request is answered in the same way each time, alone and among others.",
  }),
);

/** What the path of the update answers to other methods is stated: 405. Of the others it is only implied. */
const METHOD_RULES: readonly Rule[] = OPERATION_IDS.filter((operation) => operation !== "updateRecipient").flatMap(
  (operation) =>
    shouldsOf(operation, "method", "7", {
      other: `No method but ${OPERATIONS[operation].method} on this path is answered with a success.`,
    }),
);

/** The rules that single operations have of their own. */
export const SERVICE_RULES: readonly Rule[] = [
  ...RECIPIENT_RULES,
  ...FILE_AND_CUSTOMER_RULES,
  ...READING_RULES,
  ...METHOD_RULES,
  ...STEADY_RULES,
];
