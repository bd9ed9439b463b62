/**
 * How many requests are under way at once.
 */

/** A fixed number of slots, handed on in the order of asking. */
export class Slots {
  private readonly waiting: { go(): void; stop(error: Error): void }[] = [];

  constructor(private free: number) {}

  /** Takes a slot at once (returns null) or gives a promise of one. */
  take(): Promise<void> | null {
    if (this.free > 0) {
      this.free--;
      return null;
    }
    return new Promise((go, stop) => {
      this.waiting.push({ go, stop });
    });
  }

  /** Gives a slot back. */
  release(): void {
    const next = this.waiting.shift();
    if (next === undefined) {
      this.free++;
    } else {
      next.go();
    }
  }

  /** Sends all who wait away with this error. */
  interrupt(error: Error): void {
    for (const { stop } of this.waiting.splice(0)) {
      stop(error);
    }
  }
}
