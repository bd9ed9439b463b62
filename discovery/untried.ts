/** What is known of the operations that store something before anything is sent to them: only what the document states. */

import type { TemplateContext } from "../generators/templates/context.js";
import { createCustomerTemplates } from "../generators/templates/customers.js";
import { FILE_ENCODINGS } from "../generators/templates/fileContent.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { runToken } from "../generators/texts/partnerId.js";
import { CONTRACT_VERSION, FILE_TYPES, type Subject } from "../schemas/operations.js";
import type { KnownRecipient, Target } from "./target.js";
import { uploadTemplate } from "./uploads.js";

/** What is known of, and created by, the operations that store something. */
export type WritePart = Pick<
  Target,
  | "run"
  | "references"
  | "noFiles"
  | "noCustomerFiles"
  | "deniedFile"
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

interface Told {
  readonly seed: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly apiVersion: string | null;
  readonly noWrites: string | null;
}

/** The files that requests can refer to. */
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
    run: runToken(seed, now),
    references: files,
    noFiles: noWrites,
    noCustomerFiles: noWrites,
    recipients,
    stateWords: [],
    updatableAge: 0,
    updatePause: 0,
    updatedTwice: [],
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
