/** From the bytes of a response body to text: content encodings undone, bounded, decoded as UTF-8. */
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  gunzipSync,
  inflateRawSync,
  inflateSync,
} from "node:zlib";

export interface DecodedBody {
  readonly text: string;
  /** True when the decoded body was longer than the limit and was cut. */
  readonly truncated: boolean;
}

interface Decoder {
  readonly stream: (bytes: Buffer) => NodeJS.ReadWriteStream & { destroy(): void };
  readonly whole: (bytes: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;
}

/** A flush at the end yields the content of a body that was cut by the limit, instead of an error. */
const ZLIB = { finishFlush: constants.Z_SYNC_FLUSH };

const GZIP: Decoder = { stream: () => createGunzip(ZLIB), whole: gunzipSync };

/** Both the zlib format of the standard and bare deflate data are sent as deflate. */
function isZlib(bytes: Buffer): boolean {
  return ((bytes[0] ?? 0) & 0x0f) === 8;
}

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", GZIP],
  ["x-gzip", GZIP],
  [
    "deflate",
    {
      stream: (bytes) => (isZlib(bytes) ? createInflate(ZLIB) : createInflateRaw(ZLIB)),
      whole: (bytes, limit) => (isZlib(bytes) ? inflateSync : inflateRawSync)(bytes, limit),
    },
  ],
  [
    "br",
    {
      stream: () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      whole: brotliDecompressSync,
    },
  ],
]);

/** More stacked encodings than this can only be an attack. */
const MOST_ENCODINGS = 3;

/** True when a body with this Content-Encoding has to pass `decodeBody` before it is text. */
export function isEncoded(contentEncoding: string | undefined): boolean {
  return contentEncoding !== undefined && encodingsOf(contentEncoding).length > 0;
}

/**
 * Undoes the content encodings of a body and decodes it as UTF-8, with U+FFFD for invalid bytes.
 * @param limit how many bytes the decoded body may have; the rest is cut
 * @throws Error when the bytes are not in the encoding that the response names
 */
export function decodeBody(bytes: Buffer, contentEncoding: string, limit: number): Promise<DecodedBody> {
  const decoded = decoding.then(() => decode(bytes, contentEncoding, limit));
  decoding = decoded.catch(() => {});
  return decoded;
}

/**
 * Bodies are decoded one after the other: otherwise a bomb in each of the requests under way would take memory for all
 * at once.
 */
let decoding: Promise<unknown> = Promise.resolve();

async function decode(bytes: Buffer, contentEncoding: string, limit: number): Promise<DecodedBody> {
  const encodings = encodingsOf(contentEncoding);
  if (encodings.length > MOST_ENCODINGS)
    throw new Error(`the response body has ${encodings.length} content encodings on top of each other`);
  let decoded = bytes;
  let truncated = false;
  for (const encoding of encodings.reverse()) {
    const decoder = DECODERS.get(encoding);
    if (decoder === undefined) break;
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      const stream = decoder.stream(decoded);
      stream.end(decoded);
      for await (const chunk of stream) {
        const piece = Buffer.from(chunk);
        chunks.push(piece);
        length += piece.length;
        if (length > limit) {
          truncated = true;
          break;
        }
      }
    } catch (error) {
      throw new Error(`the response body is not ${encoding}, though its Content-Encoding says so`, { cause: error });
    }
    decoded = Buffer.concat(chunks).subarray(0, limit);
  }
  return { text: decoded.toString("utf8"), truncated };
}

/**
 * A small body without its content encodings, at once.
 * @param limit how many bytes the decoded body may have
 * @returns null where it has none, is not in it, or would be longer
 */
export function decodedAtOnce(bytes: Buffer, contentEncoding: string, limit: number): Buffer | null {
  const decoders = encodingsOf(contentEncoding).map((encoding) => DECODERS.get(encoding));
  if (decoders.length === 0 || decoders.length > MOST_ENCODINGS) return null;
  try {
    return decoders.reduceRight<Buffer | null>(
      (decoded, decoder) =>
        decoded === null || decoder === undefined ? null : decoder.whole(decoded, { maxOutputLength: limit }),
      bytes,
    );
  } catch {
    return null;
  }
}

function encodingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .toLowerCase()
    .split(",")
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
}

/*
 * How much of a body is read. Exchanges are kept for the reports, so a target that answers everything at great length
 * would otherwise fill the memory.
 */

/** How many bytes of a body are always read. */
const SHORT_BODY = 64 * 1024;
/** How many characters are kept of a body that was not read to its end: they are only for the reports. */
export const KEPT_OF_LONGER = 4 * 1024;
/** How many bytes of longer bodies a run reads before it reads only short ones. */
const ALLOWANCE = 16 * 1024 * 1024;

/** Watches over the bodies of one run. */
export class ReadingLimit {
  private left: number;

  /**
   * @param longest most bytes of a body that are read
   * @param allowance bytes in longer bodies after which no longer body is read any more
   */
  constructor(
    private readonly longest: number,
    allowance = ALLOWANCE,
  ) {
    this.left = allowance;
  }

  /** How many bytes of the next body are read. */
  get bytes(): number {
    return this.left > 0 ? this.longest : Math.min(this.longest, SHORT_BODY);
  }

  /** Counts a body that was read. */
  count(length: number): void {
    if (length > SHORT_BODY) this.left -= length;
  }
}
