/** The time that is waited for deliveries, as far as somebody looked. */

/** Between two looks no more than this counts, in milliseconds. */
const MOST_BETWEEN = 100;

/**
 * Counts time from look to look. While the machine of the suite is too busy to look, or asleep, nothing can be seen to come:
 * that time is not held against the deployment.
 */
export class LookedTime {
  #last = Date.now();
  #counted = 0;

  /** @returns the milliseconds that count until now */
  look(): number {
    const now = Date.now();
    this.#counted += Math.min(now - this.#last, MOST_BETWEEN);
    this.#last = now;
    return this.#counted;
  }
}
