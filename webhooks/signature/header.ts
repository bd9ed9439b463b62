/** What a signature header may say: how it is written down is not shown in the document (section 5). */

/** One reading of a header: a digest, and how it was written. */
export interface SignatureReading {
  readonly bytes: Buffer;
  /** `hex`, `base64`, `base64url`, or one of them in another: `base64 of hex`. */
  readonly encoding: string;
  /** The header with the digest's place marked: `…`, `sha256=…`, `t=…,v1=…`. */
  readonly notation: string;
}

/** What a header holds beside digests: times and ids that may be signed along. */
export interface SignatureParts {
  readonly readings: readonly SignatureReading[];
  readonly times: readonly string[];
  readonly ids: readonly string[];
}

/** Digests of the algorithms that are looked for have 16 to 64 bytes; a cut one may have fewer. */
const SHORTEST = 8;
const LONGEST = 64;
const LONGEST_HEADER = 4_096;
const MOST_TOKENS = 16;

const TIME_NAMES = /^(t|ts|time|timestamp|created)$/i;
const ID_NAMES = /^(id|nonce|msg|message_?id|delivery_?id|event_?id)$/i;

/** Every way to read a text as bytes. */
function decodings(text: string): { readonly bytes: Buffer; readonly encoding: string }[] {
  const found: { bytes: Buffer; encoding: string }[] = [];
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) {
    found.push({ bytes: Buffer.from(text, "hex"), encoding: /[A-F]/.test(text) ? "hex in capitals" : "hex" });
  }
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text) && (text.length % 4 === 0 || text.includes("="))) {
    const bytes = Buffer.from(text, "base64");
    found.push({ bytes, encoding: "base64" });
    const inner = bytes.toString("latin1");
    if (/^(?:[0-9a-f]{2})+$/i.test(inner)) found.push({ bytes: Buffer.from(inner, "hex"), encoding: "base64 of hex" });
  } else if (/^[A-Za-z0-9_-]+={0,2}$/.test(text)) {
    found.push({ bytes: Buffer.from(text, "base64url"), encoding: "base64url" });
  } else if (/^[A-Za-z0-9+/]+$/.test(text)) {
    found.push({ bytes: Buffer.from(text, "base64"), encoding: "base64 without padding" });
  }
  return found.filter(({ bytes }) => bytes.length >= SHORTEST && bytes.length <= LONGEST);
}

/** A piece of the header that may be a digest, with the notation that leads to it. */
interface Token {
  readonly text: string;
  readonly notation: string;
}

/** Splits `t=1,v1=abc`, `sha256=abc`, `v1,abc v1,def`, `1700000000.abc`, and quoted values. */
function tokensOf(header: string): { tokens: Token[]; times: string[]; ids: string[] } {
  const tokens: Token[] = [{ text: header, notation: "…" }];
  const times: string[] = [];
  const ids: string[] = [];
  const names: string[] = [];
  const values: { name: string; value: string }[] = [];
  for (const piece of header.split(/[,;\s]+/).slice(0, MOST_TOKENS)) {
    const pair = /^([A-Za-z][\w-]{0,31})\s*[=:]\s*"?([^"]+?)"?$/.exec(piece);
    const [, name, value] = pair ?? [];
    if (name === undefined || value === undefined) {
      if (piece !== header && piece.length >= SHORTEST) tokens.push({ text: piece, notation: "a list with …" });
      continue;
    }
    names.push(name);
    if (TIME_NAMES.test(name)) times.push(value);
    else if (ID_NAMES.test(name)) ids.push(value);
    else values.push({ name, value });
  }
  for (const { name, value } of values) {
    tokens.push({ text: value, notation: [...new Set(names)].map((each) => `${each}=…`).join(",") || `${name}=…` });
  }
  const dotted = /^(\d{9,16})[.:](.+)$/.exec(header);
  if (dotted?.[1] !== undefined && dotted[2] !== undefined) {
    times.push(dotted[1]);
    tokens.push({ text: dotted[2], notation: "time and …" });
  }
  return { tokens, times, ids };
}

/** Reads a signature header in every way that makes sense. Never throws; a header of any content is fine. */
export function readSignatureHeader(header: string): SignatureParts {
  const text = header
    .trim()
    .slice(0, LONGEST_HEADER)
    .replace(/^"(.*)"$/, "$1");
  const { tokens, times, ids } = tokensOf(text);
  const readings = tokens.flatMap(({ text: token, notation }) =>
    decodings(token).map(({ bytes, encoding }) => ({ bytes, encoding, notation })),
  );
  return { readings, times, ids };
}
