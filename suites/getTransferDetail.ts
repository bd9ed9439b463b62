/** Transfer detail: sections 2.5 and 4.5. */
import { transactionDetails } from "./groups/transactionDetails.js";
import type { Suite } from "./model.js";
import { readSuite } from "./readSuite.js";

export const getTransferDetail: Suite = readSuite("getTransferDetail", "a transfer that the list shows", [
  transactionDetails("getTransferDetail"),
]);
