/** Which characters a text has, and in what shape: all that the pattern allows, and what a loose one accepts. */
import fc from "fast-check";
import type { Field } from "../../schemas/fieldTree.js";
import { replaceAt } from "../texts/fit.js";
import type { Edit } from "./edit.js";
import { fullWidth } from "./enum.js";
import { type EditedField, type EditSet, type FieldEdits, listed, set, setting, textOf } from "./fieldEdits.js";
import { rightCodes, withoutBranch, wrongCodes } from "./swiftCode.js";

/** Characters that look allowed, or that a loose pattern accepts. */
const FOREIGN_CHARACTERS = ["a", "-", "_", " ", "１", "А", ".", "/", "é", "\t", "中", "\u200b", ":"];

/** All other signs of a keyboard, and letters beyond ASCII, one without a capital: a character class may allow any one of them. */
const OTHER_SIGNS = [..."!\"#$%&'()*+,;<=>?@[\\]^`{|}~Éß"];

/** How many values each show a different mistake: something before, within and after, and the lengths of a code. */
const MOST_TELLING = 7;

/**
 * The base that whole-text faults are added to: valid, so that the fault is the only one, and with room for one more
 * character. A SWIFT code with a branch has no room, and is valid only with eight or eleven characters.
 */
function wholeBefore({ kind }: Field, current: string, longest: number): string {
  if (kind === "swiftCode") return withoutBranch(current);
  return current.length >= longest ? current.slice(0, -1) : current;
}

/** The text with a character in the middle in its full-width form, which some normalisations make equal. */
function inFullWidth(text: string): string {
  const middle = Math.floor(text.length / 2);
  return replaceAt(text, middle, fullWidth(text.charAt(middle)));
}

/**
 * How people write long numbers, or type them in another script, and how wallets are passed on: in groups, or after the
 * name of their chain.
 */
function asWritten({ kind }: Field, current: string, turn: number): string[] {
  switch (kind) {
    case "swiftCode":
      return wrongCodes(current, turn);
    case "accountNumber":
      return [current.replace(/(.{4})(?=.)/g, "$1 "), inFullWidth(current)];
    case "walletAddress":
      return [`ethereum:${current}`];
    default:
      return [];
  }
}

