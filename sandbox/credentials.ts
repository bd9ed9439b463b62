import { createHash, timingSafeEqual } from "node:crypto";

/** What a partner is given to use the sandbox (section 5). The restricted pair may read and not write. */
export interface SandboxCredentials {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly restrictedApiKey: string;
  readonly restrictedApiSecret: string;
  readonly webhookSecret: string;
}

/** Who a request comes from. */
export type Principal = "full" | "restricted";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The credentials of a seed: letters of both cases and digits, the same for the same seed. */
export function credentialsFor(seed: number): SandboxCredentials {
  return {
    apiKey: credential(seed, "api key", 32),
    apiSecret: credential(seed, "api secret", 48),
    restrictedApiKey: credential(seed, "restricted api key", 32),
    restrictedApiSecret: credential(seed, "restricted api secret", 48),
    webhookSecret: credential(seed, "webhook secret", 48),
  };
}

function credential(seed: number, purpose: string, length: number): string {
  const bytes = createHash("sha512").update(`${seed} ${purpose}`).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

type HeaderValue = string | string[] | undefined;

/** Returns the principal that a pair of header values belongs to; undefined when they are no valid pair. */
export function authenticator(
  credentials: SandboxCredentials,
): (key: HeaderValue, secret: HeaderValue) => Principal | undefined {
  const fullKey = matcher(credentials.apiKey);
  const fullSecret = matcher(credentials.apiSecret);
  const restrictedKey = matcher(credentials.restrictedApiKey);
  const restrictedSecret = matcher(credentials.restrictedApiSecret);
  return (key, secret) => {
    if (typeof key !== "string" || typeof secret !== "string") return undefined;
    // Both halves are always compared, so that the time taken does not tell which one is wrong.
    const full = Number(fullKey(key)) & Number(fullSecret(secret));
    const restricted = Number(restrictedKey(key)) & Number(restrictedSecret(secret));
    if (full === 1) return "full";
    return restricted === 1 ? "restricted" : undefined;
  };
}

function matcher(expected: string): (given: string) => boolean {
  const wanted = Buffer.from(expected, "latin1");
  const room = Buffer.alloc(wanted.length);
  return (given) => {
    room.fill(0);
    room.write(given, "latin1");
    return timingSafeEqual(room, wanted) && given.length === expected.length;
  };
}
