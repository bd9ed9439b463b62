/** Small, well-formed files to upload, and the ways in which a file can be written as a text (section 4.3 shows none). */

/** A one-page PDF without text. */
const PDF = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj",
  "xref",
  "0 4",
  "0000000000 65535 f ",
  "0000000009 00000 n ",
  "0000000052 00000 n ",
  "0000000101 00000 n ",
  "trailer<</Size 4/Root 1 0 R>>",
  "startxref",
  "164",
  "%%EOF",
  "",
].join("\n");

/** A PNG of one pixel. */
const PNG_BASE64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

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

/**
 * The bytes of a sample file.
 * @param copy copies of a PDF with different numbers differ in a closing comment: a service may give equal files one id
 */
export function sampleFile(kind: FileKind, copy = 0): Buffer {
  return kind === "pdf" ? Buffer.from(`${PDF}% copy ${copy}\n`, "latin1") : Buffer.from(PNG_BASE64, "base64");
}
