/** Lists of values: each member is accepted, near misses are refused. */

import fc from "fast-check";
import { commaList } from "../../schemas/groups.js";
import { valueAt } from "../../schemas/json.js";
import { type EditedField, type FieldEdits, inTurn, listed, setting, turnOf } from "./fieldEdits.js";

/** Values of other lists, where no one else's are known. */
const STRANGERS = ["Unknown", "OTHER"];

/** Near misses that go with the value of another field of the body; none where that has another value. */
function homesIn({ field: { outsidersOf, variant }, body, isUnusual = false }: EditedField): readonly string[] | null {
  if (outsidersOf === null) return null;
  const value = valueAt(body, outsidersOf.at);
  const homes = typeof value === "string" ? outsidersOf.values[value] : undefined;
  // Of the whole request, those in an unusual form begin with another one: so each is sent with the value.
  return inTurn(homes ?? [], isUnusual && variant === null ? 1 : 0);
}

/** The same letters and digits in their full-width forms, which some normalisations make equal. */
export function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
}

/** Letters of another script that look like these. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  A: "\u0410",
  B: "\u0412",
  C: "\u0421",
  E: "\u0415",
  H: "\u041d",
  P: "\u0420",
  T: "\u0422",
  a: "\u0430",
  e: "\u0435",
  o: "\u043e",
};

/** The text with its first letter that has a look-alike in Cyrillic replaced by that. */
function homoglyph(text: string): string {
  return text.replace(/[ABCEHPTaeo]/, (letter) => LOOK_ALIKES[letter] ?? letter);
}

/** A new value, padding and another letter case: each is accepted by a different mistake. */
const TELLING = 3;

/** How many near misses of the current value come before those that are the same for every value. */
export const OF_CURRENT = 15;

/** The text with each letter in the other case. */
function inverted(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).toLowerCase()}`;

/**
 * A member as written by people who know it by hearsay: in other letters, with other separators between its words, or
 * several.
 */
function hearsay(member: string): string[] {
  const inWords = [" ", "-", ""].map((sign) => member.replaceAll(/[ _]/g, sign));
  const ofWords = /[a-z]/.test(member)
    ? [member.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), `${member}s`, member.replaceAll(" ", "_")]
    : [];
  return [member.toLowerCase(), member.toUpperCase(), capitalised(member), `${member}_`, ...inWords, ...ofWords];
}

/** What near misses are made from, besides the members. */
interface NearMisses {
  /** Values of like lists elsewhere, which come first, or that a person would think of. */
  readonly outsiders?: readonly string[] | undefined;
  /** Those that go with the rest of the request, the likeliest first: none where it says nothing of them, null where it never does. */
  readonly homes?: readonly string[] | null;
  /** Which of the equally telling ones comes first. */
  readonly turn?: number;
}

/**
 * Near misses of an enum's members: another letter case, padded, a prefix, an outsider, empty. Those of the current
 * value come first and are always as many, so that what follows has the same index for every value: each edit is sent
 * once, at the place whose turn it is, and one whose index differed could be left out.
 */
export function enumNearMisses(members: readonly string[], current: string, more: NearMisses = {}): string[] {
  const { outsiders = STRANGERS, homes = null, turn = 0 } = more;
  const isMiss = (text: string) => !members.includes(text);
  const missesInTurn = (texts: readonly string[]): string[] => inTurn(texts, turn).filter(isMiss);
  const foreign = missesInTurn(outsiders);
  const [home = foreign[0]] = homes === null ? [] : missesInTurn(homes);
  // The first outsider gives way to a home, and comes after the others.
  const others = homes === null ? foreign.slice(1) : inTurn(foreign, 1);
  const same = new Set([...others, ...members.flatMap(hearsay)].filter(isMiss));
  const ofCurrent = new Set(
    [
      ...(home === undefined ? [] : [home]),
      ...missesInTurn([` ${current}`, `${current} `]).slice(0, 1),
      ...missesInTurn([current.toLowerCase(), current.toUpperCase(), capitalised(current)]),
      ` ${current}`,
      `${current} `,
      "",
      current.slice(0, -1),
      homoglyph(current),
      `${current}\n`,
      `${current}X`,
      `X${current}`,
      fullWidth(current),
      `${current},${current}`,
      inverted(current),
    ].filter(isMiss),
  );
  for (let number = 1; ofCurrent.size < OF_CURRENT; number++) ofCurrent.add(`${current}${number}`);
  return [...ofCurrent, ...same];
}

/** How many members of a list are named. */
const NAMED = 6;

/** Typos of a member: one character more, one less, another one, or some letters in the other case. */
const SLIPS: readonly ((before: string, after: string, sign: string, cases: number) => string)[] = [
  (before, after, sign) => before + sign + after,
  (before, after) => before + after.slice(1),
  (before, after, sign) => before + sign + after.slice(1),
  (before, after, _, cases) =>
    [...(before + after)].map((letter, index) => ((cases >> index) % 2 === 0 ? letter : inverted(letter))).join(""),
];

function nearMiss(members: readonly string[]): fc.Arbitrary<string> {
  const sign = fc.constantFrom("-", "_", " ", "0", "x", "S", ".", "\t", "\u00a0");
  return fc
    .tuple(fc.constantFrom(...members), fc.nat({ max: 30 }), fc.constantFrom(...SLIPS), sign, fc.nat())
    .map(([member, place, slip, character, cases]) => {
      const at = place % (member.length + 1);
      return slip(member.slice(0, at), member.slice(at), character, cases);
    })
    .filter((text) => !members.includes(text));
}

export const enumeration: FieldEdits = {
  name: "enum",
  applies: ({ rules }) => rules.enum !== undefined,
  outside: {
    words: ({ rules: { enum: members = [] } }) =>
      members.length > NAMED ? "values that are not listed" : `values other than ${commaList(members)}`,
    edits: (edited) => {
      const { field, at, current, turn } = edited;
      const { enum: members } = field.rules;
      if (members === undefined || typeof current !== "string") return null;
      // Lists of one value are tried in another letter case at every second turn.
      const isBrief = members.length === 1 && turnOf(edited) % 2 === 0;
      const misses = enumNearMisses(members, current, { outsiders: field.outsiders, homes: homesIn(edited), turn });
      return {
        ...listed(at, misses, isBrief ? 2 : TELLING),
        // In another letter case. The lists of a variant are tried in each of its requests anyway.
        ...(field.variant === null ? { atEachKind: TELLING - 1 } : {}),
        arbitrary: setting(at, nearMiss(members)),
      };
    },
  },
  inside: {
    words: () => "its documented values",
    edits: ({ field, at, current }) => {
      const { enum: members = [] } = field.rules;
      const own = members.map(() => current);
      // A discriminator's other values belong to templates of the other kinds: each template keeps its own.
      if (field.isDiscriminator) return listed(at, own);
      const arbitrary = members.length < 2 ? null : setting(at, fc.constantFrom(...members));
      return { ...listed(at, members), arbitrary };
    },
  },
};
