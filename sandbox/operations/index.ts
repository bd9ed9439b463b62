import { createCustomer } from "./customers.js";
import { uploadFile } from "./files.js";
import type { Operation } from "./operation.js";
import { getTransferReceipt } from "./receipts.js";
import { createRecipient, updateRecipient } from "./recipients.js";
import { getDepositDetail, getTransferDetail, listBalances, listTransactions } from "./transactions.js";

/** The nine operations of section 4, in its order. */
export const OPERATIONS: readonly Operation[] = [
  createRecipient,
  updateRecipient,
  uploadFile,
  createCustomer,
  getTransferDetail,
  listTransactions,
  getTransferReceipt,
  listBalances,
  getDepositDetail,
];
