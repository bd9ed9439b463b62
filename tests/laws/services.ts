/**
 * Services that conform and want something that a run has to find out first. What is found out about each, and with how
 * many requests, is tried by services.test.ts; that none of it becomes the excuse of a defect by adaptations.test.ts.
 */
import type { Profile } from "../../engine/model.js";
import type { OperationId } from "../../schemas/operations.js";
import type { Choices } from "../../selftest/outcomes.js";

export interface Service {
  readonly behaviours: Choices;
  /** The operations whose requests follow from what is found out. */
  readonly operations: readonly OperationId[];
  readonly profile?: Profile;
  /** Requests of a smoke run of them, what is found out included. */
  readonly atMost: number;
  /** The seed of the run, where others do not send what the service makes difficult. Default: 42. */
  readonly seed?: number;
  /** What a smoke run answers, by the statement. */
  readonly answers?: Readonly<Record<string, string | RegExp>>;
  /** Why checks that the default service exercises are not exercised, and how many. */
  readonly withheld?: readonly [checks: number, reason: RegExp];
}

const CREATES: readonly OperationId[] = ["createRecipient", "createCustomer"];
const RECIPIENTS: readonly OperationId[] = ["createRecipient", "updateRecipient"];
const FILES: readonly OperationId[] = ["uploadFile", ...RECIPIENTS];
const LOOKUPS: readonly OperationId[] = ["getTransferDetail", "getDepositDetail", "getTransferReceipt"];
const WANTS = "unknown.createRecipient.requirements";

