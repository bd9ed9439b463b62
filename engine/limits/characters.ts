/**
 * Which characters and shapes a pattern is tried with, one text for each: documented ones that may turn out refused,
 * others that may turn out let through. Pure.
 */
import type { FieldPlace } from "../../generators/fieldPlaces.js";
import { replaceAt } from "../../generators/texts/fit.js";
import type { SoughtPattern } from "./selection.js";

/** A text, and what it shows when it is taken or refused. */
export interface PatternText {
  readonly label: string;
  readonly text: string;
  /** Whether the documented pattern allows the text. */
  readonly isDocumented: boolean;
  /** The single texts to try when this one, of many characters at once, is refused. */
  readonly parts: readonly PatternText[];
  /** Further texts of which the same can be said: it is claimed only if all of them are refused. */
  readonly others: readonly string[];
  /** Texts whose refusal explains that of this one, by their labels. */
  readonly explainedBy: readonly string[];
  /** Whether the control, which is accepted, shows that this is not why the text is refused. */
  readonly isDisproved: boolean;
}

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const DIGITS = "0123456789";

/** One character of each kind that a careless pattern takes. */
const CHARACTERS: readonly (readonly [label: string, character: string])[] = [
  ["upper-case letters", "K"],
  ["lower-case letters", "k"],
  ["digits", "7"],
  ["a hyphen", "-"],
  ["an underscore", "_"],
  ["a space", " "],
  ["a dot", "."],
  ["a slash", "/"],
  ["an apostrophe", "'"],
  ["a plus sign", "+"],
  ["accented letters", "é"],
  ["Chinese characters", "中"],
  ["Cyrillic letters", "Д"],
  ["full-width digits", "７"],
  ["full-width letters", "Ｋ"],
  ["a tab", "\t"],
  ["a line break", "\n"],
  ["an invisible character", "\u200b"],
];

/** Kinds whose characters are all tried: many in one text, and singly only where that is refused. */
const KINDS: readonly (readonly [label: string, one: string, characters: string])[] = [
  ["upper-case letters", "letters", UPPER],
  ["lower-case letters", "letters", LOWER],
  ["digits", "digits", DIGITS],
];

interface Draft {
  readonly label: string;
  readonly text: string;
  readonly parts?: readonly Draft[];
  readonly others?: readonly string[];
  readonly explainedBy?: readonly string[];
  readonly isDisproved?: boolean;
}

/** Places that a SWIFT code treats differently, and how many kinds of characters are tried there. */
const SWIFT_PLACES: readonly (readonly [label: string, position: number, kinds: number])[] = [
  ["in the bank code", 1, CHARACTERS.length],
  ["in the country code", 4, KINDS.length],
  ["in the location", 7, KINDS.length],
  ["in the branch", 9, CHARACTERS.length],
];

function swiftDrafts(current: string): Draft[] {
  const eight = current.slice(0, 8);
  const whole = current.length === eight.length ? `${eight}XXX` : current;
  const inside = SWIFT_PLACES.flatMap(([place, position, kinds]) =>
    CHARACTERS.slice(0, kinds).map(([label, character]) => ({
      label: `${label} ${place}`,
      text: replaceAt(whole, position, character),
    })),
  );
  return [
    ...inside,
    { label: "9 characters", text: `${eight}X` },
    { label: "10 characters", text: `${eight}XX` },
    { label: "a line break at the end", text: `${eight}\n` },
  ];
}

function repeated(characters: string, length: number): string {
  return characters.repeat(Math.ceil(length / characters.length)).slice(0, length);
}

/**
 * All characters of a kind, in texts as long as the control's that keep its first half: only those characters may be a
 * reason to refuse them.
 */
function wholeKind(current: string, one: string, characters: string): Draft[] {
  const middle = Math.floor(current.length / 2);
  const room = current.length - middle;
  return Array.from({ length: Math.ceil(characters.length / room) }, (_, index) => {
    const part = characters.slice(index * room, (index + 1) * room);
    return {
      label: `the ${one} ${part.at(0)} to ${part.at(-1)}`,
      text: current.slice(0, middle) + repeated(part, room),
      parts: [...part].map((character) => ({
        label: character,
        text: replaceAt(current, middle, character),
        isDisproved: current.includes(character),
      })),
    };
  });
}

