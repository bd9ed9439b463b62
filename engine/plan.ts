/** What a run is going to send, as far as it is known before anything is sent. */
import { CREDENTIALS_EDITS, credentialHeaders } from "../client/credentials.js";
import { untriedWrites } from "../discovery/untried.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import { readTemplate } from "../generators/templates/readTemplate.js";
import { createRecipientTemplates } from "../generators/templates/recipients.js";
import { OPERATIONS, type OperationId } from "../schemas/operations.js";
import type { Asked } from "./asked.js";
import { casesOf } from "./check.js";
import { type Effect, usualEffect } from "./effects.js";
import type { Case, KnownRecipient, KnownTransaction, Target } from "./model.js";
import type { RunOptions } from "./runOptions.js";
import { settled } from "./runOptions.js";
import { askedBy, selectCases, sentCases } from "./selection.js";

/** How many cases of each kind are sent, and how much may be created at the most by those that are accepted. */
export interface Plan {
  readonly cases: Readonly<Record<Effect, number>>;
  readonly created: Readonly<Partial<Record<OperationId, number>>>;
}

/** Things that a run makes before its cases, to have something to work on. */
const MADE_FIRST: Readonly<Partial<Record<OperationId, number>>> = {
  createRecipient: 40,
  createCustomer: 3,
  uploadFile: 20,
};

const FILES = Array.from({ length: 12 }, (_, index) => `planned_file_${index}`);

/** A service as one would expect it: everything that the document states is there and works. */
function expectedTarget(settings: Awaited<ReturnType<typeof settled>>): Target {
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

/** What a run with these options would send to a service that works. Sends nothing. */
export async function planOf(asked: Asked, options: RunOptions): Promise<Plan> {
  const settings = await settled(options);
  const suites = asked.suites.filter(
    ({ operation }) => settings.operations.length === 0 || settings.operations.includes(operation),
  );
  const definitions = suites.flatMap(({ checks }) => checks);
  const made = casesOf(asked.suites, expectedTarget(settings), askedBy(definitions, settings));
  const { cases: selected } = selectCases(definitions, made, settings);
  const cases = sentCases(selected, settings);
  const count = (such: (testCase: Case) => boolean): number => cases.filter(such).length;
  const stores = settings.noWrites === null && suites.some(({ operation }) => usualEffect(operation) === "write");
  const creating = Object.entries(MADE_FIRST).flatMap(([name, first]): [OperationId, number][] => {
    const operation = Object.values(OPERATIONS).find(({ id }) => id === name)?.id;
    if (operation === undefined || !stores) return [];
    return [[operation, first + count((one) => one.operation === operation && one.effect === "write")]];
  });
  return {
    cases: {
      read: count(({ effect }) => effect === "read"),
      "refused write": count(({ effect }) => effect === "refused write"),
      write: count(({ effect }) => effect === "write"),
    },
    created: Object.fromEntries(creating),
  };
}
