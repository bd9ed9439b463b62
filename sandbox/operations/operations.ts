import type { Operation } from "../service.js";
import { getDepositDetail, getTransferDetail, getTransferReceipt, listBalances, listTransactions } from "./reads.js";
import { createCustomer, createRecipient, updateRecipient, uploadFile } from "./writes.js";

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
