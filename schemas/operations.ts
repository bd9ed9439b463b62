/**
 * The nine documented operations as data (contract document, sections 4, 5 and 9).
 * Code walks this table; nothing about an operation's surface is written down anywhere else.
 */

/** One of the nine documented operations. */
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

/** An operation whose requests have a body. */
export type BodyOperation = "createRecipient" | "updateRecipient" | "uploadFile" | "createCustomer";

/** Where a check belongs: an operation, or the deliveries that the service sends by itself. */
export type Subject = OperationId | "webhooks";

/** What the document says about the Api-Version header of an operation (section 9). */
export interface VersionHeader {
  /** `stated`: shown in a sample only; `required`: stated as required. */
  readonly presence: "required" | "stated";
  /** Values the document gives for this operation; empty when it gives none. */
  readonly allowed: readonly string[];
  /** The value that holds when none is sent, where the document gives one. */
  readonly standard?: string;
}

/** A documented operation. */
export interface Operation {
  readonly id: OperationId;
  readonly title: string;
  readonly section: string;
  readonly method: "GET" | "POST";
  /** Path relative to the base address; `{name}` marks a path parameter. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
  readonly version: VersionHeader | null;
  /** File name of the request body's schema, or null when there is no body. */
  readonly requestSchema: string | null;
  readonly responseSchema: string;
  /** The success status where the document fixes one, else null (any 2xx). */
  readonly successStatus: number | null;
  /** The status of a refused parameter where the document fixes one, else null. */
  readonly refusalStatus: number | null;
  /** Error statuses that the document lists for this operation. */
  readonly errorStatuses: readonly number[];
  /** `write` operations change state and are sent to a remote target only with permission. */
  readonly effect: "read" | "write";
}

/** A documented query parameter. Its name is null where the document does not show it. */
export interface QueryParameter {
  readonly name: string | null;
  readonly type: "string" | "integer";
  readonly enum?: readonly string[];
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

export const OPERATIONS: Readonly<
  Record<OperationId, Operation> & Record<BodyOperation, { readonly requestSchema: string }>
> = {
  createRecipient: {
    id: "createRecipient",
    title: "Create recipient",
    section: "4.1",
    method: "POST",
    path: "/api/recipients/create",
    query: [],
    version: { presence: "stated", allowed: [CONTRACT_VERSION, CONFLICTING_VERSION] },
    requestSchema: "recipient-create.schema.json",
    responseSchema: "recipient-response.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "write",
  },
  updateRecipient: {
    id: "updateRecipient",
    title: "Update recipient",
    section: "4.2",
    method: "POST",
    path: "/api/recipients/{recipient_id}/update",
    query: [],
    version: { presence: "required", allowed: [CONTRACT_VERSION], standard: CONTRACT_VERSION },
    requestSchema: "recipient-update.schema.json",
    responseSchema: "recipient-response.schema.json",
    successStatus: 200,
    refusalStatus: 400,
    errorStatuses: [400, 401, 403, 404, 405, 500],
    effect: "write",
  },
  uploadFile: {
    id: "uploadFile",
    title: "Upload file",
    section: "4.3",
    method: "POST",
    path: "/api/files/upload",
    query: [{ name: "file_type", type: "string", enum: FILE_TYPES }],
    version: { presence: "required", allowed: [CONTRACT_VERSION] },
    requestSchema: "file-upload-request.schema.json",
    responseSchema: "file-upload-response.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "write",
  },
  createCustomer: {
    id: "createCustomer",
    title: "Create customer",
    section: "4.4",
    method: "POST",
    path: "/api/customers/create",
    query: [],
    version: { presence: "required", allowed: [] },
    requestSchema: "customer-create.schema.json",
    responseSchema: "customer-response.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "write",
  },
  getTransferDetail: {
    id: "getTransferDetail",
    title: "Transfer detail",
    section: "4.5",
    method: "GET",
    path: "/api/transactions/transfer/detail",
    query: [
      { name: "partner_transaction_id", type: "string" },
      { name: "transaction_id", type: "string" },
    ],
    version: null,
    requestSchema: null,
    responseSchema: "transfer-detail.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "read",
  },
  listTransactions: {
    id: "listTransactions",
    title: "List transactions",
    section: "4.6",
    method: "GET",
    path: "/api/transactions",
    query: [
      { name: "page_number", type: "integer" },
      { name: "page_size", type: "integer" },
    ],
    version: null,
    requestSchema: null,
    responseSchema: "transaction-page.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "read",
  },
  getTransferReceipt: {
    id: "getTransferReceipt",
    title: "Transfer receipt",
    section: "4.7",
    method: "GET",
    path: "/api/transactions/transfer/receipt",
    query: [{ name: null, type: "string" }],
    version: null,
    requestSchema: null,
    responseSchema: "receipt.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "read",
  },
  listBalances: {
    id: "listBalances",
    title: "List balances",
    section: "4.8",
    method: "GET",
    path: "/api/balances",
    query: [],
    version: null,
    requestSchema: null,
    responseSchema: "balances.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "read",
  },
  getDepositDetail: {
    id: "getDepositDetail",
    title: "Deposit detail",
    section: "4.9",
    method: "GET",
    path: "/api/transactions/detail",
    query: [
      { name: "partner_transaction_id", type: "string" },
      { name: "transaction_id", type: "string" },
    ],
    version: null,
    requestSchema: null,
    responseSchema: "deposit-detail.schema.json",
    successStatus: null,
    refusalStatus: null,
    errorStatuses: [401, 403],
    effect: "read",
  },
};

/** The operations that show one transaction. */
export type DetailOperation = "getTransferDetail" | "getDepositDetail";

/** All operations in the order of the document. */
export const OPERATION_IDS: readonly OperationId[] = [
  "createRecipient",
  "updateRecipient",
  "uploadFile",
  "createCustomer",
  "getTransferDetail",
  "listTransactions",
  "getTransferReceipt",
  "listBalances",
  "getDepositDetail",
];

/** Where a check may belong, in the order of the document: the operations, then the deliveries. */
export const SUBJECTS: readonly Subject[] = [...OPERATION_IDS, "webhooks"];

/** Tells whether a text names an operation. */
export function isOperationId(text: string): text is OperationId {
  return Object.hasOwn(OPERATIONS, text);
}
