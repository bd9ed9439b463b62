/** Preflight: reaches the target, finds the answers that later cases build on, and makes what they need. */
import type { CredentialsEdit } from "../../client/model.js";
import type { Template } from "../../generators/edit.js";
import { runToken } from "../../generators/partnerId.js";
import {
  createCustomerTemplates,
  createRecipientTemplates,
  type TemplateContext,
  updateRecipientTemplates,
} from "../../generators/templates.js";
import { amount } from "../../reports/visible.js";
import { FILE_TYPES, type OperationId, type Subject } from "../../schemas/operations.js";
import type { KnownTransaction, Profile, World } from "../model.js";
import { quoted } from "../serviceWords.js";
import type { Observations } from "../session.js";
import { findCustomerCreation } from "./customers.js";
import type { FactFinding, PreflightNotes, StatedFacts } from "./facts.js";
import { type Listed, pageQuery, readList } from "./list.js";
import { type Lookups, readDetails } from "./lookups.js";
import { findReceipt } from "./receipt.js";
import { createRecipients, findSuitedCreation, suitedContext, suitLine } from "./recipients.js";
import { reach, type Sender } from "./target.js";
import { findUpdatableAge, findUpdatePause } from "./updates.js";
import { SPARE_FILE, uploadFiles, uploadTemplate } from "./uploads.js";
import { fileOfOneRecipient, filesUnusable, NO_CUSTOMER_FILES, withoutFiles } from "./usableFiles.js";

export interface PreflightOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly profile: Profile;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
  /** Api-Version of recipient creation, when the user states it. */
  readonly apiVersion: string | null;
  readonly transferId: string | null;
  readonly depositId: string | null;
  /** What the user states of the points that are found out here. */
  readonly stated: StatedFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The world, and what preflight prints: one short line each. */
export interface Preflight {
  readonly world: World;
  readonly lines: readonly string[];
  /** What became of the facts that the user states, by the id of their point. */
  readonly facts: ReadonlyMap<string, FactFinding>;
}

/** What recipients had to be like to be accepted, beyond the documented rules. */
const SUIT = "preflight.createRecipient.suit";

function readTemplate(operation: OperationId, id: string, query: Readonly<Record<string, string>>): Template {
  return { id, operation, body: null, query, path: {}, version: null, freshField: null };
}

function detailTemplates(operation: OperationId, known: readonly KnownTransaction[]): Template[] {
  return known.map(({ query }, index) => readTemplate(operation, `${index + 1}`, query));
}

type WritePart = Pick<
  World,
  "run" | "recipientFiles" | "noFiles" | "noCustomerFiles" | "recipients" | "updatableAge" | "updatePause"
> & {
  readonly templates: Pick<World["templates"], "createRecipient" | "updateRecipient" | "uploadFile" | "createCustomer">;
  readonly unready: Partial<Record<Subject, string>>;
};

