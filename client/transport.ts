/** Sends requests to the target, paced and with credentials, and remembers each exchange without secrets. */
import { setTimeout as wait } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { operationAt } from "../schemas/paths.js";
import { isGateway, isThrottle } from "../schemas/statuses.js";
import { decodeBody, isEncoded, ReadingLimit } from "./body.js";
import { createConnections } from "./connections.js";
import { Attempt, type AttemptOutcome, type AttemptRequest, InFlight, type RawResponse } from "./exchange.js";
import {
  BudgetSpentError,
  RunInterruptedError,
  TargetGoneError,
  TargetThrottlesError,
  TimeSpentError,
} from "./interruption.js";
import type { CredentialsEdit, Exchange, RecordedResponse, TransportFailure, WireRequest } from "./model.js";
import { OutageWatch } from "./outage.js";
import {
  type BaseAddress,
  outgoingRequest,
  type PreparedCredentials,
  prepareCredentials,
  TRACEPARENT,
  tracer,
  withOwn,
  withUserAgent,
} from "./outgoing.js";
import { Pacer } from "./pacing.js";
import { recordRequest, recordResponse } from "./recording.js";
import { createRedactor } from "./redact.js";
import { compose, type Interceptor } from "./send.js";
import { Throttling } from "./throttle.js";
import type { Transport, TransportOptions } from "./transportModel.js";

const DEFAULT_MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const DEFAULT_USER_AGENT = "partner-payments-conformance";
/** How often a waiting request checks whether the run has ended, in milliseconds. */
const LONGEST_STEP = 250;
/** Milliseconds for which a target may be down. */
const OUTAGE_PATIENCE = 60_000;
/** Most milliseconds that the read which monitors an outage may take. */
const PROBE_TIMEOUT = 5_000;

/**
 * Builds the transport to a target. Opens no connection before the first request.
 * @throws TypeError when the base address is not an absolute http or https address
 */
