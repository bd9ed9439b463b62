import { describe, expect, test } from "vitest";
import { canonicalText, isReordered, sameValue } from "../../oracles/sameValue.js";

const SOURCE = { currency: "USD", amount: 12.5, network: null };

describe("the same value", () => {
  test.each([
    ["members in another order", SOURCE, { network: null, amount: 12.5, currency: "USD" }],
    ["members of members in another order", [{ a: { b: 1, c: [2] } }], [{ a: { c: [2], b: 1 } }]],
    ["an instant with another offset", "2025-01-02T03:04:05Z", "2025-01-02T11:04:05+08:00"],
    ["an instant without its fraction", "2025-01-02T03:04:05.678Z", "2025-01-02T03:04:05Z"],
    ["instants inside lists of objects", [{ at: "2025-01-02T03:04:05Z" }], [{ at: "2025-01-01T22:04:05-05:00" }]],
    ["an absent member", { a: 1, b: undefined }, { a: 1 }],
  ])("is told by %s", (_, left, right) => {
    expect(sameValue(left, right)).toBe(true);
  });

  test("is written in one way whatever the order of members and the notation of instants", () => {
    expect(canonicalText({ b: [{ d: 1, c: "x" }], a: "2025-01-02T03:04:05Z" })).toBe(
      canonicalText({ a: "2025-01-02T11:04:05+08:00", b: [{ c: "x", d: 1 }] }),
    );
  });
});

test.each([
  ["items in another order", [1, 2], [2, 1]],
  ["a longer list", [1], [1, 2]],
  ["another number", SOURCE, { ...SOURCE, amount: 12.51 }],
  ["a number as a text", { amount: 1 }, { amount: "1" }],
  ["null for an absent member", { a: 1, b: null }, { a: 1 }],
  ["a member more", { a: 1 }, { a: 1, b: 2 }],
  ["an instant of a second later", "2025-01-02T03:04:05Z", "2025-01-02T03:04:06Z"],
  ["an instant of a millisecond later", "2025-01-02T03:04:05.678Z", "2025-01-02T03:04:05.679Z"],
  ["a text in another letter case", "usd", "USD"],
  ["a list for an object", [], {}],
])("another value is told by %s", (_, left, right) => {
  expect(sameValue(left, right)).toBe(false);
  expect(canonicalText(left)).not.toBe(canonicalText(right));
});

test.each([
  [["a", "b"], ["b", "a"], true],
  [["a", "b"], ["a", "b"], false],
  [["a", "b"], ["b", "c"], false],
  [["a", "b"], ["b"], false],
  [undefined, ["b"], false],
])("items of %j that come back as %j in another order: %s", (own, shown, reordered) => {
  expect(isReordered(own, shown)).toBe(reordered);
});
