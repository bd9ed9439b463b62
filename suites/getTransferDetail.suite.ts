/** Transfer detail: sections 2.5 and 4.5. */
import type { Suite } from "../engine/model.js";
import { transactionDetails } from "./checks/state/transactionDetails.js";
import { readSuite } from "./readingSuite.js";

export const getTransferDetail: Suite = readSuite("getTransferDetail", "a transfer that the list shows", [
  transactionDetails("getTransferDetail"),
]);
