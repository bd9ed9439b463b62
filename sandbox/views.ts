import { inUtc } from "./dateTime.js";
import { isObject, type JsonObject } from "./json.js";
import type { Service } from "./service.js";
import {
  type Customer,
  type Deposit,
  type Progress,
  type Recipient,
  recipientStatus,
  statusAt,
  type Transaction,
  type TransactionStatus,
  type Transfer,
  type Wallet,
} from "./state.js";

/** Section 2.1. The service's own members come last, so that no stored field can replace them. */
export function recipientView(recipient: Recipient, service: Service): JsonObject {
  const stored = service.behaviour.unsentFields === "empty" ? withEmptyFields(recipient.fields) : recipient.fields;
  const { partner_recipient_id: _sent, business_name, business_type, country_code, website, ...rest } = stored;
  return {
    recipient_id: recipient.id,
    partner_recipient_id: recipient.partnerId,
    status: recipientStatus(recipient, service.now()),
    ...present({ business_name, business_type, country_code, website }),
    created_at: service.writeTime(recipient.createdAt),
    ...rest,
  };
}

/** The optional fields are shown empty where there is nothing. */
function withEmptyFields(fields: JsonObject): JsonObject {
  const { payment_details: account } = fields;
  const shown = { website: "", address_info: {}, file_id_list: [], ...fields };
  if (!isObject(account) || account.account_type !== "bank") return shown;
  return { ...shown, payment_details: { payment_method: "", local_bank_code: "", ...account } };
}

/** The members that have a value. */
function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Section 2.4 as a transfer shows it: without the type and reference fields. */
export function customerView(customer: Customer, service: Service): JsonObject {
  const fields = service.behaviour.customerDates === "utc" ? datesInUtc(customer.fields) : customer.fields;
  const created_at = service.writeTime(customer.createdAt);
  return { ...fields, customer_id: customer.id, status: "active", created_at };
}

const CUSTOMER_DATES = /_(?:start_date|expiry_date|expiration_date|issue_date)$|^birth_date$/;

function datesInUtc(fields: JsonObject): JsonObject {
  const inside = (value: unknown): unknown => (isObject(value) ? datesInUtc(value) : value);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (typeof value === "string") return [name, CUSTOMER_DATES.test(name) ? inUtc(value) : value];
      return [name, Array.isArray(value) ? value.map(inside) : inside(value)];
    }),
  );
}

/** The business type, its identifier, the product, a person's role and document. */
const TYPE_NAMES = {
  capitals: ["LIMITED_COMPANY", "REGISTRATION_NUMBER", "GLOBAL_PAYOUT", "DIRECTOR", "PASSPORT"],
  plain: ["Limited company", "Registration number", "Global payout", "Director", "Passport"],
} as const;

/** Section 2.4 as creation returns it: with the type and reference fields that the service adds. */
export function createdCustomerView(customer: Customer, service: Service): JsonObject {
  const view = customerView(customer, service);
  const [business_type, business_identifier_type, product, role_type, id_type] =
    TYPE_NAMES[service.behaviour.customerTypeWords];
  const withTypes = (person: unknown): JsonObject => {
    const sent = objectOrEmpty(person);
    const basic_info = { ...objectOrEmpty(sent.basic_info), role_type };
    return { ...sent, basic_info, identification: { ...objectOrEmpty(sent.identification), id_type } };
  };
  const people = view.business_person_list;
  return {
    ...view,
    business_details: { ...objectOrEmpty(view.business_details), business_type, business_identifier_type },
    account_usage: { ...objectOrEmpty(view.account_usage), account_usage_product_reference: product },
    ...(Array.isArray(people) ? { business_person_list: people.map(withTypes) } : {}),
  };
}

