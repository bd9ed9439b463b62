/** A delivery in the terms of the report: a request of the service, and what the receiver answered. */
import { curlCommand } from "../client/curl.js";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Redactor } from "../client/redact.js";
import { bodyText, type Delivery, ownHeaders } from "./delivery.js";

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
  const body = cleaned(bodyText(delivery));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(delivery.headers)) headers[name] = cleaned(value);
  const path = cleaned(delivery.path);
  const { answered } = delivery;
  return {
    wire: {
      method: delivery.method,
      path,
      headers: ownHeaders(headers),
      body,
      credentials: "neither",
    },
    request: {
      method: delivery.method,
      url: URL.canParse(path, receiver) ? new URL(path, receiver).href : receiver,
      headers,
      body,
    },
    response: answered === null ? null : { status: answered, headers: {}, body: "", truncated: false },
    failure: null,
    startedAt: delivery.receivedAt,
    durationMs: 0,
    leaked: [...leaked],
  };
}

/**
 * A shell command that sends a delivery once more, to a receiver of the user's choice. Its signature stays right as long
 * as no time is signed whose age the receiver minds.
 */
export function deliveryCommand(wire: WireRequest): string {
  // A change that was not delivered is shown by the request that made the resource.
  if (wire.credentials !== "neither") return curlCommand(wire);
  // The address stands before headers and body, so that only it is replaced.
  return curlCommand(wire).replace('"$CONFORMANCE_BASE_URL"', '"$CONFORMANCE_RECEIVER_URL"');
}

/** Stands for the delivery that did not come. */
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
