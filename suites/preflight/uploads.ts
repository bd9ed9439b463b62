/** Uploads the files that later cases refer to, and finds how their content is written (section 4.3). */
import type { WireRequest } from "../../client/model.js";
import { materialise, type Template } from "../../generators/edit.js";
import type { CustomerFiles } from "../../generators/templates.js";
import { isSuccess } from "../../oracles/outcome.js";
import { CONTRACT_VERSION, FILE_TYPES, type FileType } from "../../schemas/operations.js";
import { FILE_ENCODINGS, type FileEncoding, type FileKind, sampleFile } from "../fileContent.js";
import { FactTrial, noteFact, type PreflightNotes, statedFirst } from "./facts.js";
import { responseField } from "./responseField.js";
import type { Sender } from "./target.js";

/** Files to upload for recipients: one more than two over the documented ten, so that lists can be too long. */
const RECIPIENT_FILES = 12;
/** The place of a file that no template of a recipient refers to. */
export const SPARE_FILE = 5;
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
      const id = responseField(answer, "file_id");
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