async function prepareWrites(sender: Sender, options: PreflightOptions, notes: PreflightNotes): Promise<WritePart> {
  const none = { createRecipient: [], updateRecipient: [], uploadFile: [], createCustomer: [] };
  if (options.noWrites !== null) {
    const reason = options.noWrites;
    return {
      run: runToken(options.seed, 0),
      recipientFiles: [],
      noFiles: null,
      noCustomerFiles: null,
      recipients: { bank: [], crypto: [] },
      updatableAge: 0,
      updatePause: 0,
      templates: none,
      unready: { createRecipient: reason, updateRecipient: reason, uploadFile: reason, createCustomer: reason },
    };
  }
  const uploads = await uploadFiles(sender, options.now, notes);
  const uploadedAt = Date.now();
  const bare: TemplateContext = {
    seed: options.seed,
    createVersion: options.apiVersion,
    customerVersion: null,
    recipientFiles: uploads.recipientFiles,
    customerFiles: uploads.customerFiles,
  };
  const { creation, context: fit } = await findSuitedCreation(sender, bare, options.now, notes, uploadedAt);
  const { filesRefused } = creation;
  const usableFiles = filesRefused === undefined ? fit.recipientFiles : [];
  const versioned = { ...fit, recipientFiles: usableFiles, createVersion: options.apiVersion ?? creation.version };
  const makeRecipients = async () => {
    const since = Date.now();
    let made = await createRecipients(sender, versioned, creation.run, options.profile);
    const suited =
      made.refusals.length === 0 || creation.accepted === null
        ? null
        : await suitedContext(sender, versioned, creation.run, made);
    if (suited !== null) made = await createRecipients(sender, suited, creation.run, options.profile, made);
    const company = suited ?? versioned;
    let { recipients } = made;
    const spare = usableFiles[SPARE_FILE];
    const once =
      made.refusals.length === 0 || spare === undefined
        ? null
        : await fileOfOneRecipient(sender, company, creation.run, spare);
    const noFiles = once?.reason ?? (filesRefused === undefined ? null : filesUnusable(filesRefused));
    const [evidence = null] = once === null ? made.accepted.slice(-1) : [once.evidence];
    if (spare !== undefined && evidence !== null) {
      const answer = once === null ? "they may" : `they may not: ${quoted(once.evidence)}`;
      notes.observations.set("unknown.uploadFile.severalUses", { answer, evidence });
    }
    const usable = noFiles === null ? company : withoutFiles(company);
    if (once !== null) ({ recipients } = await createRecipients(sender, usable, creation.run, options.profile, made));
    const line = suitLine(company);
    if (line !== null) notes.observations.set(SUIT, { answer: line, evidence });
    const age = await findUpdatableAge(sender, usable, creation.run, recipients, since, notes.observations);
    const pause = await findUpdatePause(sender, usable, creation.run, recipients, notes.observations);
    return { recipients, updatableAge: age, updatePause: pause, noFiles, suits: company.suits };
  };
  const [{ recipients, updatableAge, updatePause, noFiles, suits }, customer] = await Promise.all([
    makeRecipients(),
    findCustomerCreation(sender, versioned, creation.run, notes),
  ]);
  const recipientFiles = noFiles === null ? usableFiles : [];
  const customerFiles = customer.noFiles === null ? uploads.customerFiles : NO_CUSTOMER_FILES;
  const context = {
    ...versioned,
    customerVersion: customer.version,
    recipientFiles,
    customerFiles,
    ...(suits === undefined ? {} : { suits }),
  };
  const unready: Partial<Record<Subject, string>> = {};
  if (recipients.bank.length === 0 && recipients.crypto.length === 0) {
    unready.updateRecipient = "no recipient could be created, so there is none to update";
  }
  if (customer.refusal !== null) unready.createCustomer = customer.refusal;
  const { corporate, front, back } = uploads.customerFiles;
  if (!customer.accepted && (corporate.length === 0 || front.length === 0 || back.length === 0)) {
    // The service may want documents, and the fault that shows is the upload's.
    unready.createCustomer = "a customer's documents could not be uploaded, and without them it is not accepted";
  }
  return {
    run: creation.run,
    recipientFiles,
    noFiles,
    noCustomerFiles: customer.noFiles,
    recipients,
    updatableAge,
    updatePause,
    templates: {
      createRecipient: createRecipientTemplates(context),
      updateRecipient: updateRecipientTemplates(context).filter(
        ({ id }) => (id.startsWith("bank") ? recipients.bank : recipients.crypto).length > 0,
      ),
      uploadFile: FILE_TYPES.map((fileType) => uploadTemplate(fileType, uploads)),
      createCustomer: customer.refusal === null ? createCustomerTemplates(context) : [],
    },
    unready,
  };
}

interface ReadPart {
  readonly listed: Listed;
  readonly lookups: Lookups;
  /** The query that a receipt is asked for with; null when none is known. */
  readonly receipt: Readonly<Record<string, string>> | null;
}