function outside({ field, at, current, turn = 0 }: EditedField): EditSet | null {
  const { pattern: source, minLength = 0, maxLength = 64 } = field.rules;
  if (source === undefined || typeof current !== "string") return null;
  const pattern = new RegExp(source, "u");
  const base = wholeBefore(field, current, maxLength);
  const positions = [Math.floor(current.length / 2), 0, current.length - 1];
  const texts = FOREIGN_CHARACTERS.flatMap((character) =>
    positions.map((position) => replaceAt(current, position, character)),
  );
  // A sign may be accepted at one end only, as a plus before a number: operations with the same rule begin with different
  // ends. In codes each position has its own character class, which is tried separately.
  const endAt = (index: number): number => ((index + turn) % 2 === 0 ? current.length - 1 : 0);
  const ends = OTHER_SIGNS.map((sign, index) => replaceAt(current, endAt(index), sign));
  // Whole-text faults: the classic trailing newline, padding, another letter case.
  const whole = [`${base}\n`, current.toLowerCase(), ` ${base}`, `${base} `, `${base.slice(0, -1)}\n`, `${current}\n`];
  // Texts may be checked only where they have a usual length.
  const fitted = (length: number): string => current.padEnd(length, current).slice(0, length);
  const otherLengths = [
    replaceAt(fitted(maxLength), maxLength - 2, "a"),
    replaceAt(fitted(maxLength), maxLength - 2, "-"),
    replaceAt(fitted(minLength), minLength - 2, "-"),
  ];
  const isBroken = (text: string | undefined): text is string => text !== undefined && !pattern.test(text);
  // The foreign character at the start, where a pattern without an anchor misses it.
  const atBeginning = texts.filter((_, index) => index % positions.length === 1).find(isBroken);
  const telling = [atBeginning, ...asWritten(field, current, turn), whole[0]].filter(isBroken);
  const others = field.kind === "swiftCode" ? texts : [...otherLengths, ...texts, ...ends];
  const broken = [...telling, ...[...whole.slice(1), ...others].filter(isBroken)];
  // A full-length text with a trailing line break may also be too long: only the pattern's end decides whether it
  // passes.
  const within = broken.filter(
    (text) => text === `${current}\n` || (text.length >= minLength && text.length <= maxLength),
  );
  const place = fc.nat({ max: Math.max(0, current.length - 1) });
  const arbitrary = fc
    .tuple(place, fc.constantFrom(...FOREIGN_CHARACTERS, "#", "'", "\\", "ß"))
    .map(([position, character]) => replaceAt(current, position, character))
    .filter((text) => !pattern.test(text))
    .map((text): Edit => set(at, text));
  const all = [...new Set(within)];
  return { ...listed(at, all, all.filter((text) => telling.slice(0, MOST_TELLING).includes(text)).length), arbitrary };
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";

/** How many of the most telling values come first: they share requests with those of other fields. */
const TELLING = 5;

const SAMPLES = [
  "6222021234567890123456789012345678",
  "00012345678901",
  "12345678E5",
  "0000123456789012",
  "00A1B2C3D4E5F6G7H8J9K0L1M2N3P4Q5",
  "6228480402564890018",
  // What looks like a typo, but is not one here.
  "0000000000000000000012345678",
  "O0O0O0O0O0IIII1111OOOO0000IIII",
];

const SAMPLES_IN_BOTH_CASES = [
  "AbCdEf0123456789aBcDeF0123456789AbCdEf01",
  "0xAbCdEf0123456789aBcDeF0123456789AbCdEf01",
  "TXk9mQ2rV7bN4cZ8sD3fG6hJ1wL5pY0aE",
];

/** Texts of one class of characters, the first of them with so many zeros that a number would lose. */
const DIGITS_ALONE = "0000000000001234567890123456789000";
const CAPITALS_ALONE = UPPER;
const SMALL_ALONE = "abcdefghijklmnopqrstuvwxyzabcdefghz";

/** As many digits as a card number, which services mask. */
const LIKE_A_CARD = "6222021234567890";

/** Characters at the beginning and at the end that are the first or the last of their class: a careless one leaves them out. */
const ENDS = ["9A", "Z9", "00"];
const ENDS_IN_BOTH_CASES = ["za", "9A", "Z9", "AZ", "00"];

/** Texts with such ends, and with all characters of the alphabet between them. */
function endsOfClasses(ends: readonly string[], alphabet: string, length: number): string[] {
  return ends.map((pair, turn) => {
    const at = (index: number): string => alphabet.charAt((turn * length + index) % alphabet.length);
    const between = Array.from({ length: length - 2 }, (_, index) => at(index));
    return `${pair.charAt(0)}${between.join("")}${pair.charAt(1)}`;
  });
}

/** The text at a length, with its own last character. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length - 1) + text.slice(-1);
}

function inside({ field, at, current }: EditedField): EditSet | null {
  if (typeof current !== "string") return null;
  if (field.kind === "swiftCode") return rightCodes(at);
  const { minLength = 1, maxLength = 64, pattern = "" } = field.rules;
  const inBothCases = pattern.includes("a-z");
  const alphabet = UPPER + DIGITS + (inBothCases ? UPPER.toLowerCase() : "");
  // Longer than the digits that a number holds: a text that passes through one shows it.
  const middle = Math.min(maxLength, minLength + 14);
  const texts = [
    ...(inBothCases ? [SMALL_ALONE, DIGITS_ALONE] : [DIGITS_ALONE, CAPITALS_ALONE, LIKE_A_CARD]),
    ...endsOfClasses(inBothCases ? ENDS_IN_BOTH_CASES : ENDS, alphabet, middle),
    ...(inBothCases ? [...SAMPLES_IN_BOTH_CASES, CAPITALS_ALONE] : []),
    ...SAMPLES,
  ]
    .map((text) => (text.startsWith("0x") ? text.slice(0, maxLength) : shortened(text, middle)))
    .filter((text) => text.length >= minLength);
  // An address that is real on the template's own network is accepted whatever a service checks.
  const real: Edit[] = field.kind === "walletAddress" ? [{ kind: "set", at, value: current, fresh: "wallet" }] : [];
  const arbitrary = setting(at, textOf(alphabet, minLength, maxLength));
  const telling = inBothCases ? TELLING + 1 : TELLING;
  return { examples: [...listed(at, texts).examples, ...real], telling, arbitrary };
}

export const pattern: FieldEdits = {
  name: "pattern",
  applies: ({ rules }) => rules.pattern !== undefined && rules.enum === undefined,
  outside: { words: ({ rules }) => `values that do not match ${rules.pattern}`, edits: outside },
  inside: { words: ({ rules }) => `values that match ${rules.pattern}`, edits: inside },
};
