import { expect, it } from "vitest";
import type { Exchange } from "../../client/model.js";
import { parseHar } from "../../recorded/har.js";
import { harEntry, harFrame } from "../../recorded/harFile.js";
import { EXCHANGE } from "./harFile.js";

it("an exchange is an entry of a HAR, with the case that sent it", () => {
  expect(JSON.parse(harEntry(EXCHANGE, "listBalances/accepts/plain#2"))).toEqual({
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 12.5,
    request: {
      method: "GET",
      url: "http://target.example/api/balances?x-api-key=%3CAPI_KEY%3E&a=b=c",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [{ name: "accept", value: "application/json" }],
      queryString: [
        { name: "x-api-key", value: "<API_KEY>" },
        { name: "a", value: "b=c" },
      ],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: "OK",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [{ name: "content-type", value: "application/json" }],
      content: { size: 16, mimeType: "application/json", text: '["\u202e]]>\\u0000"]' },
      redirectURL: "",
      headersSize: -1,
      bodySize: 16,
    },
    cache: {},
    timings: { send: 0, wait: 12.5, receive: 0 },
    comment: "listBalances/accepts/plain#2",
    _case: "listBalances/accepts/plain#2",
    _check: "listBalances/accepts/plain",
  });
});

it("what is written can be read again, also where no answer came", () => {
  const lost: Exchange = { ...EXCHANGE, response: null, failure: { kind: "timeout", message: "no answer" } };
  const [head, foot] = harFrame({ name: "suite", version: "1" });
  const entries = parseHar(`${head}${harEntry(EXCHANGE, null)},\n${harEntry(lost, null)}${foot}`, "traffic.har");
  expect(entries.map(({ response }) => response?.body ?? null)).toEqual(['["\u202e]]>\\u0000"]', null]);
});
