/** One search finds what a deployment takes: moves in their order, and what a refusal adds or ends. */
import { expect, test } from "vitest";
import { discover, type Search } from "../../engine/send/discovering.js";

/** Searches for a number, of which those up to `most` are refused, and returns what was tried as well. */
async function searched(most: number, search: Partial<Search<number, string>>) {
  const tried: number[] = [];
  const { taken, refused } = await discover<number, string>({
    moves: [1, 2, 3, 4],
    ask: async (move) => {
      tried.push(move);
      return move > most ? "taken" : "refused";
    },
    isTaken: (answer) => answer === "taken",
    ...search,
  });
  return { tried, taken: taken?.move ?? null, refused: refused.map(({ move }) => move) };
}

test("moves are tried in their order until one is taken", async () => {
  expect(await searched(2, {})).toEqual({ tried: [1, 2, 3], taken: 3, refused: [1, 2] });
  expect(await searched(9, {})).toEqual({ tried: [1, 2, 3, 4], taken: null, refused: [1, 2, 3, 4] });
});

test("a refusal may name what is tried next", async () => {
  const next: Search<number, string>["next"] = ({ move }, left) => (move === 1 ? [7, ...left] : left);
  expect(await searched(6, { next })).toEqual({ tried: [1, 7], taken: 7, refused: [1] });
});

test("a refusal may end the search", async () => {
  const next: Search<number, string>["next"] = async ({ move }, left) => (move === 2 ? [] : left);
  expect(await searched(9, { next })).toEqual({ tried: [1, 2], taken: null, refused: [1, 2] });
});

test("what cannot be tried counts as no turn", async () => {
  const turns: number[] = [];
  const ask = async (move: number, turn: number): Promise<string | null> => {
    if (move === 2) return null;
    turns.push(turn);
    return "refused";
  };
  expect(await searched(9, { ask })).toMatchObject({ taken: null, refused: [1, 3, 4] });
  expect(turns).toEqual([0, 1, 2]);
});
