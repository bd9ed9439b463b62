import { createHash } from "node:crypto";
import { Allowances } from "./allowances.js";
import type { Behaviour } from "./behaviours.js";
import type { JsonObject } from "./json.js";

/** The course of something that is decided over time. All times are in milliseconds since 1970. */
export interface Progress {
  readonly createdAt: number;
  /** When it is decided; Infinity for never. */
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
interface StoredFile {
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

/** Section 2.8. A fiat wallet is not on a network. */
export interface Wallet {
  readonly status: "active" | "inactive";
  readonly total: number;
  readonly available: number;
  readonly currency: string;
  readonly network: string | undefined;
  readonly currencyType: "fiat" | "crypto";
}

/** How many resources of a kind are kept, and how many bytes of the requests that created them. */
const MOST_RESOURCES = 200_000;
const MOST_BYTES = 128 * 1024 * 1024;

/** Resources by id, in the order in which they came. When there are too many, the oldest are dropped. */
class BoundedStore<Resource> {
  readonly #entries = new Map<string, { readonly resource: Resource; readonly bytes: number }>();
  #bytes = 0;

  /** `dropped` is called with each dropped resource. */
  constructor(private readonly dropped: (resource: Resource) => void = () => {}) {}

  get size(): number {
    return this.#entries.size;
  }

  get(id: string): Resource | undefined {
    return this.#entries.get(id)?.resource;
  }

  /** Stores or replaces a resource; `bytes` is the size of the request that created it. */
  set(id: string, resource: Resource, bytes: number): void {
    this.#bytes += bytes - (this.#entries.get(id)?.bytes ?? 0);
    this.#entries.set(id, { resource, bytes });
    for (const [oldest, entry] of this.#entries) {
      if (this.#entries.size <= MOST_RESOURCES && this.#bytes <= MOST_BYTES) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
      this.dropped(entry.resource);
    }
  }

  /** All resources, the oldest first. */
  *values(): IterableIterator<Resource> {
    for (const { resource } of this.#entries.values()) yield resource;
  }
}

export type IdentifierKind = "rcp" | "cus" | "txn" | "file" | "evt";

/** Makes ids that look random and are the same for the same seed and the same order of requests. */
export class Identifiers {
  readonly #issued = new Map<IdentifierKind, number>();

  constructor(private readonly seed: number) {}

  /** The next id of a kind: its prefix (section 1), an underscore and 24 hexadecimal digits. */
  next(kind: IdentifierKind): string {
    return `${kind}_${this.#digits(kind)}`;
  }

  /** A partner id for a resource that came without one, 28 characters long. */
  nextPartnerId(kind: IdentifierKind): string {
    return `auto${this.#digits(kind)}`;
  }

  #digits(kind: IdentifierKind): string {
    const number = (this.#issued.get(kind) ?? 0) + 1;
    this.#issued.set(kind, number);
    return createHash("sha256").update(`${this.seed} ${kind} ${number}`).digest("hex").slice(0, 24);
  }
}

/** Everything that the sandbox holds, in memory only. */
export class SandboxState {
  readonly customers = new BoundedStore<Customer>((customer) => this.#forget(this.customersByPartnerId, customer));
  readonly recipients = new BoundedStore<Recipient>((recipient) => this.#forget(this.recipientsByPartnerId, recipient));
  readonly files = new BoundedStore<StoredFile>();
  readonly transactions = new BoundedStore<Transaction>((transaction) =>
    this.#forget(this.transactionsByPartnerId, transaction),
  );
  /** The first resource that took a partner id. */
  readonly customersByPartnerId = new Map<string, string>();
  readonly recipientsByPartnerId = new Map<string, string>();
  readonly transactionsByPartnerId = new Map<string, string>();
  readonly wallets: Wallet[] = [];
  readonly allowances: Allowances;
  #transactionList: readonly Transaction[] | undefined;

  constructor(behaviour: Behaviour) {
    this.allowances = new Allowances(behaviour);
  }

  addRecipient(recipient: Recipient, bytes: number): void {
    this.recipients.set(recipient.id, recipient, bytes);
    remember(this.recipientsByPartnerId, recipient);
  }

  addCustomer(customer: Customer, bytes: number): void {
    this.customers.set(customer.id, customer, bytes);
    remember(this.customersByPartnerId, customer);
  }

  addTransaction(transaction: Transaction, bytes: number): void {
    this.#transactionList = undefined;
    this.transactions.set(transaction.id, transaction, bytes);
    remember(this.transactionsByPartnerId, transaction);
  }

  /** All transactions, the oldest first. */
  transactionList(): readonly Transaction[] {
    this.#transactionList ??= [...this.transactions.values()].sort(
      (one, other) => one.progress.createdAt - other.progress.createdAt,
    );
    return this.#transactionList;
  }

  #forget(index: Map<string, string>, { id, partnerId }: { readonly id: string; readonly partnerId: string }): void {
    if (index.get(partnerId) === id) index.delete(partnerId);
  }
}

function remember(index: Map<string, string>, resource: { readonly id: string; readonly partnerId: string }): void {
  if (!index.has(resource.partnerId)) index.set(resource.partnerId, resource.id);
}
