/** The payment confirmation of a transfer: section 4.7. */
import type { Suite } from "../engine/model.js";
import { otherReceipts, receiptPdf } from "./checks/response/receipts.js";
import { ownReceipts, unknownReceipts } from "./checks/state/receipts.js";
import { readSuite } from "./readingSuite.js";

export const getTransferReceipt: Suite = readSuite("getTransferReceipt", "the receipt of an existing transfer", [
  otherReceipts,
  receiptPdf,
  unknownReceipts,
  ownReceipts,
]);
