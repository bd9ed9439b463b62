/** A server that passes every request on to a deployment unchanged, and reports both directions. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeBody, isEncoded } from "../client/body.js";
import { type ConnectionOptions, createConnections } from "../client/connections.js";
import type { HarEntry, HarHeader } from "./har.js";

export interface ProxyOptions {
  /** Absolute http or https address; a path in it goes before the path of each request. */
  readonly target: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly host: string;
  readonly connection: ConnectionOptions;
  /** Milliseconds a request may take. */
  readonly timeoutMs: number;
  /** Called with each request and its answer, when the answer is on its way back. */
  readonly onEntry: (entry: HarEntry) => void;
}

/** Most bytes of a body, in either direction. */
const LARGEST = 16 * 1024 * 1024;
const CONNECTIONS = 64;

/** Headers that are about one connection, or that the forwarder sets. */
const OF_THE_CONNECTION =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect)$/i;

/** Headers with their names as they came, without those of the connection. */
function passedOn(raw: readonly string[]): HarHeader[] {
  return raw.flatMap((name, index): HarHeader[] =>
    index % 2 === 1 || OF_THE_CONNECTION.test(name) ? [] : [[name, raw[index + 1] ?? ""]],
  );
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > LARGEST) throw new Error(`a body of more than ${LARGEST / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A body as text; null where its encoding cannot be undone, or it is longer than a text may be. */
async function textOf(body: Buffer, encoding: string | undefined): Promise<string | null> {
  if (!isEncoded(encoding)) return body.toString("utf8");
  return decodeBody(body, encoding ?? "", LARGEST).then(
    ({ text, truncated }) => (truncated ? null : text),
    () => null,
  );
}

const lowered = (headers: readonly HarHeader[]): HarHeader[] =>
  headers.map(([name, value]) => [name.toLowerCase(), value]);

/**
 * Starts it.
 * @throws Error with a code where the address cannot be listened on
 */
export async function startProxy(options: ProxyOptions) {
  const { origin, pathname } = new URL(options.target);
  const prefix = pathname.replace(/\/+$/, "");
  const { timeoutMs } = options;
  const connections = createConnections(origin, options.connection, { connections: CONNECTIONS, timeoutMs });
  let number = 0;

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = Date.now();
    const began = performance.now();
    const headers = passedOn(request.rawHeaders);
    const path = request.url ?? "/";
    const method = request.method ?? "GET";
    const entry = (body: Buffer | null, answer: HarEntry["response"]): HarEntry => ({
      number: ++number,
      method,
      url: `${origin}${prefix}${path}`,
      headers: lowered(headers),
      body: body === null || body.length === 0 ? null : body.toString("utf8"),
      response: answer,
      startedAt,
      durationMs: performance.now() - began,
    });
    let body: Buffer | null = null;
    let answered: HarEntry["response"] = null;
    try {
      body = await bytesOf(request);
      const answer = await connections.kept.request({
        origin,
        path: `${prefix}${path}`,
        method,
        headers: headers.flat(),
        body: body.length === 0 ? null : body,
        responseHeaders: "raw",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const raw = Object.values(answer.headers).flat().map(String);
      const received = passedOn(raw);
      const bytes = await bytesOf(answer.body);
      const length = bytes.length === 0 ? [] : ["content-length", String(bytes.length)];
      response.writeHead(answer.statusCode, [...received.flat(), ...length]);
      response.end(bytes);
      const encoding = received.find(([name]) => name.toLowerCase() === "content-encoding")?.[1];
      const text = await textOf(bytes, encoding);
      answered = { status: answer.statusCode, headers: lowered(received), body: text };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!response.headersSent)
        response
          .writeHead(502, { "content-type": "text/plain; charset=utf-8" })
          .end(`ppconform proxy: no answer came from the target: ${why}\n`);
    }
    options.onEntry(entry(body, answered));
  };

  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    close: async (): Promise<void> => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      await connections.close();
    },
  };
}
