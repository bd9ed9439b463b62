/** Deliveries in files: one line of JSON each, as `run` and `listen` write them, or a request as it was on the wire. */

import type { Credentials } from "../client/credentials.js";
import { createRedactor, type Redactor } from "../client/redact.js";
import type { KeptFile } from "../reports/files.js";
import { isObject, type JsonRecord, parsedJson } from "../schemas/json.js";
import { fileJson } from "../schemas/unseen.js";
import { UsageError } from "../schemas/usageError.js";
import type { Delivery } from "./delivery.js";

/** Name of the file next to the report in which a run keeps its deliveries. */
export const DELIVERIES_FILE = "deliveries.ndjson";

/** Defaults for a delivery where a file does not say. */
const UNSAID = { number: 1, receivedAt: 0, method: "POST", path: "/", headers: {}, oversized: false, answered: null };

/** The first bytes decide what a file is; leading white space does not count. */
const REQUEST_LINE = /^([A-Z]+) (\S+) HTTP\/\d/;
const HEADER_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/;

/**
 * A delivery as a line of JSON. The body is text when it is valid UTF-8, else base64.
 * @param redactor takes out secrets: a delivery that held one cannot be verified from the file
 */
export function savedDelivery(delivery: Delivery, redactor: Redactor): JsonRecord {
  const text = delivery.body.toString("utf8");
  const readable = Buffer.from(text).equals(delivery.body);
  const { text: shown } = redactor.inspect(text);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(delivery.headers)) headers[name] = redactor.redact(value);
  return {
    number: delivery.number,
    receivedAt: new Date(delivery.receivedAt).toISOString(),
    method: delivery.method,
    path: redactor.redact(delivery.path),
    headers,
    ...(readable || shown !== text ? { body: shown } : { bodyBase64: delivery.body.toString("base64") }),
    ...(shown === text ? {} : { redacted: true }),
    ...(delivery.oversized ? { oversized: true } : {}),
    answered: delivery.answered,
  };
}

/** Deliveries as a file next to the report, one line of JSON each, without secrets. */
export function deliveriesFile(deliveries: readonly Delivery[], credentials: Credentials): KeptFile {
  const redactor = createRedactor(credentials);
  function* lines(): Generator<string> {
    for (const delivery of deliveries) yield `${fileJson(savedDelivery(delivery, redactor))}\n`;
  }
  return { file: DELIVERIES_FILE, text: { [Symbol.iterator]: lines } };
}

function fromSaved(value: unknown, place: string, number: number): Delivery {
  if (!isObject(value) || !isObject(value.headers))
    throw new UsageError(`${place} is not a saved delivery: an object with headers and body is expected.`);
  const { body, bodyBase64 } = value;
  if (body !== undefined && bodyBase64 !== undefined) throw new UsageError(`${place} has both body and bodyBase64.`);
  const headers: Record<string, string> = {};
  for (const [name, header] of Object.entries(value.headers)) headers[name.toLowerCase()] = String(header);
  const received = Date.parse(String(value.receivedAt));
  return {
    number: typeof value.number === "number" ? value.number : number,
    receivedAt: Number.isNaN(received) ? UNSAID.receivedAt : received,
    method: typeof value.method === "string" ? value.method : UNSAID.method,
    path: typeof value.path === "string" ? value.path : UNSAID.path,
    headers,
    body: bytesOf(body, bodyBase64),
    oversized: value.oversized === true,
    answered: typeof value.answered === "number" ? value.answered : null,
  };
}

function bytesOf(body: unknown, bodyBase64: unknown): Buffer {
  if (typeof bodyBase64 === "string") return Buffer.from(bodyBase64, "base64");
  if (typeof body === "string") return Buffer.from(body);
  // A body that was pasted as JSON: its spelling is lost, so only a compact one can be verified.
  return body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
}

/** A request as it was on the wire: perhaps a request line, headers, an empty line, the body. */
function fromWire(bytes: Buffer, name: string): Delivery {
  const separator = /\r?\n\r?\n/.exec(bytes.toString("latin1"));
  const end = separator?.index ?? bytes.length;
  const lines = bytes.subarray(0, end).toString("utf8").split(/\r?\n/);
  const request = REQUEST_LINE.exec(lines[0] ?? "");
  const headers: Record<string, string> = {};
  for (const line of lines.slice(request === null ? 0 : 1)) {
    const colon = line.indexOf(":");
    if (!HEADER_LINE.test(line))
      throw new UsageError(`${name} holds "${line.slice(0, 60)}" where a header is expected.`);
    const header = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[header] = headers[header] === undefined ? value : `${headers[header]}, ${value}`;
  }
  return {
    ...UNSAID,
    method: request?.[1] ?? UNSAID.method,
    path: request?.[2] ?? UNSAID.path,
    headers,
    body: separator === null ? Buffer.alloc(0) : bytes.subarray(separator.index + separator[0].length),
  };
}

function isSaved(value: unknown): boolean {
  return isObject(value) && isObject(value.headers);
}

/**
 * Reads the deliveries of a file: lines of saved deliveries, one saved delivery, a list of them, a request as it was on
 * the wire, or just a body.
 * @param name the file, for messages
 * @param headers headers that were given in addition to the file, names in lower case; they take precedence
 * @throws UsageError for a file that holds none of these
 */
export function readDeliveries(
  bytes: Buffer,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Delivery[] {
  const withHeaders = (delivery: Delivery): Delivery => ({ ...delivery, headers: { ...delivery.headers, ...headers } });
  const start = bytes.subarray(0, 4_096).toString("utf8").trimStart();
  if (start === "") throw new UsageError(`${name} is empty.`);
  if (REQUEST_LINE.test(start) || (HEADER_LINE.test(start) && !start.startsWith("{")))
    return [withHeaders(fromWire(bytes, name))];
  const text = bytes.toString("utf8");
  const whole = parsedJson(text);
  if (isSaved(whole)) return [withHeaders(fromSaved(whole, name, 1))];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = Array.isArray(whole) && whole.length > 0 && whole.every(isSaved) ? whole : null;
  if (entries === null && (whole !== undefined || !isSaved(parsedJson(lines[0] ?? ""))))
    // Anything else is treated as the body itself, byte for byte; its media type is not known, and not judged.
    return [withHeaders({ ...UNSAID, headers: { "content-type": "application/json" }, body: bytes })];
  const kind = entries === null ? "line" : "entry";
  return (entries ?? lines.map(parsedJson)).map((entry, index) => {
    const place = `${name}, ${kind} ${index + 1}`;
    if (entry === undefined) throw new UsageError(`${place} is not JSON.`);
    return withHeaders(fromSaved(entry, place, index + 1));
  });
}
