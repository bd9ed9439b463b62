/**
 * Whether a delivery's X-Webhook-Signature is an HMAC-SHA256 with the webhook secret (section 5). What is signed and how
 * it is written down is not shown, so all sensible schemes are tried; digests are compared in constant time. When none
 * holds, the usual mistakes are tried, so that the answer says what is wrong and not only that something is.
 */
import { SIGNATURE_HEADER } from "../../schemas/operations.js";
import { dataContents, type SignedContent, type SignedMessage, statedContents, usualContents } from "./content.js";
import { readSignatureHeader } from "./header.js";
import { keysOf, type SigningKeys } from "./keys.js";
import { mistakeIn, type SignedDelivery, type SigningMistake } from "./mistakes.js";
import { keyed, type Scheme, Search } from "./search.js";

/** What a signature turned out to be. */
export type SignatureFact =
  /** `instead` is a header that seems to stand in for it. */
  | { readonly kind: "missing"; readonly instead: string | null }
  | { readonly kind: "holds"; readonly scheme: Scheme }
  | SigningMistake
  /** `readable`: the header may hold a digest; `searched`: all schemes and the usual mistakes were tried. */
  | { readonly kind: "unexplained"; readonly tried: number; readonly readable: boolean; readonly searched: boolean }
  /** The secret is not known, so that nothing can be said. */
  | { readonly kind: "not-verifiable" };

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
    const usual = [
      ...usualContents(message, signature, inBody),
      ...(message === delivery ? dataContents(delivery, signature, inBody) : []),
    ];
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
    thoroughness.extent === "reasons" ? mistakeIn(delivery, keys, search, contents, contentsOf, signature) : null;
  if (reason !== null) return reason;
  if (keys.secret === null) return { kind: "not-verifiable" };
  return {
    kind: "unexplained",
    tried: search.tried,
    readable: signature.readings.length > 0,
    searched: thoroughness.extent === "reasons",
  };
}
