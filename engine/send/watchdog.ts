/**
 * Ends a run that makes no progress: whatever cases wait for, there is a report. While it watches, the process stays
 * alive, so that cases which wait for each other do not end it silently.
 */

/** Milliseconds between two looks. */
const LOOK = 1_000;

export class Watchdog {
  private readonly running = new Set<string>();
  private last = performance.now();

  /** @param patienceMs the longest time without progress, in milliseconds */
  constructor(private readonly patienceMs: number) {}

  /** Notes progress: a request was answered. */
  touch(): void {
    this.last = performance.now();
  }

  /** Runs a case, and keeps track of it. */
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

  /** Waits for work. @returns false when it made no progress for too long; then it is abandoned */
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
