/** The transaction list: sections 2.6 and 4.6. */
import type { Suite } from "../engine/model.js";
import { completePages } from "./checks/state/completePages.js";
import { disjointPages } from "./checks/state/disjointPages.js";
import { listAgreement } from "./checks/state/listAgreement.js";
import { pageNumber } from "./checks/state/pageNumber.js";
import { pageSize, pageSizeOne, pageSizeShown } from "./checks/state/pageSize.js";
import { partnersPages } from "./checks/state/partners.js";
import { repeatedPages } from "./checks/state/repeatedPages.js";
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
