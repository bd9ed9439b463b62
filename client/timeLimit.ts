/** The time that a run may take. */
export class TimeLimit {
  private readonly began: number;

  /**
   * @param milliseconds from now on
   * @param clock milliseconds since any moment
   */
  constructor(
    readonly milliseconds: number,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.began = clock();
  }

  /** Milliseconds that went by. */
  taken(): number {
    return this.clock() - this.began;
  }

  /** Milliseconds that are left; 0 once it is over. */
  left(): number {
    return Math.max(0, this.milliseconds - this.taken());
  }
}