function objectOrEmpty(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

type Words = Readonly<Record<TransactionStatus, string>>;
const TRANSFER_STATUSES: Words = { open: "pending", succeeded: "completed", failed: "failed" };
const DEPOSIT_STATUSES: Words = { open: "Processing", succeeded: "Succeeded", failed: "Failed" };
const UNIFIED_STATUSES: Words = { open: "in_progress", succeeded: "done", failed: "rejected" };

/** Section 2.5. */
export function transferView(transfer: Transfer, service: Service): JsonObject {
  const { behaviour, state } = service;
  const current = behaviour.embeddedRecipient === "current" ? state.recipients.get(transfer.recipient.id) : undefined;
  const recipient = current ?? transfer.recipient;
  return {
    transaction_id: transfer.id,
    partner_transaction_id: transfer.partnerId,
    transaction_type: "transfer",
    source: transfer.source,
    target: transfer.target,
    status: TRANSFER_STATUSES[statusAt(transfer.progress, service.now())],
    customer_id: transfer.customer.id,
    recipient_id: recipient.id,
    exchange_rate: transfer.exchangeRate,
    fee: behaviour.feeUnit === "percent" ? percentage(transfer) : transfer.fee,
    purpose_code: behaviour.purposeCodes === "one" ? "Payment for Physical Goods, Other" : transfer.purposeCode,
    notes: transfer.notes,
    ...timesView(transfer.progress, service),
    customer: customerView(transfer.customer, service),
    recipient: recipientView(recipient, service),
    file_id_list: transfer.fileIds,
  };
}

function percentage({ fee, source }: Transfer): number {
  return Math.round((fee / source.amount) * 1_000_000) / 10_000;
}

/** Section 2.7. */
function depositView(deposit: Deposit, service: Service): JsonObject {
  return {
    partner_transaction_id: deposit.partnerId,
    network: deposit.network,
    account_currency: service.behaviour.depositCurrencies === "dollars" ? "USD" : deposit.currency,
    amount: deposit.amount,
    transaction_type: "deposit",
    transaction_id: deposit.id,
    source_wallet_address: deposit.sourceWallet,
    target_wallet_address: deposit.targetWallet,
    status: DEPOSIT_STATUSES[statusAt(deposit.progress, service.now())],
    ...timesView(deposit.progress, service),
  };
}

const EXPECTED_DURATION = 3_600_000;

/** The three times of a transaction; it is audited halfway to being decided. */
function timesView(progress: Progress, service: Service): JsonObject {
  const { createdAt, settlesAt } = progress;
  const known = (end: number): JsonObject => ({
    created_at: service.writeTime(createdAt),
    audit_at: service.writeTime(Math.floor((createdAt + end) / 2)),
    completed_at: service.writeTime(end),
  });
  if (statusAt(progress, service.now()) !== "open") return known(settlesAt);
  if (service.behaviour.unknownTimes === "absent") return { created_at: service.writeTime(createdAt) };
  return known(Number.isFinite(settlesAt) ? settlesAt : createdAt + EXPECTED_DURATION);
}

/** Section 2.6. A deposit is worth the same on both sides. */
export function listItemView(transaction: Transaction, service: Service): JsonObject {
  const isTransfer = transaction.kind === "transfer";
  return {
    id: transaction.id,
    reference_id: transaction.partnerId,
    type: LIST_TYPE_WORDS[service.behaviour.listTypeWords][transaction.kind],
    status: listStatus(transaction, service),
    sender_amount: isTransfer ? transaction.source.amount : transaction.amount,
    receiver_amount: isTransfer ? transaction.target.amount : transaction.amount,
    exchange_rate: isTransfer ? transaction.exchangeRate : 1,
    created_at: service.writeTime(transaction.progress.createdAt),
  };
}

/** A transaction as its detail operation shows it (sections 2.5 and 2.7). */
export function transactionView(transaction: Transaction, service: Service): JsonObject {
  return transaction.kind === "transfer" ? transferView(transaction, service) : depositView(transaction, service);
}

const LIST_TYPE_WORDS = {
  asInDetail: { transfer: "transfer", deposit: "deposit" },
  capitals: { transfer: "TRANSFER", deposit: "DEPOSIT" },
  ledger: { transfer: "payout", deposit: "top_up" },
} as const;

/** The status of a transaction in the words that the list uses. */
export function listStatus(transaction: Transaction, service: Service): string {
  const status = statusAt(transaction.progress, service.now());
  const inDetail = transaction.kind === "transfer" ? TRANSFER_STATUSES[status] : DEPOSIT_STATUSES[status];
  const unified = UNIFIED_STATUSES[status];
  return { asInDetail: inDetail, capitals: inDetail.toUpperCase(), unified }[service.behaviour.listStatusWords];
}

/** Section 2.8. */
export function walletView(wallet: Wallet, service: Service): JsonObject {
  const network = wallet.network ?? (service.behaviour.fiatNetwork === "absent" ? undefined : "ETH");
  return {
    status: wallet.status,
    total_amount: wallet.total,
    available_amount: wallet.available,
    currency: wallet.currency,
    ...(network === undefined ? {} : { network }),
    currency_type: wallet.currencyType,
  };
}
