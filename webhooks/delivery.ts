/** One request that came to the receiver, as bytes: what every part that judges deliveries speaks of (section 6). */

/** A delivery as it came over the wire. */
export interface Delivery {
  /** From 1, in the order in which the deliveries were complete. */
  readonly number: number;
  /** When its last byte was there, in milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** Names in lower case; repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that a signature is about. Empty when the body was longer than the receiver takes. */
  readonly body: Buffer;
  /** True when the body was longer than the receiver takes and was not kept. */
  readonly oversized: boolean;
  /** The status that the receiver answered with; null when it kept the answer back on purpose. */
  readonly answered: number | null;
}

/** A body longer than this many bytes is not decoded into text for people. */
const LONGEST_SHOWN_BODY = 64 * 1024;

/** The body as text, U+FFFD for invalid bytes, cut to what people can still look at. */
export function bodyText(delivery: Delivery): string {
  return delivery.body.subarray(0, LONGEST_SHOWN_BODY).toString("utf8");
}

/** Headers of the connection, which a repetition has of its own. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "expect",
  "upgrade",
]);

/** The headers that are the delivery's, and not the connection's. @param headers names in lower case */
export function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
