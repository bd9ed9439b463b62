/** Small, well-formed files to upload, and the ways in which a file can be written as a text (section 4.3 shows none). */
import { crc32, deflateSync } from "node:zlib";
import type { Template } from "../edits/edit.js";
import { tokenOf } from "../texts/partnerId.js";

export type FileKind = "pdf" | "png";

/** How a file's bytes become the text of the `file` field. */
export interface FileEncoding {
  readonly name: string;
  readonly write: (bytes: Buffer, kind: FileKind) => string;
}

const MEDIA_TYPES: Readonly<Record<FileKind, string>> = { pdf: "application/pdf", png: "image/png" };

/** The encodings to try, the most usual first. */
export const FILE_ENCODINGS: readonly FileEncoding[] = [
  { name: "base64", write: (bytes) => bytes.toString("base64") },
  { name: "data URI", write: (bytes, kind) => `data:${MEDIA_TYPES[kind]};base64,${bytes.toString("base64")}` },
  { name: "base64url", write: (bytes) => bytes.toString("base64url") },
  { name: "hexadecimal", write: (bytes) => bytes.toString("hex") },
  { name: "the bytes as text", write: (bytes) => bytes.toString("latin1") },
];

/** The bytes that a text carries in one of these encodings: the same file may be written in several. */
export function fileBytes(text: string): Buffer {
  const content = text.replace(/^data:[^,]*;base64,/i, "");
  if (/^(?:[0-9a-f]{2})+$/i.test(content)) return Buffer.from(content, "hex");
  return Buffer.from(content, /^[\w+/-]+={0,2}$/.test(content) ? "base64" : "latin1");
}

/** Characters of the mark that distinguishes sample files. */
const MARK = 32;
/** Pixels of the image on either side; a byte each. */
const SIDE = 64;

/** A one-page PDF without text; the mark is in a comment, and its cross-reference table is right. */
function pdf(mark: string): Buffer {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
  ];
  let text = `%PDF-1.4\n% ${mark}\n${`% ${"sample ".repeat(10)}\n`.repeat(30)}`;
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer<</Size ${count}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, "latin1");
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A grey PNG whose pixels are those of the mark. */
function png(mark: string): Buffer {
  const header = Buffer.from([0, 0, 0, SIDE, 0, 0, 0, SIDE, 8, 0, 0, 0, 0]);
  // Each row begins with its filter: none. All rows differ, so compression saves little.
  const rows = Array.from({ length: SIDE }, (_, row) =>
    Buffer.concat([Buffer.from([0]), Buffer.from(tokenOf(`${mark} ${row}`, SIDE), "latin1")]),
  );
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * The bytes of a sample file. Files with different keys have different bytes: a service may give equal files one id, or
 * refuse a file the second time.
 */
export function sampleFile(kind: FileKind, key = ""): Buffer {
  const mark = tokenOf(`file ${key}`, MARK);
  return kind === "pdf" ? pdf(mark) : png(mark);
}

/** How a run encodes the bytes of files: recognised from the content of an upload's template; null when it is not one. */
export function writerOf({ body }: Template): FileEncoding["write"] | null {
  const kinds = Object.keys(MEDIA_TYPES) as FileKind[];
  const writes = ({ write }: FileEncoding): boolean =>
    kinds.some((kind) => write(sampleFile(kind), kind) === body?.file);
  return FILE_ENCODINGS.find(writes)?.write ?? null;
}
