/** Long tables of runs: a fixed part of each is tried on every change, and all of it by `node scripts/test.mjs --all`. */

/** Whether everything is tried. */
export const TRIES_ALL = process.env.PPCONFORM_TEST_ALL !== undefined;

/** A part of a table. */
export interface Slice<T> {
  readonly entries: readonly T[];
  /** How many of how many. */
  readonly told: string;
}

/**
 * The same part of a table each time, which stands for all kinds in it. All of it where PPCONFORM_TEST_ALL is set.
 * @param kind of so many neighbours the first, where like stands beside like; or the kind of an entry: the first of each
 */
export function slice<T>(table: readonly T[], kind: number | ((entry: T) => string)): Slice<T> {
  const kinds = table.map((entry, index) => (typeof kind === "number" ? Math.floor(index / kind) : kind(entry)));
  const entries = TRIES_ALL ? table : table.filter((_, index) => kinds.indexOf(kinds[index] ?? "") === index);
  return { entries, told: `${entries.length} of ${table.length}` };
}
