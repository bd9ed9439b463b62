/** The transaction list: sections 2.6 and 4.6. */
import type { Suite } from "../engine/model.js";
import { listAgreement } from "./checks/state/listAgreement.js";
import { pageNumber, pageSize, pageSizeOne, pageSizeShown } from "./checks/state/pageSizes.js";
import { completePages, disjointPages, partnersPages, repeatedPages } from "./checks/state/paging.js";
import { readSuite } from "./readingSuite.js";

export const listTransactions: Suite = readSuite("listTransactions", "the first page of the list", [
  pageNumber,
  pageSize,
  pageSizeOne,
  pageSizeShown,
  disjointPages,
  completePages,
  repeatedPages,
  partnersPages,
  listAgreement,
]);
