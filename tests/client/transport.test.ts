import type { IncomingMessage } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Exchange } from "../../client/model.js";
import { request, startTarget, transportTo } from "./target.js";

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming.setEncoding("latin1")) {
    text += chunk;
  }
  return text;
}

/** A target that answers each request with what it received. */
function startMirror() {
  return startTarget(async (incoming, response) => {
    const { method, url, rawHeaders } = incoming;
    response.end(JSON.stringify({ method, url, rawHeaders, body: await bodyOf(incoming) }));
  });
}

function received(exchange: Exchange): { method: string; url: string; rawHeaders: string[]; body: string } {
  expect(exchange.failure).toBeNull();
  return JSON.parse(exchange.response?.body ?? "");
}

function headerValue(rawHeaders: readonly string[], name: string): string | undefined {
  const index = rawHeaders.indexOf(name);
  return index === -1 ? undefined : rawHeaders[index + 1];
}

describe("what is sent", () => {
  it("puts the base address's path before the path of the request", async () => {
    const target = await startMirror();
    const exchange = await transportTo(`${target.baseUrl}/partner/v1/`).send(request({ path: "/api/balances?a=1" }));
    expect(received(exchange).url).toBe("/partner/v1/api/balances?a=1");
    expect(exchange.request.url).toBe(`${target.baseUrl}/partner/v1/api/balances?a=1`);
  });

  it.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"])(
    "sends %s",
    async (method) => {
      let seen: string | undefined;
      const target = await startTarget((incoming, response) => {
        seen = incoming.method;
        response.writeHead(405).end();
      });
      const exchange = await transportTo(target.baseUrl).send(request({ method }));
      expect(seen).toBe(method);
      expect(exchange.response?.status).toBe(405);
    },
  );

  it("gets the status of a refused CONNECT", async () => {
    const target = await startTarget(() => {});
    const exchange = await transportTo(target.baseUrl).send(request({ method: "CONNECT" }));
    // Node's server hangs up on CONNECT; another server may answer. Either way nothing is thrown.
    expect(exchange.failure?.kind).toBe("connection-lost");
  });

  it("sends a body with GET", async () => {
    const target = await startMirror();
    expect(received(await transportTo(target.baseUrl).send(request({ body: "{}" }))).body).toBe("{}");
  });

  it("sends bytes as they are", async () => {
    const target = await startMirror();
    const exchange = await transportTo(target.baseUrl).send(
      request({ method: "POST", body: new Uint8Array([0x00, 0xff, 0x7b]) }),
    );
    expect(received(exchange).body).toBe("\u0000\u00ff{");
  });

  it("announces the empty body of a POST and adds no content type", async () => {
    const target = await startMirror();
    const { rawHeaders } = received(await transportTo(target.baseUrl).send(request({ method: "POST" })));
    expect(headerValue(rawHeaders, "content-length")).toBe("0");
    expect(rawHeaders.map((name) => name.toLowerCase())).not.toContain("content-type");
  });

  it("sends header names in the letter case in which they are given, and other characters than ASCII as UTF-8", async () => {
    const target = await startMirror();
    const exchange = await transportTo(target.baseUrl).send(request({ headers: { "aPI-Version": "２０" } }));
    const value = headerValue(received(exchange).rawHeaders, "aPI-Version") ?? "";
    expect(Buffer.from(value, "latin1").toString("utf8")).toBe("２０");
  });

  it("names itself, unless the request names another user agent", async () => {
    const target = await startMirror();
    const transport = transportTo(target.baseUrl, { userAgent: "ours/1.0" });
    const own = received(await transport.send(request()));
    const other = received(await transport.send(request({ headers: { "User-Agent": "theirs" } })));
    expect(headerValue(own.rawHeaders, "user-agent")).toBe("ours/1.0");
    expect(headerValue(other.rawHeaders, "User-Agent")).toBe("theirs");
    expect(headerValue(other.rawHeaders, "user-agent")).toBeUndefined();
  });

  it.each([
    ["a newline in a header value", { headers: { "Api-Version": "2024-12-01\n" } }],
    ["a space in a header name", { headers: { "Api Version": "1" } }],
    ["a content length that differs", { method: "POST", headers: { "content-length": "9" }, body: "{}" }],
    ["a space in the path", { path: "/api/a b" }],
    ["a method that is no token", { method: "GET /x" }],
    ["an Expect header", { headers: { expect: "100-continue" } }],
  ])("reports %s as a failure and throws nothing", async (_, changes) => {
    const target = await startMirror();
    const exchange = await transportTo(target.baseUrl).send(request(changes));
    expect(exchange.failure?.kind).toBe("protocol");
    expect(exchange.response).toBeNull();
  });
});

