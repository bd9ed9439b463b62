/** Recorded answers for tests of the oracles. */
import type { Exchange, RecordedResponse, TransportFailure } from "../../client/model.js";

/** A wallet as documented. */
export const WALLET = {
  status: "active",
  total_amount: 10,
  available_amount: 5,
  currency: "USDT",
  network: "TRX",
  currency_type: "crypto",
};

/** A response with a body that is text, or a value to be written as JSON. */
export function responseOf(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): RecordedResponse {
  return { status, headers, body: typeof body === "string" ? body : JSON.stringify(body), truncated: false };
}

/** An exchange with a response, or with the reason why there is none. */
export function exchangeOf(answer: RecordedResponse | TransportFailure): Exchange {
  const wire = { method: "GET", path: "/api/balances", headers: {}, body: null, credentials: "valid" } as const;
  const request = { method: "GET", url: "http://127.0.0.1/api/balances", headers: {}, body: null };
  const base = { wire, request, startedAt: 0, durationMs: 1, leaked: [] };
  return "kind" in answer ? { ...base, response: null, failure: answer } : { ...base, response: answer, failure: null };
}
