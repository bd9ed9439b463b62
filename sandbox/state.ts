import { Allowances } from "./allowances.js";
import type { Behaviour } from "./behaviours.js";
import { BoundedStore } from "./boundedStore.js";
import type { Customer, Recipient, StoredFile, Transaction, Wallet } from "./resources.js";

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
