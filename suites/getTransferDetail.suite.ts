/** Transfer detail: sections 2.5 and 4.5. */
import type { Suite } from "../engine/model.js";
import { addedFields } from "./checks/response/addedFields.js";
import { otherKind } from "./checks/response/otherKind.js";
import {
  askedFor,
  bothWays,
  eitherId,
  repeatedDetails,
  transferCustomer,
  transferRecipient,
  unknownTransactions,
} from "./checks/state/details.js";
import { detailAgreement } from "./checks/state/listAgreement.js";
import { readSuite } from "./readingSuite.js";

export const getTransferDetail: Suite = readSuite("getTransferDetail", "a transfer that the list shows", [
  addedFields,
  askedFor("getTransferDetail"),
  bothWays("getTransferDetail"),
  eitherId("getTransferDetail"),
  repeatedDetails("getTransferDetail"),
  detailAgreement("getTransferDetail"),
  unknownTransactions("getTransferDetail"),
  transferCustomer,
  transferRecipient,
  otherKind("getTransferDetail"),
]);
