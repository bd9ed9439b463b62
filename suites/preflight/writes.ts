/** Makes what later cases need: uploaded files, recipients to update. Finds the file encoding and the versions. */
import type { Exchange, WireRequest } from "../../client/model.js";
import { type EditSummary, materialise, type Template } from "../../generators/edit.js";
import { isObject } from "../../generators/json.js";
import { partnerId, runToken } from "../../generators/partnerId.js";
import {
  type AccountType,
  type CustomerFiles,
  createCustomerTemplates,
  createRecipientTemplates,
  type TemplateContext,
  updateRecipientTemplates,
} from "../../generators/templates.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import {
  CONFLICTING_VERSION,
  CONTRACT_VERSION,
  FILE_TYPES,
  type FileType,
  VERSION_HEADER,
} from "../../schemas/operations.js";
import { FILE_ENCODINGS, type FileEncoding, type FileKind, sampleFile } from "../fileContent.js";
import type { KnownRecipient } from "../model.js";
import { FactTrial, noteFact, type PreflightNotes, statedFirst } from "./facts.js";
import type { Sender } from "./target.js";
import { isValidation, namesFiles, onlyOnce, untilAccepted, withoutFiles } from "./usableFiles.js";

/** Files to upload for recipients: one more than two over the documented ten, so that lists can be too long. */
const RECIPIENT_FILES = 12;
/** The place of a file that no template of a recipient refers to. */
export const SPARE_FILE = 5;
/** Recipients of each account type for updates; no two requests about one are under way at once. */
export const RECIPIENTS_OF_A_TYPE = 12;
/** A recipient that is older than this when it is "created" was there before, in milliseconds. */
const OLD = 10_000;

const IDENTITY_TYPES: readonly FileType[] = ["Main page", "Back page"];

function kindOf(fileType: FileType): FileKind {
  return IDENTITY_TYPES.includes(fileType) ? "png" : "pdf";
}

/**
 * The template of an upload with a file type; each request has a file with bytes of its own.
 * @param generation tells files of this run from those of earlier ones
 */
export function uploadTemplate(fileType: FileType, encoding: FileEncoding, generation: number): Template {
  const kind = kindOf(fileType);
  const file = encoding.write(sampleFile(kind), kind);
  const fresh = (key: string): string => encoding.write(sampleFile(kind, `${generation} ${key}`), kind);
  return {
    id: fileType,
    operation: "uploadFile",
    body: { file },
    freshTexts: [{ at: ["file"], text: file, shape: fresh }],
    query: { file_type: fileType },
    path: {},
    version: CONTRACT_VERSION,
    freshField: null,
  };
}

function field(exchange: Exchange, name: string): unknown {
  if (exchange.response === null || !isSuccess(exchange)) return undefined;
  const body = jsonBody(exchange.response);
  return body.ok && isObject(body.value) ? body.value[name] : undefined;
}

/** What uploading found and made. */
export interface Uploads {
  readonly encoding: FileEncoding;
  /** Tells files of this run from those of earlier ones. */
  readonly generation: number;
  readonly recipientFiles: readonly string[];
  readonly customerFiles: CustomerFiles;
}

function uploadRequest(fileType: FileType, { encoding, generation }: Writing, key: string): WireRequest {
  return materialise(uploadTemplate(fileType, encoding, generation), null, key).wire;
}

type Writing = Pick<Uploads, "encoding" | "generation">;

/** Finds how the content of a file is written (section 4.3), or null when none is accepted. */
async function tryEncodings(sender: Sender, generation: number, notes: PreflightNotes): Promise<FileEncoding | null> {
  const stated = FILE_ENCODINGS.find(({ name }) => name === notes.stated.fileEncoding);
  const trial = new FactTrial(sender, stated);
  const refused: string[] = [];
  for (const candidate of statedFirst(FILE_ENCODINGS, stated)) {
    const exchange = await trial.send(
      candidate,
      uploadRequest("Invoice", { encoding: candidate, generation }, "first"),
    );
    if (!isSuccess(exchange)) {
      refused.push(candidate.name);
      continue;
    }
    const before = refused.length === 0 ? "" : `; refused: ${refused.join(", ")}`;
    const answer = `a file written as ${candidate.name} is accepted${before}`;
    notes.observations.set("unknown.uploadFile.fileEncoding", { answer, evidence: exchange });
    const written = ({ write }: FileEncoding): string => write(sampleFile("pdf"), "pdf");
    const edit = { at: "file", from: written(candidate), to: written(stated ?? candidate) };
    noteFact(notes, "fileEncoding", trial.finding(candidate, answer, exchange, edit));
    return candidate;
  }
  return null;
}

