import { createHash, timingSafeEqual } from "node:crypto";

/** What partners are given to use the sandbox (section 5). The restricted pair may read but not write. */
export interface SandboxCredentials {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly restrictedApiKey: string;
  readonly restrictedApiSecret: string;
  /** The pair of another partner, which may do everything with its own data. */
  readonly secondApiKey: string;
  readonly secondApiSecret: string;
  readonly webhookSecret: string;
}

export type Principal = "full" | "restricted" | "second";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** The credentials of a seed: letters of both cases and digits, the same for the same seed. */
export function credentialsFor(seed: number): SandboxCredentials {
  return {
    apiKey: credential(seed, "api key", 32),
    apiSecret: credential(seed, "api secret", 48),
    restrictedApiKey: credential(seed, "restricted api key", 32),
    restrictedApiSecret: credential(seed, "restricted api secret", 48),
    secondApiKey: credential(seed, "second api key", 32),
    secondApiSecret: credential(seed, "second api secret", 48),
    webhookSecret: credential(seed, "webhook secret", 48),
  };
}

function credential(seed: number, purpose: string, length: number): string {
  const bytes = createHash("sha512").update(`${seed} ${purpose}`).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

type HeaderValue = string | string[] | undefined;

/** Returns the principal that a pair of header values belongs to; undefined when they are not a valid pair. */
export function authenticator(
  credentials: SandboxCredentials,
): (key: HeaderValue, secret: HeaderValue) => Principal | undefined {
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret } = credentials;
  const pairs = [
    pairOf("full", apiKey, apiSecret),
    pairOf("restricted", restrictedApiKey, restrictedApiSecret),
    pairOf("second", secondApiKey, secondApiSecret),
  ];
  return (key, secret) => {
    if (typeof key !== "string" || typeof secret !== "string") return undefined;
    // Both halves of each pair are always compared, so that the time taken does not reveal which one is wrong.
    const matching = pairs.filter((pair) => (Number(pair.key(key)) & Number(pair.secret(secret))) === 1);
    return matching[0]?.principal;
  };
}

function pairOf(principal: Principal, key: string, secret: string) {
  return { principal, key: matcher(key), secret: matcher(secret) };
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
