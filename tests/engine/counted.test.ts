import { expect, test } from "vitest";
import { Counted } from "../../engine/counted.js";

test("numbers that are counted stand in their order, each as often as it came", () => {
  const counted = new Counted();
  for (const value of [30, 5, 30, 200, 5, 30]) counted.add(value);
  expect(counted.size).toBe(6);
  expect([0, 1, 2, 3, 4, 5].map((place) => counted.at(place))).toEqual([5, 5, 30, 30, 30, 200]);
});
