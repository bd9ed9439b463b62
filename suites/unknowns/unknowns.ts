/** What each operation is asked about the ledger's unknowns and conflicts. */
import type { SuiteEntry } from "../../discovery/check.js";
import type { OperationId } from "../../schemas/operations.js";
import { customers } from "./customers.js";
import { fileContexts, uploads } from "./files.js";
import { list } from "./list.js";
import { payments } from "./payments.js";
import { receipts } from "./receipts.js";
import { recipients } from "./recipients.js";
import { balances, methods, partners } from "./service.js";
import { deposits, transfers } from "./transactions.js";
import { recipientUpdates } from "./updates.js";
import { versions } from "./versions.js";

const ASKED: Readonly<Record<OperationId, SuiteEntry>> = {
  createRecipient: [recipients, payments, versions, partners.createRecipient, fileContexts.onRecipients],
  updateRecipient: [recipientUpdates, partners.updateRecipient],
  uploadFile: uploads,
  createCustomer: [customers, fileContexts.onCustomers],
  getTransferDetail: [transfers, partners.getTransferDetail],
  listTransactions: [list, partners.listTransactions],
  getTransferReceipt: receipts,
  listBalances: balances,
  getDepositDetail: deposits,
};

export function unknownsOf(operation: OperationId): SuiteEntry {
  return [ASKED[operation], methods(operation)];
}
