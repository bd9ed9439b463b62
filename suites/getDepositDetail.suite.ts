/** Deposit detail: sections 2.7 and 4.9. */
import type { Suite } from "../engine/model.js";
import { transactionDetails } from "./checks/state/transactionDetails.js";
import { readSuite } from "./readingSuite.js";

export const getDepositDetail: Suite = readSuite("getDepositDetail", "a deposit that the list shows", [
  transactionDetails("getDepositDetail"),
]);
