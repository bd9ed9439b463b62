/**
 * Whether an uploaded file may be referred to at once, by more than one resource, and where its file_type suits. The first two are
 * left open: a service may inspect a file first, and may tie it to a single resource (sections 2.1 and 4.3).
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Exchange } from "../client/model.js";
import type { Sender } from "../client/send.js";
import type { Adaptation } from "../engine/contract.js";
import { detailsOf, firstDetail, namesIn, quoted } from "../engine/judge/refusalText.js";
import { discover } from "../engine/send/discovering.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { CustomerFiles, TemplateContext } from "../generators/templates/context.js";
import { CUSTOMER_FILES } from "../generators/templates/customers.js";
import { createRecipientTemplates } from "../generators/templates/recipients.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { isObject, type Pointer } from "../schemas/json.js";
import { FILE_TYPES, type FileType, type OperationId } from "../schemas/operations.js";
import { isValidation } from "../schemas/statuses.js";
import type { Probe } from "./factSearch.js";
import type { DeniedFile, Target } from "./target.js";
import { newFiles, typeOfRecipients, type Writing } from "./uploads.js";

/** Milliseconds between two attempts, and how often they are repeated. */
const STEP = 500;
const TRIES = 12;

const READINESS = "unknown.uploadFile.readiness";

export const NO_CUSTOMER_FILES: CustomerFiles = { corporate: [], front: [], back: [] };

/** Whether a refusal says that it is about a file. */
export function namesFiles(exchange: Exchange): boolean {
  return /file|document|scan|文件/i.test(firstDetail(exchange) ?? "");
}

/** Words about the number of items, or about being a list: what the document states of a list of files (section 2.1). */
const COUNTS = new RegExp(
  [
    "(?:than|exactly|most|up to) *(?:\\d+|zero|one) *(?:items?|elements?|entries|files?|ids?)\\b",
    "(?:to|least|[<>]=?) *\\d+ *(?:items?|elements?|entries|files?|ids?)\\b",
    "between \\d+ and \\d+",
    "too[ _](?:many|few)\\b",
    "(?:have|contain|hold) (?:no|zero|\\d+) (?:items?|elements?|entries|files?|ids?)\\b",
    "be (?:an? )?(?:empty|array|list)\\b",
  ].join("|"),
  "i",
);
/** Words about the processing of a file, which the document leaves open (section 4.3). */
const STATES =
  /\b(?:yet|still|again|retry|soon|pending|process\w*|progress|scan\w*|review\w*|looked|check\w*|verif\w*|ready|wait\w*|later|status|state|available|expired?|exists?|found|unknown|belongs?|owned|used?)\b/i;

/**
 * Whether a list of files is refused for a documented rule that it keeps, such as its number of items. That does not mean a file
 * that is not ready, or of the wrong kind. The words decide, without the names of fields in them.
 */
export function deniesTheList(exchange: Exchange): boolean {
  const words = namesIn(exchange).reduce((rest, name) => rest.replaceAll(name, " "), detailsOf(exchange));
  return namesFiles(exchange) && COUNTS.test(words) && !STATES.test(words);
}

/**
 * Sends a request that refers to new files until it is accepted, and notes how long that took.
 * @param fresh the key of each turn's new texts
 * @returns the last answer
 */
export async function untilReady(probe: Probe, template: Template, fresh: (turn: number) => string): Promise<Exchange> {
  const since = Date.now();
  const send = (turn: number): Promise<Exchange> => probe.sender.send(materialise(template, null, fresh(turn)).wire);
  let answer = await send(0);
  for (let turn = 1; turn <= TRIES && hasStatus(answer, isValidation); turn++) {
    await pause(STEP);
    answer = await send(turn);
  }
  if (isSuccess(answer)) {
    const waited = Date.now() - since;
    const text = `not at once: a resource that refers to a new file is refused at first, and accepted within ${Math.ceil(waited / 1000)} s`;
    const value = { atOnce: false, within: { milliseconds: waited } };
    probe.observations.set(READINESS, { value, text, evidence: answer });
  }
  return answer;
}