describe("what comes back", () => {
  it("follows no redirect", async () => {
    let hits = 0;
    const target = await startTarget((_, response) => {
      hits++;
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    const exchange = await transportTo(target.baseUrl).send(request());
    expect(exchange.response).toMatchObject({ status: 302, headers: { location: "/elsewhere" } });
    expect(hits).toBe(1);
  });

  it("joins repeated headers and puts their names in lower case", async () => {
    const target = await startTarget((_, response) => {
      response.setHeader("X-Several", ["one", "two"]).setHeader("__proto__", "x").end();
    });
    const { response } = await transportTo(target.baseUrl).send(request());
    expect(response?.headers["x-several"]).toBe("one, two");
    expect(Object.keys(response?.headers ?? {})).toContain("__proto__");
  });

  it("replaces invalid UTF-8", async () => {
    const target = await startTarget((_, response) => response.end(Buffer.from([0x61, 0xff, 0x62])));
    expect((await transportTo(target.baseUrl).send(request())).response?.body).toBe("a\ufffdb");
  });

  it.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["deflate", deflateSync],
    ["deflate", deflateRawSync],
    ["br", brotliCompressSync],
    ["identity", (text: string) => Buffer.from(text)],
  ])("undoes the content encoding %s", async (encoding, encode) => {
    const target = await startTarget((_, response) => {
      response.setHeader("content-encoding", encoding).end(encode('{"a":1}'));
    });
    expect((await transportTo(target.baseUrl).send(request())).response?.body).toBe('{"a":1}');
  });

  it("cuts a small body that decodes to a huge one", async () => {
    const target = await startTarget((_, response) => {
      response.setHeader("content-encoding", "gzip").end(gzipSync(Buffer.alloc(5_000_000, "a")));
    });
    const { response } = await transportTo(target.baseUrl, { maxResponseBytes: 100_000 }).send(request());
    expect(response?.truncated).toBe(true);
    expect(response?.body.length).toBe(4096);
  });

  it("reports a body that is not in the encoding that it names", async () => {
    const target = await startTarget((_, response) => response.setHeader("content-encoding", "gzip").end("{}"));
    const exchange = await transportTo(target.baseUrl).send(request());
    expect(exchange.failure).toEqual({
      kind: "protocol",
      message: "the response body is not gzip, though its Content-Encoding says so",
    });
  });

  it("skips early hints", async () => {
    const target = await startTarget((_, response) => {
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.end("final");
    });
    expect((await transportTo(target.baseUrl).send(request())).response).toMatchObject({ status: 200, body: "final" });
  });
});

describe("what is recorded", () => {
  it("keeps the request, the response and the time", async () => {
    const target = await startTarget((_, response) => response.setHeader("Content-Type", "text/plain").end("hello"));
    const seen: Exchange[] = [];
    const before = Date.now();
    const wire = request({ method: "POST", headers: { "Api-Version": "2024-12-01" }, body: '{"a":1}' });
    const exchange = await transportTo(target.baseUrl, { onExchange: (each) => seen.push(each) }).send(wire);
    expect(seen).toEqual([exchange]);
    expect(exchange.wire).toBe(wire);
    expect(exchange.request).toEqual({
      method: "POST",
      url: `${target.baseUrl}/api/balances`,
      headers: {
        "Api-Version": "2024-12-01",
        "user-agent": "partner-payments-conformance",
        "X-API-Key": "<API_KEY>",
        "X-API-Secret": "<API_SECRET>",
      },
      body: '{"a":1}',
    });
    expect(exchange.response).toMatchObject({ status: 200, body: "hello", truncated: false });
    expect(exchange.response?.headers["content-type"]).toBe("text/plain");
    expect(exchange.startedAt).toBeGreaterThanOrEqual(before);
    expect(exchange.durationMs).toBeGreaterThan(0);
  });

  it("shows placeholders where the target repeats our credentials, and says which", async () => {
    const target = await startTarget((incoming, response) => {
      const { "x-api-key": key, "x-api-secret": secret } = incoming.headers;
      response.setHeader("x-echo", `key=${key}`).end(JSON.stringify({ secret }));
    });
    const exchange = await transportTo(target.baseUrl).send(request());
    expect(exchange.response?.body).toBe('{"secret":"<API_SECRET>"}');
    expect(exchange.response?.headers["x-echo"]).toBe("key=<API_KEY>");
    expect([...exchange.leaked].sort()).toEqual(["API_KEY", "API_SECRET"]);
  });

  it("sends credentials in the query and records placeholders", async () => {
    const target = await startMirror();
    const exchange = await transportTo(target.baseUrl).send(request({ path: "/x?a=1", credentials: "in-query" }));
    expect(exchange.response?.body).toContain('"url":"/x?a=1&X-API-Key=<API_KEY>&');
    const [, query = ""] = exchange.request.url.split("?a=1&");
    expect(query).toMatch(/^X-API-Key=<API_KEY>(?:&[\w-]+=<API_(?:KEY|SECRET)>)+$/);
    expect(Object.keys(exchange.request.headers)).toEqual(["user-agent"]);
  });

  it("refuses an edit that cannot be made", async () => {
    const target = await startMirror();
    const transport = transportTo(target.baseUrl, { credentials: { apiKey: "12345678", apiSecret: "87654321" } });
    await expect(transport.send(request({ credentials: "key-other-case" }))).rejects.toThrow(TypeError);
  });
});
