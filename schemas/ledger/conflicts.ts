/**
 * Where the contract document contradicts itself, or states things that cannot both hold. A deployment may take any
 * documented side: a conflict never fails a run, and a run says which side was taken.
 */
import type { Area } from "../areas.js";
import type { Subject } from "../operations.js";
import { type ConflictStatement, type Importance, ONLY_DELIVERIES, TRIVIA } from "./unknown.js";

/** The description of a conflict. Its places default to the operation itself. */
type Words = Pick<
  ConflictStatement,
  "label" | "needed" | "question" | "documented" | "seenIn" | "isRemark" | "unasked"
> &
  Partial<Pick<ConflictStatement, "importance" | "places">>;

/** @param about the operation, or, of several, the one that shows it best */
function conflict(
  section: string,
  about: Subject | { readonly shownBy: Subject },
  id: `conflict.${string}`,
  area: Area,
  words: Words,
): ConflictStatement {
  const [operation, shownBy] = typeof about === "string" ? [about, about] : [null, about.shownBy];
  const importance: Importance = words.needed === undefined ? "useful" : "integration";
  return { id, section, operation, shownBy, area, places: ["operation"], importance, ...words };
}

/** Every conflict of the document and every remark on it, in its order. */
export const CONFLICTS: readonly ConflictStatement[] = [
  conflict("2.1", "createRecipient", "conflict.createRecipient.businessType", "echo", {
    label: "business_type that was left out",
    question: "What does a recipient show as business_type when it was created without one?",
    documented: ["The creation sample has no business_type.", "Every recipient response must have a business_type."],
    seenIn: "Create a recipient without business_type: refused, or which business_type comes back.",
  }),
  conflict("2.1", "createRecipient", "conflict.createRecipient.recipientId", "response", {
    label: "recipient_id in responses",
    question: "Can a recipient response come without recipient_id?",
    documented: [
      "Among the required response fields recipient_id is missing, although fields that only echo are there.",
      "The service assigns the id, and a recipient can be updated only by it (section 4.2).",
    ],
    seenIn: "Whether recipient_id is in each creation and update response.",
  }),
  conflict("2.2", "createRecipient", "conflict.createRecipient.bankCountry", "accepts", {
    label: "Countries other than CN",
    isRemark: true,
    question: "Can recipients and their banks be in countries other than CN?",
    documented: [
      "country_code of a recipient and of a bank account has the single value CN.",
      "Bank networks include ACH, SEPA and FPS, which clear payments elsewhere, and account_currency may be any three characters.",
    ],
    seenIn: "For each bank network, an account with country CN: accepted with which currencies.",
  }),
  conflict("2.4", "createCustomer", "conflict.createCustomer.formats", "refuses", {
    label: "Formats of a customer's fields",
    question:
      "Do the dates, the phone number and the e-mail address of a customer have to be written in a certain way?",
    documented: [
      "Its table has date-times, an international phone number and an e-mail address.",
      "Below the table, the formats of a customer's request fields are said not to be shown.",
    ],
    seenIn: "Send a day without a time, a phone number of letters and an e-mail address without @: refused or taken.",
  }),
  conflict("2.4", "createCustomer", "conflict.createCustomer.calendarDates", "echo", {
    label: "Dates or points in time",
    isRemark: true,
    question: "Are birth dates and the dates on documents calendar dates or points in time?",
    documented: [
      "Birth, issue, start and expiry dates are date-times.",
      "Such dates are printed on papers as days, which have no time and no offset.",
    ],
    seenIn: "Send a birth date with an offset other than Z: whether the day that comes back is another one.",
  }),
  conflict("2.5", "getTransferDetail", "conflict.getTransferDetail.purposeCode", "response", {
    label: "Values of purpose_code",
    question: "Are the words given for purpose_code two values, or one value with a comma in it?",
    documented: [
      "Read as a list, there are two values: Payment for Physical Goods, and Other.",
      "Read as one text, there is one: Payment for Physical Goods, Other.",
    ],
    seenIn: "purpose_code of the transfers that can be read.",
  }),
  conflict("2.7", "getDepositDetail", "conflict.getDepositDetail.accountCurrency", "response", {
    label: "Length of a deposit's currency",
    question: "How long is account_currency of a deposit?",
    documented: [
      "It is USDT, USDC or USD: two of these have four characters.",
      "account_currency has exactly 3 characters, wherever it stands (section 8).",
    ],
    seenIn: "account_currency of the deposits that can be read.",
  }),
  conflict("2.7", "getDepositDetail", "conflict.getDepositDetail.usdNetwork", "response", {
    label: "Network of a deposit in USD",
    question: "What does network show for a deposit in USD?",
    documented: [
      "Every deposit must have a network, which is ETH or TRX.",
      "A deposit's account_currency may be USD, for which neither blockchain applies.",
    ],
    seenIn: "network in the detail of a deposit whose account_currency is USD.",
  }),
  conflict("2.7", "getDepositDetail", "conflict.getDepositDetail.partnerTransactionId", "response", {
    label: "Partner's id of a deposit",
    question: "Who assigns the partner_transaction_id of a deposit?",
    documented: [
      "Every deposit must have a partner_transaction_id, and it can be looked up by it.",
      "Deposits are funds that arrive from outside, so no partner's request could carry the id (section 6).",
    ],
    seenIn: "Whether a deposit detail has the id, and whether it is 20 to 64 characters long as in section 8.",
  }),
  conflict("2.8", "listBalances", "conflict.listBalances.fiatNetwork", "response", {
    label: "Network of a fiat wallet",
    question: "What does network show for a fiat wallet?",
    documented: [
      "A wallet's network is ETH or TRX.",
      "A wallet may be of currency_type fiat or hold USD, for which neither blockchain applies.",
    ],
    seenIn: "network of the listed wallets in USD or of type fiat: absent, empty or one of the two.",
  }),
  conflict("2.9", "uploadFile", "conflict.uploadFile.accessibleUrl", "response", {
    label: "Address of an uploaded file",
    places: ["success"],
    question: "Does an upload return an address at which the file can be read?",
    documented: ["The operation is described as giving an accessible address.", "file_id is the only response field."],
    seenIn: "Whether the upload response has a further field that holds a URL.",
  }),
  conflict("3", { shownBy: "getDepositDetail" }, "conflict.statusVocabulary", "response", {
    label: "Status words of deposits and transfers",
    isRemark: true,
    question: "Are the status values of deposits really capitalised, and different from those of transfers?",
    documented: [
      "Deposits are Processing, Succeeded or Failed.",
      "Transfers are pending, completed or failed, and every other resource has lower-case values too.",
    ],
    seenIn: "status in deposit details, transfer details, list items and webhook data, letter for letter.",
  }),
  conflict("3", "listTransactions", "conflict.listTransactions.statusVocabulary", "response", {
    label: "Status words of the list",
    question: "Which of the two vocabularies does status of a list item use?",
    documented: [
      "A list item has one status for all kinds of transactions (section 2.6).",
      "Transfers and deposits have three status values each, and share none of them.",
    ],
    seenIn: "For each listed transaction, its status in the list beside the one in its detail.",
  }),
  conflict("3", "createCustomer", "conflict.createCustomer.status", "response", {
    label: "First status of a customer",
    question: "Which status does a customer have before its onboarding is finished?",
    documented: [
      "active is the only customer status given.",
      "Webhooks report how onboarding and identity checks proceed, so there must be several (section 6).",
    ],
    seenIn: "status in the creation response and in the customer deliveries that follow.",
  }),
  conflict("4", { shownBy: "listBalances" }, "conflict.successText", "response", {
    label: "Text Operation Successful",
    ...TRIVIA,
    question: "Where does the text Operation Successful appear?",
    documented: [
      "Success is reported by that text.",
      "No documented success body has a field for it, and two of them are bare arrays.",
    ],
    seenIn: "Search status line, headers and body of successful responses for the text.",
  }),
  conflict("4.6", "listTransactions", "conflict.listTransactions.filters", "accepts", {
    label: "Filters of the list",
    needed: { rank: 19, why: "Without filters, each reconciliation has to read the whole list." },
    question: "Can the transaction list be filtered?",
    documented: [
      "Filters by date range, status and currency pair are described.",
      "page_number and page_size are the only query parameters.",
    ],
    seenIn: "Whether likely filter parameters change the total of the list, are ignored or are refused.",
  }),
  conflict("4.7", "getTransferReceipt", "conflict.getTransferReceipt.body", "response", {
    label: "Form of a receipt",
    needed: { rank: 13, why: "A client must know whether to save the body as it is or to decode it first." },
    places: ["success"],
    question: "Is a receipt a PDF, or JSON that carries one?",
    documented: ["The operation returns a PDF.", "On success it answers with a JSON list of texts."],
    seenIn: "Content-Type and first bytes of a receipt, and of what its strings decode to.",
  }),
  conflict("4.10", { shownBy: "listTransactions" }, "conflict.undescribedOperations", "response", {
    label: "Origin of transfers and deposits",
    question: "How do transfers and deposits come about through the documented interface?",
    documented: [
      "The document presents itself as the whole interface (section 1).",
      "It refers to creating transfers, creating deposits and reading returns without describing any of these.",
    ],
    seenIn: "Nothing that a run may send; whether the list shows transfers at all is the only trace.",
  }),
  conflict("5", { shownBy: "listBalances" }, "conflict.invalidCredentials", "auth", {
    label: "Status without valid credentials",
    ...TRIVIA,
    question: "Which status does a request without valid credentials get?",
    documented: [
      "With 401, whatever the operation is.",
      "For operations other than recipient update it is not shown which condition gives which status (section 7).",
    ],
    seenIn: "The statuses of all requests that a run sends with credentials that are missing or wrong.",
  }),
  conflict("6", "webhooks", "conflict.webhooks.undescribedData", "response", {
    label: "Data of undescribed events",
    places: ["transferData", "depositData", "returnData"],
    question: "What is the data of transfer, deposit and return deliveries?",
    documented: [
      "It equals the response of the operation that is named for each category.",
      "The responses of these three operations are described nowhere (section 4.10).",
    ],
    ...ONLY_DELIVERIES,
    seenIn: "Compare the data of such deliveries with the transfer and deposit details, field by field.",
  }),
  conflict("6", "webhooks", "conflict.webhooks.depositOrigin", "response", {
    label: "Origin of a deposit",
    places: ["depositData"],
    question: "Is a deposit created by a request, or noticed when funds arrive?",
    documented: [
      "A deposit delivery means that funds from outside were noticed at a wallet's address.",
      "Its data is the response of an operation that creates deposits.",
    ],
    ...ONLY_DELIVERIES,
    seenIn: "Whether a deposit delivery carries wallet addresses and a detail can be read for it.",
  }),
  conflict("6", "webhooks", "conflict.webhooks.batchTransfers", "response", {
    label: "Delivery of a batch",
    places: ["transferData"],
    question: "How is a batch of transfers delivered?",
    documented: [
      "Transfer deliveries follow single transfers and batches.",
      "Their data is the response to creating a transfer, and no batch operation is mentioned.",
    ],
    ...ONLY_DELIVERIES,
    seenIn: "Whether the data of a transfer delivery is one object or a list.",
  }),
  conflict("6", "getTransferDetail", "conflict.getTransferDetail.returnedStatus", "state", {
    label: "Status after a return",
    question: "Which status does a transfer have after the beneficiary's bank has sent the funds back?",
    documented: [
      "A payout can be returned and its amount credited again.",
      "A transfer is pending, completed or failed: none of these says returned (section 3).",
    ],
    seenIn: "status of a transfer, in detail and list, after a return delivery about it.",
    unasked: "It needs a payout that was returned and reported by a delivery.",
  }),
  conflict("9", "createRecipient", "conflict.createRecipient.apiVersion", "version", {
    label: "Api-Version of recipient creation",
    needed: { rank: 1, why: "With the wrong value, no recipient can be created." },
    places: ["version"],
    question: "Which Api-Version does recipient creation take?",
    documented: [
      "2024-12-01: the version of the description, and the value that update and file upload take.",
      "2026-08-31: given once, where recipient creation is listed.",
    ],
    seenIn: "Send each value, none, an empty one and a nonsensical one, for bank and crypto recipients.",
  }),
  conflict("9", "createRecipient", "conflict.createRecipient.apiVersionRequired", "version", {
    label: "Creation without Api-Version",
    places: ["version"],
    question: "Must recipient creation be sent with an Api-Version?",
    documented: [
      "It is one of the operations that take the header (section 4).",
      "It is not among the operations on which the header is required; only its sample has it.",
    ],
    seenIn: "Send a creation without the header.",
  }),
  conflict("9", "updateRecipient", "conflict.updateRecipient.apiVersionDefault", "version", {
    label: "Update without Api-Version",
    needed: { rank: 2, why: "A client that leaves the header out fails, or gets a version it did not choose." },
    places: ["version"],
    question: "Is a recipient update without Api-Version refused, or does it get the default?",
    documented: ["The header is required on update.", "The header has a default on update, which is 2024-12-01."],
    seenIn: "Send an update without the header, and one with an empty value.",
  }),
];

export const COUNTED_CONFLICTS = CONFLICTS.filter(({ isRemark }) => isRemark === undefined).length;
