/** The part of the preflight that writes: files, recipients, customers, and what it takes to get them accepted. */

import type { CredentialsEdit } from "../client/model.js";
import type { Sender } from "../client/send.js";
import type { Profile } from "../engine/model.js";
import type { Observed } from "../engine/observations.js";
import { quoted, wordsOf } from "../engine/refusalText.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { createCustomerTemplates } from "../generators/templates/customers.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { runToken } from "../generators/texts/partnerId.js";
import { FILE_TYPES, type Subject } from "../schemas/operations.js";
import { findAcceptedCreation, findMoreFits, findRequirements, requirementsText } from "./accountRequirements.js";
import type { AgreedFacts } from "./agreedFacts.js";
import { findCustomerCreation } from "./customers.js";
import type { PreflightNotes } from "./factSearch.js";
import { type FoundFit, foundText } from "./fitting.js";
import { findUpdateDelay } from "./lateUpdates.js";
import { findUpdatableAge } from "./recipientAge.js";
import { createRecipients, type MadeRecipients, mark } from "./recipients.js";
import { untriedWrites, type WritePart } from "./untried.js";
import { findUpdatePause } from "./updateTiming.js";
import { SPARE_FILE, untypedFile, uploadFiles, uploadTemplate } from "./uploads.js";
import { deniesTheTypes, filesUnusable, findFileOfOne, NO_CUSTOMER_FILES, withoutFiles } from "./usableFiles.js";
import { willingRecipients } from "./willingRecipients.js";

