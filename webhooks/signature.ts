/**
 * Whether a delivery's X-Webhook-Signature is an HMAC-SHA256 with the webhook secret (section 5). What is signed and how
 * it is encoded is not shown, so all sensible schemes are tried; digests are compared in constant time. When none
 * matches, the usual mistakes are tried, so that the answer says what is wrong and not only that something is.
 */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Credentials } from "../client/credentials.js";
import { SIGNATURE_HEADER } from "../schemas/operations.js";
import type { DeliveryReading } from "./reading.js";
import {
  bodilessContents,
  dataContents,
  otherSpellings,
  type Signable,
  type SignedContent,
  type SignedMessage,
  signable,
  statedContents,
  usualContents,
} from "./signedContent.js";

/* What a signature header may say: the document does not show its encoding (section 5). */

/** One reading of a header: a digest, and how it was encoded. */
interface SignatureReading {
  readonly bytes: Buffer;
  /** `hex`, `base64`, `base64url`, or one of them in another: `base64 of hex`. */
  readonly encoding: string;
  /** The header with the digest's place marked: `…`, `sha256=…`, `t=…,v1=…`. */
  readonly notation: string;
}

/** Digests of the tried algorithms have 16 to 64 bytes; a truncated one may have fewer. */
const SHORTEST = 8;
const LONGEST = 64;
const LONGEST_HEADER = 4_096;
const MOST_TOKENS = 16;

const TIME_NAMES = /^(t|ts|time|timestamp|created)$/i;
const ID_NAMES = /^(id|nonce|msg|message_?id|delivery_?id|event_?id)$/i;

