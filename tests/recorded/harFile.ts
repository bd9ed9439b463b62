/** Traffic written down as HAR. */
import type { Exchange } from "../../client/model.js";
import { harEntry, harFrame } from "../../recorded/harFile.js";

/** A HAR of some entries. */
export function harText(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: "1.2", creator: { name: "test", version: "1" }, entries } });
}

/** A HAR of some exchanges, as a run writes it. */
export function recorded(exchanges: readonly Exchange[]): string {
  const [head, foot] = harFrame({ name: "test", version: "1" });
  return `${head}${exchanges.map((exchange) => harEntry(exchange, null)).join(",\n")}${foot}`;
}

/** An exchange with something unseen in its answer. */
export const EXCHANGE: Exchange = {
  wire: { method: "GET", path: "/api/balances", headers: {}, body: null, credentials: "valid" },
  request: {
    method: "GET",
    url: "http://target.example/api/balances?x-api-key=<API_KEY>&a=b=c",
    headers: { accept: "application/json" },
    body: null,
  },
  response: {
    status: 200,
    headers: { "content-type": "application/json" },
    body: '["\u202e]]>\\u0000"]',
    truncated: false,
  },
  failure: null,
  startedAt: Date.parse("2026-01-01T00:00:00Z"),
  durationMs: 12.5,
  leaked: [],
};
