/** Amounts: whatever their size and decimals, they come back with the same value. */
import fc from "fast-check";
import { type FieldEdits, listed, set } from "./fieldEdits.js";

const AMOUNTS = [50_000, 1234.5, 98_765.43, 250_000.01, 1_000_000, 12_345];

/** Small numbers, and such whose digits a service may lose; whether it takes them is open. */
const PRECISE_AMOUNTS = [10, 0.5, 1234.5678, 0.001, 9_007_199_254_740_991, 123_456_789_012.34];

export const number: FieldEdits = {
  name: "number",
  applies: ({ type }) => type === "number",
  inside: {
    words: "amounts of several sizes and decimals",
    edits: ({ at }) => ({
      ...listed(at, AMOUNTS),
      random: fc.integer({ min: 100_000, max: 99_999_999 }).map((cents) => set(at, cents / 100)),
    }),
  },
};

export const precise: FieldEdits = {
  name: "precise",
  applies: ({ type }) => type === "number",
  inside: {
    words: "amounts with many digits",
    mayBeRefused: "always",
    edits: ({ at }) => listed(at, PRECISE_AMOUNTS, 0),
  },
};
