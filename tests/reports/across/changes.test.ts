import { expect, test } from "vitest";
import type { ValueChange } from "../../../reports/across/diff.js";
import { groupChanges } from "../../../reports/across/diffText.js";

function change(id: string, left: string | null, right: string | null): ValueChange {
  return { id, operation: null, question: "", left, right };
}

const REFUSED = ["a", "b", "c"].map((id) =>
  change(`unknown.${id}`, "refused with 400 INVALID: empty", "refused with 422 E1: empty"),
);

test("a word that changes in several answers is told once, and explains those in which nothing else changes", () => {
  const other = change("unknown.d", "page_size 20", "page_size 50");
  const both = change("unknown.e", "refused with 400 INVALID: null", "accepted with 200: null");
  const { common, single } = groupChanges([...REFUSED, other, both]);
  expect(common.map(({ from, to, changes }) => [from, to, changes.length])).toEqual([
    ["400", "422", 3],
    ["INVALID", "E1", 3],
  ]);
  expect(single).toEqual([other, both]);
});

test("words of lists with other entries, and of answers that a run does not have, stand for nothing", () => {
  const lists = ["a", "b", "c"].map((id) => change(`unknown.${id}`, "400 A, 401 B, 403 C", "401 X, 403 Y, 422 Z"));
  const unseen = change("unknown.d", null, "refused with 422 E1: empty");
  expect(groupChanges([...lists, unseen])).toEqual({ common: [], single: [...lists, unseen] });
});
