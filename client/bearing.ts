/**
 * What a target turns out to bear, learnt from the requests that it throttles. The document shows no rate limits (section 8).
 *
 * At first a refusal is taken for a limit: all pause, and then go on with fewer requests at once, or at a lower rate than
 * the target has granted. A limit of the rate grants what it granted before: who is refused at a lower rate than that is
 * not refused for the rate (a quota of one request in 25, a fault that comes and goes). From then on nobody slows down, and
 * a request that is throttled waits alone for as long as the target asks.
 *
 * What a target gets beyond its limit, at the most: of each refusal what was under way at that moment; then one request at
 * the end of each pause, alone, until one is granted; a pace beyond the granted one after ten seconds without a refusal; and
 * where the rate is held for innocent, twice the share of refusals that was seen, and a score of them.
 */

/**
 * Milliseconds after a pause until the pace is again what was granted. Then more is tried. A slow limit is tried as seldom
 * as a fast one by its requests: a hundred later, and no later than a minute.
 */
const RETURN = 10_000;
/** The same after the first refusal of all, which may be the only one. */
const FIRST_RETURN = 2000;
const LONGEST_RETURN = 60_000;
const REQUESTS_BETWEEN = 100;
/** Requests a second that are still sent to a target that refuses almost everything. */
const LOWEST = 0.5;
/** A rate below this part of what was granted is lower. */
const CLEARLY = 0.95;
/** A rate is measured over no less than this many milliseconds, or a short burst would look like a high rate. */
const SHORTEST_MEASURE = 1000;
/** Of the granted rate, this part is left out right after a pause. */
const CAUTION = 0.2;
/** The same for requests at once. */
const CAUTION_AT_ONCE = 0.5;
/** Beyond so many times what was granted, there is nothing to hold back any more. */
const FORGOTTEN = 30;
/** As many requests must have been accepted with as many at once, or it may be that which is refused. */
const BORNE_AT_ONCE = 3;
/** How often in a row a lower rate must be refused at the most, before the rate is held for innocent. */
const MOST_DOUBTS = 8;
/** Refusals that are let pass where the rate is held for innocent, before that is doubted; and the most that add up. */
const CREDIT = 8;
const MOST_CREDIT = 24;

/** Times are milliseconds of `performance.now()`. */
export class Bearing {
  /** Nobody sends before this. */
  pausedUntil = 0;
  /** Whether the pause is over for one request only, until that is granted. */
  private isProbing = false;
  /** Requests that were let go alone and refused as well, one after the other. */
  refusedAlone = 0;
  /** Requests that left before this tell nothing new. */
  private since = Number.NEGATIVE_INFINITY;
  /** Requests a second that the target granted; null while nothing is known. */
  private granted: number | null = null;
  /** Whether that was measured from one refusal to another. */
  private isSustained = false;
  /** Requests that were under way when one was refused that may have been one too many. */
  private tooMany: number | null = null;
  /** When the pace was lowered, and when the requests at once were. */
  private slowedAt = 0;
  private thinnedAt = 0;
  private measuredFrom: number | null = null;
  private isFromRefusal = false;
  private grants = 0;
  /** How many were accepted, by how many were under way. */
  private readonly borne: number[] = [];
  /** Whether the pace begins anew after the pause. */
  private isSlowing = false;
  /** Refusals, and what was granted between them, since limits were looked for. */
  private refusals = 0;
  private grantsInAll = 0;
  /** How often in a row a lower rate was refused, and how often it takes to believe that. */
  private contradictions = 0;
  private doubts = 1;
  /** Refusals that may come before a limit is looked for again; null while one is. */
  private credit: number | null = null;

  /** Requests a second that may leave. */
  pace(now: number): number {
    if (this.granted === null || this.isProbing) return Number.POSITIVE_INFINITY;
    const factor = recovery(now - this.slowedAt, this.wholeReturn(), CAUTION);
    if (factor <= FORGOTTEN) return this.granted * factor;
    this.forgetRate();
    return Number.POSITIVE_INFINITY;
  }

