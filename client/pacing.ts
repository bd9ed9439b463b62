/**
 * When the next request may leave: the rate that the user allows, and the rate that the target turns out to bear.
 * The document shows no rate limits (section 8), so they are met by listening to the target.
 */

/** Requests a second that are still sent to a target that refuses almost everything. */
const LOWEST_RATE = 0.5;
/** Of the rate that the target last accepted, this part is tried next. */
const CAUTION = 0.8;
/** Requests a second that the first refusal lowers the rate to at most: one refusal is thin evidence. */
const FIRST_LOWERING = 10;
/** One lowering leaves at least this part of the rate. */
const STEEPEST_LOWERING = 0.25;
/** What one accepted response adds to the rate, in requests a second, so that it grows by 20 % a second at any rate. */
const CAREFUL_RECOVERY = 0.2;
/** The same below a rate that the target has already shown to bear. */
const QUICK_RECOVERY = 1;
/** A rate is measured over no less than this many milliseconds, or a short burst would look like a high rate. */
const SHORTEST_MEASURE = 1000;

/** Lets requests pass one after the other. Times are milliseconds of `performance.now()`. */
export interface Pacer {
  /**
   * Passes at once (returns null) or gives a promise of the turn. `first` puts a request that is sent again before
   * those that wait for their first turn, so that none is refused time after time.
   */
  pass(first?: boolean): Promise<void> | null;
  /** A request was answered without being throttled. */
  accepted(): void;
  /** The target asked for a pause of `waitMs`; the request that it refused had left at `sentAt`. */
  throttled(waitMs: number, sentAt: number): void;
  /** What was throttled was not throttled for the rate: all may go again as if it had not been. */
  relieved(): void;
  /** Sends all who wait away with this error. */
  interrupt(error: Error): void;
}

interface Waiting {
  readonly go: () => void;
  readonly stop: (error: Error) => void;
}

/**
 * Builds a pacer. With a rate it is a token bucket that holds at most a tenth of a second of requests (at least one);
 * without one it holds nobody back until the target throttles.
 */
export function createPacer(requestsPerSecond?: number): Pacer {
  const highestRate = requestsPerSecond ?? Number.POSITIVE_INFINITY;
  const waiting: Waiting[] = [];
  let rate = highestRate;
  let tokens = bucketSize();
  let filledAt = performance.now();
  let pausedUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let loweredAt = Number.NEGATIVE_INFINITY;
  let measuredFrom = filledAt;
  let acceptedCount = 0;
  let carefulFrom = Number.POSITIVE_INFINITY;

  function bucketSize(): number {
    return Math.max(1, rate / 10);
  }

  /** Takes a turn and returns 0, or returns the milliseconds until it is worth asking again. */
  function takeTurn(): number {
    if (rate === Number.POSITIVE_INFINITY && pausedUntil === 0) return 0;
    const now = performance.now();
    if (now < pausedUntil) return pausedUntil - now;
    tokens = Math.min(bucketSize(), tokens + ((now - filledAt) * rate) / 1000);
    filledAt = now;
    if (tokens < 1) return ((1 - tokens) * 1000) / rate;
    tokens -= 1;
    return 0;
  }

  function letPass(): void {
    timer = undefined;
    let wait = 0;
    while (waiting.length > 0) {
      wait = takeTurn();
      if (wait > 0) break;
      waiting.shift()?.go();
    }
    if (waiting.length > 0) {
      timer = setTimeout(letPass, Math.ceil(wait));
    }
  }

  /** The rate to try after a refusal at this moment. */
  function loweredRate(bearable: number): number {
    const lowest = rate === Number.POSITIVE_INFINITY ? FIRST_LOWERING : Math.max(LOWEST_RATE, rate * STEEPEST_LOWERING);
    return Math.min(rate, Math.max(lowest, Math.min(bearable, rate) * CAUTION));
  }

  return {
    pass(first = false) {
      if (waiting.length === 0) {
        const wait = takeTurn();
        if (wait === 0) return null;
        timer = setTimeout(letPass, Math.ceil(wait));
      }
      return new Promise((go, stop) => {
        if (first) {
          waiting.unshift({ go, stop });
        } else {
          waiting.push({ go, stop });
        }
      });
    },

    accepted() {
      acceptedCount++;
      if (rate < highestRate) {
        rate = Math.min(highestRate, rate + (rate < carefulFrom ? QUICK_RECOVERY : CAREFUL_RECOVERY));
      }
    },

    throttled(waitMs, sentAt) {
      const now = performance.now();
      pausedUntil = Math.max(pausedUntil, now + waitMs);
      // Requests that left before the rate was lowered say nothing about the lower rate.
      if (sentAt < loweredAt) return;
      const borne = acceptedCount / (Math.max(SHORTEST_MEASURE, now - measuredFrom) / 1000);
      carefulFrom = acceptedCount > 0 ? borne * CAUTION : rate / 2;
      rate = loweredRate(borne);
      tokens = 1;
      filledAt = pausedUntil;
      loweredAt = now;
      // What the target asks for tells of the pause, not of the rate that it bears.
      measuredFrom = pausedUntil;
      acceptedCount = 0;
    },

    relieved() {
      rate = highestRate;
      tokens = bucketSize();
      pausedUntil = 0;
      carefulFrom = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
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
