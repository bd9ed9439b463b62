/** The service as one would expect it, before anything is sent. */
import { CREDENTIALS_EDITS, credentialHeaders } from "../client/credentials.js";
import type { DiscoverySettings } from "../engine/discovering.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import { readTemplate } from "../generators/templates/readTemplate.js";
import { createRecipientTemplates } from "../generators/templates/recipients.js";
import type { OperationId } from "../schemas/operations.js";
import type { KnownRecipient, KnownTransaction, Target } from "./target.js";
import { untriedWrites } from "./untried.js";

/** Resources that a run creates before its cases, to have something to work on. */
export const MADE_FIRST: Readonly<Partial<Record<OperationId, number>>> = {
  createRecipient: 40,
  createCustomer: 3,
  uploadFile: 20,
};

const FILES = Array.from({ length: 12 }, (_, index) => `planned_file_${index}`);

/** A service as one would expect it: everything that the document states is there and works. */
export function expectedTarget(settings: DiscoverySettings): Target {
  const { seed, profile, apiVersion, noWrites, onlyRefused, credentials } = settings;
  const options = { seed, now: 0, apiVersion, noWrites: null };
  const context = {
    seed,
    createVersion: apiVersion,
    customerVersion: null,
    recipientFiles: [],
    customerFiles: NO_FILES,
  };
  const recipients = createRecipientTemplates(context).map((template): KnownRecipient => {
    const id = `planned_${template.id}`;
    const accountType = accountTypeOf(template);
    return { recipientId: id, partnerRecipientId: id, accountType, template: template.id, status: "", createdAt: "" };
  });
  const byType = (type: string): KnownRecipient[] => recipients.filter(({ accountType }) => accountType === type);
  const writes = untriedWrites(options, {
    files: FILES,
    recipients: { bank: byType("bank"), crypto: byType("crypto") },
  });
  const known = (id: string): KnownTransaction => ({
    transactionId: id,
    partnerTransactionId: id,
    query: { transaction_id: id },
    detail: {},
    item: null,
  });
  const transfers = [known("txn_planned_transfer")];
  const deposits = [known("txn_planned_deposit")];
  const reading = (operation: OperationId, query: Readonly<Record<string, string>>) => [readTemplate(operation, query)];
  return {
    ...writes,
    seed,
    profile,
    noWrites,
    onlyRefused,
    credentialsEdits: new Set(CREDENTIALS_EDITS.filter((edit) => credentialHeaders(edit, credentials) !== null)),
    noFiles: null,
    noCustomerFiles: null,
    transfers,
    deposits,
    mismatched: { transfers: [], deposits: [] },
    unfound: [],
    pages: { firstPage: 1, size: 10, total: 2, needed: {} },
    templates: {
      ...writes.templates,
      getTransferDetail: reading("getTransferDetail", { transaction_id: "txn_planned_transfer" }),
      getDepositDetail: reading("getDepositDetail", { transaction_id: "txn_planned_deposit" }),
      getTransferReceipt: reading("getTransferReceipt", { transaction_id: "txn_planned_transfer" }),
      listTransactions: reading("listTransactions", { page_number: "1", page_size: "10" }),
      listBalances: reading("listBalances", {}),
    },
  };
}

const NO_FILES = { corporate: [], front: [], back: [] };
