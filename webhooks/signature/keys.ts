/** The secrets that a signature may have been made with. */
import type { Credentials } from "../../client/credentials.js";

/** A secret under the name that may be shown; the value never is. */
export interface OtherSecret {
  readonly name: string;
  readonly value: string;
}

/** What signatures are looked at with. */
export interface SigningKeys {
  /** The account's webhook secret; null when it is not known. */
  readonly secret: string | null;
  /** Secrets that a service could take by mistake. */
  readonly others: readonly OtherSecret[];
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

/** A secret as bytes, and how its text was read. */
export interface Key {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The secret as text, and decoded where its spelling allows it. */
export function keysOf(secret: string): Key[] {
  const keys: Key[] = [{ name: "text", bytes: Buffer.from(secret) }];
  const bare = secret.replace(/^whsec_/, "");
  if (bare !== secret) keys.push({ name: "the text behind whsec_", bytes: Buffer.from(bare) });
  if (/^[A-Za-z0-9+/]{16,}={0,2}$/.test(bare)) keys.push({ name: "base64", bytes: Buffer.from(bare, "base64") });
  if (/^(?:[0-9a-f]{2}){8,}$/i.test(bare)) keys.push({ name: "hex", bytes: Buffer.from(bare, "hex") });
  return keys;
}

/** The webhook secret as a service may take it by mistake. */
export function alteredSecrets(secret: string | null): OtherSecret[] {
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
