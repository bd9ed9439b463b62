/** Deposit detail: sections 2.7 and 4.9. */
import type { Suite } from "../engine/model.js";
import { otherKind } from "./checks/response/otherKind.js";
import { askedFor, bothWays, eitherId, repeatedDetails, unknownTransactions } from "./checks/state/details.js";
import { detailAgreement } from "./checks/state/listAgreement.js";
import { readSuite } from "./readingSuite.js";

export const getDepositDetail: Suite = readSuite("getDepositDetail", "a deposit that the list shows", [
  askedFor("getDepositDetail"),
  bothWays("getDepositDetail"),
  eitherId("getDepositDetail"),
  repeatedDetails("getDepositDetail"),
  detailAgreement("getDepositDetail"),
  unknownTransactions("getDepositDetail"),
  otherKind("getDepositDetail"),
]);
