/** Deposit detail: sections 2.7 and 4.9. */
import { transactionDetails } from "./groups/transactionDetails.js";
import type { Suite } from "./model.js";
import { readSuite } from "./readSuite.js";

export const getDepositDetail: Suite = readSuite("getDepositDetail", "a deposit that the list shows", [
  transactionDetails("getDepositDetail"),
]);
