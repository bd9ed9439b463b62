/** What a run that goes on hands out of what it has seen, so that little is lost when its process is killed. */

/** Milliseconds between two checkpoints at the least: a short run has none. */
const LEAST = 5_000;
/** A checkpoint that took long is followed by so many times that long without one. */
const SHARE = 20;

export class Checkpoints<Seen> {
  #due = performance.now() + LEAST;

  constructor(private readonly take: ((seen: Seen) => void) | undefined) {}

  /** @param seen what is known by now; asked for only when it is time */
  reach(seen: () => Seen): void {
    const now = performance.now();
    if (this.take === undefined || now < this.#due) return;
    this.take(seen());
    const took = performance.now() - now;
    this.#due = now + took + Math.max(LEAST, SHARE * took);
  }
}
