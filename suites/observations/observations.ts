/** What is asked of each operation about the ledger's unknowns and conflicts. */
import type { SuiteEntry } from "../../engine/check.js";
import type { OperationId } from "../../schemas/operations.js";
import { apiVersionOnReads, apiVersions } from "./apiVersions.js";
import { bodies, malformedBodies } from "./bodies.js";
import { customerDates } from "./customerDates.js";
import { customerFields } from "./customerFields.js";
import { customerFormats } from "./customerFormats.js";
import { customerVocabulary } from "./customerVocabulary.js";
import { fileContexts } from "./fileContexts.js";
import { fileUpload } from "./fileUpload.js";
import { listedItems } from "./listedItems.js";
import { listFilters } from "./listFilters.js";
import { lookups } from "./lookups.js";
import { methods } from "./methods.js";
import { omittedFields } from "./omittedFields.js";
import { orderOfChecks } from "./orderOfChecks.js";
import { paging } from "./paging.js";
import { partners } from "./partners.js";
import { paths, returnDetail } from "./paths.js";
import { paymentDetails } from "./paymentDetails.js";
import { receipts } from "./receipts.js";
import { recipientCreation } from "./recipientCreation.js";
import { recipientStatus } from "./recipientStatus.js";
import { recipientUpdate } from "./recipientUpdate.js";
import { repeatedCustomers } from "./repeatedCustomers.js";
import { depositFields, transferFields } from "./transactionFields.js";
import { wallets } from "./wallets.js";

const ASKED: Readonly<Record<OperationId, SuiteEntry>> = {
  createRecipient: [
    recipientCreation,
    paymentDetails,
    malformedBodies("createRecipient"),
    bodies,
    apiVersions,
    partners.creation,
  ],
  updateRecipient: [omittedFields, recipientUpdate, recipientStatus, orderOfChecks, partners.update],
  uploadFile: [fileUpload, fileContexts, malformedBodies("uploadFile")],
  createCustomer: [
    customerFields,
    customerFormats,
    customerDates,
    repeatedCustomers,
    customerVocabulary,
    malformedBodies("createCustomer"),
  ],
  getTransferDetail: [lookups("getTransferDetail"), transferFields, partners.transactions],
  listTransactions: [paging, listedItems, listFilters, partners.list],
  getTransferReceipt: [receipts],
  listBalances: [wallets, paths, apiVersionOnReads, returnDetail],
  getDepositDetail: [lookups("getDepositDetail"), depositFields],
};

/** What is asked of one operation. */
export function unknownsOf(operation: OperationId): SuiteEntry {
  return [ASKED[operation], methods(operation)];
}
