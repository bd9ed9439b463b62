/** Numbers of which there may be very many, kept as counts: memory grows with how many different ones there are. */
export class Counted {
  private readonly counts = new Map<number, number>();
  /** How many there are. */
  size = 0;

  add(value: number): void {
    this.size += 1;
    this.counts.set(value, (this.counts.get(value) ?? 0) + 1);
  }

  /** The number at a place of all in their order, from 0; 0 where there is none. */
  at(place: number): number {
    let before = 0;
    for (const [value, count] of [...this.counts].sort(([one], [other]) => one - other)) {
      before += count;
      if (before > place) return value;
    }
    return 0;
  }
}