async function prepareReads(sender: Sender, options: PreflightOptions, notes: PreflightNotes): Promise<ReadPart> {
  const listed = await readList(sender, options.now, notes);
  const named = {
    ...(options.transferId === null ? {} : { getTransferDetail: options.transferId }),
    ...(options.depositId === null ? {} : { getDepositDetail: options.depositId }),
  };
  const lookups = await readDetails(sender, listed.items, named, options.profile);
  return { listed, lookups, receipt: await findReceipt(sender, lookups.transfers, notes) };
}

/**
 * Runs the preflight.
 * @throws TargetError when the target cannot be reached or refuses the credentials everywhere
 */
export async function runPreflight(
  sender: Sender,
  options: PreflightOptions,
  observations: Observations,
): Promise<Preflight> {
  await reach(sender, options.baseUrl);
  const notes: PreflightNotes = { observations, stated: options.stated, findings: new Map() };
  // What is written and what is read do not touch each other, and on a distant target each answer is waited for.
  const [writes, reads] = await Promise.all([
    prepareWrites(sender, options, notes),
    prepareReads(sender, options, notes),
  ]);
  const { listed, lookups, receipt } = reads;
  const { transfers, deposits, strays } = lookups;
  const unready: Partial<Record<Subject, string>> = { ...writes.unready };
  const unread =
    listed.items.length === 0
      ? "no transaction is listed"
      : `none of the ${listed.items.length} listed transactions is found as one by its detail`;
  if (transfers.length === 0)
    unready.getTransferDetail = `no transfer is known: ${unread}, and CONFORMANCE_TRANSFER_ID names none`;
  if (deposits.length === 0)
    unready.getDepositDetail = `no deposit is known: ${unread}, and CONFORMANCE_DEPOSIT_ID names none`;
  if (receipt === null) {
    unready.getTransferReceipt =
      transfers.length === 0
        ? "no transfer is known whose receipt could be asked for"
        : "no parameter name that was tried gets a receipt";
  }
  if (listed.refusal !== null) {
    unready.listTransactions = `the list cannot be read without a filter that is not documented: ${listed.refusal} (section 4.6)`;
  }
  const { firstPage, size } = listed.pages ?? { firstPage: 1, size: 10 };
  const world: World = {
    seed: options.seed,
    profile: options.profile,
    run: writes.run,
    noWrites: options.noWrites,
    credentialsEdits: options.credentialsEdits,
    recipientFiles: writes.recipientFiles,
    noFiles: writes.noFiles,
    noCustomerFiles: writes.noCustomerFiles,
    recipients: writes.recipients,
    updatableAge: writes.updatableAge,
    updatePause: writes.updatePause,
    transfers,
    deposits,
    strays,
    pages: listed.pages,
    unready,
    templates: {
      ...writes.templates,
      getTransferDetail: detailTemplates("getTransferDetail", transfers),
      getDepositDetail: detailTemplates("getDepositDetail", deposits),
      listTransactions:
        listed.refusal === null ? [readTemplate("listTransactions", "first", pageQuery(firstPage, size))] : [],
      getTransferReceipt: receipt === null ? [] : [readTemplate("getTransferReceipt", "receipt", receipt)],
      listBalances: [readTemplate("listBalances", "all", {})],
    },
  };
  return { world, lines: linesOf(world, observations), facts: notes.findings };
}

function linesOf(world: World, observations: Observations): string[] {
  const answers = [
    "preflight.createRecipient.version",
    SUIT,
    "preflight.createCustomer.version",
    "unknown.uploadFile.fileEncoding",
    "unknown.listTransactions.pageBase",
    "unknown.getTransferReceipt.parameterName",
  ].flatMap((id) => observations.get(id)?.answer ?? []);
  const counts = `${amount(world.transfers.length, "transfer")}, ${amount(world.deposits.length, "deposit")} known`;
  return ["credentials accepted", ...answers, counts];
}
