/**
 * The attempts that are under way, and their time. All have the same time, so they run out in the order in which they
 * began and one timer serves them all; a timer for each costs several per cent of the throughput.
 */

/** What can run out of time or be called off. */
export interface Endable {
  timeOut(): void;
  cancel(): void;
}

/** Keeps attempts from their beginning to their end. */
export class InFlight {
  /** Attempts by the order in which they began, with the moment (`performance.now()`) at which their time is up. */
  private readonly deadlines = new Map<Endable, number>();
  private timer: NodeJS.Timeout | null = null;

  /** @param timeoutMs milliseconds that each attempt may take */
  constructor(private readonly timeoutMs: number) {}

  add(attempt: Endable): void {
    this.deadlines.set(attempt, performance.now() + this.timeoutMs);
    if (this.timer === null) {
      this.wait(this.timeoutMs);
    }
  }

  delete(attempt: Endable): void {
    this.deadlines.delete(attempt);
  }

  /** Calls off all attempts. */
  cancel(): void {
    for (const attempt of [...this.deadlines.keys()]) {
      attempt.cancel();
    }
  }

  private endLate(): void {
    this.timer = null;
    const now = performance.now();
    for (const [attempt, deadline] of this.deadlines) {
      if (deadline > now) {
        this.wait(deadline - now);
        return;
      }
      this.deadlines.delete(attempt);
      attempt.timeOut();
    }
  }

  private wait(milliseconds: number): void {
    // Connections under way keep the process alive by themselves; a timer that outlasts them must not.
    // What came in time while this process had no turn is read first: timers come before sockets, and these before that.
    this.timer = setTimeout(() => setImmediate(() => this.endLate()), Math.ceil(milliseconds)).unref();
  }
}
