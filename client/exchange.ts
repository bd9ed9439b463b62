/** One request on one connection: what comes back, within the limits of time and size. The hot path of a run. */
import type { Dispatcher } from "undici";
import { failureFrom, isStaleConnection } from "./failure.js";
import type { TransportFailure } from "./model.js";

/** A request as undici takes it. */
export interface AttemptRequest {
  /** Scheme, host and port, for dispatchers that serve several. */
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | Uint8Array | null;
}

/** A response as it came in, body undecoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the Content-Type header, as it was written. */
  readonly contentTypeName: string | undefined;
  readonly body: Buffer;
  readonly truncated: boolean;
}

export type AttemptOutcome =
  | { readonly kind: "response"; readonly response: RawResponse }
  /** `stale`: lost before the first byte of a response, like a keep-alive connection that the other side closed. */
  | { readonly kind: "failure"; readonly failure: TransportFailure; readonly stale: boolean }
  | { readonly kind: "cancelled" };

export interface AttemptLimits {
  /** Milliseconds from connecting to the last byte of the body. */
  readonly timeoutMs: number;
  /** Bytes of the body that are kept. */
  readonly maxResponseBytes: number;
}

const EMPTY = Buffer.alloc(0);
const CONTENT_TYPE = "content-type";

/** Ends an attempt whose outcome is already settled; nobody reads it. */
const SETTLED = new Error("the attempt is over");

/** One attempt. Follows no redirect. Made for one use. */
export class Attempt implements Dispatcher.DispatchHandler {
  private done: (outcome: AttemptOutcome) => void = () => {};
  private controller: Dispatcher.DispatchController | null = null;
  private settled = false;
  private responseBegan = false;
  private status = 0;
  private headers: Record<string, string> = {};
  private contentTypeName: string | undefined;
  private first: Buffer | null = null;
  private chunks: Buffer[] | null = null;
  private length = 0;

  constructor(
    private readonly limits: AttemptLimits,
    private readonly inFlight: InFlight,
  ) {}

  /**
   * Sends the request through a dispatcher. Never rejects: whatever the target does is part of the outcome, and a request
   * that HTTP cannot express is a failure of kind `protocol`.
   */
  run(dispatcher: Dispatcher, request: AttemptRequest): Promise<AttemptOutcome> {
    return new Promise((resolve) => {
      this.done = resolve;
      this.inFlight.add(this);
      try {
        dispatcher.dispatch(request, this);
      } catch (error) {
        this.fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** Ends the attempt from outside; the connection is dropped. */
  cancel(): void {
    this.settle({ kind: "cancelled" });
    this.controller?.abort(SETTLED);
  }

  /** Ends the attempt because its time is up; the connection is dropped. */
  timeOut(): void {
    const missing = this.status === 0 ? "no response" : `the response of status ${this.status} was not complete`;
    const message = `${missing} within ${this.limits.timeoutMs} ms`;
    this.settle({ kind: "failure", failure: { kind: "timeout", message }, stale: false });
    this.controller?.abort(SETTLED);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The time was up before there was a connection. Throwing here drops the request before it is written.
    if (this.settled) throw SETTLED;
    this.controller = controller;
  }

  onResponseStarted(): void {
    this.responseBegan = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ParsedHeaders): void {
    this.responseBegan = true;
    if (status < 200) return;
    this.status = status;
    this.headers = joinedHeaders(headers);
    this.contentTypeName = nameAsWritten(controller.rawHeaders, CONTENT_TYPE);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    const room = this.limits.maxResponseBytes - this.length;
    const kept = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.length += kept.length;
    if (this.first === null) this.first = kept;
    else if (this.chunks === null) this.chunks = [this.first, kept];
    else this.chunks.push(kept);
    if (kept !== chunk) {
      this.respond(true);
      controller.abort(SETTLED);
    }
  }

  onResponseEnd(): void {
    this.respond(false);
  }

  /** A 101, or any answer to CONNECT: the response has no body, and the connection is of no further use. */
  onRequestUpgrade(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ParsedHeaders,
    socket: { destroy(): void; on(event: "error", listener: () => void): void },
  ): void {
    socket.on("error", () => {});
    socket.destroy();
    this.status = status;
    this.headers = joinedHeaders(headers);
    this.respond(false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  private fail(error: Error): void {
    const stale = !this.responseBegan && isStaleConnection(error);
    this.settle({ kind: "failure", failure: failureFrom(error), stale });
  }

  private respond(truncated: boolean): void {
    const body = this.chunks === null ? (this.first ?? EMPTY) : Buffer.concat(this.chunks, this.length);
    const { status, headers, contentTypeName } = this;
    this.settle({ kind: "response", response: { status, headers, body, truncated, contentTypeName } });
  }

  private settle(outcome: AttemptOutcome): void {
    if (this.settled) return;
    this.settled = true;
    this.inFlight.delete(this);
    this.done(outcome);
  }
}

/** The first of the raw names (every other entry) that equals `name` (lower case) in any letter case. */
function nameAsWritten(raw: Dispatcher.DispatchController["rawHeaders"], name: string): string | undefined {
  if (!Array.isArray(raw)) return undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const entry = raw[index];
    if (entry?.length !== name.length) continue;
    const written = entry.toString("latin1");
    if (written.toLowerCase() === name) return written;
  }
  return undefined;
}

type ParsedHeaders = Record<string, string | string[] | undefined>;

function joinedHeaders(headers: ParsedHeaders): Record<string, string> {
  if (hasOnlySingleValues(headers)) return headers;
  const joined: [string, string][] = [];
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined) joined.push([name, typeof value === "string" ? value : value.join(", ")]);
  }
  return Object.fromEntries(joined);
}

function hasOnlySingleValues(headers: ParsedHeaders): headers is Record<string, string> {
  for (const name of Object.keys(headers)) {
    if (typeof headers[name] !== "string") return false;
  }
  return true;
}

/*
 * The attempts that are under way, and their time. All have the same time, so they run out in the order in which they
 * began and one timer serves them all; a timer for each costs several per cent of the throughput.
 */

/** What can run out of time or be cancelled. */
export interface Endable {
  timeOut(): void;
  cancel(): void;
}

/** Keeps attempts from their beginning to their end. */
export class InFlight {
  /** Attempts by the order in which they began, with the moment (`performance.now()`) at which their time is up. */
  private readonly deadlines = new Map<Endable, number>();
  private timer: NodeJS.Timeout | null = null;

  /** @param timeoutMs milliseconds that each attempt may take */
  constructor(private readonly timeoutMs: number) {}

  add(attempt: Endable): void {
    this.deadlines.set(attempt, performance.now() + this.timeoutMs);
    if (this.timer === null) this.wait(this.timeoutMs);
  }

  delete(attempt: Endable): void {
    this.deadlines.delete(attempt);
  }

  cancel(): void {
    for (const attempt of [...this.deadlines.keys()]) attempt.cancel();
  }

  private endLate(): void {
    this.timer = null;
    const now = performance.now();
    for (const [attempt, deadline] of this.deadlines) {
      if (deadline > now) {
        this.wait(deadline - now);
        return;
      }
      this.deadlines.delete(attempt);
      attempt.timeOut();
    }
  }

  private wait(milliseconds: number): void {
    // Open connections keep the process alive; a timer that outlasts them must not. What arrived in time while this
    // process was not scheduled is read first: timers run before sockets, and sockets before immediates.
    this.timer = setTimeout(() => setImmediate(() => this.endLate()), Math.ceil(milliseconds)).unref();
  }
}
