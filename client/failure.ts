/**
 * Sorts what undici and Node.js report into the few reasons for which there is no response.
 */
import type { TransportFailure } from "./model.js";
import { tlsProblem } from "./tls.js";

/** The connection was there and went away. */
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

/** There never was a connection. */
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

/** What undici says when a response breaks HTTP and it drops the connection itself. */
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
  // Several addresses of one host were tried: the first failure tells as much as all.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return "";
}

function messageOf(error: Error, code: string): string {
  const text = error.message === "" && error instanceof AggregateError ? String(error.errors[0]) : error.message;
  return code === "" || text.includes(code) ? text : `${text} (${code})`;
}
