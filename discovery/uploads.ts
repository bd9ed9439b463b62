/** Uploads the files that later cases refer to, and finds how their content is written (section 4.3). */

import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { detailsOf, quoted, wordsOf } from "../engine/judge/refusalText.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { CustomerFiles } from "../generators/templates/context.js";
import { FILE_ENCODINGS, type FileEncoding, type FileKind, sampleFile } from "../generators/templates/fileContent.js";
import { responseField } from "../oracles/json.js";
import { answerText, isSuccess } from "../oracles/outcome.js";
import { CONFLICTING_VERSION, CONTRACT_VERSION, FILE_TYPES, type FileType, OPERATIONS } from "../schemas/operations.js";
import { discoverFact, type Probe, statedFirst } from "./factSearch.js";

/** Files to upload for recipients: one over the documented ten, so that lists can be too long. */
const RECIPIENT_FILES = 11;
/** The index of a file that no template of a recipient refers to. */
export const SPARE_FILE = 5;
/** Set here only where the six values of file_type are refused. */
export const UNTYPED = "unknown.uploadFile.fileTypeRequired";
/**
 * Set where files are refused for what is documented: one of the six file_types is refused whatever the file, and also without one; or
 * the Api-Version.
 */
export const TYPES_REFUSED = "preflight.uploadFile.fileTypes";
const IDENTITY_TYPES: readonly FileType[] = ["Main page", "Back page"];
const FILE_KINDS: readonly FileKind[] = ["pdf", "png"];

/** The kind of file that suits a file type, where a service accepts both: which it accepts is open (section 8). */
function usualKind(fileType: FileType): FileKind {
  return IDENTITY_TYPES.includes(fileType) ? "png" : "pdf";
}

/** The file_types that are meant for recipients, in turn. */
export function typeOfRecipients(index: number): FileType {
  return index % 2 === 0 ? "Invoice" : "Contract";
}

