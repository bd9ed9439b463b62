/**
 * Whether a delivery's X-Webhook-Signature is an HMAC-SHA256 with the webhook secret (section 5). What is signed and how
 * it is written down is not shown, so all sensible schemes are tried; digests are compared in constant time. When none
 * holds, the usual mistakes are tried, so that the answer says what is wrong and not only that something is.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Credentials } from "../../client/credentials.js";
import { SIGNATURE_HEADER } from "../../schemas/operations.js";
import {
  bodilessContents,
  type SignedContent,
  type SignedExtras,
  type SignedMessage,
  statedContents,
  usualContents,
} from "./content.js";
import { readSignatureHeader, type SignatureReading } from "./header.js";
import { otherSpellings } from "./otherSpellings.js";

/** A secret under the name that may be shown; the value never is. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** What signatures are looked at with. */
export interface SigningKeys {
  /** The account's webhook secret; null when it is not known. */
  readonly secret: string | null;
  /** Secrets that a service could take by mistake. */
  readonly others: readonly NamedSecret[];
  /** The signed content as the user states it, like `{time}.{body}`; null for all usual ones. */
  readonly stated: string | null;
}

/**
 * What signatures are looked at with.
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

/** What a signature turned out to be. */
export type SignatureFact =
  | { readonly kind: "missing" /** A header that seems to stand in for it. */; readonly instead: string | null }
  | { readonly kind: "holds"; readonly scheme: Scheme }
  | { readonly kind: "other-secret"; readonly secret: string; readonly scheme: Scheme }
  | { readonly kind: "other-algorithm"; readonly algorithm: string; readonly scheme: Scheme }
  | { readonly kind: "other-bytes"; readonly bytes: string; readonly scheme: Scheme }
  | { readonly kind: "without-body"; readonly scheme: Scheme }
  | { readonly kind: "cut"; readonly length: number; readonly scheme: Scheme }
  | {
      readonly kind: "unexplained";
      readonly tried: number;
      readonly readable: boolean /** Whether all schemes were tried. */;
      readonly searched: boolean;
    }
  /** The secret is not known, so that nothing can be said. */
  | { readonly kind: "not-verifiable" };

/** A scheme in words. */
export function schemeText({ content, encoding, notation, key }: Scheme): string {
  const secret = key === "text" ? "" : `, the secret taken as ${key}`;
  return `HMAC-SHA256 over ${content}, in ${encoding}, written as ${notation}${secret}`;
}

/** Bytes that may be hashed for one signature: a long body is tried with the most usual schemes only. */
const MOST_HASHED = 48 * 1024 * 1024;

interface Key {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The secret as text, and decoded where its spelling allows it. */
function keysOf(secret: string): Key[] {
  const keys: Key[] = [{ name: "text", bytes: Buffer.from(secret) }];
  const bare = secret.replace(/^whsec_/, "");
  if (bare !== secret) keys.push({ name: "the text behind whsec_", bytes: Buffer.from(bare) });
  if (/^[A-Za-z0-9+/]{16,}={0,2}$/.test(bare)) keys.push({ name: "base64", bytes: Buffer.from(bare, "base64") });
  if (/^(?:[0-9a-f]{2}){8,}$/i.test(bare)) keys.push({ name: "hex", bytes: Buffer.from(bare, "hex") });
  return keys;
}

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
      for (const reading of this.readings) {
        if (sameBytes(bytes, reading.bytes)) {
          return { content: content.name, encoding: reading.encoding, notation: reading.notation, key };
        }
      }
    }
    return null;
  }

  /** A reading that is the beginning of the right digest. */
  findCut(contents: readonly SignedContent[], digest: Digest, key: string): { scheme: Scheme; length: number } | null {
    const short = this.readings.filter(({ bytes }) => bytes.length < 32);
    for (const content of short.length === 0 ? [] : contents) {
      const bytes = digest(content.parts);
      for (const reading of short) {
        if (!sameBytes(bytes.subarray(0, reading.bytes.length), reading.bytes)) continue;
        const scheme = { content: content.name, encoding: reading.encoding, notation: reading.notation, key };
        return { scheme, length: reading.bytes.length };
      }
    }
    return null;
  }
}