  /** Requests that may be under way. */
  atOnce(now: number): number {
    if (this.isProbing) return 1;
    if (this.tooMany === null) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(this.tooMany * recovery(now - this.thinnedAt, RETURN, CAUTION_AT_ONCE)));
  }

  /**
   * A request was accepted that had left at `sentAt`, with so many under way.
   * @returns whether it ends a pause
   */
  accepted(sentAt: number, underWay: number, now: number): boolean {
    if (this.credit !== null) {
      this.credit = Math.min(MOST_CREDIT, this.credit + (2 * this.refusals) / Math.max(1, this.grantsInAll));
      return false;
    }
    this.measuredFrom ??= sentAt;
    // What left before the last refusal belongs to what that was measured by.
    if (sentAt >= this.measuredFrom) this.grants++;
    this.grantsInAll++;
    this.borne[underWay] = (this.borne[underWay] ?? 0) + 1;
    if (!this.isProbing || sentAt < this.since) return false;
    this.isProbing = false;
    this.refusedAlone = 0;
    if (this.isSlowing) this.slowedAt = now;
    this.isSlowing = false;
    return true;
  }

  /**
   * A request was throttled that had left at `sentAt`, with so many under way.
   * @returns milliseconds that this request waits alone; 0 when all wait
   */
  throttled(waitMs: number, sentAt: number, underWay: number, now: number): number {
    if (this.credit !== null) {
      this.credit--;
      if (this.credit >= 0) return waitMs;
      this.forget();
      this.doubts = Math.min(MOST_DOUBTS, this.doubts * 2);
    }
    this.refusals++;
    this.pausedUntil = Math.max(this.pausedUntil, now + waitMs);
    // What left before the last refusal was seen says nothing about what was changed for it.
    if (sentAt < this.since) return 0;
    this.since = now;
    // Refused again before anything was granted: it is the same refusal still.
    if (this.isProbing) this.refusedAlone++;
    else this.learn(underWay, now);
    if (this.credit !== null) return waitMs;
    this.isProbing = true;
    return 0;
  }

  /** What was refused was not refused to all: they may go on as if nothing had been. */
  relieve(): void {
    if (this.credit === null) this.forget();
  }

  private forget(): void {
    this.pausedUntil = 0;
    this.isProbing = false;
    this.refusedAlone = 0;
    this.forgetRate();
    this.tooMany = null;
    this.contradictions = 0;
    this.refusals = 0;
    this.grantsInAll = 0;
    this.credit = null;
    this.borne.length = 0;
  }

  private forgetRate(): void {
    this.granted = null;
    this.isSustained = false;
    this.measuredFrom = null;
    this.isFromRefusal = false;
    this.grants = 0;
  }

  private learn(underWay: number, now: number): void {
    const asMany = this.borne.slice(underWay).reduce((sum, count) => sum + count, 0);
    this.borne.length = 0;
    if (underWay > 1 && asMany < BORNE_AT_ONCE) {
      this.tooMany = underWay;
      this.thinnedAt = now;
      this.measureFrom(now);
      return;
    }
    // What is refused at a lower rate than was granted tells nothing of the rate: it stays as it is.
    if (this.isSustained && this.granted !== null && this.pace(now) < this.granted * CLEARLY) {
      this.contradictions++;
      if (this.contradictions >= this.doubts) this.acquit();
      return;
    }
    const whole = now - (this.measuredFrom ?? now);
    this.granted = Math.max(LOWEST, (this.grants * 1000) / Math.max(SHORTEST_MEASURE, whole));
    this.isSustained = this.isFromRefusal && whole >= SHORTEST_MEASURE;
    this.measureFrom(now);
  }

  /** From one refusal to another a limit grants what it is: before the first, a burst may have been allowed. */
  private measureFrom(now: number): void {
    this.measuredFrom = now;
    this.isFromRefusal = true;
    this.grants = 0;
    this.isSlowing = true;
  }

  /** The rate is innocent. */
  private acquit(): void {
    const { refusals, grantsInAll } = this;
    this.forget();
    this.refusals = refusals;
    this.grantsInAll = grantsInAll;
    this.credit = CREDIT;
  }

  /** Milliseconds until the pace is again what was granted. */
  private wholeReturn(): number {
    if (!this.isSustained || this.granted === null) return FIRST_RETURN;
    return Math.min(LONGEST_RETURN, Math.max(RETURN, (REQUESTS_BETWEEN * 1000) / this.granted));
  }
}

/** The part of what was borne that may be tried after a while: less at first, about the same around `whole`, then more and more. */
function recovery(after: number, whole: number, caution: number): number {
  const along = (after - whole) / whole;
  return 1 + (along < 0 ? caution : 1) * along ** 3;
}
