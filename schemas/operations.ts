/**
 * The nine documented operations as data (contract document, sections 4, 5 and 9).
 * Code walks this table; nothing about an operation's surface is written down anywhere else.
 */
import { type Operation as AnyOperation, addOperations, DELIVERIES } from "./operation.js";

export type { QueryParameter, VersionHeader } from "./operation.js";

export type OperationId =
  | "createRecipient"
  | "updateRecipient"
  | "uploadFile"
  | "createCustomer"
  | "getTransferDetail"
  | "listTransactions"
  | "getTransferReceipt"
  | "listBalances"
  | "getDepositDetail";

export type BodyOperation = "createRecipient" | "updateRecipient" | "uploadFile" | "createCustomer";

/** Where a check belongs: an operation, or the deliveries that the service sends on its own. */
export type Subject = OperationId | "webhooks";

export interface Operation extends AnyOperation {
  readonly id: OperationId;
}

/** The version number of the contract document's description (section 9). */
export const CONTRACT_VERSION = "2024-12-01";

/** The other Api-Version value, which the listing for recipient creation gives (section 9). */
export const CONFLICTING_VERSION = "2026-08-31";

/** Names of the two credential header fields (section 5). */
export const API_KEY_HEADER = "X-API-Key";
export const API_SECRET_HEADER = "X-API-Secret";
/** Name of the version header (section 9). */
export const VERSION_HEADER = "Api-Version";
/** Name of the signature header of webhook deliveries (section 5). */
export const SIGNATURE_HEADER = "X-Webhook-Signature";

/** The documented values of the upload operation's file_type (section 4.3). */
export const FILE_TYPES = [
  "Invoice",
  "Contract",
  "Business Registration",
  "Article of Association",
  "Main page",
  "Back page",
] as const;
export type FileType = (typeof FILE_TYPES)[number];

/** An operation with no listed statuses except those of credentials (section 5). */
const USUAL = { query: [], successStatus: null, refusalStatus: null, errorStatuses: [401, 403] } as const;
const WRITE = { ...USUAL, method: "POST", effect: "write" } as const;
const READ = { ...USUAL, method: "GET", effect: "read", version: null, requestSchema: null } as const;

export const OPERATIONS: Readonly<
  Record<OperationId, Operation> & Record<BodyOperation, { readonly requestSchema: string }>
> = {
  createRecipient: {
    ...WRITE,
    id: "createRecipient",
    title: "Create recipient",
    section: "4.1",
    path: "/api/recipients/create",
    creates: "recipient",
    version: { header: VERSION_HEADER, presence: "stated", allowed: [CONTRACT_VERSION, CONFLICTING_VERSION] },
    requestSchema: "recipient-create.schema.json",
    responseSchema: "recipient-response.schema.json",
  },
  updateRecipient: {
    id: "updateRecipient",
    title: "Update recipient",
    section: "4.2",
    method: "POST",
    path: "/api/recipients/{recipient_id}/update",
    worksOn: "recipient_id",
    query: [],
    version: { header: VERSION_HEADER, presence: "required", allowed: [CONTRACT_VERSION], standard: CONTRACT_VERSION },
    requestSchema: "recipient-update.schema.json",
    responseSchema: "recipient-response.schema.json",
    successStatus: 200,
    refusalStatus: 400,
    errorStatuses: [400, 401, 403, 404, 405, 500],
    effect: "write",
  },
  uploadFile: {
    ...WRITE,
    id: "uploadFile",
    title: "Upload file",
    section: "4.3",
    path: "/api/files/upload",
    creates: "file",
    query: [{ name: "file_type", type: "string", enum: FILE_TYPES }],
    version: { header: VERSION_HEADER, presence: "required", allowed: [CONTRACT_VERSION] },
    requestSchema: "file-upload-request.schema.json",
    responseSchema: "file-upload-response.schema.json",
  },
  createCustomer: {
    ...WRITE,
    id: "createCustomer",
    title: "Create customer",
    section: "4.4",
    path: "/api/customers/create",
    creates: "customer",
    version: { header: VERSION_HEADER, presence: "required", allowed: [] },
    requestSchema: "customer-create.schema.json",
    responseSchema: "customer-response.schema.json",
  },
  getTransferDetail: {
    ...READ,
    id: "getTransferDetail",
    title: "Transfer detail",
    section: "4.5",
    path: "/api/transactions/transfer/detail",
    query: [
      { name: "partner_transaction_id", type: "string" },
      { name: "transaction_id", type: "string" },
    ],
    responseSchema: "transfer-detail.schema.json",
  },
  listTransactions: {
    ...READ,
    id: "listTransactions",
    title: "List transactions",
    section: "4.6",
    path: "/api/transactions",
    query: [
      { name: "page_number", type: null },
      { name: "page_size", type: null },
    ],
    responseSchema: "transaction-page.schema.json",
  },
  getTransferReceipt: {
    ...READ,
    id: "getTransferReceipt",
    title: "Transfer receipt",
    section: "4.7",
    path: "/api/transactions/transfer/receipt",
    query: [{ name: null, type: "string" }],
    responseSchema: "receipt.schema.json",
  },
  listBalances: {
    ...READ,
    id: "listBalances",
    title: "List balances",
    section: "4.8",
    path: "/api/balances",
    responseSchema: "balances.schema.json",
  },
  getDepositDetail: {
    ...READ,
    id: "getDepositDetail",
    title: "Deposit detail",
    section: "4.9",
    path: "/api/transactions/detail",
    query: [
      { name: "partner_transaction_id", type: "string" },
      { name: "transaction_id", type: "string" },
    ],
    responseSchema: "deposit-detail.schema.json",
  },
};

addOperations(Object.values(OPERATIONS));

export type DetailOperation = "getTransferDetail" | "getDepositDetail";

export type RecipientOperation = "createRecipient" | "updateRecipient";

/** All operations in the order of the document. */
export const OPERATION_IDS: readonly OperationId[] = Object.values(OPERATIONS).map(({ id }) => id);

/** Where a check may belong, in the order of the document: the operations, then the deliveries. */
export const SUBJECTS: readonly Subject[] = [...OPERATION_IDS, DELIVERIES];

export function isSubject(text: string): text is Subject {
  return SUBJECTS.some((subject) => subject === text);
}

export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(OPERATIONS, text);
}
