import { describe, expect, test } from "vitest";
import { inconsistencyIn, movedIn, type Turns, type WalletReading } from "../../../suites/checks/state/balances.js";

type Amounts = readonly [total: number, available: number];

function entry(wallet: string, [total, available]: Amounts): WalletReading {
  return { wallet, total, available };
}

/** Six readings in the turns of a run: one, one, three at once, one. */
function turnsOf(readings: readonly (readonly WalletReading[])[]): Turns {
  return [readings.slice(0, 1), readings.slice(1, 2), readings.slice(2, 5), readings.slice(5)];
}

/** A quiet wallet, and one with these amounts, as total/available. */
function moving(readings: string): Turns {
  const amounts = readings.split(" ").map((pair) => pair.split("/").map(Number));
  return turnsOf(
    amounts.map(([total = 0, available = 0]) => [entry("USD", [500, 400]), entry("USDT ETH", [total, available])]),
  );
}

function counts(present: readonly boolean[]): Turns {
  return turnsOf(present.map((is) => [entry("USD", [5, 5]), ...(is ? [entry("USDC TRX", [1, 1])] : [])]));
}

describe("wallets in use", () => {
  test.each([
    ["that rest", moving("9/8 9/8 9/8 9/8 9/8 9/8")],
    ["that are paid once", moving("9/8 9/8 9/8 12/11 9/8 12/11")],
    ["that fill with each reading", moving("1/1 2/2 4/4 3/3 5/5 6/6")],
    ["with a hold that comes and goes", moving("9/9 9/4 9/9 9/4 9/9 9/4")],
    ["whose totals go up and down", moving("5/1 9/1 2/1 7/1 1/1 6/1")],
    ["with holds on one of them all the time", moving("50/5 50/9 50/2 50/7 50/1 50/6")],
  ] as const)("%s are not suspicious", (_, turns) => {
    expect(inconsistencyIn(turns)).toBeNull();
  });

  test("that all fill with each reading are not suspicious, and it is told how many moved", () => {
    const filling = [1, 2, 3, 4, 5, 6].map((turn) => [
      entry("USD", [500 + turn, 400 + turn]),
      entry("USDT ETH", [90 + turn, 80 + turn]),
      entry("USDC TRX", [0, 0]),
    ]);
    expect(inconsistencyIn(turnsOf(filling))).toBeNull();
    expect(movedIn(filling)).toBe(2);
  });

  test.each([
    ["one that is opened", counts([false, false, true, false, true, true])],
    ["one that is closed", counts([true, false, false, false, false, false])],
  ])("%s is not suspicious", (_, turns) => {
    expect(inconsistencyIn(turns)).toBeNull();
  });
});

describe("what no wallet does", () => {
  test.each([
    ["going and coming back", [true, false, true, true, true, true]],
    ["missing from a reading in between", [true, true, true, false, true, true]],
    ["showing up for a moment", [false, true, false, false, false, false]],
  ])("%s is found", (_, present) => {
    expect(inconsistencyIn(counts(present))?.message).toBe("A wallet comes and goes from reading to reading");
  });

  test("a total that comes back is found", () => {
    const turns = moving("9/8 9/8 19/8 9/8 9/8 9/8");
    expect(inconsistencyIn(turns)?.message).toBe("The amounts of the same wallets change from reading to reading");
  });

  test("available amounts of every wallet that change with every reading are found, where no total does", () => {
    const shrinking = [1, 2, 3, 4, 5, 6].map((turn) => [
      entry("USD", [500, 400 - turn]),
      entry("USDT ETH", [90, 80 - turn]),
      entry("USDC TRX", [0, 0]),
    ]);
    expect(inconsistencyIn(turnsOf(shrinking))?.message).toBe("The amounts of all wallets change with each reading");
  });
});