/** The context of a service that accepts no files from us. */
export function withoutFiles(context: TemplateContext): TemplateContext {
  return { ...context, recipientFiles: [], customerFiles: NO_CUSTOMER_FILES };
}

function creatingWith(sender: Sender, context: TemplateContext, run: string) {
  const [template] = createRecipientTemplates(context);
  return async (files: readonly string[], key: string): Promise<Exchange | null> => {
    if (template === undefined) return null;
    const body = { ...template.body, file_id_list: [...files] };
    return sender.send(materialise({ ...template, body }, null, partnerId(run, key, 0)).wire);
  };
}

/**
 * Whether an Invoice and a Contract are refused on a recipient for their file_type, although these suit: a file of another type, or of
 * none, is accepted there, while they are still refused (section 4.3).
 * @param others ids of files of other types
 */
export async function deniesTheTypes(
  sender: Sender,
  context: TemplateContext,
  run: string,
  others: readonly string[],
): Promise<boolean> {
  const create = creatingWith(sender, withoutFiles(context), run);
  const { taken, refused } = await discover({
    moves: others,
    ask: (id, turn) => create([id], `file of another type ${turn}`),
    isTaken: isSuccess,
  });
  const own = context.recipientFiles.slice(0, 2);
  const again = taken === null ? null : await create(own, `files of the types ${refused.length}`);
  return again !== null && hasStatus(again, isValidation);
}

/**
 * Why no two recipients can refer to one file; null when they can, or when the service accepts no file.
 * @param spare a file that no template refers to
 */
export async function findFileOfOne(
  sender: Sender,
  context: TemplateContext,
  run: string,
  spare: string,
): Promise<Adaptation | null> {
  const create = creatingWith(sender, context, run);
  const none = await create([], "file of one none");
  if (none === null || !isSuccess(none)) return null;
  const first = await create([spare], "file of one first");
  if (first === null || !isSuccess(first)) return null;
  const again = await create([spare], "file of one second");
  if (again === null || !hasStatus(again, isValidation) || deniesTheList(again)) return null;
  return { reason: onlyOnce(again), evidence: again };
}

/** How many files the lists have that are sent where a file belongs to one resource. */
const UNUSED = 52;

/** Uploads files for such lists, of creations and updates. */
export async function findUnusedFiles(sender: Sender, writing: Writing): Promise<NonNullable<Target["unusedFiles"]>> {
  const types = Array.from({ length: UNUSED }, (_, index) => typeOfRecipients(index));
  const files = (operation: OperationId) => newFiles(sender, writing, types, `unused ${operation}`);
  const [createRecipient, updateRecipient] = await Promise.all([files("createRecipient"), files("updateRecipient")]);
  return { createRecipient, updateRecipient };
}

/** Uploads the files of customers that are sent where a file belongs to one of them: of two customers, and of their persons. */
export function unusedCustomerFiles(sender: Sender, writing: Writing): Promise<string[]> {
  const customer = [REGISTRATION, ARTICLES, REGISTRATION, FRONT, BACK];
  const types = [...customer, ...customer, FRONT, FRONT, BACK, BACK, ...Array<FileType>(4).fill(REGISTRATION)];
  return newFiles(sender, writing, types, "unused createCustomer");
}

/** Whether a file could be referred to as soon as it was uploaded. */
export function areReadyAtOnce({ observations }: Probe): boolean {
  const { value } = observations.get(READINESS) ?? {};
  return isObject(value) && value.atOnce === true;
}

export function onlyOnce(again: Exchange): string {
  return `a file may be used in one resource only: ${quoted(again)}; whether it may is left open (sections 2.1 and 4.3)`;
}

/**
 * Notes that files could be referred to when first tried, `waited` milliseconds after they were uploaded. How long that took
 * depends on the suite's machine, so the answer is the same whatever the service does.
 */
