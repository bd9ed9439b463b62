/** The secrets in recorded traffic: everything that its headers give away. */

import type { NamedSecret } from "../client/redact.js";
import { API_KEY_HEADER, API_SECRET_HEADER, SIGNATURE_HEADER } from "../schemas/operations.js";
import { isSuccessStatus } from "../schemas/statuses.js";
import type { HarEntry, HarHeader } from "./har.js";

/** Headers of the contract that carry secrets, and the name of the placeholder for each. */
const SECRET_HEADERS: ReadonlyMap<string, string> = new Map([
  [API_KEY_HEADER.toLowerCase(), "API_KEY"],
  [API_SECRET_HEADER.toLowerCase(), "API_SECRET"],
  [SIGNATURE_HEADER.toLowerCase(), "WEBHOOK_SIGNATURE"],
]);

/** Headers that are not of the contract, and carry what lets somebody in: they are left out. */
const PRIVATE_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "set-cookie",
  "x-auth-token",
  "x-csrf-token",
  "x-xsrf-token",
]);

function queryOf(url: string): HarHeader[] {
  return URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]) : [];
}

/** Every secret of an entry: in its headers, and in its query where somebody put the credentials there. */
function secretsOf({ url, headers, response }: HarEntry): NamedSecret[] {
  return [...headers, ...queryOf(url), ...(response?.headers ?? [])].flatMap(([name, value]): NamedSecret[] => {
    const known = SECRET_HEADERS.get(name);
    if (known !== undefined) return [[known, value]];
    return PRIVATE_HEADERS.has(name) ? privateValues(name, value) : [];
  });
}

/** A cookie of fewer characters is a setting, such as a language or a currency, and may well stand in an answer. */
const SHORTEST_PRIVATE = 12;

/** The parts of a value that may come back alone: what stands behind a scheme such as Bearer, and each cookie. */
function privateValues(name: string, value: string): NamedSecret[] {
  const placeholder = name.replaceAll("-", "_").toUpperCase();
  const pairs = value.split(/; */);
  const parts = name.endsWith("cookie")
    ? (name === "cookie" ? pairs : pairs.slice(0, 1)).map((pair) => pair.slice(pair.indexOf("=") + 1))
    : [value, ...value.split(/ +/).slice(1)];
  return parts.flatMap((part): NamedSecret[] => (part.length < SHORTEST_PRIVATE ? [] : [[placeholder, part]]));
}

/** The secrets of recorded traffic. */
export function secretsIn(entries: readonly HarEntry[]): NamedSecret[] {
  return entries.flatMap(secretsOf);
}

/** Secrets that let somebody in: an error that repeats one of them gives it away. A wrong key is no secret. */
export function provenSecretsIn(entries: readonly HarEntry[]): NamedSecret[] {
  return secretsIn(entries.filter(({ response }) => response !== null && isSuccessStatus(response.status)));
}

/** Headers by name, with placeholders for those of the contract and without the other private ones. */
export function withoutSecrets(
  headers: readonly HarHeader[],
  redact: (text: string) => string,
): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (PRIVATE_HEADERS.has(name)) continue;
    const known = SECRET_HEADERS.get(name);
    const text = known === undefined || value === "" ? redact(value) : `<${known}>`;
    shown[name] = shown[name] === undefined ? text : `${shown[name]}, ${text}`;
  }
  return shown;
}
