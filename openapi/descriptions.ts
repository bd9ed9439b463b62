/** What an operation is for, and where it is listed in an API browser. */

import { sampleTemplates } from "../generators/cases.js";
import { materialise } from "../generators/edits/edit.js";
import { partnerId } from "../generators/texts/partnerId.js";
import type { Json } from "../schemas/json.js";
import type { OperationId } from "../schemas/operations.js";
import type { Example, Tag } from "./model.js";

export const TAGS: readonly Tag[] = [
  { name: "Recipients", description: "Those who are paid: their data, and a bank account or a crypto wallet." },
  { name: "Files", description: "Documents and images, which recipients and customers refer to by id." },
  { name: "Customers", description: "Businesses that are taken on, with the persons behind them." },
  {
    name: "Transactions",
    description: "Transfers and deposits: the list, the details, and the confirmation of a transfer.",
  },
  { name: "Balances", description: "What is in the wallets." },
  { name: "Webhooks", description: "What the service reports by itself." },
];

/** Tag and purpose of each operation. */
export const ABOUT: Readonly<Record<OperationId, { readonly tag: string; readonly description: string }>> = {
  createRecipient: { tag: "Recipients", description: "Stores a recipient with a bank account or a crypto wallet." },
  updateRecipient: {
    tag: "Recipients",
    description: "Replaces what is stored of a recipient; its ids stay. Optional fields may be left out.",
  },
  uploadFile: { tag: "Files", description: "Stores a file; its type must suit where its id is used." },
  createCustomer: { tag: "Customers", description: "Takes on a business, with its persons and their documents." },
  getTransferDetail: { tag: "Transactions", description: "Shows one transfer, with its customer and its recipient." },
  listTransactions: { tag: "Transactions", description: "Lists transactions of all types, page by page." },
  getTransferReceipt: { tag: "Transactions", description: "Gives the payment confirmation of a transfer, a PDF." },
  listBalances: { tag: "Balances", description: "Lists the wallets with their amounts." },
  getDepositDetail: { tag: "Transactions", description: "Shows one deposit." },
};

/** Decides the examples: made-up companies and persons, real bank codes. */
const SEED = 42;
/** Examples of one kind of account: one each tells all. */
const KINDS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createRecipient: ["bank-1", "crypto-1"],
  updateRecipient: ["bank-1", "crypto-1"],
  uploadFile: ["Invoice"],
  createCustomer: ["business-1"],
};

/** Requests that a conforming service takes, by name. */
export function examplesOf(operation: OperationId): Readonly<Record<string, Example>> {
  const names = KINDS[operation] ?? [];
  const chosen = (sampleTemplates(SEED).get(operation) ?? []).filter(({ id }) => names.includes(id));
  return Object.fromEntries(
    chosen.map((template) => {
      const value: Json | undefined = materialise(template, null, partnerId("sample", template.id, 0)).sent;
      return [template.id, { value: value ?? null }];
    }),
  );
}
