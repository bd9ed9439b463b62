/** The transaction list: sections 2.6 and 4.6. */
import type { Suite } from "../engine/model.js";
import { listedDetails } from "./checks/state/listAgreement.js";
import { transactionPages } from "./checks/state/transactionPages.js";
import { readSuite } from "./readingSuite.js";

export const listTransactions: Suite = readSuite("listTransactions", "the first page of the list", [
  transactionPages(),
  listedDetails(),
]);
