/** Looks for the scheme that explains a signature, among contents, keys and ways to write it down. */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { SignedContent } from "./content.js";
import type { SignatureReading } from "./header.js";

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

/** A scheme in words. */
export function schemeText({ content, encoding, notation, key }: Scheme): string {
  const secret = key === "text" ? "" : `, the secret taken as ${key}`;
  return `HMAC-SHA256 over ${content}, in ${encoding}, written as ${notation}${secret}`;
}

/** Bytes that may be hashed for one signature: a long body is tried with the most usual schemes only. */
const MOST_HASHED = 48 * 1024 * 1024;

export type Digest = (parts: SignedContent["parts"]) => Buffer;

export function keyed(algorithm: string, key: Buffer): Digest {
  return (parts) => parts.reduce((digest, part) => digest.update(part), createHmac(algorithm, key)).digest();
}

export function plain(algorithm: string): Digest {
  return (parts) => parts.reduce((digest, part) => digest.update(part), createHash(algorithm)).digest();
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Looks for a digest among the readings of one header, within a budget of hashed bytes. */
export class Search {
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
        if (sameBytes(bytes, reading.bytes))
          return { content: content.name, encoding: reading.encoding, notation: reading.notation, key };
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
