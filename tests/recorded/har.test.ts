/** What recorders write, and what files hold that are no recordings. */
import { expect, test } from "vitest";
import { type HarEntry, parseHar as parsed } from "../../recorded/har.js";

function parseHar(text: string): HarEntry[] {
  return parsed(text, "traffic.har");
}

/** A HAR with one entry, changed as a test wants. */
function harWith(response: object, request: object = {}, entry: object = {}): string {
  return JSON.stringify({
    log: {
      entries: [
        {
          startedDateTime: "2026-08-31T10:00:00.000Z",
          time: 12.5,
          request: { method: "get", url: "https://api.example/api/balances", headers: [], ...request },
          response: { status: 200, headers: [], content: { size: 2, text: "[]" }, ...response },
          ...entry,
        },
      ],
    },
  });
}

test("an entry is read with its request, its response and its time", () => {
  const [entry] = parseHar(
    harWith(
      { headers: [{ name: "Content-Type", value: "application/json" }] },
      {
        headers: [
          { name: ":authority", value: "api.example" },
          { name: "X-API-Key", value: "key" },
        ],
        postData: { mimeType: "application/json", text: '{"a":1}' },
      },
    ),
  );
  expect(entry).toEqual({
    number: 1,
    method: "GET",
    url: "https://api.example/api/balances",
    headers: [["x-api-key", "key"]],
    body: '{"a":1}',
    response: { status: 200, headers: [["content-type", "application/json"]], body: "[]" },
    startedAt: Date.UTC(2026, 7, 31, 10),
    durationMs: 12.5,
  });
});

test.each<[what: string, response: object, body: string | null]>([
  ["base64", { content: { text: "W10=", encoding: "base64", size: 2 } }, "[]"],
  ["a body that was not kept", { content: { size: 5000 } }, null],
  ["a body of which nothing is said", { content: {} }, null],
  ["an emptied body", { content: { size: 5000, text: "" } }, null],
  ["an empty body", { content: { size: 0 } }, ""],
  ["no content", { status: 204, content: {} }, ""],
  ["a body cut short", { content: { size: 5000, text: '[{"status":"act' } }, null],
  ["a whole body whose size is told wrongly", { content: { size: 5000, text: "[]" } }, "[]"],
  ["a body that was sent broken", { content: { size: 2, text: "[{" } }, "[{"],
])("of %s the body is %j", (_, response, body) => {
  expect(parseHar(harWith(response))[0]?.response?.body).toBe(body);
});

test("the media type stands in for headers that were not kept", () => {
  const [entry] = parseHar(harWith({ headers: [], content: { size: 2, text: "[]", mimeType: "application/json" } }));
  expect(entry?.response?.headers).toEqual([["content-type", "application/json"]]);
});

test.each([0, -1])("status %i means that no answer came", (status) => {
  expect(parseHar(harWith({ status }))[0]?.response).toBeNull();
});

test("a time that is none is not known", () => {
  expect(parseHar(harWith({}, {}, { startedDateTime: "yesterday", time: -1 }))[0]).toMatchObject({
    startedAt: null,
    durationMs: 0,
  });
});

test.each([
  ["", "It is not JSON. Export the traffic as HAR."],
  ["[".repeat(1_000_000), "It is not JSON. Export the traffic as HAR."],
  ["[]", "Not a HAR file: log.entries is missing. Export the traffic as HAR."],
  ['{"log":{"entries":{}}}', "Not a HAR file: log.entries is missing. Export the traffic as HAR."],
  ['{"log":{"entries":[7]}}', "Entry 1 has no request. Export the traffic again."],
  [
    harWith({}, { method: 7 }),
    "Entry 1 has no request.method and request.url that are texts. Export the traffic again.",
  ],
  [harWith({}, {}, { response: null }), "Entry 1 has no response. Export the traffic again."],
  [harWith({ status: "200" }), "Entry 1 has no response.status that is a number. Export the traffic again."],
])("what is no HAR is refused (%#)", (text, message) => {
  expect(() => parseHar(text)).toThrow(`traffic.har: ${message}`);
});

test("a byte order mark is overlooked", () => {
  expect(parseHar(`\uFEFF${harWith({})}`)).toHaveLength(1);
});