/** An earlier run may have uploaded the same bytes, and whether a service takes them twice is open. */
async function findWriting(sender: Sender, now: number, notes: PreflightNotes): Promise<Writing> {
  for (const generation of [0, now]) {
    const encoding = await tryEncodings(sender, generation, notes);
    if (encoding !== null) return { encoding, generation };
  }
  const [usual] = FILE_ENCODINGS;
  if (usual === undefined) throw new Error("no file encoding to try");
  return { encoding: usual, generation: now };
}

/**
 * Uploads the files that later cases refer to, each with the file type of its context.
 * @param now milliseconds since the epoch, for files that no earlier run had
 */
export async function uploadFiles(sender: Sender, now: number, notes: PreflightNotes): Promise<Uploads> {
  const writing = await findWriting(sender, now, notes);
  const ids = async (types: readonly FileType[]): Promise<string[]> => {
    const answers = await Promise.all(
      types.map((fileType, copy) => sender.send(uploadRequest(fileType, writing, `preflight ${fileType} ${copy}`))),
    );
    return answers.flatMap((answer) => {
      const id = field(answer, "file_id");
      return typeof id === "string" && id !== "" ? [id] : [];
    });
  };
  const recipientTypes = Array.from(
    { length: RECIPIENT_FILES },
    (_, index): FileType => (index % 2 === 0 ? "Invoice" : "Contract"),
  );
  const [, , registration, articles, front, back] = FILE_TYPES;
  const [recipientFiles, corporateFiles, frontFiles, backFiles] = await Promise.all([
    ids(recipientTypes),
    ids([registration, articles, registration]),
    ids([front, front]),
    ids([back, back]),
  ]);
  return {
    ...writing,
    recipientFiles,
    customerFiles: { corporate: corporateFiles, front: frontFiles, back: backFiles },
  };
}

/** The run's token, and the version under which recipients are created. */
export interface Creation {
  readonly run: string;
  readonly version: string | null;
  /** The first creation that was accepted; null when none was. */
  readonly accepted: Exchange | null;
}

/** The name that the first recipient of a run gets at once, so that a later run recognises it. */
const MARK = "Used by an earlier conformance run";

/** Whether a creation answered with a resource that was there before, as a service may do for a repeated partner id. */
function wasThereBefore(exchange: Exchange): boolean {
  if (field(exchange, "business_name") === MARK) return true;
  const created = Date.parse(String(field(exchange, "created_at")));
  const answered = Date.parse(exchange.response?.headers.date ?? "");
  return answered - created > OLD;
}

async function mark(sender: Sender, context: TemplateContext, creation: Exchange): Promise<void> {
  const id = field(creation, "recipient_id");
  const [template] = updateRecipientTemplates(context);
  if (typeof id !== "string" || template === undefined) return;
  const body = { ...template.body, business_name: MARK };
  await sender.send(materialise({ ...template, body, path: { recipient_id: id } }, null, "").wire);
}

/**
 * Finds the Api-Version that recipient creation takes (section 9, a conflict), and partner ids that are not used yet.
 * @param now milliseconds since the epoch, for a run token that no earlier run had
 */
