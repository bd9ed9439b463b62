/** What goes over the wire and what is remembered of it. Every other part of the suite uses these terms. */
import type { CredentialsEdit } from "./credentialsEdits.js";

export type { CredentialsEdit };

/** What bad credentials look like to a service: somebody guessing the secret of a key, or whole credentials. */
export type CredentialsGuess = "secret" | "credentials";

/** A request ready to be sent. Credentials are added by the transport, so that no other part handles secrets. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, beginning with a slash, relative to the base address. */
  readonly path: string;
  /** Headers except the credentials. An absent `content-type` is not added by the transport. */
  readonly headers: Readonly<Record<string, string>>;
  /** Raw body bytes as text (sent as UTF-8) or as bytes; null sends no body. */
  readonly body: string | Uint8Array | null;
  readonly credentials: CredentialsEdit;
}

/** A request as recorded: secrets already replaced by placeholders such as `<API_KEY>`. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A response as recorded. Header names are in lower case; repeated headers are joined with ", ". */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded as UTF-8, at most the configured number of bytes. */
  readonly body: string;
  /** True when the body was longer than the limit and was cut. */
  readonly truncated: boolean;
}

/** Why a connection is not trusted. */
export interface TlsProblem {
  /** What is wrong, as the end of a sentence that begins with the address. */
  readonly wrong: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
}

/** Why there is no response. */
export type TransportFailure =
  | { readonly kind: "timeout"; readonly message: string }
  /** `tls`: what is wrong with the certificate or the handshake, and what can be done about it. */
  | { readonly kind: "unreachable"; readonly message: string; readonly tls?: TlsProblem }
  | { readonly kind: "connection-lost"; readonly message: string }
  | { readonly kind: "protocol"; readonly message: string };

/** One request and its response. */
export interface Exchange {
  /** The request as it was handed to the transport, to be sent again. Holds no secrets. */
  readonly wire: WireRequest;
  readonly request: RecordedRequest;
  readonly response: RecordedResponse | null;
  readonly failure: TransportFailure | null;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** The name of the response's Content-Type header, as it was written; absent when it has none. */
  readonly contentTypeName?: string;
  /** The answer to a second sending: the service may have taken the first one, which was not answered. */
  readonly resent?: true;
  /** Which of our secrets the response repeated, found before redaction. */
  readonly leaked: readonly string[];
}

/** A stretch of time in which the target gave no answer. */
export interface Outage {
  /** Milliseconds since the epoch: when the first request that was not answered had left. */
  readonly from: number;
  /** When a read was answered again; null when that was not seen. */
  readonly to: number | null;
  /** What was seen first: `connection refused`, `502`. */
  readonly seen: string;
  /** Requests that were not answered. */
  readonly requests: number;
}
