import type { JsonObject } from "./json.js";

/** What becomes of something that is decided with time. All times are in milliseconds since 1970. */
export interface Progress {
  readonly createdAt: number;
  /** When it is decided; Infinity when it never is. */
  readonly settlesAt: number;
  readonly outcome: "succeeded" | "failed";
}

export type TransactionStatus = "open" | "succeeded" | "failed";

/** The status that something has reached at the time `now`. */
export function statusAt(progress: Progress, now: number): TransactionStatus {
  return now >= progress.settlesAt ? progress.outcome : "open";
}

export type RecipientStatus = "pending" | "active" | "rejected" | "suspended";

/** Section 2.1. `fields` are the documented request fields as stored. */
export interface Recipient {
  readonly id: string;
  readonly partnerId: string;
  readonly createdAt: number;
  /** When a pending recipient becomes active; Infinity when it does not. */
  readonly activeAt: number;
  /** The status until then. */
  readonly status: RecipientStatus;
  readonly fields: JsonObject;
}

export function recipientStatus(recipient: Recipient, now: number): RecipientStatus {
  return recipient.status === "pending" && now >= recipient.activeAt ? "active" : recipient.status;
}

/** Section 2.4. */
export interface Customer {
  readonly id: string;
  readonly partnerId: string;
  readonly createdAt: number;
  readonly fields: JsonObject;
}

/** Section 4.3; the content itself is not kept. */
export interface StoredFile {
  readonly id: string;
  readonly type: string | undefined;
}

export interface Money {
  readonly currency: string;
  readonly amount: number;
  readonly network: string;
}

/** Section 2.5. */
export interface Transfer {
  readonly kind: "transfer";
  readonly id: string;
  readonly partnerId: string;
  readonly progress: Progress;
  readonly source: Money;
  readonly target: Money;
  readonly exchangeRate: number;
  /** In the source currency. */
  readonly fee: number;
  readonly purposeCode: string;
  readonly notes: string;
  readonly customer: Customer;
  /** The recipient as it was when the transfer was started. */
  readonly recipient: Recipient;
  readonly fileIds: readonly string[];
}

/** Section 2.7. */
export interface Deposit {
  readonly kind: "deposit";
  readonly id: string;
  readonly partnerId: string;
  readonly progress: Progress;
  readonly network: string;
  readonly currency: string;
  readonly amount: number;
  readonly sourceWallet: string;
  readonly targetWallet: string;
}

export type Transaction = Transfer | Deposit;

/** Section 2.8. A fiat wallet is on no network. */
export interface Wallet {
  readonly status: "active" | "inactive";
  readonly total: number;
  readonly available: number;
  readonly currency: string;
  readonly network: string | undefined;
  readonly currencyType: "fiat" | "crypto";
}
