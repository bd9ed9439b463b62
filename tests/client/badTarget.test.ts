import { describe, expect, it } from "vitest";
import { request, startRawTarget, startTarget, transportTo } from "./target.js";

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

describe("time", () => {
  it("gives up on headers that do not come", async () => {
    const target = await startTarget(() => {});
    const exchange = await transportTo(target.baseUrl, { timeoutMs: 100 }).send(request());
    expect(exchange.failure).toEqual({ kind: "timeout", message: "no response within 100 ms" });
  });

  it("gives up on a body that drips", async () => {
    const target = await startTarget((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    const exchange = await transportTo(target.baseUrl, { timeoutMs: 2_000 }).send(request());
    expect(exchange.failure).toEqual({
      kind: "timeout",
      message: "the response of status 200 was not complete within 2000 ms",
    });
  });

  it("serves the next request after one that timed out", async () => {
    let hits = 0;
    const target = await startTarget((_, response) => {
      if (hits++ > 0) {
        response.end("ok");
      }
    });
    const transport = transportTo(target.baseUrl, { timeoutMs: 2_000, concurrency: 1 });
    const exchanges = await Promise.all([transport.send(request()), transport.send(request())]);
    expect(exchanges.map(({ failure, response }) => failure?.kind ?? response?.body)).toEqual(["timeout", "ok"]);
  });
});

describe("size", () => {
  it("cuts a body at the limit and drops the connection", async () => {
    const target = await startTarget((_, response) => response.end("x".repeat(1_000_000)));
    const transport = transportTo(target.baseUrl, { maxResponseBytes: 1000, concurrency: 1 });
    const { response } = await transport.send(request());
    expect(response).toMatchObject({ status: 200, truncated: true, body: "x".repeat(1000) });
    await transport.send(request());
    expect(target.connections()).toBe(2);
  });

  it("keeps a body of exactly the limit whole", async () => {
    const target = await startTarget((_, response) => response.end("x".repeat(1000)));
    const { response } = await transportTo(target.baseUrl, { maxResponseBytes: 1000 }).send(request());
    expect(response).toMatchObject({ truncated: false, body: "x".repeat(1000) });
  });

  it("leaves a body that never ends", async () => {
    const target = await startTarget((_, response) => {
      const timer = setInterval(() => response.write("y".repeat(10_000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const { response } = await transportTo(target.baseUrl, { maxResponseBytes: 50_000 }).send(request());
    expect(response?.truncated).toBe(true);
    expect(response?.body.length).toBe(4096);
  });

  it("refuses headers without end", async () => {
    const target = await startRawTarget((socket) => {
      socket.on("data", () => socket.write(`HTTP/1.1 200 OK\r\n${`x-filler: ${"z".repeat(1000)}\r\n`.repeat(200)}`));
    });
    expect((await transportTo(target.baseUrl).send(request())).failure?.kind).toBe("protocol");
  });
});

describe("answers that are not HTTP", () => {
  it.each([
    ["a status line that is none", "GARBAGE 200\r\n\r\n"],
    ["a status that is no number", "HTTP/1.1 abc OK\r\n\r\n"],
    ["chunks of no size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
    [
      "a switch of protocols that nobody asked for",
      "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    ],
    ["a 100 that nobody asked for", "HTTP/1.1 100 Continue\r\n\r\n"],
  ])("reports %s", async (_, answer) => {
    const target = await startRawTarget((socket) => socket.on("data", () => socket.write(answer)));
    const transport = transportTo(target.baseUrl, { timeoutMs: 60_000 });
    expect((await transport.send(request())).failure?.kind).toBe("protocol");
    expect(transport.stats()).toEqual({ sent: 1, retriedAfterThrottle: 0, connectionRetries: 0 });
  });

  it("reports an answer of another protocol on a port that speaks first", async () => {
    const target = await startRawTarget((socket) => socket.write("220 mail.example ESMTP\r\n"));
    expect((await transportTo(target.baseUrl, { timeoutMs: 60_000 }).send(request())).failure).not.toBeNull();
  });

  it("reports two different content lengths", async () => {
    const answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok";
    const target = await startRawTarget((socket) => socket.on("data", () => socket.write(answer)));
    const exchange = await transportTo(target.baseUrl).send(request());
    expect(exchange.response).toBeNull();
    expect(exchange.failure).not.toBeNull();
  });

  it("takes the answer to CONNECT", async () => {
    const target = await startRawTarget((socket) =>
      socket.on("data", () => socket.write("HTTP/1.1 405 No\r\nallow: GET\r\ncontent-length: 0\r\n\r\n")),
    );
    const exchange = await transportTo(target.baseUrl).send(request({ method: "CONNECT" }));
    expect(exchange.response).toMatchObject({ status: 405, headers: { allow: "GET" }, body: "" });
  });

  it("ignores bytes that come after a response, and sends on", async () => {
    const target = await startRawTarget((socket) => socket.on("data", () => socket.write(`${OK}${OK}`)));
    const transport = transportTo(target.baseUrl, { concurrency: 1 });
    for (let index = 0; index < 3; index++) {
      expect((await transport.send(request())).response?.body).toBe("ok");
    }
  });
});

describe("connections", () => {
  it("sends again once when the connection is lost before a response", async () => {
    const target = await startRawTarget((socket, index) => {
      socket.on("data", () => (index === 0 ? socket.resetAndDestroy() : socket.write(OK)));
    });
    const transport = transportTo(target.baseUrl);
    expect((await transport.send(request({ method: "POST", body: "{}" }))).response?.body).toBe("ok");
    expect(transport.stats()).toEqual({ sent: 2, retriedAfterThrottle: 0, connectionRetries: 1 });
  });

  it("reports a connection that is lost twice", async () => {
    const target = await startRawTarget((socket) => socket.on("data", () => socket.resetAndDestroy()));
    const transport = transportTo(target.baseUrl);
    expect((await transport.send(request())).failure?.kind).toBe("connection-lost");
    expect(transport.stats()).toMatchObject({ sent: 2, connectionRetries: 1 });
  });

  it.each([
    ["a length", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart"],
    ["a length and a close", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 100\r\n\r\npart"],
    ["chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\npart"],
    ["half a status line", "HTTP/1.1 2"],
  ])("does not send again when the connection is lost in the middle of %s", async (_, answer) => {
    const target = await startRawTarget((socket) => socket.on("data", () => socket.end(answer)));
    const transport = transportTo(target.baseUrl);
    expect((await transport.send(request())).failure?.kind).toBe("connection-lost");
    expect(transport.stats().sent).toBe(1);
  });

  it("reports a server that speaks no TLS", async () => {
    const target = await startTarget((_, response) => response.end());
    const exchange = await transportTo(target.baseUrl.replace("http:", "https:")).send(request());
    expect(exchange.failure?.kind).toBe("unreachable");
  });

  it("keeps connections open and opens no more than it may", async () => {
    const target = await startTarget((_, response) => response.end("ok"));
    const transport = transportTo(target.baseUrl, { concurrency: 3 });
    const exchanges = await Promise.all(Array.from({ length: 60 }, () => transport.send(request())));
    expect(exchanges.every(({ response }) => response?.status === 200)).toBe(true);
    expect(target.connections()).toBeLessThanOrEqual(3);
  });

  it.each([
    ["says so", { connection: "close" }],
    ["does not say so", {}],
  ])("works with a server that closes after each response and %s", async (_, headers) => {
    const target = await startTarget((_request, response) => {
      response.writeHead(200, headers).end("ok", () => response.socket?.end());
    });
    const transport = transportTo(target.baseUrl, { concurrency: 4 });
    const exchanges = await Promise.all(
      Array.from({ length: 40 }, () => transport.send(request({ method: "POST", body: "{}" }))),
    );
    expect(exchanges.map(({ response }) => response?.body)).toEqual(exchanges.map(() => "ok"));
  });
});
