/** Reads traffic that was recorded as HAR (HTTP Archive 1.2): by a browser, a proxy, or an HTTP client. */
import { isObject, type JsonRecord, parsedJson } from "../schemas/json.js";
import { UsageError } from "../schemas/usageError.js";

export type HarHeader = readonly [name: string, value: string];

interface HarResponse {
  readonly status: number;
  readonly headers: readonly HarHeader[];
  /** Null when the recorder did not keep it: then nothing can be said about it. */
  readonly body: string | null;
}

/** One recorded request with its response. */
export interface HarEntry {
  /** Its position in the file, from 1. */
  readonly number: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HarHeader[];
  /** Null when none was sent, or when the recorder did not keep it as text. */
  readonly body: string | null;
  /** Null when no answer came. */
  readonly response: HarResponse | null;
  /** Milliseconds since the epoch; null when the recorder does not say. */
  readonly startedAt: number | null;
  readonly durationMs: number;
  /** The check whose case sent it, in traffic recorded by our own run. */
  readonly check?: string;
}

/** The longest plausible duration of an exchange, in milliseconds: a day. */
const LONGEST = 86_400_000;

function recordAt(parent: JsonRecord, name: string): JsonRecord {
  const value = parent[name];
  return isObject(value) ? value : {};
}

function textAt(parent: JsonRecord, name: string): string | null {
  const value = parent[name];
  return typeof value === "string" ? value : null;
}

function numberAt(parent: JsonRecord, name: string): number | null {
  const value = parent[name];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Headers without those that only HTTP/2 has, such as `:authority`. */
function headersOf(message: JsonRecord): HarHeader[] {
  const { headers } = message;
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header: unknown): HarHeader[] => {
    if (!isObject(header)) return [];
    const name = textAt(header, "name");
    const value = textAt(header, "value");
    return name === null || value === null || name === "" || name.startsWith(":") ? [] : [[name.toLowerCase(), value]];
  });
}

function decoded(text: string, encoding: string | null): string {
  return encoding?.toLowerCase() === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;
}

/** Whether only part of a body is there: it has fewer bytes than originally, and does not parse. */
function isCut(body: string, size: number | null): boolean {
  return size !== null && Buffer.byteLength(body) < size && parsedJson(body) === undefined;
}

function responseBody(response: JsonRecord, status: number): string | null {
  const content = recordAt(response, "content");
  const text = textAt(content, "text");
  const size = numberAt(content, "size");
  const isEmpty = status === 204 || status === 304 || size === 0 || (size === null && response.bodySize === 0);
  if (text === null || text === "") return isEmpty ? "" : null;
  const body = decoded(text, textAt(content, "encoding"));
  return isCut(body, size) ? null : body;
}

/** The response's headers. A recorder that keeps none may still have kept the media type. */
function responseHeaders(response: JsonRecord): HarHeader[] {
  const headers = headersOf(response);
  if (headers.some(([name]) => name === "content-type")) return headers;
  const mediaType = textAt(recordAt(response, "content"), "mimeType") ?? "";
  return mediaType === "" || mediaType === "x-unknown" ? headers : [...headers, ["content-type", mediaType]];
}

function responseOf(entry: JsonRecord, place: string): HarResponse | null {
  const response = entry.response;
  if (!isObject(response)) throw new UsageError(`${place} has no response. Export the traffic again.`);
  const status = numberAt(response, "status");
  if (status === null)
    throw new UsageError(`${place} has no response.status that is a number. Export the traffic again.`);
  // Recorders write 0, or -1, for a request that was blocked, aborted or never answered.
  if (status < 100 || status > 599) return null;
  return { status, headers: responseHeaders(response), body: responseBody(response, status) };
}

function requestBody(request: JsonRecord): string | null {
  const data = recordAt(request, "postData");
  const text = textAt(data, "text");
  return text === null || text === "" ? null : decoded(text, textAt(data, "encoding"));
}

function entryOf(entry: unknown, index: number, file: string): HarEntry {
  const place = `${file}: Entry ${index + 1}`;
  const request = isObject(entry) ? entry.request : undefined;
  if (!isObject(entry) || !isObject(request))
    throw new UsageError(`${place} has no request. Export the traffic again.`);
  const method = textAt(request, "method");
  const url = textAt(request, "url");
  if (method === null || url === null)
    throw new UsageError(`${place} has no request.method and request.url that are texts. Export the traffic again.`);
  const check = textAt(entry, "_check");
  const startedAt = Date.parse(textAt(entry, "startedDateTime") ?? "");
  return {
    number: index + 1,
    method: method.toUpperCase(),
    url,
    headers: headersOf(request),
    body: requestBody(request),
    response: responseOf(entry, place),
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
    durationMs: Math.min(LONGEST, Math.max(0, numberAt(entry, "time") ?? 0)),
    ...(check === null ? {} : { check }),
  };
}

/**
 * Reads a HAR.
 * @param file its name, for messages
 * @throws UsageError when the text is not JSON, not a HAR, or has an entry without a request or a response
 */
export function parseHar(text: string, file: string): HarEntry[] {
  const value = parsedJson(text.replace(/^\uFEFF/, ""));
  if (value === undefined) throw new UsageError(`${file}: It is not JSON. Export the traffic as HAR.`);
  const entries = isObject(value) ? recordAt(value, "log").entries : undefined;
  if (!Array.isArray(entries))
    throw new UsageError(`${file}: Not a HAR file: log.entries is missing. Export the traffic as HAR.`);
  return entries.map((entry: unknown, index) => entryOf(entry, index, file));
}
