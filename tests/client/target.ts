/** Targets on the loopback address that answer as a test wants, well or badly, and transports to them. */
import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer, type Server, type Socket } from "node:net";
import { afterEach } from "vitest";
import type { Credentials } from "../../client/credentials.js";
import type { WireRequest } from "../../client/model.js";
import { createTransport } from "../../client/transport.js";
import type { Transport, TransportOptions } from "../../client/transportModel.js";
import { listening } from "../listening.js";

export const CREDENTIALS: Credentials = {
  apiKey: "key_3f9Ab7Qz",
  apiSecret: "sec/ret+91Xy=Wq",
  restricted: { apiKey: "restricted_5Tg", apiSecret: "restricted_9Lm" },
  second: { apiKey: "second_8Vd", apiSecret: "second_2Hx" },
  webhookSecret: "whsec_77Jk",
};

/** A running target. */
export interface Deployment {
  readonly baseUrl: string;
  /** Connections accepted so far. */
  connections(): number;
}

const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) {
    await close();
  }
});

/** Starts an HTTP server that ends with the test. */
export function startTarget(listener: RequestListener): Promise<Deployment> {
  return listen(createServer({ keepAliveTimeout: 60_000 }, listener));
}

/** Starts a server that hands each connection over as it is, for answers that are not HTTP. */
export function startRawTarget(onConnection: (socket: Socket, index: number) => void): Promise<Deployment> {
  let index = 0;
  return listen(
    createSocketServer((socket) => {
      socket.on("error", () => {});
      onConnection(socket, index++);
    }),
  );
}

async function listen(server: Server): Promise<Deployment> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const port = await listening(server);
  closers.push(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { baseUrl: `http://127.0.0.1:${port}`, connections: () => connections };
}

/** A transport that ends with the test. */
export function transportTo(baseUrl: string, options: Partial<TransportOptions> = {}): Transport {
  const transport = createTransport({
    baseUrl,
    credentials: CREDENTIALS,
    concurrency: 4,
    timeoutMs: 60_000,
    ...options,
  });
  closers.push(() => transport.close());
  return transport;
}

/** A request for the balances with some fields changed. */
export function request(changes: Partial<WireRequest> = {}): WireRequest {
  return { method: "GET", path: "/api/balances", headers: {}, body: null, credentials: "valid", ...changes };
}
