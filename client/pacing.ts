/**
 * When the next request may leave: no more at once and no more per second than the user allows, and than the target turns out
 * to allow. The document states no rate limits (section 8).
 *
 * A few refusals among many answers are not a limit: such a request waits alone, and nothing slows down. More of them, or
 * several in a row, are one. Then all wait for as long as the target asks, and one request tests whether that was long enough.
 * The pace begins below what the target granted, returns to it within seconds, and rises faster and faster after that.
 */

/** How many refusals in a row are a limit, and the share of the last answers from which refusals are one. */
const IN_A_ROW = 3;
const SHARE = 1 / 12;
/** How many answers count as the last ones. */
const LAST = 100;
/**
 * The share of concurrent requests that is allowed after the first limit, and after one that is met again; and how many
 * more with each answer.
 */
const FEWER = 1 / 2;
const FEWER_AGAIN = 3 / 4;
const MORE = 1 / 150;
/** Requests per second that are still sent to a target that refuses almost everything. */
const LOWEST = 0.5;
/** A target's rate is measured over at least this many grants and milliseconds, or a short burst would look like a high rate. */
const FEWEST_GRANTS = 3;
const SHORTEST_MEASURE = 1000;
/**
 * Milliseconds until the pace is back at the granted rate: while that is hardly known, and once it was measured between
 * two limits.
 */
const FIRST_RETURN = 2000;
const RETURN = 10_000;
/** A slow limit is tried as seldom as a fast one, counted in requests: after a hundred, and within a minute. */
const LONGEST_RETURN = 60_000;
/**
 * The share of the granted rate that is left unused at first. Above this many times the granted rate, the limit counts
 * as gone.
 */
const CAUTION = 0.2;
const FORGOTTEN = 30;

/** Lets requests leave one after the other. Times are milliseconds of `performance.now()`. */
export class Pacer {
  private readonly waiting: { readonly go: (leftAt: number) => void; readonly stop: (error: Error) => void }[] = [];
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Why nothing is sent any more, or null. */
  private ended: Error | null = null;
  /** A token bucket that holds the requests of a tenth of a second, at least one; of a fiftieth where a limit was met. */
  private tokens: number;
  private filledAt = performance.now();
  /** Nothing is sent before this. */
  private pausedUntil = 0;
  /** Requests sent before the last refusal was seen say nothing about the changes made because of it. */
  private limitedAt = Number.NEGATIVE_INFINITY;
  /** How many requests found a pause too short; null when none has to test it. */
  private triedInVain: number | null = null;
  /** How many requests may be under way. */
  private atOnce: number;
  /** Requests per second that the target granted, and when the pace began again; null while no limit is known. */
  private granted: number | null = null;
  private begunAt = 0;
  private wholeReturn = FIRST_RETURN;
  /** Since when grants are counted, and how many there were. */
  private measuredFrom: number | null = null;
  private grants = 0;
  /** The last answers, and the refusals among them, with older ones weighted less. */
  private answers = 0;
  private refusals = 0;
  private inARow = 0;

  /**
   * @param concurrency most requests under way
   * @param rate most requests per second
   */
  constructor(
    private readonly concurrency = Number.POSITIVE_INFINITY,
    private readonly rate = Number.POSITIVE_INFINITY,
  ) {
    this.tokens = Math.max(1, rate / 10);
    this.atOnce = concurrency;
  }

  /**
   * Lets a request leave at once, or returns a promise of its turn: when it left. `isAgain` puts a resent request before
   * those that wait for their first turn, so that none is refused time after time.
   * @throws the error that it was interrupted with
   */
  pass(isAgain = false): Promise<number> | number {
    if (this.ended !== null) throw this.ended;
    const now = performance.now();
    if (this.waiting.length === 0 && this.takeTurn(now) === 0) return now;
    return new Promise((go, stop) => {
      // Where one attempt failed, another may succeed.
      if (isAgain && !this.triedInVain) this.waiting.unshift({ go, stop });
      else this.waiting.push({ go, stop });
      if (this.timer === undefined) this.letPass();
    });
  }

  /** A request that had left is over, however it ended. */
  back(): void {
    this.underWay--;
    if (this.waiting.length > 0) this.letPass();
  }

  /** A request that left at `leftAt` was answered without being throttled. */
  accepted(leftAt: number): void {
    this.count(0);
    this.atOnce = Math.min(this.concurrency, this.atOnce + MORE);
    this.measuredFrom ??= leftAt;
    if (leftAt >= this.measuredFrom) this.grants++;
    if (leftAt < this.limitedAt) return;
    this.inARow = 0;
    if (this.triedInVain === null) return;
    // The attempt counts; nothing accumulates during a pause.
    this.triedInVain = null;
    this.begunAt = this.filledAt = performance.now();
    this.tokens = 0;
  }

