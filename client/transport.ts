/**
 * Sends requests to the target, paced and with credentials, and remembers each exchange without secrets.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { operationAt } from "../schemas/paths.js";
import { isGateway, isSuccessStatus, isThrottle } from "../schemas/statuses.js";
import { decodeBody, isEncoded } from "./body.js";
import { createConnections } from "./connections.js";
import { Attempt, type AttemptOutcome, type AttemptRequest, type RawResponse } from "./exchange.js";
import { InFlight } from "./inFlight.js";
import {
  BudgetSpentError,
  LostInOutageError,
  RunInterruptedError,
  TargetGoneError,
  TargetThrottlesError,
  TimeSpentError,
} from "./interruption.js";
import type { CredentialsEdit, Exchange, RecordedResponse, TransportFailure, WireRequest } from "./model.js";
import { isUnanswered, OutageWatch } from "./outage.js";
import {
  type BaseAddress,
  outgoingRequest,
  type PreparedCredentials,
  prepareCredentials,
  withOwn,
  withUserAgent,
} from "./outgoing.js";
import { createPacer } from "./pacing.js";
import { ReadingLimit } from "./readingLimit.js";
import { recordRequest, recordResponse } from "./recording.js";
import { createRedactor } from "./redact.js";
import { Slots } from "./slots.js";
import { retryAfter, ThrottledOperations, ThrottlePatience, throttlePause } from "./throttle.js";
import type { OutageOptions, Transport, TransportOptions } from "./transportModel.js";

const DEFAULT_MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const DEFAULT_USER_AGENT = "partner-payments-conformance";
const MOST_THROTTLE_RESENDS = 6;
/** Milliseconds after which one who waits looks whether the run has ended. */
const LONGEST_STEP = 250;
/** Milliseconds for which a target may be away. */
const OUTAGE_PATIENCE = 60_000;
/** Milliseconds that the read which looks after an outage may take at the most. */
const PROBE_TIMEOUT = 5_000;

/** An attempt that was not cancelled, and when it left. */
interface Sent {
  readonly outcome: Exclude<AttemptOutcome, { kind: "cancelled" }>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds of `performance.now()`. */
  readonly sentAt: number;
  readonly resent: boolean;
}

/** What a request is recorded with: its headers without the credentials, and what is told of these. */
interface Sending {
  readonly headers: Readonly<Record<string, string>>;
  readonly edit: PreparedCredentials;
}

/**
 * Builds the way to a target. Opens no connection before the first request.
 *
 * @throws TypeError when the base address is not an absolute http or https address
 */
