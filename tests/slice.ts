/** What a release tries whole, and any other day in part: runs that take minutes all together. */

/** Whether everything is tried, as `npm run release` does. */
export const TRIES_ALL = process.env.PPCONFORM_TEST_ALL !== undefined;

/** Whose turn it is: another part each day, and the same one in all workers. A number beside it tries that day's part again. */
const TURN = Number(process.env.PPCONFORM_TEST_TURN ?? 0);

/** A part of a table. */
export interface Slice<T> {
  readonly entries: readonly T[];
  /** How many of how many, and how to try the same ones again. */
  readonly told: string;
}

/** Of so many neighbours one, another one each day: like stands beside like. All of them where PPCONFORM_TEST_ALL is set. */
export function slice<T>(table: readonly T[], of: number): Slice<T> {
  const entries = TRIES_ALL ? table : table.filter((_, index) => index % of === TURN % of);
  const again = TRIES_ALL ? "" : `, PPCONFORM_TEST_TURN=${TURN}`;
  return { entries, told: `${entries.length} of ${table.length}${again}` };
}
