/** The connections to the target: kept ones, single ones, and all of them through a proxy where one is given. */
import { Client, type Dispatcher, Pool, ProxyAgent } from "undici";
import { loopbackOnly } from "./loopback.js";

/** Whom to trust, who we are, and the way there. */
export interface ConnectionOptions {
  /** Certificates of authorities to trust beside those that Node.js knows, as PEM. */
  readonly ca?: string;
  /** Our own certificate and its key, as PEM, for a target that asks for one. */
  readonly cert?: string;
  readonly key?: string;
  /** Address of a proxy that all requests go through. */
  readonly proxy?: string;
  /** Connect to this machine alone, whatever the name of the host comes to stand for. */
  readonly onlyLoopback?: boolean;
  /** What requests say of themselves; the name of the suite when absent. */
  readonly userAgent?: string;
  /** Whether each request has a trace id of its own. */
  readonly traceparent?: boolean;
}

/** Connections to one origin. */
export interface Connections {
  /** Keeps connections open between requests. */
  readonly kept: Dispatcher;
  /** Gives a dispatcher whose connection nobody used before; its user destroys it. */
  fresh(): Dispatcher;
  close(): Promise<void>;
}

/** Bytes that the headers of a response may have. */
const MAX_HEADER_BYTES = 64 * 1024;

/** @param timeoutMs milliseconds that connecting may take */
export function createConnections(
  origin: string,
  { ca, cert, key, proxy, onlyLoopback = false }: ConnectionOptions,
  { connections, timeoutMs }: { readonly connections: number; readonly timeoutMs: number },
): Connections {
  // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
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
