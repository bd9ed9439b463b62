import type { Service } from "../service.js";
import type { Wallet } from "../state.js";
import { nameSources, seedCustomer } from "./customers.js";
import { seedRecipient } from "./recipients.js";
import { seedDeposit, seedTransfer } from "./transactions.js";

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

/** Fills a service with data worth looking at: the same for the same seed, all of it from 2025. */
export function plantSeedData(seed: number, service: Service): void {
  const { state } = service;
  const names = nameSources(seed);
  const recipients = Array.from({ length: 12 }, (_, index) =>
    seedRecipient(index, EPOCH + index * HOUR, names, service),
  );
  const customers = Array.from({ length: 6 }, (_, index) =>
    seedCustomer(index, EPOCH + index * 5 * HOUR, names, service),
  );
  for (const recipient of recipients) state.addRecipient(recipient, SEED_BYTES);
  for (const customer of customers) state.addCustomer(customer, SEED_BYTES);
  for (let index = 0; index < TRANSFER_COUNT; index++) {
    // Three transfers in a row, one of each status, go to the same recipient.
    const recipient = recipients[Math.floor(index / 3) % recipients.length];
    const customer = customers[index % customers.length];
    if (recipient !== undefined && customer !== undefined) {
      const createdAt = EPOCH + (40 + index * 37) * HOUR;
      state.addTransaction(seedTransfer(index, createdAt, customer, recipient, names, service), SEED_BYTES);
    }
  }
  for (let index = 0; index < DEPOSIT_COUNT; index++) {
    state.addTransaction(seedDeposit(index, EPOCH + (52 + index * 49) * HOUR, names, service), SEED_BYTES);
  }
  state.wallets.push(...WALLETS);
}
