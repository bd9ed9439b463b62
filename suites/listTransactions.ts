/** The transaction list: sections 2.6 and 4.6. */
import { listedDetails } from "./groups/listAgreement.js";
import { transactionPages } from "./groups/transactionPages.js";
import type { Suite } from "./model.js";
import { readSuite } from "./readSuite.js";

export const listTransactions: Suite = readSuite("listTransactions", "the first page of the list", [
  transactionPages(),
  listedDetails(),
]);
