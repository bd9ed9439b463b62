/** The usual mistakes in signing, so that a finding says what is wrong and not only that something is. */
import { bodilessContents, type SignedContent, type SignedExtras, type SignedMessage } from "./content.js";
import { alteredSecrets, keysOf, type SigningKeys } from "./keys.js";
import { otherSpellings } from "./otherSpellings.js";
import { keyed, plain, type Scheme, type Search } from "./search.js";

/** A mistake that explains a signature. */
export type SigningMistake =
  | { readonly kind: "other-secret"; readonly secret: string; readonly scheme: Scheme }
  | { readonly kind: "other-algorithm"; readonly algorithm: string; readonly scheme: Scheme }
  | { readonly kind: "other-bytes"; readonly bytes: string; readonly scheme: Scheme }
  | { readonly kind: "without-body"; readonly scheme: Scheme }
  | { readonly kind: "cut"; readonly length: number; readonly scheme: Scheme };

/** A delivery whose signature is judged. */
export interface SignedDelivery extends SignedMessage {
  /** Times and ids in the body that may be signed along. */
  readonly inBody: SignedExtras;
  /** The data object, when it was found. */
  readonly data: unknown;
  /** Whether the body can be parsed and written again without harm: not when it is nested without end. */
  readonly plain: boolean;
}

type Parts = SignedContent["parts"];

const joinedBefore = (secret: Buffer, parts: Parts): Parts => [secret, ...parts];
const joinedBehind = (secret: Buffer, parts: Parts): Parts => [...parts, secret];

/** The first of the usual mistakes that explains a signature: each differs from a right one in one thing. */
export function mistakeIn(
  delivery: SignedDelivery,
  keys: SigningKeys,
  search: Search,
  contents: readonly SignedContent[],
  contentsOf: (message: SignedMessage) => SignedContent[],
  signature: SignedExtras,
): SigningMistake | null {
  for (const algorithm of ["sha256", "sha1", "sha512", "md5"]) {
    const scheme = search.find(contents, plain(algorithm), "none");
    if (scheme !== null)
      return { kind: "other-algorithm", algorithm: `a plain ${algorithm.toUpperCase()} without a secret`, scheme };
  }
  const { secret } = keys;
  if (secret !== null) {
    for (const key of keysOf(secret)) {
      for (const joined of [joinedBefore, joinedBehind]) {
        const scheme = search.find(contents, (parts) => plain("sha256")(joined(key.bytes, parts)), key.name);
        if (scheme !== null)
          return { kind: "other-algorithm", algorithm: "a plain SHA-256 of the secret and the content", scheme };
      }
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
