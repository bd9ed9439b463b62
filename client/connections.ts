/** The connections to the target: kept ones, single ones, and all of them through a proxy where one is given. */
import { Client, type Dispatcher, Pool, ProxyAgent } from "undici";
import { loopbackOnly } from "./loopback.js";

/** Whom to trust, our own identity, and the route. */
export interface ConnectionOptions {
  /** Certificates of authorities to trust besides those that Node.js knows, as PEM. */
  readonly ca?: string;
  /** Our own certificate and its key, as PEM, for a target that asks for one. */
  readonly cert?: string;
  readonly key?: string;
  /** Address of a proxy that all requests go through. */
  readonly proxy?: string;
  /** Connect only to this machine, whatever the host name resolves to later. */
  readonly onlyLoopback?: boolean;
  /** The user agent of requests; the name of the suite when absent. */
  readonly userAgent?: string;
  /** Whether each request has its own trace id. */
  readonly traceparent?: boolean;
}

export interface Connections {
  /** Keeps connections open between requests. */
  readonly kept: Dispatcher;
  /** Returns a dispatcher with an unused connection; its user destroys it. */
  fresh(): Dispatcher;
  close(): Promise<void>;
}

/** Most bytes that the headers of a response may have. */
const MAX_HEADER_BYTES = 64 * 1024;

/** @param timeoutMs milliseconds that connecting may take */
export function createConnections(
  origin: string,
  { ca, cert, key, proxy, onlyLoopback = false }: ConnectionOptions,
  { connections, timeoutMs }: { readonly connections: number; readonly timeoutMs: number },
): Connections {
  // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
  const tls = { rejectUnauthorized: true, ca, cert, key };
  // Our own limit of time covers the whole exchange, so those of undici are off.
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES };
  const connect = { timeout: timeoutMs, ...tls, ...(onlyLoopback ? { lookup: loopbackOnly } : {}) };
  if (proxy !== undefined) {
    const through = (count: number): ProxyAgent =>
      new ProxyAgent({ ...limits, uri: proxy, requestTls: connect, connections: count, pipelining: 1 });
    const kept = through(connections);
    return { kept, fresh: () => through(1), close: () => kept.destroy() };
  }
  const kept = new Pool(origin, { ...limits, connect, connections, pipelining: 1 });
  return { kept, fresh: () => new Client(origin, { ...limits, connect }), close: () => kept.destroy() };
}