export async function findCreation(
  sender: Sender,
  context: TemplateContext,
  now: number,
  notes: PreflightNotes,
): Promise<Creation> {
  const { recipientVersion: stated } = notes.stated;
  for (const generation of [0, now]) {
    const run = runToken(context.seed, generation);
    // Where an earlier run used the id, the stated version is refused for that, and so are the others.
    const trial = new FactTrial(sender, stated);
    let usedBefore = false;
    for (const version of statedFirst([CONTRACT_VERSION, CONFLICTING_VERSION, null], stated)) {
      const [template] = createRecipientTemplates({ ...context, createVersion: version });
      if (template === undefined) continue;
      // The same id under each version: where an earlier run used it, no version takes it again.
      const exchange = await trial.send(version, materialise(template, null, partnerId(run, "first", 0)).wire);
      if (!isSuccess(exchange)) continue;
      if (wasThereBefore(exchange)) {
        usedBefore = true;
        break;
      }
      await mark(sender, context, exchange);
      const answer = takes("createRecipient", version);
      notes.observations.set("preflight.createRecipient.version", { answer, evidence: exchange });
      noteFact(notes, "recipientVersion", trial.finding(version, answer, exchange, versionEdit(version, stated)));
      return { run, version, accepted: exchange };
    }
    if (usedBefore) continue;
  }
  const version = stated === undefined ? CONTRACT_VERSION : stated;
  return { run: runToken(context.seed, now), version, accepted: null };
}

/** Finds the same where files may have to wait until they can be referred to. */
export async function findCreationWithFiles(
  sender: Sender,
  context: TemplateContext,
  now: number,
  notes: PreflightNotes,
): Promise<Creation> {
  const found = await findCreation(sender, context, now, notes);
  if (context.recipientFiles.length === 0) return found;
  if (found.accepted !== null) {
    notes.observations.set(READINESS, { answer: "as soon as it is uploaded", evidence: found.accepted });
    return found;
  }
  const bare = await findCreation(sender, withoutFiles(context), now + 1, notes);
  if (bare.accepted === null) return found;
  const [template] = createRecipientTemplates({ ...context, createVersion: bare.version });
  if (template === undefined) return bare;
  const since = Date.now();
  const ready = await untilAccepted((turn) =>
    sender.send(materialise(template, null, partnerId(bare.run, "files ready", turn)).wire),
  );
  if (isSuccess(ready)) noteReadiness(notes, Date.now() - since, ready);
  return bare;
}

const READINESS = "unknown.uploadFile.readiness";

function noteReadiness(notes: PreflightNotes, waited: number, evidence: Exchange): void {
  const seconds = Math.ceil(waited / 1000);
  const answer = `not at once: a resource that refers to a new file is refused at first, and accepted within ${seconds} s`;
  notes.observations.set(READINESS, { answer, evidence });
}

function takes(operation: "createRecipient" | "createCustomer", version: string | null): string {
  return version === null ? `${operation} takes no Api-Version` : `${operation} takes Api-Version ${version}`;
}

function versionEdit(accepted: string | null, stated: string | null | undefined): EditSummary {
  return { at: `header ${VERSION_HEADER}`, from: accepted, to: stated ?? null };
}

/** What came of creating recipients. */
export interface MadeRecipients {
  readonly recipients: Record<AccountType, KnownRecipient[]>;
  readonly accepted: readonly Exchange[];
  /** Of requests that were refused for what they hold. */
  readonly refusals: readonly Exchange[];
}

/** Creates the recipients that updates work on, as far as the service takes them. */
export async function createRecipients(sender: Sender, context: TemplateContext, run: string): Promise<MadeRecipients> {
  const templates = createRecipientTemplates(context);
  const accepted: Exchange[] = [];
  const refusals: Exchange[] = [];
  const attempt = context.recipientFiles.length === 0 ? 1 : 0;
  const create = async (accountType: AccountType, template: Template, index: number): Promise<KnownRecipient[]> => {
    const partner = partnerId(run, `recipient ${accountType} ${index}`, attempt);
    const exchange = await sender.send(materialise(template, null, partner).wire);
    const recipientId = field(exchange, "recipient_id");
    if (isValidation(exchange)) refusals.push(exchange);
    else if (isSuccess(exchange)) accepted.push(exchange);
    if (typeof recipientId !== "string" || recipientId === "") return [];
    return [{ recipientId, partnerRecipientId: partner, accountType, createdAt: field(exchange, "created_at") }];
  };
  const recipientsOf = async (accountType: AccountType): Promise<KnownRecipient[]> => {
    const own = templates.filter(({ id }) => id.startsWith(accountType));
    const turns = Array.from({ length: RECIPIENTS_OF_A_TYPE }, (_, index) => own[index % own.length]);
    const created = await Promise.all(
      turns.map((template, index) => (template === undefined ? [] : create(accountType, template, index))),
    );
    return created.flat();
  };
  const [bank, crypto] = await Promise.all([recipientsOf("bank"), recipientsOf("crypto")]);
  return { recipients: { bank, crypto }, accepted, refusals };
}