/** What the preflight works from. */
export interface PreflightOptions {
  readonly baseUrl: string;
  readonly seed: number;
  readonly profile: Profile;
  /** Requests that may be sent in all. */
  readonly maxRequests?: number | undefined;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  /** Whether those of these requests that must be refused may be sent. */
  readonly onlyRefused: boolean;
  /** Whether operations that store something are exercised: only then is something stored for them. */
  readonly storing: boolean;
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
  /** Api-Version of recipient creation, when the user states it. */
  readonly apiVersion: string | null;
  readonly transferId: string | null;
  readonly depositId: string | null;
  /** What the user states about the unknowns that are found out here. */
  readonly stated: AgreedFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What recipients needed to be accepted, beyond the documented rules. */
export const ACCOUNT_REQUIREMENT = "preflight.createRecipient.accountRequirement";

/** What recipients needed to be accepted, found by changing one thing after the other. */
const RECIPIENT_REQUIREMENTS = "unknown.createRecipient.requirements";

function noteRequirements(
  { observations }: PreflightNotes,
  made: MadeRecipients,
  found: readonly FoundFit[],
  context: TemplateContext,
): void {
  const [evidence] = found.length > 0 ? found.map(({ refusal }) => refusal) : made.accepted;
  if (evidence === undefined || (found.length === 0 && made.refusals.length > 0)) return;
  const text =
    found.length > 0 ? foundText(found) : (requirementsText(context) ?? "none beyond what the suite's requests meet");
  observations.set(RECIPIENT_REQUIREMENTS, { value: { met: true }, text, evidence });
}

/** Creates what later cases need, and finds out how to get it accepted. */
export async function prepareWrites(
  sender: Sender,
  options: PreflightOptions,
  notes: PreflightNotes,
): Promise<WritePart> {
  const none = { createRecipient: [], updateRecipient: [], uploadFile: [], createCustomer: [] };
  const reason = options.noWrites ?? (options.storing ? null : "only read operations were selected");
  if (options.onlyRefused && options.storing) return untriedWrites(options);
  if (reason !== null)
    return {
      run: runToken(options.seed, 0),
      references: [],
      noFiles: null,
      noCustomerFiles: null,
      recipients: { bank: [], crypto: [] },
      stateWords: [],
      updatableAge: 0,
      updatePause: 0,
      updatedTwice: [],
      updateDelay: null,
      templates: none,
      unready: { createRecipient: reason, updateRecipient: reason, uploadFile: reason, createCustomer: reason },
    };
  const uploads = await uploadFiles(sender, options.now, notes);
  const uploadedAt = Date.now();
  const bare: TemplateContext = {
    seed: options.seed,
    createVersion: options.apiVersion,
    customerVersion: null,
    recipientFiles: uploads.recipientFiles,
    customerFiles: uploads.customerFiles,
  };
  const { creation, context: fit } = await findAcceptedCreation(sender, bare, options.now, notes, uploadedAt);
  // What is refused although it conforms is judged like any value; the other requests go without files.
  const isDenied =
    creation.listDenied === true ||
    (creation.filesRefused !== undefined &&
      (await deniesTheTypes(sender, { ...fit, createVersion: creation.version }, creation.run, [
        ...(await untypedFile(sender, uploads)),
        ...uploads.customerFiles.corporate.slice(0, 1),
      ])));
  const filesRefused = isDenied ? undefined : creation.filesRefused;
  const takenFiles = filesRefused === undefined ? fit.recipientFiles : [];
  const usableFiles = isDenied ? [] : takenFiles;
  const versioned = { ...fit, recipientFiles: usableFiles, createVersion: options.apiVersion ?? creation.version };
  const later = runToken(options.seed, options.now);
  const makeRecipients = async () => {
    const since = Date.now();
    let { run } = creation;
    let made = await createRecipients(sender, versioned, run, options.profile);
    // An earlier run may have left what these contain: with texts that no earlier run had, more of them may be
    // accepted.
    if (made.refusals.length > 0 && made.accepted.length > 0 && run !== later) {
      const anew = await createRecipients(sender, versioned, later, options.profile, made);
      if (anew.refusals.length < made.refusals.length) [made, run] = [anew, later];
    }
    const required =
      made.refusals.length === 0 || creation.accepted === null
        ? null
        : await findRequirements(sender, versioned, run, made);
    if (required !== null) made = await createRecipients(sender, required, run, options.profile, made);
    const more = made.refusals.length === 0 ? null : await findMoreFits(sender, required ?? versioned, run, made);
    if (more !== null) made = await createRecipients(sender, more.context, run, options.profile, made);
    noteRequirements(notes, made, more?.found ?? [], required ?? versioned);
    const fitting = more?.context ?? required ?? versioned;
    const spare = usableFiles[SPARE_FILE];
    const once =
      made.refusals.length === 0 || spare === undefined ? null : await findFileOfOne(sender, fitting, run, spare);
    const noFiles =
      once?.reason ?? uploads.refused ?? (filesRefused === undefined ? null : filesUnusable(filesRefused, "recipient"));
    const [evidence = null] = once === null ? made.accepted.slice(-1) : [once.evidence];
    if (spare !== undefined && evidence !== null) {
      const several: Observed =
        once === null
          ? { value: { several: true }, text: "one file may be used several times" }
          : {
              value: { several: false, refused: evidence.response?.status ?? null },
              text: `one file may be used once: ${quoted(once.evidence)}`,
            };
      notes.observations.set("unknown.uploadFile.severalUses", { ...several, evidence });
    }
    const usable = noFiles === null ? fitting : withoutFiles(fitting);
    if (once !== null) made = await createRecipients(sender, usable, run, options.profile, made);
    const line = requirementsText(fitting);
    if (line !== null) notes.observations.set(ACCOUNT_REQUIREMENT, { value: { met: true }, text: line, evidence });
    const updatable = await findUpdatableAge(sender, usable, run, made.recipients, since, notes.observations);
    const recipients = await willingRecipients(sender, usable, { run, profile: options.profile }, made, updatable);
    const updateDelay = await findUpdateDelay(sender, usable, run, updatable.updates, notes.observations);
    const justUpdated = updatable.age === 0 && updateDelay === null ? updatable.updates : [];
    const repeatedUpdates = await findUpdatePause(sender, usable, run, recipients, justUpdated, notes.observations);
    const { requirements = {}, fits = {} } = fitting;
    return { run, recipients, updatable, repeatedUpdates, updateDelay, noFiles, adapted: { requirements, fits } };
  };
  const [{ run, recipients, updatable, repeatedUpdates, updateDelay, noFiles, adapted }, customer] = await Promise.all([
    makeRecipients(),
    findCustomerCreation(sender, versioned, [creation.run, later], notes, uploads),
    mark(sender, versioned, creation.accepted),
  ]);
  const usableByCustomers = customer.denied?.files ?? uploads.customerFiles;
  const customerFiles = customer.noFiles === null ? usableByCustomers : NO_CUSTOMER_FILES;
  const context = {
    ...versioned,
    customerVersion: customer.version,
    recipientFiles: noFiles === null ? usableFiles : [],
    customerFiles,
    requirements: adapted.requirements,
    fits: { ...adapted.fits, ...customer.fits },
  };
  const unready: Partial<Record<Subject, string>> = {};
  if (recipients.bank.length === 0 && recipients.crypto.length === 0) {
    unready.updateRecipient = "no recipient could be created, so there is none to update";
  }
  if (updatable.barred !== null) unready.updateRecipient = updatable.barred;
  if (customer.refusal !== null) unready.createCustomer = customer.refusal;
  const { corporate, front, back } = uploads.customerFiles;
  if (!customer.accepted && (corporate.length === 0 || front.length === 0 || back.length === 0)) {
    // The service may require documents, and then the visible fault is that of the upload.
    unready.createCustomer =
      "the documents of a customer could not be uploaded, and no customer is accepted without them";
  }
  return {
    run: customer.run === later ? later : run,
    references: noFiles === null ? takenFiles : [],
    noFiles,
    noCustomerFiles: customer.noFiles ?? uploads.refused,
    ...(customer.denied === undefined ? {} : { deniedFile: customer.denied }),
    recipients,
    stateWords: updatable.unwilling.map(({ exchange }) => wordsOf(exchange)),
    updatableAge: updatable.age,
    updatePause: repeatedUpdates.pause,
    updatedTwice: repeatedUpdates.twice,
    updateDelay,
    templates: {
      createRecipient: createRecipientTemplates(context),
      updateRecipient: updateRecipientTemplates(context).filter(
        ({ id }) =>
          updatable.barred === null && (id.startsWith("bank") ? recipients.bank : recipients.crypto).length > 0,
      ),
      uploadFile: FILE_TYPES.map((fileType) => uploadTemplate(fileType, uploads)),
      createCustomer: customer.refusal === null ? createCustomerTemplates(context) : [],
    },
    unready,
  };
}
