import { describe, expect, test } from "vitest";
import type { CheckDefinition } from "../../engine/model.js";
import { type Share, shareOf } from "../../engine/shards.js";
import { CHECKS } from "../../suites/suites.js";

function sharesOf(count: number, checks: readonly CheckDefinition[] = CHECKS, noWrites = false): Share[] {
  return Array.from({ length: count }, (_, index) => shareOf(checks, { index: index + 1, count }, noWrites));
}

function operationsIn(share: Share, checks: readonly CheckDefinition[] = CHECKS): Set<string> {
  return new Set(checks.filter(share.has).map(({ operation }) => operation));
}

describe("shards", () => {
  test.each([1, 2, 3, 4, 5, 8, 16])("of %d have each check once, and none is empty", (count) => {
    const shares = sharesOf(count);
    for (const check of CHECKS) expect(shares.filter(({ has }) => has(check)).length).toBe(1);
    for (const share of shares) expect(CHECKS.some(share.has)).toBe(true);
  });

  test("of few leave every operation whole: each check has all of its answers in its own shard", () => {
    for (const share of sharesOf(4)) {
      expect(CHECKS.filter(share.overhears)).toEqual([]);
      for (const check of CHECKS) expect(share.hasWhole(check.operation)).toBe(share.has(check));
    }
  });

  test("of four have the two largest operations in two of them", () => {
    const [largest, next] = sharesOf(4).map((share) => operationsIn(share));
    expect(largest).toEqual(new Set(["updateRecipient"]));
    expect(next).toEqual(new Set(["createRecipient"]));
  });

  test("of many divide large operations: the checks of all answers are overheard where they are not", () => {
    const [check] = CHECKS.filter(({ id }) => id === "updateRecipient/errors/no-server-error");
    if (check === undefined) throw new Error("there is no such check");
    const near = sharesOf(6).filter((share) => operationsIn(share).has("updateRecipient"));
    expect(near.length).toBeGreaterThan(1);
    expect(near.filter(({ has }) => has(check)).length).toBe(1);
    for (const share of near) expect(share.overhears(check)).toBe(!share.has(check));
    // A field that is never seen in a few answers may be seen in others.
    const field = CHECKS.find(({ id }) => id === "updateRecipient/response/status.present");
    expect(near.filter(({ overhears }) => field !== undefined && overhears(field))).toEqual([]);
  });

  test("without writes are divided by what is read", () => {
    for (const share of sharesOf(3, CHECKS, true))
      expect(operationsIn(share)).not.toEqual(new Set(["createRecipient"]));
  });

  test("of a part divide that part", () => {
    const part = CHECKS.filter(({ operation }) => operation.endsWith("Detail"));
    expect(sharesOf(2, part).map((share) => operationsIn(share, part))).toEqual([
      new Set(["getTransferDetail"]),
      new Set(["getDepositDetail"]),
    ]);
  });
});
