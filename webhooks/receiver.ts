/**
 * The receiver of deliveries (section 6): keeps the raw bytes, answers at once, and stays within its limits whatever is
 * sent to it. It judges nothing.
 */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { UsageError } from "../schemas/usageError.js";
import type { Delivery } from "./delivery.js";

/* How the receiver answers: acknowledging at once, or with an error on purpose to see what the service does then. */

interface PlannedAnswer {
  readonly status: number;
  /** Milliseconds for which the answer is withheld; after that time the connection is closed without one. */
  readonly hold: number;
}

type AnswerPlan = (body: Buffer) => PlannedAnswer;

const WELL: PlannedAnswer = { status: 200, hold: 0 };
const BADLY: PlannedAnswer = { status: 500, hold: 0 };

/** Every delivery is answered with 200 at once. */
export const answerWell: AnswerPlan = () => WELL;

/** One delivery in this many is answered with 500 when it first comes. */
const EVERY = 5;
/** At most this many are answered with an error: enough to see retries without troubling the service. */
const MOST_FAILED = 12;
/** The delivery that gets no answer at all when it first comes. It may hold up all others for a while. */
const HUNG = 2;
/** The delivery, after that one, that is answered with an error several times, so that its pauses can be compared. */
const TROUBLED = 4;
const BAD_REPEATS = 2;
/** For how long that one waits, in milliseconds. */
const HOLD = 10_000;

/**
 * Answers some deliveries with an error on purpose, one of them several times and the others once: when the same bytes come
 * again they are acknowledged. Nothing is lost, since those deliveries were received all the same.
 */
export function answerWithChaos(): AnswerPlan {
  /** How often each still gets an error, by the digest of its bytes. */
  const spoilt = new Map<string, number>();
  let fresh = 0;
  return (body) => {
    const digest = createHash("sha256").update(body).digest("base64");
    const left = spoilt.get(digest);
    if (left !== undefined) {
      spoilt.set(digest, left - 1);
      return left > 0 ? BADLY : WELL;
    }
    if (spoilt.size > MOST_FAILED) return WELL;
    fresh += 1;
    if (fresh !== HUNG && fresh % EVERY !== TROUBLED % EVERY) return WELL;
    spoilt.set(digest, fresh === TROUBLED ? BAD_REPEATS : 0);
    return fresh === HUNG ? { status: 0, hold: HOLD } : BADLY;
  };
}

/* The limits of the receiver, so that nothing sent to it can exhaust the process. */

interface ReceiverLimits {
  /** Bytes of one body; a longer one is answered with 413. */
  readonly bodyBytes: number;
  /** How many deliveries are kept; later ones are answered and only counted. */
  readonly deliveries: number;
  /** Bytes of all bodies that are kept. */
  readonly keptBytes: number;
  /** Bytes of bodies that are being read; above that a delivery is answered with 503. */
  readonly bytesUnderWay: number;
  /** Deliveries per second; above that one is answered with 429. */
  readonly perSecond: number;
  /** Connections open at once; further ones are closed. */
  readonly connections: number;
  /** Milliseconds in which a request must have arrived completely. */
  readonly requestMs: number;
}

const STANDARD_LIMITS: ReceiverLimits = {
  bodyBytes: 1024 * 1024,
  deliveries: 20_000,
  keptBytes: 64 * 1024 * 1024,
  bytesUnderWay: 32 * 1024 * 1024,
  perSecond: 5_000,
  connections: 2_048,
  requestMs: 10_000,
};

/** Lets a number pass per second, and as many at once. */
function rateGate(perSecond: number): () => boolean {
  let tokens = perSecond;
  let filledAt = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1_000) * perSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

export interface ReceiverOptions {
  /** Port to listen on; 0 for any free one. */
  readonly port: number;
  /** Address to listen on: 127.0.0.1 by default. */
  readonly host?: string;
  /** Path that deliveries must be sent to; the default `/` accepts all paths. A long random one keeps strangers out. */
  readonly path?: string;
  readonly limits?: Partial<ReceiverLimits>;
  readonly answers?: AnswerPlan;
  /** Whether deliveries are kept, within the limits of number and bytes. Default: true. */
  readonly keep?: boolean;
  /** Called with each delivery after it was answered. What it throws is not caught. */
  readonly onDelivery?: (delivery: Delivery) => void;
}

/** What came besides the deliveries that were kept. */
interface ReceiverCounts {
  readonly kept: number;
  /** Acknowledged but not kept, since the limits of number or bytes were reached. */
  readonly notKept: number;
  /** Answered with 413, 429 or 503. */
  readonly turnedAway: number;
  /** Requests to another path, and requests that carry nothing (GET, HEAD, OPTIONS). */
  readonly others: number;
  /** Connections with something other than HTTP, and requests that were never completed. */
  readonly garbage: number;
}

export interface Receiver {
  /** The address to register, with the path. */
  readonly url: string;
  readonly port: number;
  /** All deliveries so far, in the order in which they came. */
  deliveries(): readonly Delivery[];
  counts(): ReceiverCounts;
  close(): Promise<void>;
}

