/** A front before the sandbox, through which reality comes in: it drops, delays, changes, and answers in the service's place. */
import {
  createServer,
  request as forward,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { gzipSync } from "node:zlib";
import type { Credentials } from "../../client/credentials.js";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../../sandbox/server.js";
import type { TestCertificate } from "../client/certificates.js";

/** A request that came in: its number among all, from 1, and what it is. */
export interface Arrival {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** An answer: the service's, or one in its place. */
export interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What becomes of a request: it is passed on, answered as given, or its connection is dropped. */
export type Fate =
  | "pass"
  /** Dropped before the service hears of it. */
  | "drop"
  /** Passed on; the answer is dropped. */
  | "lose"
  | Answer;

/** Hands a request to the service, perhaps with another path or body, and yields its answer. */
export type Pass = (changed?: { readonly path?: string; readonly body?: string }) => Promise<Answer>;

/** Decides what becomes of each request. */
export type Decide = (arrival: Arrival, pass: Pass) => Fate | Promise<Fate>;

/** A running target, however it behaves. */
export interface Running {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Whether what the situation is about came to pass, where that depends on the speed of the machine. */
  occurred?(): boolean;
  close(): Promise<void>;
}

/** A running front. */
export interface Front extends Running {
  /** Stops listening, as a service that is down. */
  down(): Promise<void>;
  /** Listens again, on the same port. */
  up(): Promise<void>;
  /** Puts a fresh sandbox behind the front: a restart that loses everything. */
  forget(): Promise<void>;
}

export interface FrontOptions extends SandboxOptions {
  /** Speaks TLS with this certificate. */
  readonly tls?: TestCertificate;
}

export const credentialsOf = ({ credentials }: RunningSandbox): Credentials => ({
  apiKey: credentials.apiKey,
  apiSecret: credentials.apiSecret,
  restricted: { apiKey: credentials.restrictedApiKey, apiSecret: credentials.restrictedApiSecret },
});

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Header fields that belong to one connection, or to the length of a body that may be changed. */
const OF_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);

/** Sends a request to the sandbox as it came in, but for what was changed. */
function passOn(port: number, incoming: IncomingMessage, path: string, body: Buffer, grown: boolean): Promise<Answer> {
  const { method, rawHeaders } = incoming;
  const headers = grown ? withLength(rawHeaders, body.length) : rawHeaders;
  return new Promise((resolve, reject) => {
    const upstream = forward({ host: "127.0.0.1", port, method, path, headers, setHost: false }, (answer) => {
      bodyOf(answer).then((bytes) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.has(name));
        resolve({
          status: answer.statusCode ?? 502,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: bytes.toString(),
        });
      }, reject);
    });
    upstream.on("error", reject);
    upstream.end(body);
  });
}

/** Raw header fields with another Content-Length. */
function withLength(rawHeaders: readonly string[], length: number): string[] {
  return rawHeaders.map((text, index) =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "content-length" ? String(length) : text,
  );
}

function write(response: ServerResponse, { status, headers, body = "" }: Answer): void {
  response.writeHead(status, headers).end(headers?.["content-encoding"] === "gzip" ? gzipSync(body) : body);
}

/**
 * Starts a front before a sandbox of its own.
 * @param decide what becomes of each request
 */
export async function startFront(decide: Decide, options: FrontOptions = {}): Promise<Front> {
  const { tls, ...ofSandbox } = options;
  let sandbox = await startSandbox(ofSandbox);
  const first = sandbox;
  let number = 0;
  let closed = false;
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    number += 1;
    const own = number;
    const bytes = await bodyOf(incoming);
    const { method = "", url: path = "", headers } = incoming;
    const pass: Pass = (changed = {}) =>
      passOn(
        sandbox.port,
        incoming,
        changed.path ?? path,
        changed.body === undefined ? bytes : Buffer.from(changed.body),
        changed.body !== undefined,
      );
    const fate = await decide({ number: own, method, path, headers, body: bytes.toString() }, pass);
    if (fate === "drop") incoming.socket.destroy();
    else if (fate === "pass") write(response, await pass());
    else if (fate === "lose") {
      await pass();
      incoming.socket.destroy();
    } else write(response, fate);
  };
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer({ ...tls }, listener);
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        const address = server.address();
        if (address === null || typeof address === "string") reject(new Error("no port"));
        else resolve(address.port);
      });
    });
  const down = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  return {
    baseUrl: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    credentials: credentialsOf(first),
    down,
    async up() {
      if (!closed) await listen(port);
    },
    async forget() {
      const former = sandbox;
      sandbox = await startSandbox(ofSandbox);
      await former.close();
    },
    async close() {
      closed = true;
      if (server.listening) await down();
      await sandbox.close();
    },
  };
}