/** A delivery whose signature is judged. */
export interface SignedDelivery extends SignedMessage {
  /** Times and ids in the body that may be signed along. */
  readonly inBody: SignedExtras;
  /** The data object, when it was found. */
  readonly data: unknown;
  /** Whether the body can be parsed and written again without harm: not when it is nested without end. */
  readonly plain: boolean;
}

/** How thoroughly to look. */
export interface Thoroughness {
  /** A content that held before is tried first. */
  readonly first: string | null;
  /** `reasons`: all schemes, then the usual mistakes, some thousand digests; `schemes`: all schemes; `quick`: the likeliest. */
  readonly extent: "reasons" | "schemes" | "quick";
}

/** Contents that a quick look tries. */
const QUICK = 8;

/** Headers that a signature may be in by mistake. */
const SIMILAR_HEADER = /signature|hmac|digest/;

function standIn(headers: Readonly<Record<string, string>>): string | null {
  const own = SIGNATURE_HEADER.toLowerCase();
  return Object.keys(headers).find((name) => name !== own && SIMILAR_HEADER.test(name)) ?? null;
}

/** Judges the signature of a delivery. Never throws for what was delivered. */
export function judgeSignature(delivery: SignedDelivery, keys: SigningKeys, thoroughness: Thoroughness): SignatureFact {
  const header = delivery.headers[SIGNATURE_HEADER.toLowerCase()];
  if (header === undefined || header.trim() === "") return { kind: "missing", instead: standIn(delivery.headers) };
  const signature = readSignatureHeader(header);
  const search = new Search(signature.readings);
  const { inBody } = delivery;
  const contentsOf = (message: SignedMessage): SignedContent[] => {
    if (keys.stated !== null) return statedContents(keys.stated, message, signature, inBody);
    const usual = usualContents(message, signature, inBody);
    const { first } = thoroughness;
    const contents =
      first === null
        ? usual
        : [...usual.filter(({ name }) => name === first), ...usual.filter(({ name }) => name !== first)];
    return thoroughness.extent === "quick" ? contents.slice(0, QUICK) : contents;
  };
  const contents = contentsOf(delivery);
  if (keys.secret !== null) {
    for (const key of keysOf(keys.secret)) {
      const scheme = search.find(contents, keyed("sha256", key.bytes), key.name);
      if (scheme !== null) return { kind: "holds", scheme };
    }
  }
  const reason =
    thoroughness.extent === "reasons" ? mistake(delivery, keys, search, contents, contentsOf, signature) : null;
  if (reason !== null) return reason;
  if (keys.secret === null) return { kind: "not-verifiable" };
  return {
    kind: "unexplained",
    tried: search.tried,
    readable: signature.readings.length > 0,
    searched: thoroughness.extent === "reasons",
  };
}

/** The usual mistakes, each departing from a right signature in one thing. */
function mistake(
  delivery: SignedDelivery,
  keys: SigningKeys,
  search: Search,
  contents: readonly SignedContent[],
  contentsOf: (message: SignedMessage) => SignedContent[],
  signature: SignedExtras,
): SignatureFact | null {
  for (const algorithm of ["sha256", "sha1", "sha512", "md5"]) {
    const scheme = search.find(contents, plain(algorithm), "none");
    if (scheme !== null)
      return { kind: "other-algorithm", algorithm: `a plain ${algorithm.toUpperCase()} without a secret`, scheme };
  }
  const { secret } = keys;
  if (secret !== null) {
    for (const key of keysOf(secret)) {
      const digest = keyed("sha256", key.bytes);
      const bodiless = search.find(bodilessContents(delivery, signature, delivery.inBody), digest, key.name);
      if (bodiless !== null) return { kind: "without-body", scheme: bodiless };
      const cut = search.findCut(contents, digest, key.name);
      if (cut !== null) return { kind: "cut", ...cut };
      for (const algorithm of ["sha512", "sha1", "sha384", "md5"]) {
        const scheme = search.find(contents, keyed(algorithm, key.bytes), key.name);
        if (scheme !== null) return { kind: "other-algorithm", algorithm: `HMAC-${algorithm.toUpperCase()}`, scheme };
      }
      for (const { name, bytes } of delivery.plain ? otherSpellings(delivery.body, delivery.data) : []) {
        const scheme = search.find(contentsOf({ ...delivery, body: bytes }), digest, key.name);
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

function alteredSecrets(secret: string | null): NamedSecret[] {
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