/** How many bytes of a body that is too long are read and discarded before the connection is cut. */
const MOST_DISCARDED = 256 * 1024;
const LONGEST_HEADERS = 32 * 1024;
/** Requests that are not deliveries: a service may use them to see whether somebody is listening. */
const EMPTY_HANDED: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * Starts a receiver.
 * @throws UsageError when the port or the address cannot be used
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const intake = new Intake(options);
  const { host = "127.0.0.1", port, path = "/" } = options;
  const server = createServer(
    { maxHeaderSize: LONGEST_HEADERS, connectionsCheckingInterval: 1_000 },
    (request, response) => intake.take(request, response),
  );
  server.maxConnections = intake.limits.connections;
  server.requestTimeout = intake.limits.requestMs;
  server.headersTimeout = intake.limits.requestMs;
  server.keepAliveTimeout = 5_000;
  server.on("clientError", (_error, socket) => {
    intake.otherCounts.garbage += 1;
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n", () => socket.destroy());
    else socket.destroy();
  });
  await listen(server, port, host);
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}${path}`,
    port: bound,
    deliveries: () => intake.kept,
    counts: () => ({ kept: intake.kept.length, ...intake.otherCounts }),
    close: () => {
      intake.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Readonly<Record<string, string>> = {
        EADDRINUSE: `Port ${port} of ${host} is in use. Choose another, or 0 for any free one.`,
        EACCES: `You may not use port ${port} of ${host}. Choose one above 1023.`,
        EADDRNOTAVAIL: `${host} is not an address of this machine. 127.0.0.1 always is; 0.0.0.0 stands for all.`,
      };
      reject(new UsageError(`The receiver cannot listen: ${reasons[error.code ?? ""] ?? error.message}`));
    });
    server.listen(port, host, () => resolve());
  });
}

class Intake {
  readonly limits: ReceiverLimits;
  readonly kept: Delivery[] = [];
  /** What came besides them. */
  readonly otherCounts = { notKept: 0, turnedAway: 0, others: 0, garbage: 0 };
  readonly #gate: () => boolean;
  readonly #held = new Map<NodeJS.Timeout, ServerResponse>();
  #keptBytes = 0;
  #bytesUnderWay = 0;
  #number = 0;

  constructor(private readonly options: ReceiverOptions) {
    this.limits = { ...STANDARD_LIMITS, ...options.limits };
    this.#gate = rateGate(this.limits.perSecond);
  }

  close(): void {
    for (const [timer, response] of this.#held) {
      clearTimeout(timer);
      response.destroy();
    }
    this.#held.clear();
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    // A broken connection is the sender's problem; without a listener it would end the process.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    const { path = "/" } = this.options;
    const elsewhere = path !== "/" && (request.url ?? "").split("?")[0] !== path;
    if (elsewhere || EMPTY_HANDED.has(request.method ?? "")) {
      this.otherCounts.others += 1;
      this.#refuse(request, response, elsewhere ? 404 : 200);
    } else if (!this.#gate()) {
      this.#turnAway(request, response, 429);
    } else if (this.#bytesUnderWay > this.limits.bytesUnderWay) {
      this.#turnAway(request, response, 503);
    } else this.#read(request, response);
  }

  #read(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    let size = 0;
    let done = false;
    const finish = (): void => {
      done = true;
      this.#bytesUnderWay -= size;
    };
    request.on("data", (chunk: Buffer) => {
      if (done) return;
      size += chunk.length;
      this.#bytesUnderWay += chunk.length;
      if (size <= this.limits.bodyBytes) {
        chunks.push(chunk);
        return;
      }
      finish();
      this.#turnAway(request, response, 413);
      this.#keep(request, Buffer.alloc(0), true, 413);
    });
    request.on("end", () => {
      if (done) return;
      finish();
      this.#answer(request, response, Buffer.concat(chunks, size));
    });
    request.on("close", () => {
      if (done) return;
      finish();
      this.otherCounts.garbage += 1;
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { status, hold } = (this.options.answers ?? answerWell)(body);
    if (hold === 0) {
      response
        .writeHead(status, { "content-type": "text/plain" })
        .end(status < 300 ? "received\n" : "answered badly on purpose\n");
    } else {
      const timer = setTimeout(() => {
        this.#held.delete(timer);
        response.destroy();
      }, hold);
      timer.unref();
      this.#held.set(timer, response);
    }
    this.#keep(request, body, false, hold === 0 ? status : null);
  }

  #keep(request: IncomingMessage, body: Buffer, oversized: boolean, answered: number | null): void {
    const keep = this.options.keep !== false;
    if (keep && (this.kept.length >= this.limits.deliveries || this.#keptBytes + body.length > this.limits.keptBytes)) {
      this.otherCounts.notKept += 1;
      return;
    }
    this.#number += 1;
    const delivery: Delivery = {
      number: this.#number,
      receivedAt: Date.now(),
      method: request.method ?? "",
      path: request.url ?? "",
      headers: joined(request.headersDistinct),
      body,
      oversized,
      answered,
    };
    if (keep) {
      this.kept.push(delivery);
      this.#keptBytes += body.length;
    }
    this.options.onDelivery?.(delivery);
  }

  #turnAway(request: IncomingMessage, response: ServerResponse, status: number): void {
    this.otherCounts.turnedAway += 1;
    this.#refuse(request, response, status);
  }

  /** Answers without looking at the body, of which only a little is read before the connection is cut. */
  #refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
    const wait = status === 429 || status === 503 ? { "retry-after": "1" } : {};
    response.writeHead(status, { connection: "close", ...wait }).end();
    let discarded = 0;
    request.on("data", (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > MOST_DISCARDED) request.destroy();
    });
  }
}

function joined(headers: NodeJS.Dict<string[]>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, values] of Object.entries(headers)) plain[name] = (values ?? []).join(", ");
  return plain;
}