function decodings(text: string): { readonly bytes: Buffer; readonly encoding: string }[] {
  const found: { bytes: Buffer; encoding: string }[] = [];
  if (/^(?:[0-9a-f]{2})+$/i.test(text))
    found.push({ bytes: Buffer.from(text, "hex"), encoding: /[A-F]/.test(text) ? "hex in capitals" : "hex" });
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

/** Bits that each character of a text can hold, by the smallest alphabet that has all of them. */
const ALPHABETS: readonly (readonly [RegExp, size: number])[] = [
  [/^\d*$/, 10],
  [/^[0-9a-f]*$/i, 16],
  [/^(?:[0-9a-z]*|[0-9A-Z]*)$/, 36],
  [/^[0-9A-Za-z]*$/, 62],
  [/^/, 95],
];

/** How many bits a text can hold at the most, in whatever encoding. */
function capacityOf(text: string): number {
  const [, size = 95] = ALPHABETS.find(([alphabet]) => alphabet.test(text)) ?? [];
  return Math.floor(text.length * Math.log2(size));
}

/** Splits `t=1,v1=abc`, `sha256=abc`, `v1,abc v1,def`, `1700000000.abc`, and quoted values. */
function tokensOf(header: string) {
  // What may be a digest, with the notation that leads to it.
  const tokens = [{ text: header, notation: "…" }];
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
  for (const { name, value } of values)
    tokens.push({ text: value, notation: [...new Set(names)].map((each) => `${each}=…`).join(",") || `${name}=…` });
  const dotted = /^(\d{9,16})[.:](.+)$/.exec(header);
  if (dotted?.[1] !== undefined && dotted[2] !== undefined) {
    times.push(dotted[1]);
    tokens.push({ text: dotted[2], notation: "time and …" });
  }
  return { tokens, times, ids };
}

/**
 * Reads a signature header in every way that makes sense: digests, and times and ids that may also be signed. Never
 * throws; a header of any content is fine.
 */
function readSignatureHeader(header: string) {
  const text = header
    .trim()
    .slice(0, LONGEST_HEADER)
    .replace(/^"(.*)"$/, "$1");
  const { tokens, times, ids } = tokensOf(text);
  const readings = tokens.flatMap(({ text: token, notation }) =>
    decodings(token).map(({ bytes, encoding }) => ({ bytes, encoding, notation })),
  );
  // What is written with a name or in a list is the digest; the whole is where there are neither.
  const capacity = Math.max(...(tokens.length > 1 ? tokens.slice(1) : tokens).map(({ text }) => capacityOf(text)));
  return { readings, times, ids, capacity };
}

/* The secrets that a signature may have been made with. */

/** A secret with its name, which may be shown; the value never is. */
interface OtherSecret {
  readonly name: string;
  readonly value: string;
}

export interface SigningKeys {
  /** The account's webhook secret; null when it is not known. */
  readonly secret: string | null;
  /** Secrets that a service could use by mistake. */
  readonly others: readonly OtherSecret[];
  /** The signed content as the user states it, like `{time}.{body}`; null for all usual ones. */
  readonly stated: string | null;
}

/**
 * What signatures are verified with.
 * @param stated signed content as the user states it, or null
 */
export function signingKeys(credentials: Partial<Credentials>, stated: string | null): SigningKeys {
  const { apiKey, apiSecret, restricted, webhookSecret } = credentials;
  const others = [
    { name: "the API secret", value: apiSecret },
    { name: "the API key", value: apiKey },
    { name: "the restricted API secret", value: restricted?.apiSecret },
    { name: "the restricted API key", value: restricted?.apiKey },
  ].flatMap(({ name, value }) => (value === undefined || value === "" ? [] : [{ name, value }]));
  return { secret: webhookSecret ?? null, others, stated };
}

/** The secret as text, and decoded where its spelling allows it. */
function keysOf(secret: string) {
  const keys = [{ name: "text", bytes: Buffer.from(secret) }];
  const bare = secret.replace(/^whsec_/, "");
  if (bare !== secret) keys.push({ name: "the text after whsec_", bytes: Buffer.from(bare) });
  if (/^[A-Za-z0-9+/]{16,}={0,2}$/.test(bare)) keys.push({ name: "base64", bytes: Buffer.from(bare, "base64") });
  if (/^(?:[0-9a-f]{2}){8,}$/i.test(bare)) keys.push({ name: "hex", bytes: Buffer.from(bare, "hex") });
  return keys;
}

/** The webhook secret as a service may use it by mistake. */
function alteredSecrets(secret: string | null): OtherSecret[] {
  const empty = { name: "an empty secret", value: "" };
  if (secret === null) return [empty];
  return [
    empty,
    { name: "the webhook secret in lower case", value: secret.toLowerCase() },
    { name: "the webhook secret in capitals", value: secret.toUpperCase() },
    { name: "the webhook secret with a line end", value: `${secret}\n` },
    { name: "the webhook secret in quotes", value: `"${secret}"` },
    { name: "the webhook secret in base64", value: Buffer.from(secret).toString("base64") },
  ].filter(({ value }) => value !== secret);
}

/* Looks for the scheme that explains a signature, among contents, keys and encodings. */

/** A way to sign that explains a signature. */
export interface Scheme {
  /** `{time}.{body}` */
  readonly content: string;
  /** `hex`, `base64`, … */
  readonly encoding: string;
  /** `sha256=…` */
  readonly notation: string;
  /** How the secret's text becomes a key. */
  readonly key: string;
}

/** `plain hex`, or `hex, written as v1=…`. */
export function notationText({ encoding, notation }: Pick<Scheme, "encoding" | "notation">): string {
  return notation === "…" ? `plain ${encoding}` : `${encoding}, written as ${notation}`;
}

export function schemeText({ content, encoding, notation, key }: Scheme): string {
  const secret = key === "text" ? "" : `, the secret taken as ${key}`;
  return `HMAC-SHA256 of ${content}, ${notationText({ encoding, notation })}${secret}`;
}

/** Bytes that may be hashed for one signature: a long body is tried with the most usual schemes only. */
const MOST_HASHED = 48 * 1024 * 1024;

type Digest = (parts: SignedContent["parts"]) => Buffer;

function keyed(algorithm: string, key: Buffer): Digest {
  return (parts) => parts.reduce((digest, part) => digest.update(part), createHmac(algorithm, key)).digest();
}

function plain(algorithm: string): Digest {
  return (parts) => parts.reduce((digest, part) => digest.update(part), createHash(algorithm)).digest();
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Looks for a digest among the readings of one header, within a budget of hashed bytes. */
class Search {
  tried = 0;
  #hashed = 0;

  constructor(private readonly readings: readonly SignatureReading[]) {}

  /** The first content whose digest is in the header. */
  find(contents: readonly SignedContent[], digest: Digest, key: string): Scheme | null {
    for (const content of contents) {
      this.#hashed += content.parts.reduce((sum, part) => sum + part.length, 0);
      if (this.#hashed > MOST_HASHED) return null;
      this.tried += 1;
      const bytes = digest(content.parts);
      const reading = this.readings.find((each) => sameBytes(bytes, each.bytes));
      if (reading !== undefined) return schemeOf(content, reading, key);
    }
    return null;
  }

  /** The first content of which the header has only the beginning of the digest. */
  findCut(contents: readonly SignedContent[], digest: Digest, key: string): { scheme: Scheme; length: number } | null {
    const short = this.readings.filter(({ bytes }) => bytes.length < 32);
    for (const content of short.length === 0 ? [] : contents) {
      const bytes = digest(content.parts);
      const reading = short.find((each) => sameBytes(bytes.subarray(0, each.bytes.length), each.bytes));
      if (reading !== undefined) return { scheme: schemeOf(content, reading, key), length: reading.bytes.length };
    }
    return null;
  }
}

function schemeOf({ name }: SignedContent, { encoding, notation }: SignatureReading, key: string): Scheme {
  return { content: name, encoding, notation, key };
}

/* The usual mistakes in signing, so that a finding says what is wrong and not only that something is. */

/** A mistake that explains a signature. */
export type SigningMistake =
  | { readonly kind: "other-secret"; readonly secret: string; readonly scheme: Scheme }
  | { readonly kind: "other-algorithm"; readonly algorithm: string; readonly scheme: Scheme }
  | { readonly kind: "other-bytes"; readonly bytes: string; readonly scheme: Scheme }
  | { readonly kind: "without-body"; readonly scheme: Scheme }
  | { readonly kind: "cut"; readonly length: number; readonly scheme: Scheme };

/**
 * The first of the usual mistakes that explains a signature: each differs from a correct one in one thing.
 * @param spellings other bytes that may have been signed instead of the body
 */
function mistakeIn(
  message: Signable,
  spellings: readonly { readonly name: string; readonly bytes: Buffer }[],
  keys: SigningKeys,
  search: Search,
  contentsOf: (message: Signable) => SignedContent[],
): SigningMistake | null {
  const contents = contentsOf(message);
  for (const algorithm of ["sha256", "sha1", "sha512", "md5"]) {
    const scheme = search.find(contents, plain(algorithm), "none");
    if (scheme !== null)
      return { kind: "other-algorithm", algorithm: `a plain ${algorithm.toUpperCase()} without a secret`, scheme };
  }
  const { secret } = keys;
  if (secret !== null) {
    for (const key of keysOf(secret)) {
      const around: Digest[] = [
        (parts) => plain("sha256")([key.bytes, ...parts]),
        (parts) => plain("sha256")([...parts, key.bytes]),
      ];
      for (const joined of around) {
        const scheme = search.find(contents, joined, key.name);
        if (scheme !== null)
          return { kind: "other-algorithm", algorithm: "a plain SHA-256 of the secret and the content", scheme };
      }
      const digest = keyed("sha256", key.bytes);
      const bodiless = search.find(bodilessContents(message), digest, key.name);
      if (bodiless !== null) return { kind: "without-body", scheme: bodiless };
      const cut = search.findCut(contents, digest, key.name);
      if (cut !== null) return { kind: "cut", ...cut };
      for (const algorithm of ["sha512", "sha1", "sha384", "md5", "sha224", "sha512-256", "sha3-256"]) {
        const scheme = search.find(contents, keyed(algorithm, key.bytes), key.name);
        if (scheme !== null) return { kind: "other-algorithm", algorithm: `HMAC-${algorithm.toUpperCase()}`, scheme };
      }
      const shortened = search.find(contents, (parts) => keyed("sha512", key.bytes)(parts).subarray(0, 32), key.name);
      if (shortened !== null)
        return { kind: "other-algorithm", algorithm: "the first 32 bytes of an HMAC-SHA512", scheme: shortened };
      for (const { name, bytes } of spellings) {
        const scheme = search.find(contentsOf({ ...message, body: bytes }), digest, key.name);
        if (scheme !== null) return { kind: "other-bytes", bytes: name, scheme };
      }
    }
  }
  for (const other of [...keys.others, ...alteredSecrets(secret)]) {
    const scheme = search.find(contents, keyed("sha256", Buffer.from(other.value)), "text");
    if (scheme !== null) return { kind: "other-secret", secret: other.name, scheme };
  }
  return null;
}

/** What a signature turned out to be. */
export type SignatureFact =
  /** `instead` is a header that seems to stand in for it. */
  | { readonly kind: "missing"; readonly instead: string | null }
  | { readonly kind: "holds"; readonly scheme: Scheme }
  | SigningMistake
  /**
   * `readable`: the header may hold a digest; `capacity`: how many bits it can hold at the most; `searched`: all schemes and the
   * usual mistakes were tried.
   */
  | {
      readonly kind: "unexplained";
      readonly tried: number;
      readonly readable: boolean;
      readonly capacity: number;
      readonly searched: boolean;
    }
  /** The secret is not known, so nothing can be said. */
  | { readonly kind: "not-verifiable" };

/** `reasons`: all schemes, then the usual mistakes, some thousand digests; `schemes`: all schemes; `quick`: the likeliest. */
export type Extent = "reasons" | "schemes" | "quick";

/** Contents that a quick look tries. */
const QUICK = 8;

/** Headers that a signature may be in by mistake. */
const SIMILAR_HEADER = /signature|hmac|digest/;

function standIn(headers: Readonly<Record<string, string>>): string | null {
  const own = SIGNATURE_HEADER.toLowerCase();
  return Object.keys(headers).find((name) => name !== own && SIMILAR_HEADER.test(name)) ?? null;
}

/** Judges the signature of a delivery. Never throws for what was delivered. @param first a content that matched before */
export function judgeSignature(
  delivery: SignedMessage,
  { body, data, times, ids }: Pick<DeliveryReading, "body" | "data" | "times" | "ids">,
  keys: SigningKeys,
  { first, extent }: { readonly first: string | null; readonly extent: Extent },
): SignatureFact {
  const header = delivery.headers[SIGNATURE_HEADER.toLowerCase()];
  if (header === undefined || header.trim() === "") return { kind: "missing", instead: standIn(delivery.headers) };
  const signature = readSignatureHeader(header);
  const search = new Search(signature.readings);
  const inBody = { times: times.map(({ value }) => value), ids: ids.map(({ value }) => value) };
  const message = signable(delivery, signature, inBody);
  const contentsOf = (signed: Signable): SignedContent[] => {
    if (keys.stated !== null) return statedContents(keys.stated, signed);
    const usual = [...usualContents(signed), ...(signed === message ? dataContents(signed) : [])];
    const contents = [...usual.filter(({ name }) => name === first), ...usual.filter(({ name }) => name !== first)];
    return extent === "quick" ? contents.slice(0, QUICK) : contents;
  };
  const contents = contentsOf(message);
  for (const key of keys.secret === null ? [] : keysOf(keys.secret)) {
    const scheme = search.find(contents, keyed("sha256", key.bytes), key.name);
    if (scheme !== null) return { kind: "holds", scheme };
  }
  if (extent === "reasons") {
    // An endlessly nested body cannot safely be serialised again.
    const spellings = body.kind === "json" ? otherSpellings(delivery.body, data?.objects[0]) : [];
    const mistake = mistakeIn(message, spellings, keys, search, contentsOf);
    if (mistake !== null) return mistake;
  }
  if (keys.secret === null) return { kind: "not-verifiable" };
  const readable = signature.readings.length > 0;
  const { capacity } = signature;
  return { kind: "unexplained", tried: search.tried, readable, capacity, searched: extent === "reasons" };
}