export function createTransport(options: TransportOptions): Transport {
  const { credentials, concurrency, timeoutMs, maxRequests = Number.POSITIVE_INFINITY, timeLimit, signal } = options;
  const { onSending, onExchange, onThrottled } = options;
  const readingLimit = new ReadingLimit(options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES);
  const userAgent = options.userAgent ?? DEFAULT_USER_AGENT;
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
  const pacer = createPacer(options.requestsPerSecond);
  const slots = new Slots(concurrency);
  const inFlight = new InFlight(timeoutMs);
  const preparedCredentials = new Map<CredentialsEdit, PreparedCredentials>();
  const stats = { sent: 0, retriedAfterThrottle: 0, connectionRetries: 0 };
  const patience = new ThrottlePatience(() => end(new TargetThrottlesError()), options.patienceMs);
  const throttledOperations = new ThrottledOperations(options.patienceMs);
  /** Answers that did not throttle. */
  let answers = 0;
  /** Whether the target has ever answered. */
  let isKnown = false;
  /** Why nothing is sent any more, or null. */
  let ended: Error | null = null;

  function end(error: Error): void {
    ended ??= error;
    slots.interrupt(ended);
    pacer.interrupt(ended);
  }

  function interrupt(): void {
    end(new RunInterruptedError());
    inFlight.cancel();
  }
  if (signal?.aborted === true) {
    interrupt();
  }
  signal?.addEventListener("abort", interrupt, { once: true });
  // Whoever waits for a turn is sent away; what has left is waited for.
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

  function dispatch(dispatcher: Dispatcher, request: AttemptRequest): Promise<AttemptOutcome> {
    stats.sent++;
    return new Attempt(limits, inFlight).run(dispatcher, request);
  }

  /** Sends on a kept connection and, when that turns out to be closed, once more on a connection of its own. */
  async function sendOnce(request: AttemptRequest): Promise<Sent> {
    if (stats.sent >= maxRequests) throw new BudgetSpentError(maxRequests);
    if (timeLimit?.left() === 0) throw new TimeSpentError();
    let startedAt = Date.now();
    let sentAt = performance.now();
    let resent = false;
    let outcome = await dispatch(connections.kept, request);
    if (outcome.kind === "failure" && outcome.stale && stats.sent < maxRequests && ended === null) {
      stats.connectionRetries++;
      resent = true;
      startedAt = Date.now();
      sentAt = performance.now();
      const fresh = connections.fresh();
      const again = await dispatch(fresh, request);
      await fresh.destroy();
      // The target is away now, and the request may have reached it the first time.
      const isAway = again.kind === "failure" && again.failure.kind === "unreachable";
      if (!isAway) outcome = again;
    }
    // An answer that came in just before the interruption still counts: what it created must reach the journal.
    if (outcome.kind === "cancelled") throw new RunInterruptedError();
    return { outcome, startedAt, sentAt, resent };
  }

  /** Sends a request and records what came back. */
  async function recordedAnswer(wire: WireRequest, request: AttemptRequest, { headers, edit }: Sending) {
    const { outcome, startedAt, sentAt, resent } = await sendOnce(request);
    const recorded = recordRequest(wire, headers, baseUrl, edit.recorded, redactor);
    const timed = { wire, request: recorded, startedAt, durationMs: performance.now() - sentAt };
    const base = resent ? { ...timed, resent } : timed;
    if (outcome.kind === "failure") return { exchange: failed(base, outcome.failure), sentAt };
    const { response: raw } = outcome;
    const { contentTypeName } = raw;
    const encoding = raw.headers["content-encoding"];
    const response =
      raw.body.length > 0 && isEncoded(encoding) ? await decoded(raw, encoding ?? "", readingLimit.bytes) : asText(raw);
    if ("kind" in response) return { exchange: failed(base, response), sentAt };
    readingLimit.count(response.body.length);
    const { response: clean, leaked } = recordResponse(response, redactor);
    const named = contentTypeName === undefined ? {} : { contentTypeName };
    const exchange: Exchange = { ...base, response: clean, failure: null, leaked, ...named };
    return { exchange, sentAt };
  }

  /** The same, noted by whoever keeps a record of what is sent. */
  async function notedAnswer(wire: WireRequest, request: AttemptRequest, sending: Sending) {
    const begun = onSending?.(wire) ?? null;
    const noting = begun instanceof Promise ? await begun : begun;
    if (noting === null) return recordedAnswer(wire, request, sending);
    try {
      // While it waited, the run may have ended.
      if (ended !== null) throw ended;
      const answer = await recordedAnswer(wire, request, sending);
      noting.answered(answer.exchange);
      return answer;
    } finally {
      noting.over();
    }
  }

  async function sendUntilAnswered(wire: WireRequest, edit: PreparedCredentials): Promise<Exchange> {
    const headers = withUserAgent(wire.headers, userAgent);
    const request = outgoingRequest(wire, headers, address, edit);
    const operation = operationAt(wire.path, null)?.operation ?? "";
    let answersBefore = 0;
    for (let resends = 0; ; resends++) {
      const turn = pacer.pass(resends > 0);
      const underWay = typeof turn === "number" ? turn : await turn;
      if (resends <= 1) answersBefore = answers;
      let waitsAlone: number;
      try {
        if (ended !== null) throw ended;
        const { exchange, sentAt } = await notedAnswer(wire, request, { headers, edit });
        const { response } = exchange;
        if (response === null) return exchange;
        const refusals = Math.max(resends, pacer.refusedAlone());
        const pause = throttlePause(response, refusals, stats.retriedAfterThrottle, Date.now());
        if (pause === null) {
          answers++;
          pacer.accepted(sentAt, underWay);
          patience.accepted();
          // What is refused for its credentials, or before it is counted, tells nothing of an allowance.
          if (isSuccessStatus(response.status)) throttledOperations.accepted(operation);
          return exchange;
        }
        onThrottled?.(exchange);
        const asked = retryAfter(response.headers["retry-after"], Date.now());
        const isAlone = await throttledOperations.isAlone(operation, asked, resends > 0, () =>
          isAnotherAnswered(operation),
        );
        if (isAlone) {
          patience.accepted();
          if (throttledOperations.relieves(operation)) pacer.relieved();
        } else patience.throttled();
        const isWorthWaiting = throttledOperations.isWorthWaiting(operation, asked, isAlone);
        waitsAlone = isAlone || !isWorthWaiting ? pause : pacer.throttled(pause, sentAt, underWay);
        // While nothing is answered, it is not this request that is refused.
        if (!isWorthWaiting || (resends >= MOST_THROTTLE_RESENDS && answers > answersBefore)) {
          throttledOperations.giveUp(operation);
          return exchange;
        }
      } finally {
        pacer.back();
      }
      if (waitsAlone > 0) await whileRunning(waitsAlone);
      stats.retriedAfterThrottle++;
    }
  }

  function failed(base: Pick<Exchange, "wire" | "request" | "startedAt" | "durationMs">, failure: TransportFailure) {
    const message = redactor.redact(failure.message);
    return { ...base, response: null, failure: { ...failure, message }, leaked: [] };
  }

  /** Waits, unless the run ends before. */
  async function whileRunning(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    for (let left = milliseconds; left > 0 && ended === null; left = until - performance.now())
      await wait(Math.min(left, LONGEST_STEP));
  }

  /** Whether a harmless read of another operation is answered while one is throttled. */
  async function isAnotherAnswered(operation: string): Promise<boolean> {
    const another = options.outages?.reads.find((read) => operationAt(read.path, null)?.operation !== operation);
    const outcome = another === undefined ? null : await probed(another);
    return outcome?.kind === "response" && !isThrottle(outcome.response.status);
  }

  /** Whether one of the harmless reads is answered, by whatever is no gateway. */
  async function isThere({ reads }: OutageOptions): Promise<boolean> {
    if (ended !== null) return true;
    const answered = reads.map(async (read) => {
      if (!(await isAnswered(read))) throw new Error("not answered");
    });
    return Promise.any(answered).then(
      () => true,
      () => false,
    );
  }

  async function isAnswered(read: WireRequest): Promise<boolean> {
    const outcome = await probed(read);
    if (outcome.kind === "response") return !isGateway(outcome.response.status);
    return outcome.kind === "failure" && outcome.failure.kind === "protocol";
  }

  /** Sends a harmless read on a connection of its own, whatever else waits. */
  async function probed(read: WireRequest): Promise<AttemptOutcome> {
    const edit = prepared(read.credentials);
    const wire = withOwn(read, edit);
    const request = outgoingRequest(wire, withUserAgent(wire.headers, userAgent), address, edit);
    const own = connections.fresh();
    const watched = new InFlight(Math.min(timeoutMs, PROBE_TIMEOUT));
    stats.sent++;
    const outcome = await new Attempt(limits, watched).run(own, request);
    await own.destroy();
    return outcome;
  }

  const watched = options.outages;
  const watch =
    watched === undefined
      ? null
      : new OutageWatch({
          isBack: () => isThere(watched),
          patienceMs: watched.patienceMs ?? OUTAGE_PATIENCE,
          onGone: (outage) => end(new TargetGoneError(outage)),
          ...(watched.onOutage === undefined ? {} : { onOutage: watched.onOutage }),
        });

  async function sendInTurn(wire: WireRequest, edit: PreparedCredentials): Promise<Exchange> {
    const slot = slots.take();
    if (slot !== null) await slot;
    try {
      return await sendUntilAnswered(wire, edit);
    } finally {
      slots.release();
    }
  }

  return {
    async send(asked) {
      const edit = prepared(asked.credentials);
      const wire = withOwn(asked, edit);
      for (;;) {
        const gate = watch?.gate() ?? null;
        if (gate !== null) await gate;
        if (ended !== null) throw ended;
        const exchange = await sendInTurn(wire, edit);
        const isAnswer = !isUnanswered(exchange);
        isKnown ||= isAnswer;
        // A target that never gave an answer is not away: it is not there.
        const isLost = watch !== null && isKnown && !isAnswer && (await watch.examine(exchange));
        if (!isLost) {
          onExchange?.(exchange);
          return exchange;
        }
        if (ended !== null) throw ended;
        // What never reached the target, and what only reads, can be sent again as it is.
        if (exchange.failure?.kind === "unreachable" || wire.method === "GET") continue;
        throw new LostInOutageError(exchange);
      }
    },

    outages: () => watch?.outages ?? [],

    throttled: () => throttledOperations.left(),

    stats: () => ({ ...stats }),

    async close() {
      signal?.removeEventListener("abort", interrupt);
      clearTimeout(lastMoment);
      patience.accepted();
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

/** A response with its content encodings undone, or the failure that they are. */
async function decoded(
  raw: RawResponse,
  encoding: string,
  limit: number,
): Promise<RecordedResponse | TransportFailure> {
  try {
    const body = await decodeBody(raw.body, encoding, limit);
    return { ...raw, body: body.text, truncated: raw.truncated || body.truncated };
  } catch (error) {
    return { kind: "protocol", message: error instanceof Error ? error.message : String(error) };
  }
}
