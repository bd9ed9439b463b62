/** From a recorded entry to an exchange as the oracles read it. Secrets are gone from here on. */

import type { CredentialsEdit, Exchange, RecordedResponse, WireRequest } from "../client/model.js";
import { createRedactorOf, type NamedSecret, type Redactor } from "../client/redact.js";
import { parsedJson } from "../schemas/json.js";
import { API_KEY_HEADER, API_SECRET_HEADER } from "../schemas/operations.js";
import type { DocumentedRequest } from "./documented.js";
import type { HarEntry } from "./har.js";
import { provenSecretsIn, secretsIn, withoutSecrets } from "./secrets.js";

/** An exchange, and how much of it was recorded. */
export interface RecordedExchange {
  readonly exchange: Exchange;
  /** The JSON that was sent; undefined when none was, or when it was not recorded. */
  readonly sent: unknown;
  /** Whether the answer's body can be judged. */
  readonly bodyIsKnown: boolean;
}

/** Headers that a command needs to repeat a request. */
const REPEATED_HEADERS = new Set(["accept", "content-type", "api-version"]);

function isJson(text: string): boolean {
  return parsedJson(text) !== undefined;
}

/** Which credentials a request carried: which they were is not told. */
function credentialsOf({ headers }: HarEntry): CredentialsEdit {
  const carries = (name: string): boolean =>
    headers.some(([header, value]) => header === name.toLowerCase() && value !== "");
  if (carries(API_KEY_HEADER)) return carries(API_SECRET_HEADER) ? "valid" : "no-secret";
  return carries(API_SECRET_HEADER) ? "no-key" : "neither";
}

/** Turns entries into exchanges. Made for all entries of a file, so that a secret of one is found in every other. */
export class Exchanges {
  private readonly redactor: Redactor;
  private readonly proven: Redactor;

  /** @param known secrets that the user has beside those in the traffic */
  constructor(entries: readonly HarEntry[], known: readonly NamedSecret[]) {
    this.redactor = createRedactorOf([...known, ...secretsIn(entries)]);
    this.proven = createRedactorOf([...known, ...provenSecretsIn(entries)]);
  }

  of({ entry, baseUrl, path }: DocumentedRequest): RecordedExchange {
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
    return {
      exchange: {
        wire,
        request: { method: entry.method, url: `${redact(baseUrl)}${wire.path}`, headers, body },
        response,
        failure: response === null ? { kind: "connection-lost", message: "no answer was recorded" } : null,
        startedAt: entry.startedAt ?? 0,
        durationMs: entry.durationMs,
        leaked,
      },
      sent: body === null ? undefined : parsedJson(body),
      bodyIsKnown,
    };
  }

  private responseOf({ response }: HarEntry): {
    readonly response: RecordedResponse | null;
    readonly bodyIsKnown: boolean;
    readonly leaked: readonly string[];
  } {
    if (response === null) return { response, bodyIsKnown: false, leaked: [] };
    const raw = response.body ?? "";
    const body = this.redactor.redact(raw);
    const headers = withoutSecrets(response.headers, this.redactor.redact);
    const values = response.headers.map(([, value]) => value).join("\n");
    // A secret of digits may have stood in a number, and taking it out may have broken the body.
    const bodyIsKnown = response.body !== null && isJson(raw) === isJson(body);
    return {
      // What is not known whole is judged as what was cut short.
      response: { status: response.status, headers, body, truncated: !bodyIsKnown },
      bodyIsKnown,
      leaked: this.proven.inspect(`${raw}\n${values}`).leaked,
    };
  }
}
