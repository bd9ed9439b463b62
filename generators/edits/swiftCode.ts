/** SWIFT codes: four letters of the bank, two of the country, two characters of the location, three or none of the branch. */
import fc from "fast-check";
import type { Pointer } from "../../schemas/json.js";
import { replaceAt } from "../texts/fit.js";
import { type EditSet, inTurn, listed, set } from "./fieldEdits.js";

/** The pattern leaves no length between. */
export const SWIFT_LENGTHS = { shortest: 8, longest: 11 } as const;

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";

/**
 * The first and the last letter and digit at each position where they are allowed: a careless class leaves one of them out.
 * Not 0 in the eighth place, which marks a code for tests (ISO 9362).
 */
const ENDS_OF_CLASSES = ["AZAZCN0A09A", "ZAZACN9ZA0Z", "AAZZAZA99Z0", "ZZAAZAZAZA9"];

const CODES = [
  "BKCHCNBJ",
  ...ENDS_OF_CLASSES,
  "CMBCCN32001",
  // The last two again in one country: a service may accept no other.
  "AAZZCNA99Z0",
  "ZZAACNZAZA9",
  "ICBKCNBJSZN",
  "GDBKCN22",
  "BKCHCNBJ300",
  "COMMCN2X",
  "CIBKCN4AXXX",
  "SZDBCNBS0A1",
  "BKCHCN52",
  "ICBKCN2O",
  "ABOCCNB7XXX",
  "BKCHCNBJX12",
];

/** Codes with each kind of character at each position. */
export function rightCodes(at: Pointer): EditSet {
  const letter = fc.constantFrom(...UPPER);
  const either = fc.constantFrom(...UPPER, ...DIGITS);
  // A code with 0 in its eighth position is for tests, and one with 1 is a passive participant (ISO 9362).
  const live = fc.constantFrom(...UPPER, ...DIGITS.slice(2));
  const banks = fc.array(letter, { minLength: 4, maxLength: 4 });
  const branches = fc.option(fc.array(either, { minLength: 3, maxLength: 3 }), { nil: [] });
  const arbitrary = fc
    .tuple(banks, fc.tuple(either, live), branches)
    .map(([bank, place, branch]) => set(at, `${bank.join("")}CN${place.join("")}${branch.join("")}`));
  return { ...listed(at, CODES, 1 + ENDS_OF_CLASSES.length), arbitrary };
}

/** Branches in small letters, or that begin with one. */
const SMALL_BRANCHES = ["kX7", "abc", "ab1"];
/** Places of the bank's letters. */
const OF_BANK = [1, 0, 3, 2];

/**
 * Forbidden lengths, digits in place of letters, and codes as people write them.
 * @param turn where rules are the same, equally telling codes come first in turn
 */
export function wrongCodes(current: string, turn: number): string[] {
  const eight = withoutBranch(current);
  const [branch = current, ...branches] = inTurn(SMALL_BRANCHES, turn).map((small) => `${eight}${small}`);
  const [digit = current, ...digits] = inTurn(OF_BANK, turn).map((place) =>
    replaceAt(current, place, String(place + 1)),
  );
  return [
    `${eight}A`,
    `${eight}AB`,
    branch,
    `${eight.slice(0, 6)}-${eight.slice(6)}`,
    `${eight}\n`,
    digit,
    replaceAt(current, 5, "7"),
    replaceAt(current, 4, "1"),
    `${eight.slice(0, 6)}c${eight.slice(7)}`,
    ...digits,
    ...branches,
    `${eight}X-X`,
    `${eight.slice(0, 4)}-${eight.slice(4, 6)}-${eight.slice(6)}`,
    // Each position has its own character class.
    ...[7, 0, 1, 2, 3, 4, 5].map((position) => replaceAt(eight, position, "k")),
    ...[8, 9, 10].map((position) => replaceAt(`${eight}4X7`, position, "k")),
  ];
}

/** The code of the bank as a whole. */
export function withoutBranch(code: string): string {
  return code.slice(0, SWIFT_LENGTHS.shortest);
}
