/** What a run creates on the service, works on, and costs. */
import type { Contract } from "../engine/contract.js";
import type { Creating } from "../engine/send/created.js";
import type { ResourceRun, Resources } from "../engine/send/resources.js";
import type { OperationId, Subject } from "../schemas/operations.js";
import { RecipientMemory } from "./recipientMemory.js";
import { RecipientPool } from "./recipientPool.js";
import { deployment } from "./target.js";

/** The operations that create something, and the fields that name it. */
export const CREATING: readonly (Creating & { readonly operation: OperationId })[] = [
  { operation: "createRecipient", id: "recipient_id", partner: "partner_recipient_id" },
  { operation: "uploadFile", id: "file_id", partner: null },
  { operation: "createCustomer", id: "customer_id", partner: "partner_customer_id" },
];

/** The operations that store something, and the observation of the preflight when one accepted a request. */
export const EXHAUSTIBLE: Contract["exhaustible"] = {
  createRecipient: "preflight.createRecipient.version",
  uploadFile: "unknown.uploadFile.fileEncoding",
  createCustomer: "preflight.createCustomer.version",
};

/** About how many requests an operation takes in the standard profile: for checks of refusals and errors, and for all others. */
export const COSTS: Readonly<Record<Subject, { readonly refusals: number; readonly rest: number }>> = {
  createRecipient: { refusals: 2380, rest: 240 },
  updateRecipient: { refusals: 2220, rest: 500 },
  uploadFile: { refusals: 220, rest: 60 },
  createCustomer: { refusals: 1560, rest: 140 },
  getTransferDetail: { refusals: 100, rest: 300 },
  listTransactions: { refusals: 130, rest: 150 },
  getTransferReceipt: { refusals: 70, rest: 40 },
  listBalances: { refusals: 60, rest: 40 },
  getDepositDetail: { refusals: 100, rest: 230 },
  webhooks: { refusals: 0, rest: 100 },
};

/** The recipients of a run, on which its cases work. */
export function recipientsFor(run: ResourceRun): Resources {
  const target = deployment(run.target);
  const pool = new RecipientPool(target.recipients);
  return new RecipientMemory({ ...run, target, pool, send: (request) => run.send(request) });
}
