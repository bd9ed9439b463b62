/** An exchange of a run as an entry of a HAR (HTTP Archive 1.2). Its secrets are gone already. */
import { STATUS_CODES } from "node:http";
import type { Exchange } from "../client/model.js";
import { fileJson } from "../schemas/unseen.js";

interface NameAndValue {
  readonly name: string;
  readonly value: string;
}

function pairs(headers: Readonly<Record<string, string>>): NameAndValue[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): NameAndValue[] {
  const start = url.indexOf("?");
  if (start < 0) return [];
  return url
    .slice(start + 1)
    .split("&")
    .map((pair) => {
      const [name = "", ...rest] = pair.split("=");
      return { name, value: rest.join("=") };
    });
}

function contentType(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
}

/** Viewers show a status of 0 as a request that failed. */
function responseOf({ response, failure }: Exchange): object {
  const { status, headers, body } = response ?? { status: 0, headers: {}, body: "" };
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairs(headers),
    content: { size: Buffer.byteLength(body), mimeType: contentType(headers), text: body },
    redirectURL: "",
    headersSize: -1,
    bodySize: response === null ? -1 : Buffer.byteLength(body),
    ...(failure === null ? {} : { _error: failure.message }),
  };
}

/**
 * The entry as JSON on one line.
 * @param testCase id of the case that sent it; null for what no case did
 */
export function harEntry(exchange: Exchange, testCase: string | null): string {
  const { request, startedAt, durationMs } = exchange;
  const { method, url, headers, body } = request;
  return fileJson({
    startedDateTime: new Date(startedAt).toISOString(),
    time: durationMs,
    request: {
      method,
      // Placeholders of secrets are not written like the rest of an address.
      url: url.replaceAll("<", "%3C").replaceAll(">", "%3E"),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairs(headers),
      queryString: queryOf(url),
      ...(body === null ? {} : { postData: { mimeType: contentType(headers), params: [], text: body } }),
      headersSize: -1,
      bodySize: body === null ? 0 : Buffer.byteLength(body),
    },
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    ...(testCase === null ? {} : { comment: testCase, _case: testCase, _check: testCase.replace(/#\d+$/, "") }),
  });
}

/** What stands before the entries, which a comma divides, and behind them. */
export function harFrame(creator: { readonly name: string; readonly version: string }): readonly [string, string] {
  return [`{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[\n`, "\n]}}\n"];
}
