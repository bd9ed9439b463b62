/** The time that a run may take. */
export class TimeLimit {
  private readonly began: number;

  /**
   * @param milliseconds from now on
   * @param clock milliseconds since any fixed moment
   */
  constructor(
    readonly milliseconds: number,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.began = clock();
  }

  /** Elapsed milliseconds. */
  taken(): number {
    return this.clock() - this.began;
  }

  /** Remaining milliseconds; 0 once the time is over. */
  left(): number {
    return Math.max(0, this.milliseconds - this.taken());
  }
}
