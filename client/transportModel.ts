/** What a transport is given, and what it does. */
import type { ConnectionOptions } from "./connections.js";
import type { Credentials } from "./credentials.js";
import type { Exchange, Outage, WireRequest } from "./model.js";
import type { TimeLimit } from "./timeLimit.js";

/** How to reach the target, and within what limits. */
export interface TransportOptions extends ConnectionOptions {
  /** Absolute http or https address; a path in it goes before the path of each request. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** The seed of trace ids; 0 when absent. */
  readonly seed?: number;
  /** Requests under way, and connections open, at most. */
  readonly concurrency: number;
  /** Requests per second at most; no limit when absent. */
  readonly requestsPerSecond?: number;
  /** Milliseconds from connecting to the last byte of a response. */
  readonly timeoutMs: number;
  /** Requests in total, resends included; no limit when absent. */
  readonly maxRequests?: number;
  /** How long anything may be sent; no limit when absent. What is under way then is awaited. */
  readonly timeLimit?: TimeLimit;
  /** How many bytes of a response body are read; 4 MiB when absent, and fewer once many long bodies were read. */
  readonly maxResponseBytes?: number;
  /** Milliseconds for which the target may only throttle; a minute and a half when absent. */
  readonly patienceMs?: number;
  /** Called with each request before it leaves, resends included; it may wait, and throw to stop the request. */
  readonly onSending?: (request: WireRequest) => Noting | Promise<Noting> | null;
  /** Called with each exchange that `send` returns, before it returns. Throttled attempts that were sent again are not among them. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with each attempt that the target throttled, whether it is sent again or not. */
  readonly onThrottled?: (exchange: Exchange) => void;
  /** Monitors outages of the target; absent: an unanswered request is an exchange like any other. */
  readonly outages?: OutageOptions;
  /** Interrupts the run: what is under way is aborted, and nothing is sent any more. */
  readonly signal?: AbortSignal;
}

/** Notes the outcome of a request. */
export interface Noting {
  /** It was answered, or an answer did not come. */
  answered(exchange: Exchange): void;
  /** Nothing more is awaited; called last. */
  over(): void;
}

/** How outages of the target are monitored. */
export interface OutageOptions {
  /** Reads that change nothing: a target that is up answers at least one of them. */
  readonly reads: readonly WireRequest[];
  /** Milliseconds after which the target counts as gone; a minute when absent. */
  readonly patienceMs?: number;
  /** Called when an outage begins, and when it is over. */
  readonly onOutage?: (outage: Outage) => void;
}

export interface TransportStats {
  /** Requests, resends included. */
  readonly sent: number;
  /** Resends because the target asked for a pause. */
  readonly retriedAfterThrottle: number;
  /** Resends because the connection was lost before a response began. */
  readonly connectionRetries: number;
}

export interface Transport {
  /**
   * Sends one request and returns the exchange. Never throws for anything the target does: a failure is part of the
   * exchange. Sends again, up to 6 times, when the target throttles (429, or 503 with Retry-After).
   * @throws BudgetSpentError when `maxRequests` are sent
   * @throws TimeSpentError when the time is over
   * @throws RunInterruptedError when the signal fires
   * With `outages`, what falls into an outage is sent again when the target is back, if that cannot do anything twice.
   * @throws TargetGoneError when the target stopped answering and did not come back
   * @throws LostInOutageError when the request fell into an outage and cannot be sent again unchanged
   * @throws TargetThrottlesError when the target has asked for pauses only, for minutes
   * @throws TypeError when the credentials edit cannot be made with the given credentials (see `credentialHeaders`)
   */
  send(request: WireRequest): Promise<Exchange>;
  stats(): TransportStats;
  /** The outages so far, in order. */
  outages(): readonly Outage[];
  /** Operations of which a throttled request was not sent again, and that have accepted nothing since. */
  throttled(): ReadonlySet<string>;
  /** Drops all connections. */
  close(): Promise<void>;
}
