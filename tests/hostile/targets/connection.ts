/** What a connection can do wrong. */
import { alwaysBytes, bytes, connections, dripping, endlessly, type HostileTarget } from "../target.js";

const OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

export const CONNECTION: readonly HostileTarget[] = [
  {
    name: "no answer",
    silent: "always",
    serve: connections(() => {}),
    exitCode: 3,
    says: /cannot be reached: no response within/,
  },
  {
    name: "a byte now and then",
    silent: "always",
    serve: bytes((socket) => dripping(socket, OK, 50)),
    exitCode: 3,
    says: /no response within/,
  },
  {
    name: "headers without end",
    silent: "always",
    serve: bytes((socket) => {
      socket.write(OK);
      endlessly(socket, `X-More: ${"x".repeat(1000)}\r\n`);
    }),
    exitCode: 3,
  },
  {
    name: "headers without end, slowly",
    silent: "always",
    serve: bytes((socket) => {
      socket.write(OK);
      dripping(socket, "X-More: 1\r\n", 5);
    }),
    exitCode: 3,
    says: /no response within/,
  },
  {
    name: "a body that comes byte by byte",
    silent: "partly",
    serve: bytes((socket) => {
      socket.write(`${OK}Content-Length: 100000\r\n\r\n`);
      dripping(socket, " ", 20);
    }),
    exitCode: 3,
    says: /not complete within/,
  },
  {
    name: "a body without end",
    silent: "always",
    serve: bytes((socket) => {
      socket.write(`${OK}\r\n`);
      endlessly(socket, "[".repeat(64 * 1024));
    }),
    exitCode: 3,
  },
  {
    name: "a chunked body without end",
    serve: bytes((socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      endlessly(socket, `10000\r\n${"[".repeat(0x10000)}\r\n`);
    }),
    exitCode: 3,
  },
  {
    name: "a chunk size that is none",
    serve: alwaysBytes(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n`),
    exitCode: 3,
  },
  { name: "a Content-Length that is too large", serve: alwaysBytes(`${OK}Content-Length: 10\r\n\r\n[]`), exitCode: 3 },
  { name: "a Content-Length that is too small", serve: alwaysBytes(`${OK}Content-Length: 1\r\n\r\n[]`), exitCode: 3 },
  { name: "two lengths", serve: alwaysBytes(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]`), exitCode: 3 },
  {
    name: "a length beside chunks",
    serve: alwaysBytes(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
    exitCode: 3,
  },
  { name: "a connection that is closed at once", serve: connections((socket) => socket.end()), exitCode: 3 },
  { name: "a connection that is reset at once", serve: connections((socket) => socket.resetAndDestroy()), exitCode: 3 },
  { name: "a reset in place of an answer", serve: bytes((socket) => socket.resetAndDestroy()), exitCode: 3 },
  {
    name: "a reset within the headers",
    serve: bytes((socket) => socket.write(OK, () => socket.resetAndDestroy())),
    exitCode: 3,
  },
  {
    name: "a reset within the body",
    serve: bytes((socket) => socket.write(`${OK}Content-Length: 10\r\n\r\n[`, () => socket.resetAndDestroy())),
    exitCode: 3,
  },
  { name: "garbage", serve: alwaysBytes("\u0000\u0001 what?\r\n\r\n"), exitCode: 3 },
  { name: "a status line of another protocol", serve: alwaysBytes("SSH-2.0-OpenSSH_9.6\r\n"), exitCode: 3 },
  {
    name: "a status of four digits",
    serve: alwaysBytes("HTTP/1.1 2000 OK\r\nContent-Length: 2\r\n\r\n[]"),
    exitCode: 3,
  },
  { name: "HTTP/1.0", serve: alwaysBytes("HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n[]"), exitCode: 1 },
  { name: "HTTP/9.9", serve: alwaysBytes("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n[]"), exitCode: 3 },
  {
    name: "a header that no header can be",
    serve: alwaysBytes(`${OK}X-Bad\u0000Name: \u0001\r\nContent-Length: 2\r\n\r\n[]`),
    exitCode: 3,
  },
  {
    name: "headers of a megabyte",
    serve: alwaysBytes(`${OK}X-Large: ${"x".repeat(1024 * 1024)}\r\n\r\n[]`),
    exitCode: 3,
  },
  {
    name: "100 Continue for ever",
    silent: "always",
    serve: bytes((socket) => endlessly(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(500))),
    exitCode: 3,
  },
  {
    name: "103 Early Hints for ever",
    silent: "always",
    serve: bytes((socket) => endlessly(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(500))),
    exitCode: 3,
  },
  {
    name: "101 Switching Protocols",
    serve: alwaysBytes("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n[]"),
    exitCode: 3,
  },
  {
    name: "two answers to one request",
    serve: bytes((socket) => {
      const answer = (body: string): string => `${OK}Content-Length: ${body.length}\r\n\r\n${body}`;
      socket.write(answer("[]") + answer('[{"status":"active"}]'));
    }),
    exitCode: 1,
  },
  {
    name: "TLS that never begins",
    silent: "always",
    serve: connections(() => {}, "https"),
    exitCode: 3,
    says: /cannot be reached/,
  },
  {
    name: "TLS that comes byte by byte",
    silent: "always",
    serve: connections((socket) => dripping(socket, "\u0016\u0003\u0003\u0040\u0000", 50), "https"),
    exitCode: 3,
  },
  {
    name: "no TLS where TLS is spoken",
    serve: connections((socket) => socket.end(`${OK}\r\n[]`), "https"),
    exitCode: 3,
    says: /does not speak TLS/,
  },
];
