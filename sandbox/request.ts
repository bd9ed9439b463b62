import type { IncomingHttpHeaders } from "node:http";
import type { Behaviour } from "./behaviours.js";
import type { Principal } from "./credentials.js";
import type { JsonObject } from "./json.js";

/** The nine operations of section 4, in its order. */
export const OPERATION_NAMES = [
  "createRecipient",
  "updateRecipient",
  "uploadFile",
  "createCustomer",
  "getTransferDetail",
  "listTransactions",
  "getTransferReceipt",
  "listBalances",
  "getDepositDetail",
] as const;

export type OperationName = (typeof OPERATION_NAMES)[number];

export type QueryValue = string | readonly string[] | undefined;

/**
 * A request for one of the operations as the service processes it. The checks fill in what they find out. Defects may
 * change any of it before the checks see it.
 */
export interface PartnerRequest {
  readonly operation: OperationName;
  /** GET or POST, or any other that the path does not accept. */
  readonly method: string;
  headers: IncomingHttpHeaders;
  query: Readonly<Record<string, QueryValue>>;
  /** The recipient id of the path, where it has one. */
  recipientId: string;
  rawBody: Buffer | undefined;
  principal: Principal | undefined;
  /** The body as it will be stored, once checked. */
  fields: JsonObject;
}

/** The result of an operation for the partner: a success, with any body, or a refusal in the error shape (section 7). */
export type Result = Success | Refusal;

export interface Success {
  readonly kind: "success";
  readonly status: number;
  readonly body: unknown;
  /** Where it differs from that of every other response. */
  readonly mediaType?: string;
}

export interface Refusal {
  readonly kind: "refusal";
  readonly status: number;
  readonly code: ErrorCode;
  /** One description for each fault; never empty. */
  readonly details: readonly string[];
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number;
}

/** Error codes as words, with the numbers that stand for them. The document gives only one code. */
export const ERROR_CODES = {
  INVALID_PARAMETER: "40001",
  INVALID_VERSION: "40002",
  MALFORMED_REQUEST: "40003",
  UNAUTHORIZED: "40101",
  FORBIDDEN: "40301",
  NOT_FOUND: "40401",
  METHOD_NOT_ALLOWED: "40501",
  ALREADY_EXISTS: "40901",
  BODY_TOO_LARGE: "41301",
  TOO_MANY_REQUESTS: "42901",
  INTERNAL_ERROR: "50001",
} as const;

type ErrorCode = keyof typeof ERROR_CODES;

export function success(status: number, body: unknown): Success {
  return { kind: "success", status, body };
}

export function refusal(status: number, code: ErrorCode, ...details: readonly string[]): Refusal {
  return { kind: "refusal", status, code, details };
}

export const UNAUTHORIZED = refusal(401, "UNAUTHORIZED", "X-API-Key and X-API-Secret must be a valid pair");

/** The refusal of what was sent. */
export function badRequest(
  operation: OperationName | undefined,
  behaviour: Behaviour,
  ...details: readonly string[]
): Refusal {
  return refusal(badRequestStatus(operation, behaviour), "INVALID_PARAMETER", ...details);
}

/** The status that refuses a bad request. For the update it is documented (section 7), elsewhere it is a behaviour. */
export function badRequestStatus(operation: OperationName | undefined, behaviour: Behaviour): number {
  return operation === "updateRecipient" ? 400 : Number(behaviour.refusalStatus);
}

/** The version that only the listing of recipient creation gives (section 9). */
export const LISTED_FOR_CREATION = "2026-08-31";

/** Whether a request has it. */
export function isNewer({ headers }: Pick<PartnerRequest, "headers">): boolean {
  return headers["api-version"] === LISTED_FOR_CREATION;
}