export const SERVICES: readonly Service[] = [
  // Versions and what must be sent.
  {
    behaviours: { recipientVersion: "2024-12-01" },
    operations: ["createRecipient"],
    atMost: 311,
    answers: { "conflict.createRecipient.apiVersion": /takes 2024-12-01 only/ },
  },
  {
    behaviours: { recipientVersion: "2026-08-31" },
    operations: ["createRecipient"],
    atMost: 312,
    answers: { "conflict.createRecipient.apiVersion": /takes 2026-08-31 only/ },
  },
  { behaviours: { customerVersion: "both" }, operations: ["createCustomer"], atMost: 242 },
  {
    behaviours: { createRequired: "all" },
    operations: ["createRecipient"],
    atMost: 311,
    answers: { [WANTS]: /“website is required”/ },
    withheld: [2, /^a creation without website, address_info, file_id_list is refused$/],
  },
  {
    behaviours: { customerRequired: "sections" },
    operations: ["createCustomer"],
    atMost: 242,
    answers: { "unknown.createCustomer.required.account_usage": /^it must be sent/ },
    withheld: [1, /^a creation without .*primary_contact is refused$/],
  },
  { behaviours: { customerFormats: "checked" }, operations: ["createCustomer"], atMost: 258 },
  { behaviours: { unknownFields: "refused" }, operations: CREATES, atMost: 460 },
  { behaviours: { requestMediaType: "json" }, operations: ["createCustomer"], atMost: 242 },
  { behaviours: { refusalStatus: "409" }, operations: CREATES, atMost: 460 },
  // What goes together in a recipient.
  { behaviours: { blankNames: "refused" }, operations: RECIPIENTS, atMost: 536 },
  {
    behaviours: { accountSwitch: "refused" },
    operations: ["updateRecipient"],
    atMost: 341,
    withheld: [1, /^an account does not change its kind here/],
  },
  {
    behaviours: { accountSwitch: "fixed" },
    operations: ["updateRecipient"],
    atMost: 470,
    withheld: [1, /^an account does not change its kind here/],
  },
  // A code is refused with the type of the business, not for its letters.
  {
    behaviours: { accountSwitch: "fixed", localCodes: "domestic" },
    operations: ["updateRecipient"],
    seed: 7,
    atMost: 480,
    withheld: [1, /^an account does not change its kind here/],
  },
  {
    behaviours: { walletAddresses: "real" },
    operations: RECIPIENTS,
    atMost: 608,
    answers: { [WANTS]: /“payment_details.wallet_address is no address of ETH”/ },
    withheld: [6, /^only addresses that are real on (TRX|ETH) are taken/],
  },
  { behaviours: { networkCurrency: "ofNetwork" }, operations: RECIPIENTS, atMost: 536 },
  {
    behaviours: { accountOwner: "business" },
    operations: RECIPIENTS,
    atMost: 720,
    answers: { [WANTS]: /^some bank accounts are accepted only in the name of the business/ },
    withheld: [1, /^nothing in this run showed it$/],
  },
  {
    behaviours: { localCodes: "domestic" },
    operations: RECIPIENTS,
    atMost: 580,
    answers: { [WANTS]: /^some bank accounts are accepted only without a local bank code/ },
  },
  {
    behaviours: { settlement: "yuan" },
    operations: RECIPIENTS,
    atMost: 578,
    answers: { [WANTS]: /^some bank accounts are accepted only in CNY/ },
  },
  // What is taken once, or not at once.
  { behaviours: { repeatedAccounts: "refused" }, operations: RECIPIENTS, atMost: 536 },
  { behaviours: { duplicatePartnerId: "existing" }, operations: ["createRecipient"], atMost: 311 },
  { behaviours: { recipientStart: "active" }, operations: RECIPIENTS, atMost: 536 },
  { behaviours: { statusAfterUpdate: "pending" }, operations: ["updateRecipient"], atMost: 341 },
  { behaviours: { allowance: "120" }, operations: CREATES, atMost: 460 },
  { behaviours: { allowance: "forbidden" }, operations: CREATES, atMost: 460 },
  // Files.
  {
    behaviours: { fileEncoding: "dataUri" },
    operations: FILES,
    atMost: 586,
    answers: { "unknown.uploadFile.fileEncoding": "a file written as data URI is accepted; refused: base64" },
  },
  {
    behaviours: { fileEncoding: "base64url" },
    operations: ["uploadFile"],
    atMost: 148,
    answers: { "unknown.uploadFile.fileEncoding": /^a file written as base64url is accepted/ },
  },
  { behaviours: { fileTypeMissing: "refused" }, operations: ["uploadFile"], atMost: 146 },
  { behaviours: { repeatedFiles: "refused" }, operations: ["uploadFile"], atMost: 146 },
  {
    behaviours: { fileUses: "one" },
    operations: FILES,
    // What is refused is tried once more with texts that no earlier run had, and lists have files of their own.
    atMost: 760,
    answers: { "unknown.uploadFile.severalUses": /^one file may be used once: 400/ },
  },
  {
    behaviours: { fileReadiness: "later" },
    operations: FILES,
    atMost: 640,
    answers: { "unknown.uploadFile.readiness": /^not at once: .* accepted within \d+ s$/ },
  },
  // Lookups, receipts and the list.
  {
    behaviours: { lookup: "both" },
    operations: LOOKUPS,
    atMost: 172,
    withheld: [4, /^(?:one of the two ids alone is not accepted|neither of the two ids alone finds the transaction)$/],
  },
  { behaviours: { lookup: "exactlyOne" }, operations: LOOKUPS, atMost: 162 },
  { behaviours: { unknownTransaction: "empty" }, operations: LOOKUPS, atMost: 162 },
  ...["transactionId", "id", "partner_transaction_id"].map(
    (name): Service => ({
      behaviours: { receiptParameter: name },
      operations: ["getTransferReceipt"],
      atMost: 82,
      answers: { "unknown.getTransferReceipt.parameterName": `the receipt takes ${name}` },
    }),
  ),
  { behaviours: { receiptEncoding: "base64Chunks" }, operations: ["getTransferReceipt"], atMost: 72 },
  { behaviours: { pendingReceipt: "refused" }, operations: ["getTransferReceipt"], atMost: 72 },
  {
    behaviours: { pageBase: "0" },
    operations: ["listTransactions"],
    atMost: 89,
    answers: { "unknown.listTransactions.pageBase": "pages are counted from 0" },
  },
  { behaviours: { pageSizeLimit: "refused" }, operations: ["listTransactions"], atMost: 90 },
  {
    behaviours: { listFilters: "startNeeded" },
    operations: ["listTransactions"],
    atMost: 106,
    answers: { "unknown.listTransactions.startParameter": /^start_time must be given/ },
  },
  {
    behaviours: { listTypeWords: "ledger", listStatusWords: "unified" },
    operations: ["listTransactions"],
    atMost: 90,
  },
  // One file in several encodings has one id.
  { behaviours: { fileEncoding: "any", fileIds: "content" }, operations: ["uploadFile"], atMost: 148 },
  // Nothing is divided when plain requests are refused, too: that would be thousands of requests.
  {
    behaviours: { allowance: "120" },
    operations: ["createCustomer"],
    profile: "standard",
    atMost: 2500,
  },
  // An individual has no wallet; a customer's name is taken once.
  {
    behaviours: { walletOwners: "companies" },
    operations: RECIPIENTS,
    atMost: 560,
    answers: { [WANTS]: /taken with business_type "Business"/ },
  },
  {
    behaviours: { repeatedNames: "refused" },
    operations: ["createCustomer"],
    atMost: 250,
    answers: { "unknown.createCustomer.requirements": /taken with a new business_details.business_name each time/ },
  },
  { behaviours: { unknownTransaction: "204" }, operations: LOOKUPS, atMost: 160 },
];
