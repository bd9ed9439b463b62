/**
 * From a request of the suite to the request that is sent: credentials, user agent and a trace id (W3C Trace Context)
 * added, header values as bytes.
 */

import { createHash } from "node:crypto";
import { type Credentials, credentialHeaders, type OwnHeaders, sentValue, variableOf } from "./credentials.js";
import type { AttemptRequest } from "./exchange.js";
import type { CredentialsEdit, WireRequest } from "./model.js";
import { type RecordedCredentials, recordedCredentials, withQuery } from "./recording.js";

/** The credentials of one edit, computed once, since thousands of requests share it. */
export interface PreparedCredentials {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Encoded `name=value` pairs joined with `&`; empty when the query carries no credentials. */
  readonly query: string;
  readonly recorded: RecordedCredentials;
  readonly own: OwnHeaders;
}

/**
 * Computes what an edit of the credentials adds to a request.
 * @throws TypeError when the edit cannot be made with these credentials
 */
export function prepareCredentials(edit: CredentialsEdit, credentials: Credentials): PreparedCredentials {
  const fields = credentialHeaders(edit, credentials);
  if (fields === null) throw new TypeError(`The credentials edit "${edit}" cannot be made with the given credentials.`);
  return {
    headers: Object.entries(fields.headers).flatMap(([name, value]) => [name, asBytes(value)]),
    query: new URLSearchParams({ ...fields.query }).toString(),
    recorded: recordedCredentials(edit),
    own: credentials.headers ?? {},
  };
}

/** The headers with a user agent, unless they name one themselves in any letter case. */
export function withUserAgent(
  headers: Readonly<Record<string, string>>,
  userAgent: string,
): Readonly<Record<string, string>> {
  for (const name of Object.keys(headers)) {
    if (name.toLowerCase() === "user-agent") return headers;
  }
  return { ...headers, "user-agent": userAgent };
}

/** The request with a placeholder for each of the user's headers that neither it nor its credentials name themselves. */
export function withOwn(wire: WireRequest, { own, headers }: PreparedCredentials): WireRequest {
  const credentials = headers.filter((_, index) => index % 2 === 0);
  const names = new Set([...Object.keys(wire.headers), ...credentials].map((name) => name.toLowerCase()));
  const added = Object.keys(own).filter((name) => !names.has(name));
  if (added.length === 0) return wire;
  const placeholders = Object.fromEntries(added.map((name) => [name, `<${variableOf(name)}>`]));
  return { ...wire, headers: { ...wire.headers, ...placeholders } };
}

/** Where requests go: scheme, host and port, and the path that goes before that of each request. */
export interface BaseAddress {
  readonly origin: string;
  readonly prefix: string;
}

/** The request that is sent. `headers` are those of the request with a user agent. */
export function outgoingRequest(
  wire: WireRequest,
  headers: Readonly<Record<string, string>>,
  { origin, prefix }: BaseAddress,
  credentials: PreparedCredentials,
): AttemptRequest {
  const namesAndValues: string[] = [];
  for (const name of Object.keys(headers)) {
    const value = sentValue(headers[name] ?? "", credentials.own);
    if (value !== null) namesAndValues.push(name, asBytes(value));
  }
  namesAndValues.push(...credentials.headers);
  const path = withQuery(`${prefix}${wire.path}`, credentials.query);
  return { origin, method: wire.method, path, headers: namesAndValues, body: wire.body };
}

/** Each character of a header value is sent as one byte, so a value with non-ASCII characters is encoded as UTF-8. */
function asBytes(value: string): string {
  return /^[\t -~]*$/.test(value) ? value : Buffer.from(value, "utf8").toString("latin1");
}

export const TRACEPARENT = "traceparent";

/**
 * Gives each request its own id: made from the seed, the content, and how often the same was sent before, so that a run that sends
 * the same has the same ids.
 */
export function tracer(seed: number): (wire: WireRequest) => string {
  const times = new Map<string, number>();
  return ({ method, path, headers, body, credentials }) => {
    const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
    const sent = digest(JSON.stringify([seed, method, path, headers, credentials, body === null ? "" : String(body)]));
    const time = (times.get(sent) ?? 0) + 1;
    times.set(sent, time);
    const id = digest(`${sent} ${time}`);
    return `00-${id.slice(0, 32)}-${id.slice(32, 48)}-01`;
  };
}