  /**
   * A request that left at `leftAt` was throttled.
   * @param pauseAfter milliseconds to wait after a number of failed attempts
   * @returns milliseconds that it waits alone before it asks to pass again; 0 when all wait
   */
  throttled(pauseAfter: (triedInVain: number) => number, leftAt: number): number {
    const now = performance.now();
    const pause = pauseAfter(this.triedInVain ?? 0);
    const isKnown = leftAt < this.limitedAt;
    if (!isKnown) {
      this.count(1);
      this.inARow++;
      const isLimit = this.isLimited || this.inARow >= IN_A_ROW || this.refusals > SHARE * this.answers;
      if (this.triedInVain === null && !isLimit) return pause;
      if (this.triedInVain === null) this.slowDown(now);
      this.triedInVain = this.triedInVain === null ? 0 : this.triedInVain + 1;
      this.limitedAt = now;
    }
    this.pausedUntil = Math.max(this.pausedUntil, now + pause);
    return 0;
  }

  /** The throttled request was not throttled for the rate: all may leave as if it had not been. */
  relieve(): void {
    this.pausedUntil = 0;
    this.triedInVain = null;
    this.granted = this.measuredFrom = null;
    this.grants = this.refusals = this.inARow = 0;
    this.atOnce = this.concurrency;
    this.letPass();
  }

  /** Rejects all waiting requests with this error. */
  interrupt(error: Error): void {
    this.ended = error;
    clearTimeout(this.timer);
    for (const { stop } of this.waiting.splice(0)) stop(error);
  }

  private count(refusals: 0 | 1): void {
    const kept = 1 - 1 / LAST;
    this.answers = this.answers * kept + 1;
    this.refusals = this.refusals * kept + refusals;
  }

  /** Whether a limit was met before: of the rate, or of the requests under way. */
  private get isLimited(): boolean {
    return this.granted !== null || this.atOnce < this.concurrency;
  }

  private slowDown(now: number): void {
    this.refusals = 0;
    const fewer = this.isLimited ? FEWER_AGAIN : FEWER;
    this.atOnce = Math.max(1, Math.min(this.atOnce, this.underWay) * fewer);
    if (this.measuredFrom === null || this.grants < FEWEST_GRANTS) return;
    const lasted = now - this.measuredFrom;
    // Between two limits a target shows its true rate: before the first, a burst may have been allowed.
    const isKnown = this.granted !== null && lasted >= SHORTEST_MEASURE;
    this.granted = Math.max(LOWEST, (this.grants * 1000) / Math.max(SHORTEST_MEASURE, lasted));
    this.wholeReturn = isKnown
      ? Math.min(LONGEST_RETURN, Math.max(RETURN, (LAST * 1000) / this.granted))
      : FIRST_RETURN;
    this.measuredFrom = now;
    this.grants = 0;
  }

  /** Requests per second that may leave. */
  private pace(now: number): number {
    if (this.granted === null || this.triedInVain !== null) return this.rate;
    const along = (now - this.begunAt - this.wholeReturn) / this.wholeReturn;
    const factor = 1 + (along < 0 ? CAUTION : 1) * along ** 3;
    if (factor > FORGOTTEN) this.granted = this.measuredFrom = null;
    return Math.min(this.rate, this.granted === null ? Number.POSITIVE_INFINITY : this.granted * factor);
  }

  /** Takes a turn and returns 0, or returns the milliseconds until it is worth asking again: infinite until a request returns. */
  private takeTurn(now: number): number {
    if (now < this.pausedUntil) return this.pausedUntil - now;
    if (this.underWay >= (this.triedInVain === null ? Math.floor(this.atOnce) : 1)) return Number.POSITIVE_INFINITY;
    const pace = this.pace(now);
    if (pace !== Number.POSITIVE_INFINITY) {
      const most = Math.max(1, this.granted === null ? pace / 10 : Math.min(this.rate / 10, pace / 50));
      this.tokens = Math.min(most, this.tokens + ((now - this.filledAt) * pace) / 1000);
      this.filledAt = now;
      if (this.tokens < 1) return ((1 - this.tokens) * 1000) / pace;
      this.tokens -= 1;
    }
    this.underWay++;
    return 0;
  }

  private letPass(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.waiting.length > 0) {
      const now = performance.now();
      const wait = this.takeTurn(now);
      if (wait === Number.POSITIVE_INFINITY) return;
      if (wait > 0) {
        this.timer = setTimeout(() => this.letPass(), Math.ceil(wait));
        return;
      }
      this.waiting.shift()?.go(now);
    }
  }
}
