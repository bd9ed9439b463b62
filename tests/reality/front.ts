/** A front before the sandbox, through which reality comes in: it drops, delays and answers in the service's place. */
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Credentials } from "../../client/credentials.js";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../../sandbox/server.js";

/** A request that came in: its number among all, from 1, and what it is. */
export interface Arrival {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What becomes of a request: it is passed on, answered in the service's place, or its connection is dropped. */
export type Fate =
  | "pass"
  /** Dropped before the service hears of it. */
  | "drop"
  /** Passed on; the answer is dropped. */
  | "lose"
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> };

/** A running front. */
export interface Front {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Requests that came in so far. */
  arrivals(): number;
  /** Stops listening, as a service that is down. */
  down(): Promise<void>;
  /** Listens again, on the same port. */
  up(): Promise<void>;
  /** Puts a fresh sandbox behind the front: a restart that loses everything. */
  forget(): Promise<void>;
  close(): Promise<void>;
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

/** Passes a request on, and its answer back unless it is to be lost. */
function passOn(port: number, incoming: IncomingMessage, body: Buffer, response: ServerResponse, lose: boolean): void {
  const { method, url: path, rawHeaders } = incoming;
  const upstream = forward({ host: "127.0.0.1", port, method, path, headers: rawHeaders, setHost: false }, (answer) => {
    if (lose) {
      answer.resume();
      incoming.socket.destroy();
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  upstream.on("error", () => incoming.socket.destroy());
  upstream.end(body);
}

/**
 * Starts a front before a sandbox of its own.
 * @param fate decides what becomes of each request
 */
export async function startFront(
  fate: (arrival: Arrival) => Fate | Promise<Fate>,
  options: SandboxOptions = {},
): Promise<Front> {
  let sandbox = await startSandbox(options);
  const first = sandbox;
  let number = 0;
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    number += 1;
    const own = number;
    const body = await bodyOf(incoming);
    const { method = "", url: path = "", headers } = incoming;
    const decided = await fate({ number: own, method, path, headers, body: body.toString() });
    if (decided === "drop") incoming.socket.destroy();
    else if (decided === "pass" || decided === "lose")
      passOn(sandbox.port, incoming, body, response, decided === "lose");
    else response.writeHead(decided.status, decided.headers).end(decided.body ?? "");
  };
  const server: Server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve, reject) =>
      server.listen(port, "127.0.0.1", () => {
        const address = server.address();
        if (address === null || typeof address === "string") reject(new Error("no port"));
        else resolve(address.port);
      }),
    );
  const down = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const port = await listen(0);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: credentialsOf(first),
    arrivals: () => number,
    down,
    up: async () => void (await listen(port)),
    async forget() {
      await sandbox.close();
      sandbox = await startSandbox(options);
    },
    async close() {
      if (server.listening) await down();
      await sandbox.close();
    },
  };
}
