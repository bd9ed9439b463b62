/** How a target asks for a pause (429, and 503 with Retry-After), and how it is followed. */
import { operationAt } from "../schemas/paths.js";
import { isSuccessStatus } from "../schemas/statuses.js";
import type { Exchange, RecordedResponse } from "./model.js";
import type { Pacer } from "./pacing.js";
import type { Interceptor } from "./send.js";

/** Milliseconds that a pause never exceeds, whatever the target asks for. */
const LONGEST_PAUSE = 30_000;
/** Milliseconds of the first pause when the target names none, and of the longest then. */
const FIRST_PAUSE = 200;
const LONGEST_OWN_PAUSE = 10_000;
/** Milliseconds above which a pause cannot be meant seriously: a week. */
const MEANT = 7 * 86_400_000;
/** Milliseconds for which a target may only throttle. */
const PATIENCE = 90_000;
/** How often a request is sent again while others are answered. */
const MOST_RESENDS = 6;
/** The share of that time for which a single operation may. */
const ALONE_SHARE = 1 / 2;
/** Parts of a whole that spread evenly when added up again and again (the golden ratio's fraction). */
const SPREAD = 0.618_033_988_749_895;

/**
 * Milliseconds to wait before a throttled request is sent again, or null when the response does not throttle.
 * @param resends how often this request was sent again already, or others in its place; doubles the pause when the target names none, or
 * next to none
 * @param turn counts all pauses of a run, so that the jitter differs between requests and is the same in every run
 * @param now milliseconds since the epoch
 */
export function throttlePause(response: RecordedResponse, resends: number, turn: number, now: number): number | null {
  if (response.status !== 429 && response.status !== 503) return null;
  const asked = retryAfter(response.headers["retry-after"], now);
  if (response.status === 503 && asked === null) return null;
  // A pause of zero means soon: repeating at once each time would only make the target busier.
  const isMeant = asked !== null && asked > 0 && asked <= MEANT;
  const own = FIRST_PAUSE * 2 ** resends * (0.75 + 0.5 * ((turn * SPREAD) % 1));
  return isMeant ? Math.min(LONGEST_PAUSE, asked) : Math.min(LONGEST_OWN_PAUSE, own);
}

/** What is known of an operation that was throttled and has accepted nothing since. */
interface ThrottledOperation {
  /** When it was first throttled, in milliseconds of `performance.now()`. */
  readonly since: number;
  /** Whether another operation is answered meanwhile; null before that was tried. */
  isAlone: Promise<boolean> | null;
  /** Whether those that had to wait for it were released. */
  isRelieved: boolean;
  /** Whether a request of it was not sent again. */
  isGivenUp: boolean;
}

export interface ThrottlingOptions {
  readonly pacer: Pacer;
  /** Milliseconds for which the target may only throttle. */
  readonly patienceMs?: number | undefined;
  /** Called once the target has done nothing else for that long, however long its pauses. */
  readonly onOver: () => void;
  /** Called with each attempt that was throttled. */
  readonly onThrottled?: ((exchange: Exchange) => void) | undefined;
  /** Whether a harmless read of another operation is answered. */
  readonly isAnotherAnswered: (operation: string) => Promise<boolean>;
  /** Waits a number of milliseconds, unless the run ends first. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Sends in turn, and again what the target throttles. One operation may have its own quota: then the others do not wait for it,
 * and nobody waits for it for ever.
 */
export class Throttling {
  /** Requests that were sent again. */
  resent = 0;
  /** Answers that did not throttle. */
  private answers = 0;
  private readonly operations = new Map<string, ThrottledOperation>();
  private readonly patienceMs: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: ThrottlingOptions) {
    this.patienceMs = options.patienceMs ?? PATIENCE;
  }

  readonly intercept: Interceptor = (next) => async (wire) => {
    const { pacer, wait, onThrottled } = this.options;
    const operation = operationAt(wire.path, null)?.operation ?? "";
    let answersBefore = 0;
    for (let resends = 0; ; resends++) {
      const turn = pacer.pass(resends > 0);
      const leftAt = typeof turn === "number" ? turn : await turn;
      if (resends <= 1) answersBefore = this.answers;
      let waitsAlone = 0;
      try {
        const exchange = await next(wire);
        const { response } = exchange;
        if (response === null) return exchange;
        const pauseAfter = (refusals: number): number | null =>
          throttlePause(response, Math.max(resends, refusals), this.resent, Date.now());
        const pause = pauseAfter(0);
        if (pause === null) {
          this.accepted(operation, response.status);
          pacer.accepted(leftAt);
          return exchange;
        }
        onThrottled?.(exchange);
        const asked = retryAfter(response.headers["retry-after"], Date.now());
        const { known, isAlone } = await this.throttled(operation, asked, resends > 0);
        const isWorthWaiting = this.isWorthWaiting(known, asked, isAlone);
        waitsAlone =
          isAlone || !isWorthWaiting ? pause : pacer.throttled((tries) => pauseAfter(tries) ?? pause, leftAt);
        // While nothing is answered, the refusal is not about this request.
        if (!isWorthWaiting || (resends >= MOST_RESENDS && this.answers > answersBefore)) {
          known.isGivenUp = true;
          return exchange;
        }
      } finally {
        pacer.back();
      }
      if (waitsAlone > 0) await wait(waitsAlone);
      this.resent++;
    }
  };

  /** Operations of which a request was not sent again, and that have accepted nothing since. */
  givenUp(): ReadonlySet<string> {
    return new Set([...this.operations].flatMap(([operation, { isGivenUp }]) => (isGivenUp ? [operation] : [])));
  }

  /** No longer ends a run: something was answered, or nothing is sent any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private accepted(operation: string, status: number): void {
    this.answers++;
    this.stop();
    // A refusal for credentials, or before counting, says nothing about a quota.
    if (isSuccessStatus(status)) this.operations.delete(operation);
  }

  /** Notes that an operation was throttled, and finds out whether it is the only one. @param isAgain whether its pause is over */
  private async throttled(operation: string, asked: number | null, isAgain: boolean) {
    const known = this.operations.get(operation) ?? {
      since: performance.now(),
      isAlone: null,
      isRelieved: false,
      isGivenUp: false,
    };
    this.operations.set(operation, known);
    if (isAgain || this.isLong(asked)) known.isAlone ??= this.options.isAnotherAnswered(operation);
    const isAlone = (await known.isAlone) ?? false;
    if (isAlone) {
      this.stop();
      if (!known.isRelieved) this.options.pacer.relieve();
      known.isRelieved = true;
    } else {
      known.isAlone = null;
      this.timer ??= setTimeout(this.options.onOver, this.patienceMs);
    }
    return { known, isAlone };
  }

  private isWorthWaiting({ since }: ThrottledOperation, asked: number | null, isAlone: boolean): boolean {
    const isOver = performance.now() - since > this.patienceMs * (isAlone ? ALONE_SHARE : 1);
    return !isOver && !(isAlone && this.isLong(asked));
  }

  /** Whether a pause is longer than anybody waits. */
  private isLong(asked: number | null): boolean {
    return asked !== null && asked > this.patienceMs;
  }
}

/** Milliseconds that a Retry-After value asks for: seconds, or a date; null when it is neither. */
export function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Every form of an HTTP date begins with a day's name; Date.parse alone would take many other texts.
  const at = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
