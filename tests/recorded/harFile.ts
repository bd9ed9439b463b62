/** Traffic written down as HAR, as recorders do. */
import type { Exchange } from "../../client/model.js";

function pairs(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** An entry of a HAR. */
export function harEntry({ request, response, startedAt, durationMs }: Exchange): unknown {
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: "HTTP/1.1",
      headers: pairs(request.headers),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
      ...(request.body === null ? {} : { postData: { mimeType: "application/json", text: request.body } }),
    },
    response:
      response === null
        ? { status: 0, statusText: "", headers: [], content: { size: 0, mimeType: "x-unknown" } }
        : {
            status: response.status,
            statusText: "",
            headers: pairs(response.headers),
            content: {
              size: Buffer.byteLength(response.body),
              mimeType: response.headers["content-type"] ?? "",
              text: response.body,
            },
          },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

/** A HAR of some entries. */
export function harText(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: "1.2", creator: { name: "test", version: "1" }, entries } });
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
