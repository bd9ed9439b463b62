/** From a recorded entry to an exchange as the oracles read it. Secrets are removed from here on. */
import type { CredentialsEdit, Exchange, RecordedResponse, WireRequest } from "../client/model.js";
import { createRedactorOf, type NamedSecret, type Redactor } from "../client/redact.js";
import { parsedJson } from "../schemas/json.js";
import { type OperationId, operationOf } from "../schemas/operation.js";
import { API_KEY_HEADER, API_SECRET_HEADER, OPERATION_IDS, SIGNATURE_HEADER } from "../schemas/operations.js";
import { pathSource } from "../schemas/paths.js";
import { isSuccessStatus } from "../schemas/statuses.js";
import type { HarEntry, HarHeader } from "./har.js";

export type RecordedExchange = ReturnType<Exchanges["of"]>;

/** Headers that a command needs to repeat a request. */
const REPEATED_HEADERS = new Set(["accept", "content-type", "api-version"]);

function isJson(text: string): boolean {
  return parsedJson(text) !== undefined;
}

/** Which kind of credentials a request carried, never their values. */
function credentialsOf({ headers }: HarEntry): CredentialsEdit {
  const carries = (name: string): boolean =>
    headers.some(([header, value]) => header === name.toLowerCase() && value !== "");
  if (carries(API_KEY_HEADER)) return carries(API_SECRET_HEADER) ? "valid" : "no-secret";
  return carries(API_SECRET_HEADER) ? "no-key" : "neither";
}

/** Turns entries into exchanges. Built for all entries of a file, so that a secret of one is found in every other. */
export class Exchanges {
  private readonly redactor: Redactor;
  private readonly proven: Redactor;

  /** @param known secrets that the user has besides those in the traffic */
  constructor(entries: readonly HarEntry[], known: readonly NamedSecret[]) {
    this.redactor = createRedactorOf([...known, ...secretsIn(entries)]);
    this.proven = createRedactorOf([...known, ...provenSecretsIn(entries)]);
  }

  /** An exchange, and how much of it was recorded. */
  of({ entry, baseUrl, path }: DocumentedRequest) {
    const { redact } = this.redactor;
    const headers = withoutSecrets(entry.headers, redact);
    const body = entry.body === null ? null : redact(entry.body);
    const wire: WireRequest = {
      method: entry.method,
      path: redact(path),
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => REPEATED_HEADERS.has(name))),
      body,
      credentials: credentialsOf(entry),
    };
    const { response, bodyIsKnown, leaked } = this.responseOf(entry);
    const exchange: Exchange = {
      wire,
      request: { method: entry.method, url: `${redact(baseUrl)}${wire.path}`, headers, body },
      response,
      failure: response === null ? { kind: "connection-lost", message: "no answer was recorded" } : null,
      startedAt: entry.startedAt ?? 0,
      durationMs: entry.durationMs,
      leaked,
    };
    // What was sent is undefined when nothing was, or when it was not recorded as JSON.
    return { exchange, sent: body === null ? undefined : parsedJson(body), bodyIsKnown };
  }

  /** The answer, whether its body can be judged, and the secrets in it. */
  private responseOf({ response }: HarEntry) {
    if (response === null) return { response, bodyIsKnown: false, leaked: [] };
    const raw = response.body ?? "";
    const body = this.redactor.redact(raw);
    const headers = withoutSecrets(response.headers, this.redactor.redact);
    const values = response.headers.map(([, value]) => value).join("\n");
    // A secret of digits may have been in a number, and taking it out may have broken the body.
    const bodyIsKnown = response.body !== null && isJson(raw) === isJson(body);
    // What is not known completely is judged like something that was cut short.
    const recorded: RecordedResponse = { status: response.status, headers, body, truncated: !bodyIsKnown };
    return { response: recorded, bodyIsKnown, leaked: this.proven.inspect(`${raw}\n${values}`).leaked };
  }
}

/* Which documented operation a recorded request was for. */

/** A recorded request to a documented operation. */
export interface DocumentedRequest {
  readonly entry: HarEntry;
  readonly operation: OperationId;
  /** What precedes the documented path: the base address of the deployment. */
  readonly baseUrl: string;
  /** Path and query, starting at the documented path. */
  readonly path: string;
}

/** The ends of paths that belong to an operation; whatever precedes them is the deployment's own. */
const ENDS = OPERATION_IDS.map((id) => ({
  id,
  method: operationOf(id).method,
  end: new RegExp(`^(.*?)(${pathSource(id)})$`),
}));

/** The operation by method and path; null when the contract document has no such operation. */
export function documentedRequest(entry: HarEntry): DocumentedRequest | null {
  if (!/^https?:\/\//i.test(entry.url) || !URL.canParse(entry.url)) return null;
  const { origin, pathname, search } = new URL(entry.url);
  for (const { id, method, end } of ENDS) {
    if (method !== entry.method) continue;
    const [, prefix, path] = end.exec(pathname) ?? [];
    if (prefix === undefined || path === undefined) continue;
    return { entry, operation: id, baseUrl: `${origin}${prefix}`, path: `${path}${search}` };
  }
  return null;
}

/** How many requests went to each base address, the busiest first. */
export function deployments(requests: readonly DocumentedRequest[]): [baseUrl: string, requests: number][] {
  const counts = new Map<string, number>();
  for (const { baseUrl } of requests) counts.set(baseUrl, (counts.get(baseUrl) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left);
}

/* The secrets in recorded traffic: everything that its headers reveal. */

/** Headers of the contract that carry secrets, and the name of the placeholder for each. */
const SECRET_HEADERS: ReadonlyMap<string, string> = new Map([
  [API_KEY_HEADER.toLowerCase(), "API_KEY"],
  [API_SECRET_HEADER.toLowerCase(), "API_SECRET"],
  [SIGNATURE_HEADER.toLowerCase(), "WEBHOOK_SIGNATURE"],
]);

/** Headers outside the contract that grant access: they are left out. */
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

/** A cookie of fewer characters is a setting, such as a language or a currency, and may well be in an answer. */
const SHORTEST_PRIVATE = 12;

/** The parts of a value that may come back alone: what follows a scheme such as Bearer, and each cookie. */
function privateValues(name: string, value: string): NamedSecret[] {
  const placeholder = name.replaceAll("-", "_").toUpperCase();
  const pairs = value.split(/; */);
  const parts = name.endsWith("cookie")
    ? (name === "cookie" ? pairs : pairs.slice(0, 1)).map((pair) => pair.slice(pair.indexOf("=") + 1))
    : [value, ...value.split(/ +/).slice(1)];
  return parts.flatMap((part): NamedSecret[] => (part.length < SHORTEST_PRIVATE ? [] : [[placeholder, part]]));
}

export function secretsIn(entries: readonly HarEntry[]): NamedSecret[] {
  return entries.flatMap(secretsOf);
}

/** Secrets that grant access: an error that repeats one of them reveals it. A wrong key is not a secret. */
function provenSecretsIn(entries: readonly HarEntry[]): NamedSecret[] {
  return secretsIn(entries.filter(({ response }) => response !== null && isSuccessStatus(response.status)));
}

/** Headers by name, with placeholders for those of the contract and without the other private ones. */
function withoutSecrets(
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
