/**
 * Ends a run that makes no progress: whatever cases wait for, there is a report. As long as it watches, the process
 * stays alive, so that cases which wait for each other do not end it without a word.
 */

/** Milliseconds between two looks. */
const LOOK = 1_000;

export class Watchdog {
  private readonly running = new Set<string>();
  private last = performance.now();

  /** @param patienceMs milliseconds for which nothing may happen */
  constructor(private readonly patienceMs: number) {}

  /** Something happened: a request was answered. */
  touch(): void {
    this.last = performance.now();
  }

  /** Runs a case, and knows that it is running. */
  async during(testCase: string, work: () => Promise<void>): Promise<void> {
    this.running.add(testCase);
    try {
      await work();
    } finally {
      this.running.delete(testCase);
      this.touch();
    }
  }

  /** The cases that are running, in the order in which they began. */
  waiting(): readonly string[] {
    return [...this.running];
  }

  /** Waits for work. @returns false when it made no progress for too long; then it is left alone */
  async watch(work: Promise<unknown>): Promise<boolean> {
    this.touch();
    let timer: NodeJS.Timeout | undefined;
    const stalled = new Promise<false>((resolve) => {
      timer = setInterval(
        () => {
          if (performance.now() - this.last > this.patienceMs) resolve(false);
        },
        Math.min(LOOK, this.patienceMs),
      );
    });
    try {
      return await Promise.race([work.then(() => true), stalled]);
    } finally {
      clearInterval(timer);
    }
  }
}
