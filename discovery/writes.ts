/** The part of the preflight that writes: files, recipients, customers, and what it takes to get them accepted. */

import type { Sender } from "../client/send.js";
import type { Adaptation } from "../engine/contract.js";
import type { Observed } from "../engine/judge/observations.js";
import { quoted, wordsOf } from "../engine/judge/refusalText.js";
import type { DiscoveryOptions, DiscoverySettings } from "../engine/send/discovering.js";
import type { TemplateContext } from "../generators/templates/context.js";
import { createCustomerTemplates } from "../generators/templates/customers.js";
import { createRecipientTemplates, updateRecipientTemplates } from "../generators/templates/recipients.js";
import { runToken } from "../generators/texts/partnerId.js";
import { FILE_TYPES, type Subject } from "../schemas/operations.js";
import { findAcceptedCreation, findMoreFits, findRequirements, requirementsText } from "./accountRequirements.js";
import type { AgreedFacts } from "./agreedFacts.js";
import { findCustomerCreation } from "./customers.js";
import { noWrites, untriedWrites, type WritePart } from "./expected.js";
import type { Probe } from "./factSearch.js";
import { type FoundFit, foundText } from "./fitting.js";
import { type Creation, createRecipients, type Making, mark } from "./recipients.js";
import { findUpdatableAge, willingRecipients } from "./updatableRecipients.js";
import { findUpdateDelay, findUpdatePause } from "./updateTiming.js";
import { SPARE_FILE, untypedFile, uploadFiles, uploadTemplate } from "./uploads.js";
import {
  areReadyAtOnce,
  deniesTheTypes,
  filesUnusable,
  findFileOfOne,
  findUnusedFiles,
  NO_CUSTOMER_FILES,
  unusedCustomerFiles,
  withoutFiles,
} from "./usableFiles.js";

export interface PreflightOptions
  extends Omit<DiscoverySettings, "credentials" | "agreedAnswers">,
    Omit<DiscoveryOptions, "settings"> {
  /** What the user states about the unknowns that are found out here. */
  readonly stated: AgreedFacts;
}

/** What recipients needed to be accepted, beyond the documented rules. */
export const ACCOUNT_REQUIREMENT = "preflight.createRecipient.accountRequirement";

/** What recipients needed to be accepted, found by changing one thing after the other. */
const RECIPIENT_REQUIREMENTS = "unknown.createRecipient.requirements";

/** The recipients of a run, and what it took to get them accepted. */
interface Work extends Making {
  /** The changes that got templates accepted. */
  readonly found: readonly FoundFit[];
  /** Why a file is used once only; null where it is not. */
  readonly once: Adaptation | null;
}

/** Creates the recipients that updates work on: where some are refused, one remedy after the other is tried. */
async function makeRecipients(
  sender: Sender,
  { seed, now, profile }: PreflightOptions,
  context: TemplateContext,
  creation: Creation,
): Promise<Work> {
  const later = runToken(seed, now);
  const spare = context.recipientFiles[SPARE_FILE];
  const remedied = async (work: Work): Promise<Work> => ({
    ...work,
    made: await createRecipients(sender, work.context, work.run, profile, work.made),
  });
  const remedies: readonly ((work: Work) => Promise<Work>)[] = [
    // An earlier run may have left what these contain: with texts that no earlier run had, more of them may be
    // accepted.
    async (work) => {
      if (work.made.accepted.length === 0 || work.run === later) return work;
      const anew = await remedied({ ...work, run: later });
      return anew.made.refusals.length < work.made.refusals.length ? anew : work;
    },
    async (work) => {
      if (creation.accepted === null) return work;
      const required = await findRequirements(sender, work);
      return required === null ? work : remedied({ ...work, context: required });
    },
    async (work) => {
      const more = await findMoreFits(sender, work);
      return more === null ? work : remedied({ ...work, ...more });
    },
    async (work) => {
      const once = spare === undefined ? null : await findFileOfOne(sender, work.context, work.run, spare);
      return once === null ? work : remedied({ ...work, context: withoutFiles(work.context), once });
    },
  ];
  const { run } = creation;
  let work: Work = { run, context, made: await createRecipients(sender, context, run, profile), found: [], once: null };
  for (const remedy of remedies) if (work.made.refusals.length > 0) work = await remedy(work);
  return work;
}

