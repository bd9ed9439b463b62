/**
 * Sorts what undici and Node.js report into the few reasons for which there is no response; TLS failures in words that a person
 * can act on.
 */
import type { TlsProblem, TransportFailure } from "./model.js";

const GIVE_CA = 'If you trust it, name the certificate of its authority in ppconform.config.yaml, as "ca: FILE".';
const TELL_PROVIDER = "Tell the provider: verification cannot be turned off here.";

const PROBLEMS: Readonly<Record<string, TlsProblem>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: { wrong: "has a self-signed certificate", fix: GIVE_CA },
  SELF_SIGNED_CERT_IN_CHAIN: { wrong: "has a certificate from an unknown authority", fix: GIVE_CA },
  UNABLE_TO_GET_ISSUER_CERT: { wrong: "has a certificate whose issuer is unknown here", fix: GIVE_CA },
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: { wrong: "has a certificate whose issuer is unknown here", fix: GIVE_CA },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: { wrong: "has a certificate whose issuer is unknown here", fix: GIVE_CA },
  CERT_UNTRUSTED: { wrong: "has a certificate that is not trusted here", fix: GIVE_CA },
  CERT_HAS_EXPIRED: { wrong: "has a certificate that has expired", fix: TELL_PROVIDER },
  CERT_NOT_YET_VALID: { wrong: "has a certificate that is not valid yet", fix: "Check the clock of this machine." },
  CERT_REVOKED: { wrong: "has a certificate that was revoked", fix: TELL_PROVIDER },
  CERT_REJECTED: { wrong: "has a certificate that is rejected", fix: TELL_PROVIDER },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    wrong: "has a certificate for another host name",
    fix: "Check the host name in the address, or tell the provider.",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: {
    wrong: "does not speak TLS on this port",
    fix: "Check whether the address should begin with http:// or name another port.",
  },
  EPROTO: {
    wrong: "does not speak TLS on this port, or no safe version of it",
    fix: "Check whether the address should begin with http:// or name another port.",
  },
};

/**
 * What is wrong with TLS, and what to do about it; null when an error is about something else.
 * @param code the error's code, as Node.js gives it
 */
export function tlsProblem(code: string): TlsProblem | null {
  const known = PROBLEMS[code];
  if (known !== undefined) return known;
  if (!/^(?:ERR_TLS|ERR_SSL)/.test(code)) return null;
  return { wrong: `cannot be reached over TLS (${code})`, fix: TELL_PROVIDER };
}

/** The connection existed and was lost. */
const LOST = new Set([
  "ECONNRESET",
  "EPIPE",
  "ECONNABORTED",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
  "HPE_INVALID_EOF_STATE",
]);

/** Lost in a way that a keep-alive connection is when the other side closed it in the meantime. */
const RESEND = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);

/** There was never a connection. */
const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
]);

const TIMED_OUT = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);

/** Undici's error when a response breaks HTTP and it drops the connection itself. */
const BROKEN_RESPONSES = new Set(["bad response", "bad upgrade"]);

/** The failure that an error of the connection stands for. */
export function failureFrom(error: Error): TransportFailure {
  const code = codeOf(error);
  const message = messageOf(error, code);
  if (BROKEN_RESPONSES.has(error.message)) return { kind: "protocol", message };
  if (LOST.has(code)) return { kind: "connection-lost", message };
  const tls = tlsProblem(code);
  if (tls !== null) return { kind: "unreachable", message, tls };
  if (UNREACHABLE.has(code)) return { kind: "unreachable", message };
  if (TIMED_OUT.has(code)) return { kind: "timeout", message };
  return { kind: "protocol", message };
}

/** True when the connection went away in the way that a stale keep-alive connection does. */
export function isStaleConnection(error: Error): boolean {
  return RESEND.has(codeOf(error)) && !BROKEN_RESPONSES.has(error.message);
}

function codeOf(error: Error): string {
  if ("code" in error && typeof error.code === "string") return error.code;
  // Several addresses of one host were tried: the first failure says as much as all.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return "";
}

function messageOf(error: Error, code: string): string {
  const text = error.message === "" && error instanceof AggregateError ? String(error.errors[0]) : error.message;
  return code === "" || text.includes(code) ? text : `${text} (${code})`;
}