export function createTransport(options: TransportOptions): Transport {
  const { credentials, concurrency, timeoutMs, maxRequests = Number.POSITIVE_INFINITY, timeLimit, signal } = options;
  const { onSending, onExchange, outages } = options;
  const readingLimit = new ReadingLimit(options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES);
  const userAgent = options.userAgent ?? DEFAULT_USER_AGENT;
  const traceOf = options.traceparent === true ? tracer(options.seed ?? 0) : null;
  const address = parseBaseUrl(options.baseUrl);
  const baseUrl = `${address.origin}${address.prefix}`;
  const limits = {
    timeoutMs,
    get maxResponseBytes() {
      return readingLimit.bytes;
    },
  };
  const connections = createConnections(address.origin, options, { connections: concurrency, timeoutMs });
  const redactor = createRedactor(credentials);
  const pacer = new Pacer(concurrency, options.requestsPerSecond);
  const inFlight = new InFlight(timeoutMs);
  const preparedCredentials = new Map<CredentialsEdit, PreparedCredentials>();
  const stats = { sent: 0, connectionRetries: 0 };
  /** Why nothing is sent any more, or null. */
  let ended: Error | null = null;

  function end(error: Error): void {
    ended ??= error;
    pacer.interrupt(ended);
  }

  function assertRunning(): void {
    if (ended !== null) throw ended;
  }

  function interrupt(): void {
    end(new RunInterruptedError());
    inFlight.cancel();
  }
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener("abort", interrupt, { once: true });
  // Requests that wait for a turn are rejected; those already sent are awaited.
  const lastMoment =
    timeLimit === undefined ? undefined : setTimeout(() => end(new TimeSpentError()), timeLimit.left()).unref();

  function prepared(edit: CredentialsEdit): PreparedCredentials {
    let known = preparedCredentials.get(edit);
    if (known === undefined) {
      known = prepareCredentials(edit, credentials);
      preparedCredentials.set(edit, known);
    }
    return known;
  }

  /** The user's headers are included, as placeholders until the request leaves. */
  const naming: Interceptor = (next) => async (wire) => next(withOwn(wire, prepared(wire.credentials)));

  /** The request that is sent, with credentials; its headers without them; and what is recorded of them. */
  function outgoing(wire: WireRequest) {
    const edit = prepared(wire.credentials);
    const named = withUserAgent(wire.headers, userAgent);
    const isNamed = traceOf === null || Object.keys(named).some((name) => name.toLowerCase() === TRACEPARENT);
    const headers = isNamed ? named : { ...named, [TRACEPARENT]: traceOf(wire) };
    return { request: outgoingRequest(wire, headers, address, edit), headers, credentials: edit.recorded };
  }

  function dispatch(dispatcher: Dispatcher, request: AttemptRequest, among = inFlight): Promise<AttemptOutcome> {
    stats.sent++;
    return new Attempt(limits, among).run(dispatcher, request);
  }

  /** Sends on an unused connection. */
  async function dispatchAfresh(request: AttemptRequest, among = inFlight): Promise<AttemptOutcome> {
    const own = connections.fresh();
    const outcome = await dispatch(own, request, among);
    await own.destroy();
    return outcome;
  }

  /** Sends on a kept connection and, when that turns out to be closed, once more on a separate one; records the response. */
  async function attempt(wire: WireRequest): Promise<Exchange> {
    assertRunning();
    if (stats.sent >= maxRequests) throw new BudgetSpentError(maxRequests);
    if (timeLimit?.left() === 0) throw new TimeSpentError();
    const { request, headers, credentials: shown } = outgoing(wire);
    let startedAt = Date.now();
    let sentAt = performance.now();
    let resent = false;
    let outcome = await dispatch(connections.kept, request);
    if (outcome.kind === "failure" && outcome.stale && stats.sent < maxRequests && ended === null) {
      stats.connectionRetries++;
      resent = true;
      startedAt = Date.now();
      sentAt = performance.now();
      const again = await dispatchAfresh(request);
      // The target is down now, and the request may have reached it the first time.
      const isAway = again.kind === "failure" && again.failure.kind === "unreachable";
      if (!isAway) outcome = again;
    }
    // An answer that came in just before the interruption still counts: what it created must reach the journal.
    if (outcome.kind === "cancelled") throw new RunInterruptedError();
    const recorded = recordRequest(wire, headers, baseUrl, shown, redactor);
    const timed = { wire, request: recorded, startedAt, durationMs: performance.now() - sentAt };
    const base = resent ? { ...timed, resent: true as const } : timed;
    const failed = (failure: TransportFailure): Exchange => ({
      ...base,
      response: null,
      failure: { ...failure, message: redactor.redact(failure.message) },
      leaked: [],
    });
    if (outcome.kind === "failure") return failed(outcome.failure);
    const { response: raw } = outcome;
    const { contentTypeName } = raw;
    const encoding = raw.headers["content-encoding"];
    const isPlain = raw.body.length === 0 || !isEncoded(encoding);
    const response = isPlain ? asText(raw) : await decoded(raw, encoding ?? "", readingLimit.bytes);
    if ("kind" in response) return failed(response);
    readingLimit.count(response.body.length);
    const { response: clean, leaked } = recordResponse(response, redactor);
    const named = contentTypeName === undefined ? {} : { contentTypeName };
    return { ...base, response: clean, failure: null, leaked, ...named };
  }

  /** Announces what is sent to those who keep a record of it. */
  const noting: Interceptor = (next) => async (wire) => {
    assertRunning();
    const begun = onSending?.(wire) ?? null;
    const noted = begun instanceof Promise ? await begun : begun;
    if (noted === null) return next(wire);
    try {
      const exchange = await next(wire);
      noted.answered(exchange);
      return exchange;
    } finally {
      noted.over();
    }
  };

  /** Passes what is returned to the listeners. */
  const reporting: Interceptor = (next) => async (wire) => {
    assertRunning();
    const exchange = await next(wire);
    onExchange?.(exchange);
    return exchange;
  };

  /** Sends a harmless read, ahead of everything that waits. */
  function probed(read: WireRequest): Promise<AttemptOutcome> {
    const { request } = outgoing(withOwn(read, prepared(read.credentials)));
    return dispatchAfresh(request, new InFlight(Math.min(timeoutMs, PROBE_TIMEOUT)));
  }

  /** Whether a harmless read is answered by something other than a gateway. @throws Error when it is not */
  async function assertAnswered(read: WireRequest): Promise<void> {
    const outcome = await probed(read);
    const isAnswered =
      outcome.kind === "response"
        ? !isGateway(outcome.response.status)
        : outcome.kind === "failure" && outcome.failure.kind === "protocol";
    if (!isAnswered) throw new Error("not answered");
  }

  const watch =
    outages === undefined
      ? null
      : new OutageWatch({
          isBack: async () =>
            ended !== null ||
            Promise.any(outages.reads.map(assertAnswered)).then(
              () => true,
              () => false,
            ),
          patienceMs: outages.patienceMs ?? OUTAGE_PATIENCE,
          onGone: (outage) => end(new TargetGoneError(outage)),
          assertRunning,
          onOutage: outages.onOutage,
        });

  const throttling = new Throttling({
    pacer,
    patienceMs: options.patienceMs,
    onOver: () => end(new TargetThrottlesError()),
    onThrottled: options.onThrottled,
    isAnotherAnswered: async (operation) => {
      const another = outages?.reads.find((read) => operationAt(read.path, null)?.operation !== operation);
      const outcome = another === undefined ? null : await probed(another);
      return outcome?.kind === "response" && !isThrottle(outcome.response.status);
    },
    wait: async (milliseconds) => {
      const until = performance.now() + milliseconds;
      for (let left = milliseconds; left > 0 && ended === null; left = until - performance.now())
        await wait(Math.min(left, LONGEST_STEP));
    },
  });

  return {
    send: compose(
      attempt,
      naming,
      reporting,
      ...(watch === null ? [] : [watch.intercept]),
      throttling.intercept,
      noting,
    ),

    outages: () => watch?.outages ?? [],

    throttled: () => throttling.givenUp(),

    stats: () => ({ ...stats, retriedAfterThrottle: throttling.resent }),

    async close() {
      signal?.removeEventListener("abort", interrupt);
      clearTimeout(lastMoment);
      throttling.stop();
      await connections.close();
    },
  };
}

function parseBaseUrl(baseUrl: string): BaseAddress {
  const url = new URL(baseUrl);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TypeError(`The base address "${baseUrl}" is neither an http nor an https address.`);
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
}

function asText({ status, headers, body, truncated }: RawResponse): RecordedResponse {
  return { status, headers, body: body.toString("utf8"), truncated };
}

/** A response with its content encodings undone, or the failure to undo them. */
async function decoded(
  raw: RawResponse,
  encoding: string,
  limit: number,
): Promise<RecordedResponse | TransportFailure> {
  try {
    const body = await decodeBody(raw.body, encoding, limit);
    const { status, headers } = raw;
    return { status, headers, body: body.text, truncated: raw.truncated || body.truncated };
  } catch (error) {
    return { kind: "protocol", message: error instanceof Error ? error.message : String(error) };
  }
}
