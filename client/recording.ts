/** From a request and its response to the exchange that is remembered. Secrets are removed from here on. */

import { KEPT_OF_LONGER } from "./body.js";
import { describedCredentials } from "./credentials.js";
import type { CredentialsEdit, RecordedRequest, RecordedResponse, WireRequest } from "./model.js";
import type { Redactor } from "./redact.js";

/** Credentials as they are recorded: computed once for each edit, since thousands of requests share it. */
export interface RecordedCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /** `name=placeholder` pairs joined with `&`; empty when the query carries no credentials. */
  readonly query: string;
}

export function recordedCredentials(edit: CredentialsEdit): RecordedCredentials {
  const { headers, query } = describedCredentials(edit);
  const pairs = Object.entries(query).map(([name, placeholder]) => `${name}=${placeholder}`);
  return { headers, query: pairs.join("&") };
}

/** A path with more query parameters, given as `name=value` pairs joined with `&`. */
export function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** A request as it is remembered. `sent` are its headers without the credentials; `baseUrl` does not end in a slash. */
export function recordRequest(
  wire: WireRequest,
  sent: Readonly<Record<string, string>>,
  baseUrl: string,
  credentials: RecordedCredentials,
  redactor: Redactor,
): RecordedRequest {
  const headers: Record<string, string> = {};
  for (const name of Object.keys(sent)) headers[name] = redactor.redact(sent[name] ?? "");
  return {
    method: wire.method,
    url: `${baseUrl}${withQuery(redactor.redact(wire.path), credentials.query)}`,
    headers: Object.assign(headers, credentials.headers),
    body: wire.body === null ? null : redactor.redact(textOf(wire.body)),
  };
}

/** A response as it is remembered, and the names of the secrets that it repeated. */
export function recordResponse(
  response: RecordedResponse,
  redactor: Redactor,
): { readonly response: RecordedResponse; readonly leaked: readonly string[] } {
  const body = redactor.inspect(response.body);
  // The beginning of a text that nobody judges, as a copy: a slice would keep the whole text in memory.
  const kept = response.truncated ? Buffer.from(body.text.slice(0, KEPT_OF_LONGER)).toString() : body.text;
  const allValues = Object.values(response.headers).join("\n");
  const values = redactor.inspect(allValues);
  if (kept === response.body && values.text === allValues) return { response, leaked: body.leaked };
  const headers = Object.entries(response.headers).map(([name, value]) => [name, redactor.redact(value)]);
  return {
    response: { ...response, headers: Object.fromEntries(headers), body: kept },
    leaked: [...new Set([...body.leaked, ...values.leaked])],
  };
}

function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
}
