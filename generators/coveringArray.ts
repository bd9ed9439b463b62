/**
 * Rows in which every pair of levels of two factors occurs at least once: what only two values together cause shows in
 * far fewer requests than there are pairs.
 */
import { hash32 } from "./texts/partnerId.js";

/** Which pairs of levels no row has yet. */
class Uncovered {
  private readonly pairs = new Set<string>();

  constructor(factors: readonly number[], met: ReadonlySet<number>) {
    for (const [left, levels] of factors.entries())
      for (let right = left + 1; right < factors.length; right++) {
        if (met.has(left) && met.has(right)) continue;
        for (let one = 0; one < levels; one++)
          for (let other = 0; other < (factors[right] ?? 0); other++)
            this.pairs.add(`${left} ${one} ${right} ${other}`);
      }
  }

  /** How many new pairs a level would cover with those of a row. */
  gain(row: ReadonlyMap<number, number>, factor: number, level: number): number {
    let gain = 0;
    for (const [other, chosen] of row) if (this.pairs.has(key(factor, level, other, chosen))) gain += 1;
    return gain;
  }

  cover(row: readonly number[]): void {
    for (const [left, one] of row.entries())
      for (let right = left + 1; right < row.length; right++)
        this.pairs.delete(`${left} ${one} ${right} ${row[right]}`);
  }

  /** A remaining pair: two factors with a level each. */
  first(): readonly [number, number, number, number] | null {
    for (const pair of this.pairs) {
      const [left = 0, one = 0, right = 0, other = 0] = pair.split(" ").map(Number);
      return [left, one, right, other];
    }
    return null;
  }
}

function key(factor: number, level: number, other: number, chosen: number): string {
  return factor < other ? `${factor} ${level} ${other} ${chosen}` : `${other} ${chosen} ${factor} ${level}`;
}

/** One row that begins with a pair, and takes for each other factor the level that covers most. */
function rowFrom(
  uncovered: Uncovered,
  factors: readonly number[],
  [left, one, right, other]: readonly [number, number, number, number],
  seed: string,
): number[] {
  const row = new Map<number, number>().set(left, one).set(right, other);
  const rest = factors.map((_, factor) => factor).filter((factor) => !row.has(factor));
  const places = new Map(rest.map((factor) => [factor, hash32(`${seed} ${factor}`)]));
  for (const factor of rest.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))) {
    const levels = factors[factor] ?? 1;
    // Any of the levels that cover equally much: else the first would be in nearly every row.
    const start = hash32(`${seed} level ${factor}`) % levels;
    let best = start;
    let most = -1;
    for (let step = 0; step < levels; step++) {
      const level = (start + step) % levels;
      const gain = uncovered.gain(row, factor, level);
      if (gain > most) [best, most] = [level, gain];
    }
    row.set(factor, best);
  }
  return factors.map((_, factor) => row.get(factor) ?? 0);
}

/**
 * Rows of one level for each factor.
 * @param factors how many levels each factor has, at least one
 * @param seed the same one gives the same rows
 * @param most how many rows there may be; where they are too few for all pairs, some are left
 * @param met factors whose pairs all met elsewhere
 */
export function coveringRows(
  factors: readonly number[],
  seed: number,
  most: number,
  met: ReadonlySet<number> = new Set(),
): readonly (readonly number[])[] {
  const uncovered = new Uncovered(factors, met);
  const rows: number[][] = [];
  while (rows.length < most) {
    const pair = uncovered.first();
    if (pair === null) break;
    const row = rowFrom(uncovered, factors, pair, `${seed} ${rows.length}`);
    uncovered.cover(row);
    rows.push(row);
  }
  return rows;
}
