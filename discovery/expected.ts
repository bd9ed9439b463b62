/**
 * The service before anything is sent: what is known of it from the document alone, and as one would expect it where
 * everything works.
 */
import { CREDENTIALS_EDITS, credentialHeaders } from "../client/credentials.js";
import type { DiscoverySettings } from "../engine/send/discovering.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { createCustomerTemplates } from "../generators/templates/customers.js";
import { FILE_ENCODINGS } from "../generators/templates/fileContent.js";
import { readTemplate } from "../generators/templates/readTemplate.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { runToken } from "../generators/texts/partnerId.js";
import { CONTRACT_VERSION, FILE_TYPES, type OperationId, type Subject } from "../schemas/operations.js";
import type { KnownRecipient, KnownTransaction, Target } from "./target.js";
import { uploadTemplate } from "./uploads.js";
import { NO_CUSTOMER_FILES } from "./usableFiles.js";

/** What is known of, and created by, the operations that store something. */
export type WritePart = Pick<
  Target,
  | "run"
  | "references"
  | "noFiles"
  | "noCustomerFiles"
  | "deniedFile"
  | "unusedFiles"
  | "recipients"
  | "updatableAge"
  | "stateWords"
  | "updatePause"
  | "updatedTwice"
  | "updateDelay"
> & {
  readonly templates: Pick<
    Target["templates"],
    "createRecipient" | "updateRecipient" | "uploadFile" | "createCustomer"
  >;
  readonly unready: Partial<Record<Subject, string>>;
};

/** What is known of updates before one is sent. */
const NO_UPDATES = { stateWords: [], updatableAge: 0, updatePause: 0, updatedTwice: [] };

/** What a run without requests that store something has of them, for a reason. */
export function noWrites(seed: number, reason: string): WritePart {
  return {
    ...NO_UPDATES,
    run: runToken(seed, 0),
    references: [],
    noFiles: null,
    noCustomerFiles: null,
    recipients: { bank: [], crypto: [] },
    updateDelay: null,
    templates: { createRecipient: [], updateRecipient: [], uploadFile: [], createCustomer: [] },
    unready: { createRecipient: reason, updateRecipient: reason, uploadFile: reason, createCustomer: reason },
  };
}

interface Told extends Pick<DiscoverySettings, "seed" | "apiVersion" | "noWrites"> {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Stored {
  readonly files: readonly string[];
  readonly recipients: Target["recipients"];
}

const NOTHING: Stored = { files: [], recipients: { bank: [], crypto: [] } };

/** Requests made from the document alone: with its version, files in the first encoding, and what is already stored. */
export function untriedWrites(
  { seed, now, apiVersion, noWrites }: Told,
  { files, recipients }: Stored = NOTHING,
): WritePart {
  const context: TemplateContext = {
    seed,
    createVersion: apiVersion ?? CONTRACT_VERSION,
    customerVersion: CONTRACT_VERSION,
    recipientFiles: files,
    customerFiles: { corporate: files.slice(0, 3), front: files.slice(0, 2), back: files.slice(0, 2) },
  };
  const [encoding] = FILE_ENCODINGS;
  if (encoding === undefined) throw new Error("no file encoding is known");
  const known: readonly KnownRecipient[] = [...recipients.bank, ...recipients.crypto];
  const writing = { encoding, generation: now, kinds: new Map() };
  return {
    ...NO_UPDATES,
    run: runToken(seed, now),
    references: files,
    noFiles: noWrites,
    noCustomerFiles: noWrites,
    recipients,
    updateDelay: 0,
    templates: {
      createRecipient: createRecipientTemplates(context),
      updateRecipient: known.length === 0 ? [] : updateRecipientTemplates(context),
      uploadFile: FILE_TYPES.map((fileType) => uploadTemplate(fileType, writing)),
      createCustomer: createCustomerTemplates(context),
    },
    unready: known.length === 0 ? { updateRecipient: "no recipient may be created, so there is none to update" } : {},
  };
}

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
    customerFiles: NO_CUSTOMER_FILES,
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
