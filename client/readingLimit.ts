/**
 * How much of a body is read. Exchanges are kept for the reports, so that a target which answers everything at great
 * length would otherwise fill the memory.
 */

/** Bytes of a body that are always read. */
const SHORT_BODY = 64 * 1024;
/** Characters that are kept of a body which was not read to its end: they are for the reports only. */
export const KEPT_OF_LONGER = 4 * 1024;
/** Bytes in longer bodies that are read in a run before only short ones are. */
const ALLOWANCE = 16 * 1024 * 1024;

/** Watches over the bodies of one run. */
export class ReadingLimit {
  private left: number;

  /**
   * @param longest bytes of a body that are read at most
   * @param allowance bytes in bodies beyond what is always read that are read before no such body is read any more
   */
  constructor(
    private readonly longest: number,
    allowance = ALLOWANCE,
  ) {
    this.left = allowance;
  }

  /** Bytes of the next body that are read. */
  get bytes(): number {
    return this.left > 0 ? this.longest : Math.min(this.longest, SHORT_BODY);
  }

  /** Counts a body that was read. */
  count(length: number): void {
    if (length > SHORT_BODY) this.left -= length;
  }
}