/** Whether a text holds a character of a kind. */
function holdsKind(text: string, kind: string): boolean {
  const characters = KINDS.find(([label]) => label === kind)?.[2] ?? "";
  return [...characters].some((character) => text.includes(character));
}

function textDrafts(current: string, longest: number): Draft[] {
  const middle = Math.floor(current.length / 2);
  const room = current.length < longest ? current : current.slice(0, -1);
  return [
    ...CHARACTERS.map(([label, character]) => ({
      label,
      text: replaceAt(current, middle, character),
      isDisproved: holdsKind(current, label),
    })),
    { label: "a space at the end", text: `${room} ` },
    { label: "a space at the beginning", text: ` ${room}` },
    { label: "a line break at the end", text: `${room}\n` },
    { label: "a letter at the beginning", text: replaceAt(current, 0, "K"), isDisproved: /^[A-Z]/.test(current) },
    { label: "a digit at the beginning", text: replaceAt(current, 0, "7"), isDisproved: /^[0-9]/.test(current) },
    { label: "a zero at the beginning", text: replaceAt(current, 0, "0"), isDisproved: current.startsWith("0") },
  ];
}

/** Texts that tell something only where the pattern allows them: all characters of a kind, and no others. */
function kindDrafts(current: string): Draft[] {
  return KINDS.flatMap(([label, one, characters]) => [
    ...wholeKind(current, one, characters),
    {
      label: `nothing but ${label}`,
      // Two texts with hardly anything else in common, neither of which begins with a zero.
      text: repeated(characters.slice(1) + characters[0], current.length),
      others: [repeated([...characters].reverse().join(""), current.length)],
      explainedBy: [label, `a ${label === "digits" ? "digit" : "letter"} at the beginning`],
    },
  ]);
}

/** The texts of a pattern: texts about as long as the control's, within the documented lengths. */
export function patternTexts({ documented, field }: SoughtPattern, { current }: FieldPlace): PatternText[] {
  if (typeof current !== "string") return [];
  const pattern = new RegExp(documented, "u");
  const textOf = ({
    label,
    text,
    parts = [],
    others = [],
    explainedBy = [],
    isDisproved = false,
  }: Draft): PatternText => ({
    label,
    text,
    isDocumented: pattern.test(text),
    parts: parts.map(textOf),
    others,
    explainedBy,
    isDisproved,
  });
  if (field.kind === "swiftCode") return swiftDrafts(current).map(textOf);
  const single = textDrafts(current, field.rules.maxLength ?? current.length).map(textOf);
  const kinds = kindDrafts(current).map(textOf);
  return [...single, ...kinds.filter(({ isDocumented }) => isDocumented)];
}

/** The most texts that are sent for a pattern, each once more where it differs. */
export function mostTexts(sought: SoughtPattern, place: FieldPlace): number {
  return 2 * patternTexts(sought, place).reduce((sum, { parts, others }) => sum + 1 + parts.length + others.length, 0);
}

/** What was found of a pattern, in the order of the texts. */
export interface CharactersFound {
  readonly letThrough: readonly string[];
  readonly refused: readonly string[];
  /** Answered now one way, now another. */
  readonly unsteady: readonly string[];
  /** Texts of allowed characters that are refused, nobody can tell why. */
  readonly unexplained: number;
}

/** The pattern as it is in fact: the documented one, where nothing differs from it. */
export function patternText(
  documented: string,
  { letThrough, refused, unsteady, unexplained }: CharactersFound,
): string {
  const some =
    unexplained === 0 ? [] : [refused.length === 0 ? "some texts that the pattern allows" : "some other texts"];
  const parts = [
    ...(letThrough.length === 0 ? [] : [`lets through ${letThrough.join(", ")}`]),
    ...(refused.length + some.length === 0 ? [] : [`refuses ${[...refused, ...some].join(", ")}`]),
    ...(unsteady.length === 0 ? [] : [`takes now and then ${unsteady.join(", ")}`]),
  ];
  return parts.length === 0 ? documented : parts.join("; ");
}
