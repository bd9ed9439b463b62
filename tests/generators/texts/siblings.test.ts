import { expect, test } from "vitest";
import { saidBy, siblings } from "../../../generators/texts/siblings.js";

test.each([
  ["Lotus Trading", ["Tgnid Larsuto", "Tadin Lgotusr"]],
  ["Lo", ["Sv"]],
  ["深圳市", ["市圳深", "圳市深"]],
  ["Lotus 🚢", ["Lsuto 🚢", "Lusot 🚢", "Lotus 𠮷"]],
])("%s has siblings of the same characters, and of other ones where it is short", (text, expected) => {
  expect(siblings(text)).toEqual(expected);
});

test("what a text is read as stays: no value, a beginning with zero, what is escaped", () => {
  expect(siblings("null")).toEqual([]);
  expect(siblings("0012345")).toEqual(["0543210", "0345012"]);
  expect(siblings("0xab12CD").every((other) => other.startsWith("0x"))).toBe(true);
  expect(siblings("&amp; %20 so").every((other) => /^&amp; %20 /.test(other))).toBe(true);
});

test("a letter of the same kind alone is exchanged", () => {
  expect(siblings("Z")).toEqual(["G"]);
});

test("a text says its pictures where it is taken without them, and all of it where it is not", () => {
  expect(saidBy("Lotus 🚢", "Lotus 𠮷")).toBe("🚢");
  expect(saidBy("Lotus 🚢", "Lsuto 🚢")).toBe("Lotus 🚢");
});
