/** All suites in the order of the document, and their checks by id. */

import type { CheckDefinition, Suite } from "../engine/model.js";
import { createCustomer } from "./createCustomer.suite.js";
import { createRecipient } from "./createRecipient.suite.js";
import { getDepositDetail } from "./getDepositDetail.suite.js";
import { getTransferDetail } from "./getTransferDetail.suite.js";
import { getTransferReceipt } from "./getTransferReceipt.suite.js";
import { listBalances } from "./listBalances.suite.js";
import { listTransactions } from "./listTransactions.suite.js";
import { updateRecipient } from "./updateRecipient.suite.js";
import { uploadFile } from "./uploadFile.suite.js";
import { webhooks } from "./webhooks.suite.js";

export const SUITES: readonly Suite[] = [
  createRecipient,
  updateRecipient,
  uploadFile,
  createCustomer,
  getTransferDetail,
  listTransactions,
  getTransferReceipt,
  listBalances,
  getDepositDetail,
  webhooks,
];

export const CHECKS: readonly CheckDefinition[] = SUITES.flatMap(({ checks }) => checks);
