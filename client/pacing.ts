/**
 * When the next request may leave: the rate that the user allows, and what the target turns out to bear.
 */
import { Bearing } from "./bearing.js";

/** Lets requests pass one after the other. Times are milliseconds of `performance.now()`. */
export interface Pacer {
  /**
   * Passes at once or gives a promise of the turn: how many are under way then. `first` puts a request that is sent again
   * before those that wait for their first turn, so that none is refused time after time.
   */
  pass(first?: boolean): Promise<number> | number;
  /** Pauses one after the other that ended with a refusal. */
  refusedAlone(): number;
  /** A request that had passed is over, however it ended. */
  back(): void;
  /** A request was answered without being throttled. It had left at `sentAt`, with so many under way. */
  accepted(sentAt: number, underWay: number): void;
  /**
   * The target asked for a pause of `waitMs`.
   * @returns milliseconds that the request waits alone, before it asks to pass again; 0 when all wait
   */
  throttled(waitMs: number, sentAt: number, underWay: number): number;
  /** What was throttled was not throttled for the rate: all may go again as if it had not been. */
  relieved(): void;
  /** Sends all who wait away with this error. */
  interrupt(error: Error): void;
}

interface Waiting {
  readonly go: (underWay: number) => void;
  readonly stop: (error: Error) => void;
}

/**
 * Builds a pacer. With a rate it is a token bucket that holds at most a tenth of a second of requests (at least one);
 * without one it holds nobody back until the target throttles.
 */
export function createPacer(requestsPerSecond = Number.POSITIVE_INFINITY): Pacer {
  const waiting: Waiting[] = [];
  const bearing = new Bearing();
  let tokens = Math.max(1, requestsPerSecond / 10);
  let filledAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let underWay = 0;

  /** Takes a turn and returns 0, or returns the milliseconds until it is worth asking again: for ever, until one is back. */
  function takeTurn(): number {
    const now = performance.now();
    if (now < bearing.pausedUntil) return bearing.pausedUntil - now;
    if (underWay >= bearing.atOnce(now)) return Number.POSITIVE_INFINITY;
    const borne = bearing.pace(now);
    const rate = Math.min(requestsPerSecond, borne);
    if (rate !== Number.POSITIVE_INFINITY) {
      // A limit that was met may allow no burst at all.
      const bucketSize = Math.max(1, Math.min(requestsPerSecond / 10, borne / 50));
      tokens = Math.min(bucketSize, tokens + ((now - filledAt) * rate) / 1000);
      filledAt = now;
      if (tokens < 1) return ((1 - tokens) * 1000) / rate;
      tokens -= 1;
    }
    underWay++;
    return 0;
  }

  function letPass(): void {
    clearTimeout(timer);
    timer = undefined;
    while (waiting.length > 0) {
      const wait = takeTurn();
      if (wait === Number.POSITIVE_INFINITY) return;
      if (wait > 0) {
        timer = setTimeout(letPass, Math.ceil(wait));
        return;
      }
      waiting.shift()?.go(underWay);
    }
  }

  return {
    pass(first = false) {
      if (waiting.length === 0 && takeTurn() === 0) return underWay;
      return new Promise((go, stop) => {
        // Where one was refused alone, another may fare better.
        if (first && bearing.refusedAlone === 0) {
          waiting.unshift({ go, stop });
        } else {
          waiting.push({ go, stop });
        }
        if (timer === undefined) letPass();
      });
    },

    refusedAlone: () => bearing.refusedAlone,

    back() {
      underWay--;
      if (waiting.length > 0) letPass();
    },

    accepted(sentAt, atOnce) {
      const now = performance.now();
      if (!bearing.accepted(sentAt, atOnce, now)) return;
      // The one that was let go alone counts; nothing adds up during a pause.
      tokens = 0;
      filledAt = now;
    },

    throttled(waitMs, sentAt, atOnce) {
      const now = performance.now();
      const own = bearing.throttled(waitMs, sentAt, atOnce, now);
      letPass();
      return own;
    },

    relieved() {
      bearing.relieve();
      letPass();
    },

    interrupt(error) {
      clearTimeout(timer);
      for (const { stop } of waiting.splice(0)) {
        stop(error);
      }
    },
  };
}
