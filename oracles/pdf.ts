/** Whether texts hold a PDF, in whatever encoding: the document does not show that of a receipt (section 4.7). */
import { gunzipSync, inflateSync } from "node:zlib";

const SIGNATURE = "%PDF-";
/** How many bytes the start of a PDF is searched in; readers skip what precedes it. */
const BEGINNING = 1024;
/** Most bytes that a packed text may have. */
const LARGEST = 4 * 1024 * 1024;
/** How often one encoding may be nested in another. */
const LEVELS = 3;

function unpacked(bytes: Buffer): Buffer[] {
  const options = { maxOutputLength: LARGEST };
  return [gunzipSync, inflateSync].flatMap((unpack) => {
    try {
      return [unpack(bytes, options)];
    } catch {
      return [];
    }
  });
}

/** What a text may decode to, by each encoding whose form it has. */
function readings(text: string): Buffer[] {
  const content = text.replace(/^data:[^,]*,/i, "").replaceAll(/\s+/g, "");
  const escaped = /%[0-9a-f]{2}/i.test(text) ? [Buffer.from(unescapedBytes(text), "latin1")] : [];
  const hexadecimal = /^(?:0x)?(?:[0-9a-f]{2})+$/i.test(content)
    ? [Buffer.from(content.replace(/^0x/i, ""), "hex")]
    : [];
  const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/.test(content) ? [Buffer.from(content, "base64")] : [];
  return [...escaped, ...hexadecimal, ...base64];
}

function unescapedBytes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function isPdf(bytes: Buffer, level = 0): boolean {
  if (bytes.subarray(0, BEGINNING).includes(SIGNATURE)) return true;
  if (level === LEVELS) return false;
  return [...unpacked(bytes), ...readings(bytes.toString("latin1"))].some((inner) => isPdf(inner, level + 1));
}

/** The bytes of texts that are decimal numbers, in one text or one each, with a sign or none; no bytes for other texts. */
function numbered(texts: readonly string[]): Buffer {
  const joined = texts.join(",").replaceAll(/[[\]\s]+/g, " ");
  return /[^-\d, ]/.test(joined) ? Buffer.alloc(0) : Buffer.from(joined.match(/-?\d+/g)?.map(Number) ?? []);
}

/**
 * Whether some texts hold a PDF, each alone or all of them together: plain, in base64, as hexadecimal digits, as
 * numbers, in a data URI, packed, or in several of these. Null where that is not known: a text is an address where the
 * PDF may be.
 */
export function holdPdf(texts: readonly string[]): boolean | null {
  const together = ["", "\n"].map((between) => Buffer.from(texts.join(between), "utf8"));
  const parts = Buffer.concat(texts.flatMap((text) => readings(text)[0] ?? []));
  const alone = texts.map((text) => Buffer.from(text, "utf8"));
  if ([...together, parts, numbered(texts), ...alone].some((bytes) => isPdf(bytes))) return true;
  return texts.some((text) => /^(?:https?:)?\/\//i.test(text)) ? null : false;
}