/** The template of an upload with a file type; each request has a file with different bytes. */
export function uploadTemplate(fileType: FileType, { encoding, generation, kinds }: Writing): Template {
  const kind = kinds.get(fileType) ?? usualKind(fileType);
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

export interface Writing {
  readonly encoding: FileEncoding;
  /** Distinguishes files of this run from those of earlier ones. */
  readonly generation: number;
  /** The kinds of files for those file types that take another kind than usual. */
  readonly kinds: ReadonlyMap<FileType, FileKind>;
}

export interface Uploads extends Writing {
  readonly recipientFiles: readonly string[];
  readonly customerFiles: CustomerFiles;
  /** Why there is no file at all; null when there is one. */
  readonly refused: string | null;
}

function uploadRequest(fileType: FileType, writing: Writing, key: string): WireRequest {
  return materialise(uploadTemplate(fileType, writing), null, key).wire;
}

/**
 * How files that the service accepts are written (section 4.3), and whether it accepts any. An earlier run may have uploaded the
 * same bytes, and whether a service accepts them twice is open.
 */
async function findWriting(probe: Probe, now: number): Promise<{ found: Writing; isTaken: boolean }> {
  const stated = FILE_ENCODINGS.find(({ name }) => name === probe.stated.fileEncoding);
  const encodings = statedFirst(FILE_ENCODINGS, stated);
  const { taken } = await discoverFact(probe, {
    fact: "fileEncoding",
    moves: FILE_KINDS.flatMap((kind) =>
      [0, now].flatMap((generation) => encodings.map((encoding) => ({ kind, generation, encoding }))),
    ),
    isStated: ({ encoding }) => encoding === stated,
    ask: ({ kind, ...writing }, sender) =>
      sender.send(uploadRequest("Invoice", { ...writing, kinds: new Map([["Invoice", kind]]) }, "first")),
    found: ({ kind, generation, encoding }, refused) => {
      const same = refused.filter(({ move }) => move.kind === kind && move.generation === generation);
      const names = same.map(({ move }) => move.encoding.name);
      const written = ({ write }: FileEncoding): string => write(sampleFile(kind), kind);
      return {
        id: "unknown.uploadFile.fileEncoding",
        value: { accepted: encoding.name, refused: names },
        text: `a file written as ${encoding.name} is accepted${names.length === 0 ? "" : `; refused: ${names.join(", ")}`}`,
        edit: { at: "file", from: written(encoding), to: written(stated ?? encoding) },
      };
    },
  });
  const [usual] = FILE_ENCODINGS;
  if (usual === undefined) throw new Error("no file encoding to try");
  const { encoding, generation } = taken?.move ?? { encoding: usual, generation: now };
  return { found: { encoding, generation, kinds: new Map() }, isTaken: taken !== null };
}

/** Uploads a file without a file_type: whether it is required is open (section 4.3). */
function uploadUntyped(sender: Sender, writing: Writing, key: string): Promise<Exchange> {
  return sender.send({ ...uploadRequest("Invoice", writing, key), path: OPERATIONS.uploadFile.path });
}

/** The id of a file that was uploaded without a file_type; none where that is refused. */
export async function untypedFile(sender: Sender, writing: Writing): Promise<string[]> {
  return idIn(await uploadUntyped(sender, writing, "untyped"));
}

/** Uploads one more file with a file_type. @param like the file_type whose kind of content it has; @returns its id, null where it is refused */
export async function newFile(
  sender: Sender,
  writing: Writing,
  fileType: FileType,
  like: FileType,
  key: string,
): Promise<string | null> {
  const kind = writing.kinds.get(like) ?? usualKind(like);
  const kinds = new Map([...writing.kinds, [fileType, kind] as const]);
  const [id = null] = idIn(await sender.send(uploadRequest(fileType, { ...writing, kinds }, key)));
  return id;
}

/** Uploads files of these types. @returns the ids of those that are accepted */
export async function newFiles(
  sender: Sender,
  writing: Writing,
  types: readonly FileType[],
  key: string,
): Promise<string[]> {
  const given = await Promise.all(
    types.map((fileType, index) => newFile(sender, writing, fileType, fileType, `${key} ${index}`)),
  );
  return given.filter((id) => id !== null);
}

function idIn(answer: Exchange): string[] {
  const id = responseField(answer, "file_id");
  return typeof id === "string" && id !== "" ? [id] : [];
}

/** Whether a refusal is about the parameter file_type, and not about the file. */
function isOfType(refusal: Exchange): boolean {
  const said = detailsOf(refusal);
  return /file_?type/i.test(said) && !/\bfile\b(?!_?type)/i.test(said);
}

/**
 * Where no file is accepted: whether the reason is file_type, whose values are documented. It is where files are accepted
 * without one, and where a value is refused in the same words when there is no file that could be wrong.
 */
async function tryTypes({ sender, observations }: Probe, writing: Writing): Promise<void> {
  const untyped = await uploadUntyped(sender, writing, "without file_type");
  if (isSuccess(untyped)) {
    const value = { "left out": { accepted: untyped.response?.status ?? null } };
    observations.set(UNTYPED, { value, text: `${answerText(untyped)}: left out`, evidence: untyped });
    return;
  }
  const template = uploadTemplate("Invoice", writing);
  const refusal = await sender.send(materialise(template, null, "of its type").wire);
  // Where the same file is accepted under another version, the documented one is what is refused.
  const other = await sender.send(materialise({ ...template, version: CONFLICTING_VERSION }, null, "of its type").wire);
  if (isSuccess(other)) {
    observations.set(TYPES_REFUSED, { value: null, text: quoted(refusal), evidence: refusal });
    return;
  }
  if (isSuccess(refusal) || !isOfType(refusal)) return;
  const evidence = await sender.send(materialise(template, { kind: "remove", at: ["file"] }, "without a file").wire);
  if (wordsOf(evidence) === wordsOf(refusal))
    observations.set(TYPES_REFUSED, { value: null, text: quoted(evidence), evidence });
}

/**
 * Uploads the files that later cases refer to, each with the file type of its context.
 * @param now milliseconds since the epoch, for files that no earlier run had
 */
export async function uploadFiles(probe: Probe, now: number): Promise<Uploads> {
  const { found, isTaken } = await findWriting(probe, now);
  const kinds = new Map<FileType, FileKind>();
  const writing = { ...found, kinds };
  let last: Exchange | undefined;
  const uploaded = async (types: readonly FileType[], key: string): Promise<string[]> => {
    const answers = await Promise.all(
      types.map((fileType, copy) => probe.sender.send(uploadRequest(fileType, writing, `${key} ${fileType} ${copy}`))),
    );
    last = answers.at(-1);
    return answers.flatMap(idIn);
  };
  const idsOf = async (types: readonly FileType[], key: string): Promise<string[]> => {
    if (isTaken) return uploaded(types, key);
    // What is refused in every encoding is hardly accepted as another type: each type is tried once before more follow.
    const each = await uploaded([...new Set(types)], key);
    const more = types.filter((type, index) => types.indexOf(type) !== index);
    return each.length === 0 ? each : [...each, ...(await uploaded(more, `${key} more`))];
  };
  const ids = async (types: readonly FileType[]): Promise<string[]> => {
    const given = await idsOf(types, "preflight");
    if (given.length > 0) return given;
    for (const type of types) kinds.set(type, usualKind(type) === "pdf" ? "png" : "pdf");
    const others = await idsOf(types, "preflight other kind");
    // Where no kind is accepted, the usual one is the clearest.
    if (others.length === 0) for (const type of types) kinds.delete(type);
    return others;
  };
  const recipientTypes = Array.from({ length: RECIPIENT_FILES }, (_, index) => typeOfRecipients(index));
  const [, , registration, articles, front, back] = FILE_TYPES;
  const [recipientFiles, corporateFiles, frontFiles, backFiles] = await Promise.all([
    ids(recipientTypes),
    ids([registration, articles, registration]),
    ids([front, front]),
    ids([back, back]),
  ]);
  const all = [recipientFiles, corporateFiles, frontFiles, backFiles].flat();
  if (all.length === 0) await tryTypes(probe, writing);
  return {
    ...writing,
    refused: all.length > 0 || last === undefined ? null : `no file could be uploaded: ${quoted(last)}`,
    recipientFiles,
    customerFiles: { corporate: corporateFiles, front: frontFiles, back: backFiles },
  };
}
