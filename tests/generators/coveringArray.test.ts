import { expect, test } from "vitest";
import { coveringRows } from "../../generators/coveringArray.js";

/** The pairs of levels that no row holds, as texts like `0=1 2=0`. */
function missing(factors: readonly number[], rows: readonly (readonly number[])[]): string[] {
  return factors.flatMap((levels, left) =>
    factors.slice(left + 1).flatMap((others, index) => {
      const right = left + 1 + index;
      return Array.from({ length: levels }, (_, one) =>
        Array.from({ length: others }, (_, other) =>
          rows.some((row) => row[left] === one && row[right] === other) ? [] : `${left}=${one} ${right}=${other}`,
        ),
      ).flat(2);
    }),
  );
}

test("every two levels of two factors stand in one row, in far fewer rows than there are pairs", () => {
  const factors = [6, 2, 3, 6, 6, 6, 4];
  const rows = coveringRows(factors, 42, 1_000);
  expect(missing(factors, rows)).toEqual([]);
  expect(rows.length).toBeLessThan(70);
});

test("the same seed gives the same rows, another one gives others", () => {
  expect(coveringRows([4, 4, 4], 7, 100)).toEqual(coveringRows([4, 4, 4], 7, 100));
  expect(coveringRows([4, 4, 4], 7, 100)).not.toEqual(coveringRows([4, 4, 4], 8, 100));
});

test("rows end where there may be no more", () => {
  expect(coveringRows([6, 6, 6], 42, 10)).toHaveLength(10);
});

test("factors that met elsewhere need not meet again", () => {
  const rows = coveringRows([5, 5, 2], 42, 100, new Set([0, 1]));
  expect(missing([5, 5, 2], rows).filter((pair) => pair.includes("2="))).toEqual([]);
  expect(rows.length).toBeLessThan(25);
});

test("one factor, or none, has no pairs", () => {
  expect([coveringRows([3], 1, 10), coveringRows([], 1, 10)]).toEqual([[], []]);
});
