import { isObject } from "../json.js";
import type { Service } from "../service.js";
import type { Customer, Deposit, Money, Progress, Recipient, TransactionStatus, Transfer, Wallet } from "../state.js";
import { type NameSources, nameSources, sampleWallet, seedCustomer, seedFile, seedRecipient } from "./parties.js";

const STATUSES: readonly TransactionStatus[] = ["succeeded", "open", "failed"];
const RATES: Readonly<Record<string, number>> = { USD: 1, CNY: 7.1834, HKD: 7.8125, USDT: 1, USDC: 0.9998 };
const TWO_HOURS = 7_200_000;
/** After this transfer its recipient changed its website, so that one can see what a transfer shows of its recipient. */
const RECIPIENT_CHANGED_AFTER = 3;
const FORMER_WEBSITE = "https://payee-former.example.com";

/** Seeded transactions keep their status, whatever the mode, so that every status can always be seen. */
function seedProgress(index: number, createdAt: number): Progress {
  const status = STATUSES[index % STATUSES.length] ?? "open";
  return {
    createdAt,
    settlesAt: status === "open" ? Number.POSITIVE_INFINITY : createdAt + TWO_HOURS + index * 61_000,
    outcome: status === "failed" ? "failed" : "succeeded",
  };
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** The result of transferring `amount` of a source currency to a recipient. */
export function transferTerms(source: Money, recipient: Recipient) {
  const { payment_details: account } = recipient.fields;
  const details = isObject(account) ? account : {};
  const currency = String((details.account_type === "crypto" ? details.currency : details.account_currency) ?? "USD");
  const exchangeRate = RATES[currency] ?? 1;
  const fee = cents(Math.min(source.amount, 1 + source.amount * 0.0015));
  const amount = cents((source.amount - fee) * exchangeRate);
  return { target: { currency, amount, network: String(details.network ?? "SWIFT") }, exchangeRate, fee };
}

function seedTransfer(
  index: number,
  createdAt: number,
  customer: Customer,
  recipient: Recipient,
  { international }: NameSources,
  service: Service,
): Transfer {
  const source: Money = {
    currency: index % 3 === 0 ? "USDC" : "USDT",
    amount: international.number.int({ min: 10_000, max: 5_000_000 }) / 100,
    network: index % 2 === 0 ? "TRX" : "ETH",
  };
  const lengths = [20, 32, 48, 64];
  const stem = `transfer-${String(index + 1).padStart(4, "0")}-`;
  return {
    kind: "transfer",
    id: service.newId("txn"),
    partnerId: stem + international.string.alphanumeric((lengths[index % lengths.length] ?? 32) - stem.length),
    progress: seedProgress(index, createdAt),
    source,
    ...transferTerms(source, recipient),
    purposeCode: index % 4 === 0 ? "Other" : "Payment for Physical Goods",
    notes: index % 5 === 0 ? "货款 / final instalment" : `Invoice ${international.string.numeric(6)}`,
    customer,
    recipient:
      index === RECIPIENT_CHANGED_AFTER
        ? { ...recipient, fields: { ...recipient.fields, website: FORMER_WEBSITE } }
        : recipient,
    fileIds: [seedFile(service, "Invoice")],
  };
}

function seedDeposit(index: number, createdAt: number, { international }: NameSources, service: Service): Deposit {
  const currencies = service.behaviour.depositCurrencies === "dollars" ? ["USD"] : ["USDT", "USDC", "USD"];
  const currency = currencies[Math.floor(index / 6) % currencies.length] ?? "USD";
  // Dollars are not on a network, but must show one: that of the dollar wallet, where it shows one.
  const network = currency === "USD" || Math.floor(index / 3) % 2 === 0 ? "ETH" : "TRX";
  const stem = `deposit-${String(index + 1).padStart(4, "0")}-`;
  return {
    kind: "deposit",
    id: service.newId("txn"),
    partnerId: stem + international.string.alphanumeric(16),
    progress: seedProgress(index, createdAt),
    network,
    currency,
    amount: international.number.int({ min: 50_000, max: 9_000_000 }) / 100,
    sourceWallet: sampleWallet(network, international),
    targetWallet: sampleWallet(network, international),
  };
}

const EPOCH = Date.UTC(2025, 2, 3, 1, 15, 0);
const HOUR = 3_600_000;
/** The same bytes are counted for each seeded resource: they are about that large. */
const SEED_BYTES = 1_024;

const TRANSFER_COUNT = 24;
/** Three statuses on two networks in three currencies. */
const DEPOSIT_COUNT = 18;

const WALLETS: readonly Wallet[] = [
  wallet("USDT", "ETH", 182_340.55, 171_340.55),
  wallet("USDT", "TRX", 96_120.1, 96_120.1),
  wallet("USDC", "ETH", 50_000, 48_750.25),
  { ...wallet("USDC", "TRX", 0, 0), status: "inactive" },
  wallet("USD", undefined, 1_250_000.75, 1_200_000.75),
];

function wallet(currency: string, network: string | undefined, total: number, available: number): Wallet {
  const currencyType = network === undefined ? "fiat" : "crypto";
  return { status: "active", currency, network, currencyType, total, available };
}

/** Fills a service with sample data: the same for the same seed, all of it from 2025. */
export function plantSeedData(seed: number, service: Service): void {
  const { state } = service;
  const names = nameSources(seed);
  const made = <T>(length: number, make: (index: number) => T): T[] =>
    Array.from({ length }, (_, index) => make(index));
  const recipients = made(12, (index) => seedRecipient(index, EPOCH + index * HOUR, names, service));
  const customers = made(6, (index) => seedCustomer(index, EPOCH + index * 5 * HOUR, names, service));
  for (const recipient of recipients) state.addRecipient(recipient, SEED_BYTES);
  for (const customer of customers) state.addCustomer(customer, SEED_BYTES);
  for (let index = 0; index < TRANSFER_COUNT; index++) {
    // Three transfers in a row, one of each status, go to the same recipient.
    const recipient = recipients[Math.floor(index / 3) % recipients.length];
    const customer = customers[index % customers.length];
    if (recipient === undefined || customer === undefined) continue;
    const createdAt = EPOCH + (40 + index * 37) * HOUR;
    state.addTransaction(seedTransfer(index, createdAt, customer, recipient, names, service), SEED_BYTES);
  }
  for (let index = 0; index < DEPOSIT_COUNT; index++) {
    state.addTransaction(seedDeposit(index, EPOCH + (52 + index * 49) * HOUR, names, service), SEED_BYTES);
  }
  state.wallets.push(...WALLETS);
}
