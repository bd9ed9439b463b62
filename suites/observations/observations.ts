/** The probes of each operation's open points and conflicts, together. */

import type { CheckGroup } from "../../engine/model.js";
import type { OperationId } from "../../schemas/operations.js";
import { apiVersionPoints } from "./apiVersions.js";
import { customerFieldPoints } from "./customerFields.js";
import { customerValuePoints } from "./customerValues.js";
import { fileUploadPoints } from "./fileUpload.js";
import { listFilterPoints } from "./listFilters.js";
import { lookupPoints } from "./lookups.js";
import { orderOfCheckPoints } from "./orderOfChecks.js";
import { paymentDetailPoints } from "./paymentDetails.js";
import { receiptPoints } from "./receipts.js";
import { recipientCreationPoints } from "./recipientCreation.js";
import { recipientUpdatePoints } from "./recipientUpdate.js";
import { transactionFieldPoints } from "./transactionFields.js";
import { transactionListPoints } from "./transactionList.js";
import { bodyPoints, methodPoints, readSurroundings } from "./undocumentedRequests.js";
import { walletPoints } from "./wallets.js";

const POINTS: Readonly<Record<OperationId, () => readonly CheckGroup[]>> = {
  createRecipient: () => [
    recipientCreationPoints(),
    paymentDetailPoints(),
    bodyPoints("createRecipient"),
    apiVersionPoints(),
  ],
  updateRecipient: () => [recipientUpdatePoints(), orderOfCheckPoints()],
  uploadFile: () => [fileUploadPoints(), bodyPoints("uploadFile")],
  createCustomer: () => [customerFieldPoints(), customerValuePoints(), bodyPoints("createCustomer")],
  getTransferDetail: () => [lookupPoints("getTransferDetail"), transactionFieldPoints("getTransferDetail")],
  listTransactions: () => [transactionListPoints(), listFilterPoints()],
  getTransferReceipt: () => [receiptPoints()],
  listBalances: () => [walletPoints(), readSurroundings()],
  getDepositDetail: () => [lookupPoints("getDepositDetail"), transactionFieldPoints("getDepositDetail")],
};

/** All probes of one operation. */
export function openPoints(operation: OperationId): readonly CheckGroup[] {
  return [...POINTS[operation](), methodPoints(operation)];
}