export function noteReadyFiles({ observations }: Probe, waited: number, evidence: Exchange): void {
  const value = { atOnce: true, within: { milliseconds: waited } };
  const text = `yes, at the first try, within ${Math.ceil(waited / 1000)} s of its upload`;
  observations.set(READINESS, { value, text, evidence });
}

/** The reason where every file is refused. */
export function filesUnusable(refusal: Exchange, by: "recipient" | "customer"): string {
  const seconds = Math.round((STEP * TRIES) / 1000);
  return `no ${by} may refer to a file that this run uploaded, neither at once nor within ${seconds} s: ${quoted(refusal)}; when it may is left open (sections 2.1 and 4.3)`;
}

const [INVOICE, , REGISTRATION, ARTICLES, FRONT, BACK] = FILE_TYPES;

/** The file_types meant for customers: where a file of each stands, which other ones are tried there, and how. */
const PLACES: readonly {
  readonly type: FileType;
  readonly others: readonly FileType[];
  readonly at: Pointer;
  readonly place: (files: CustomerFiles, first: string, second: string) => CustomerFiles;
  readonly without: (files: CustomerFiles) => CustomerFiles;
}[] = [
  {
    type: REGISTRATION,
    others: [ARTICLES, INVOICE],
    at: [...CUSTOMER_FILES.documents, 0],
    place: (files, first, second) => ({ ...files, corporate: [first, files.corporate[1] ?? second, second] }),
    without: (files) => ({ ...files, corporate: files.corporate.slice(1, 2) }),
  },
  {
    type: ARTICLES,
    others: [REGISTRATION, INVOICE],
    at: [...CUSTOMER_FILES.documents, 1],
    place: (files, first) => ({ ...files, corporate: files.corporate.with(1, first) }),
    without: (files) => ({ ...files, corporate: files.corporate.toSpliced(1, 1) }),
  },
  {
    type: FRONT,
    others: [BACK, INVOICE],
    at: CUSTOMER_FILES.front,
    place: (files, first, second) => ({ ...files, front: [first, second] }),
    without: (files) => ({ ...files, front: [] }),
  },
  {
    type: BACK,
    others: [FRONT, INVOICE],
    at: CUSTOMER_FILES.back,
    place: (files, first, second) => ({ ...files, back: [first, second] }),
    without: (files) => ({ ...files, back: [] }),
  },
];

/**
 * A file that is refused on a customer for its file_type, although this is meant for customers (section 4.3): a new file
 * with the same content and another file_type is accepted in its place, or a customer without it, while a new one of its own type
 * still is not.
 */
export async function findDeniedFile(
  create: (files: CustomerFiles, key: string) => Promise<Exchange | null>,
  upload: (fileType: FileType, like: FileType, key: string) => Promise<string | null>,
  files: CustomerFiles,
): Promise<DeniedFile | null> {
  if (files.corporate.length < 2 || files.front.length === 0 || files.back.length === 0) return null;
  for (const { type, others, at, place, without } of PLACES) {
    const placed = async (fileType: FileType): Promise<{ first: string; files: CustomerFiles } | null> => {
      const key = `${fileType} in the place of ${type}`;
      const [first, second] = [await upload(fileType, type, key), await upload(fileType, type, `${key} again`)];
      return first === null || second === null ? null : { first, files: place(files, first, second) };
    };
    for (const other of [...others, null]) {
      const substitute = other === null ? { files: without(files) } : await placed(other);
      if (substitute === null) continue;
      const taken = await create(substitute.files, `customer with ${other ?? "no file"} for ${type}`);
      if (taken === null || !isSuccess(taken)) continue;
      const own = await placed(type);
      const refused = own === null ? null : await create(own.files, `customer with ${type} of its own`);
      if (own === null || refused === null || !hasStatus(refused, isValidation)) break;
      return { type, other, at, id: own.first, files: substitute.files };
    }
  }
  return null;
}