/** Notes what recipients needed to be accepted, and whether a file may be used several times. */
function noteRecipients({ observations }: Probe, { context, made, found, once }: Work, hasSpare: boolean): void {
  const requirements = requirementsText(context);
  const [shown] = found.length > 0 ? found.map(({ refusal }) => refusal) : made.accepted;
  if (shown !== undefined && (found.length > 0 || (made.refusals.length === 0 && once === null))) {
    const text = found.length > 0 ? foundText(found) : (requirements ?? "none beyond what the suite's requests meet");
    observations.set(RECIPIENT_REQUIREMENTS, { value: { met: true }, text, evidence: shown });
  }
  const evidence = once?.evidence ?? made.accepted.at(-1) ?? null;
  if (hasSpare && evidence !== null) {
    const several: Observed =
      once === null
        ? { value: { several: true }, text: "one file may be used several times" }
        : {
            value: { several: false, refused: evidence.response?.status ?? null },
            text: `one file may be used once: ${quoted(evidence)}`,
          };
    observations.set("unknown.uploadFile.severalUses", { ...several, evidence });
  }
  if (requirements !== null)
    observations.set(ACCOUNT_REQUIREMENT, { value: { met: true }, text: requirements, evidence });
}

/** Creates what later cases need, and finds out how to get it accepted. */
export async function prepareWrites(probe: Probe, options: PreflightOptions): Promise<WritePart> {
  const { sender } = probe;
  const reason = options.noWrites ?? (options.storing ? null : "only read operations were selected");
  if (options.onlyRefused && options.storing) return untriedWrites(options);
  if (reason !== null) return noWrites(options.seed, reason);
  const uploads = await uploadFiles(probe, options.now);
  const uploadedAt = Date.now();
  const bare: TemplateContext = {
    seed: options.seed,
    createVersion: options.apiVersion,
    customerVersion: null,
    recipientFiles: uploads.recipientFiles,
    customerFiles: uploads.customerFiles,
  };
  const { creation, context: fit } = await findAcceptedCreation(probe, bare, options.now, uploadedAt);
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
  const prepareRecipients = async () => {
    const since = Date.now();
    const work = await makeRecipients(sender, options, versioned, creation);
    noteRecipients(probe, work, usableFiles[SPARE_FILE] !== undefined);
    const { run, once } = work;
    const noFiles =
      once?.reason ?? uploads.refused ?? (filesRefused === undefined ? null : filesUnusable(filesRefused, "recipient"));
    const usable = noFiles === null ? work.context : withoutFiles(work.context);
    const making = { ...work, context: usable };
    const unusedFiles = once !== null && areReadyAtOnce(probe) ? await findUnusedFiles(sender, uploads) : undefined;
    const updatable = await findUpdatableAge(probe, making, since);
    const recipients = await willingRecipients(sender, options.profile, making, updatable);
    const updateDelay = await findUpdateDelay(probe, making, updatable.updates);
    const justUpdated = updatable.age === 0 && updateDelay === null ? updatable.updates : [];
    const repeatedUpdates = await findUpdatePause(probe, making, recipients, justUpdated);
    return { run, recipients, updatable, repeatedUpdates, updateDelay, noFiles, usable, unusedFiles };
  };
  const [{ run, recipients, updatable, repeatedUpdates, updateDelay, noFiles, usable, unusedFiles }, customer] =
    await Promise.all([
      prepareRecipients(),
      findCustomerCreation(probe, versioned, [creation.run, later], uploads),
      mark(sender, versioned, creation.accepted),
    ]);
  const unusedByCustomers =
    customer.once === true && areReadyAtOnce(probe) ? await unusedCustomerFiles(sender, uploads) : undefined;
  const usableByCustomers = customer.denied?.files ?? uploads.customerFiles;
  const customerFiles = customer.noFiles === null ? usableByCustomers : NO_CUSTOMER_FILES;
  const fits = { ...usable.fits, ...customer.fits };
  const context = { ...usable, customerVersion: customer.version, customerFiles, fits };
  const unready: Partial<Record<Subject, string>> = {};
  if (recipients.bank.length === 0 && recipients.crypto.length === 0)
    unready.updateRecipient = "no recipient could be created, so there is none to update";
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
    unusedFiles: {
      ...unusedFiles,
      ...(unusedByCustomers === undefined ? {} : { createCustomer: unusedByCustomers }),
    },
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
