/** What a release tries whole, and any other day in part: runs that take minutes all together. */

/** Of so many neighbours one is tried; like stands beside like. */
const OF = 10;

/** All of the entries where PPCONFORM_TEST_ALL is set, as `npm run release` does; else every tenth. */
export function slice<T>(entries: readonly T[]): readonly T[] {
  return process.env.PPCONFORM_TEST_ALL === undefined ? entries.filter((_, index) => index % OF === 0) : entries;
}