/** What came of the first creation of a customer. */
export interface CustomerCreation {
  readonly version: string | null;
  readonly accepted: boolean;
  /** Why customers are created without files; null when they refer to those that were uploaded. */
  readonly noFiles: string | null;
  /** Why no second customer can be created, in the service's words. */
  readonly refusal: string | null;
}

/** Finds the Api-Version that customer creation takes: its values are not stated (section 9). */
async function findCustomerVersion(
  sender: Sender,
  context: TemplateContext,
  run: string,
  notes: PreflightNotes,
  round = "",
): Promise<{ readonly version: string | null; readonly accepted: boolean; readonly answer: Exchange | null }> {
  const { customerVersion: stated } = notes.stated;
  const trial = new FactTrial(sender, stated);
  const candidates: readonly (string | null)[] = [CONTRACT_VERSION, CONFLICTING_VERSION];
  let answered: Exchange | null = null;
  for (const version of statedFirst(candidates, stated)) {
    const [template] = createCustomerTemplates({ ...context, customerVersion: version });
    if (template === undefined) continue;
    const exchange = await trial.send(
      version,
      materialise(template, null, partnerId(run, `customer version ${version}${round}`, 0)).wire,
    );
    answered ??= exchange;
    if (!isSuccess(exchange)) continue;
    const answer = takes("createCustomer", version);
    notes.observations.set("preflight.createCustomer.version", { answer, evidence: exchange });
    noteFact(notes, "customerVersion", trial.finding(version, answer, exchange, versionEdit(version, stated)));
    return { version, accepted: true, answer: exchange };
  }
  return { version: stated === undefined ? CONTRACT_VERSION : stated, accepted: false, answer: answered };
}

/** Finds how customers are created, and whether two of them may refer to the same files. */
export async function findCustomerCreation(
  sender: Sender,
  context: TemplateContext,
  run: string,
  notes: PreflightNotes,
): Promise<CustomerCreation> {
  const { corporate, front, back } = context.customerFiles;
  const hasFiles = corporate.length + front.length + back.length > 0;
  let found = await findCustomerVersion(sender, context, run, notes);
  if (!hasFiles) return { ...found, noFiles: null, refusal: null };
  if (!found.accepted && found.answer !== null && namesFiles(found.answer)) {
    const since = Date.now();
    const [template] = createCustomerTemplates({ ...context, customerVersion: found.version });
    if (template === undefined) return { ...found, noFiles: null, refusal: null };
    const ready = await untilAccepted((turn) =>
      sender.send(materialise(template, null, partnerId(run, "customer files ready", turn)).wire),
    );
    if (!isSuccess(ready)) return { ...found, noFiles: null, refusal: null };
    noteReadiness(notes, Date.now() - since, ready);
    found = await findCustomerVersion(sender, context, run, notes, " when files are ready");
    if (!found.accepted) found = { ...found, accepted: true };
  }
  if (!found.accepted) return { ...found, noFiles: null, refusal: null };
  const versioned = { ...context, customerVersion: found.version };
  const second = async (files: TemplateContext, key: string): Promise<Exchange | null> => {
    const [template] = createCustomerTemplates(files);
    return template === undefined ? null : sender.send(materialise(template, null, partnerId(run, key, 0)).wire);
  };
  const again = await second(versioned, "second customer");
  if (again === null || !isValidation(again)) return { ...found, noFiles: null, refusal: null };
  const bare = await second(withoutFiles(versioned), "customer without files");
  if (bare !== null && isSuccess(bare)) return { ...found, noFiles: onlyOnce(again), refusal: null };
  return { ...found, noFiles: null, refusal: namesFiles(again) ? onlyOnce(again) : null };
}
