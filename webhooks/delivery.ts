/** One request that came to the receiver, as bytes: the common model of every part that judges deliveries (section 6). */
import { curlCommand } from "../client/curl.js";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Redactor } from "../client/redact.js";
import type { Category } from "../schemas/deliveries.js";

/** A delivery as it came over the wire. */
export interface Delivery {
  /** From 1, in the order in which the deliveries were complete. */
  readonly number: number;
  /** When its last byte arrived, in milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** Names in lower case; repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that a signature is about. Empty when the body was longer than the receiver accepts. */
  readonly body: Buffer;
  /** True when the body was longer than the receiver accepts and was not kept. */
  readonly oversized: boolean;
  /** The status that the receiver answered with; null when it withheld the answer on purpose. */
  readonly answered: number | null;
}

/** A delivery that an event should cause. */
export interface ExpectedDelivery {
  readonly category: Category;
  /** Ids of the resource: its data must show one of them. */
  readonly ids: readonly string[];
  /** The status that the delivery must state; null for any. */
  readonly status: string | null;
  /** What happened, for people: `recipient rcp_1 became active`. */
  readonly because: string;
}

/** A body longer than this many bytes is not decoded into text for people. */
const LONGEST_SHOWN_BODY = 64 * 1024;

/** Headers of the connection, which differ in a repetition. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "expect",
  "upgrade",
]);

/** The headers that belong to the delivery, not to the connection. @param headers names in lower case */
export function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

/* A delivery in the terms of the report: a request of the service, and the receiver's answer. */

/**
 * A delivery as an exchange, without secrets.
 * @param receiver address of the receiver, for the URL
 */
export function deliveryExchange(delivery: Delivery, receiver: string, redactor: Redactor): Exchange {
  const leaked = new Set<string>();
  const cleaned = (text: string): string => {
    const found = redactor.inspect(text);
    for (const name of found.leaked) leaked.add(name);
    return found.text;
  };
  const body = cleaned(delivery.body.subarray(0, LONGEST_SHOWN_BODY).toString("utf8"));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(delivery.headers)) headers[name] = cleaned(value);
  const path = cleaned(delivery.path);
  const url = URL.canParse(path, receiver) ? new URL(path, receiver).href : receiver;
  const { method, answered } = delivery;
  return {
    wire: { method, path, headers: ownHeaders(headers), body, credentials: "neither" },
    request: { method, url, headers, body },
    response: answered === null ? null : { status: answered, headers: {}, body: "", truncated: false },
    failure: null,
    startedAt: delivery.receivedAt,
    durationMs: 0,
    leaked: [...leaked],
  };
}

/**
 * A shell command that sends a delivery once more, to a receiver of the user's choice. Its signature stays valid unless
 * it covers a time whose age the receiver checks.
 */
export function deliveryCommand(wire: WireRequest): string {
  // A change that was not delivered is shown by the request that created the resource.
  if (wire.credentials !== "neither") return curlCommand(wire);
  // The address stands before headers and body, so that only it is replaced.
  return curlCommand(wire).replace('"$CONFORMANCE_BASE_URL"', '"$CONFORMANCE_RECEIVER_URL"');
}

/** Placeholder for the delivery that did not come. */
export function noDelivery(receiver: string): Exchange {
  const request = { method: "POST", url: receiver, headers: {}, body: null };
  return {
    wire: { method: "POST", path: new URL(receiver).pathname, headers: {}, body: null, credentials: "neither" },
    request,
    response: null,
    failure: null,
    startedAt: 0,
    durationMs: 0,
    leaked: [],
  };
}
