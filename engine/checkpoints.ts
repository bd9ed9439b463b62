/** What a run that goes on hands out of what it has seen, so that little is lost when its process is killed. */

/** Milliseconds between two checkpoints at the least. The first one comes with the first case. */
const LEAST = 1_000;
/** A checkpoint that took long is followed by so many times that long without one. */
const SHARE = 40;

export class Checkpoints<Seen> {
  #due = 0;

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
