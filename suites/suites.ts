/** All suites in the order of the document, and their checks by id. */
import { createCustomer } from "./createCustomer.js";
import { createRecipient } from "./createRecipient.js";
import { getDepositDetail } from "./getDepositDetail.js";
import { getTransferDetail } from "./getTransferDetail.js";
import { getTransferReceipt } from "./getTransferReceipt.js";
import { listBalances } from "./listBalances.js";
import { listTransactions } from "./listTransactions.js";
import type { CheckDefinition, Suite, Unit, World } from "./model.js";
import { updateRecipient } from "./updateRecipient.js";
import { uploadFile } from "./uploadFile.js";
import { webhooks } from "./webhooks.js";

export const SUITES: readonly Suite[] = [
  createRecipient,
  updateRecipient,
  uploadFile,
  createCustomer,
  getTransferDetail,
  listTransactions,
  getTransferReceipt,
  listBalances,
  getDepositDetail,
  webhooks,
];

/** Every check, in the order of the document. */
export const CHECKS: readonly CheckDefinition[] = SUITES.flatMap(({ groups }) =>
  groups.flatMap(({ definitions }) => definitions),
);

/** The units of some suites in a world. */
export function unitsOf(suites: readonly Suite[], world: World): Unit[] {
  return suites.flatMap(({ groups }) => groups.flatMap((group) => group.units(world)));
}
