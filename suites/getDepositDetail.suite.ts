/** Deposit detail: sections 2.7 and 4.9. */
import { transactionDetails } from "./checks/state/transactionDetails.js";
import type { Suite } from "../engine/model.js";
import { readSuite } from "./readingSuite.js";

export const getDepositDetail: Suite = readSuite("getDepositDetail", "a deposit that the list shows", [
  transactionDetails("getDepositDetail"),
]);
