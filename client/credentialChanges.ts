/** What can be done to one credential: the result, how it is recorded, and how a shell computes it. */
import { createHash } from "node:crypto";

/** One change, in its three forms. */
interface Changing {
  /** What is sent in place of the credential; null when the change cannot be made with it. */
  readonly sent: (text: string) => string | null;
  /** What is recorded: never a part of the secret. @param name of its placeholder */
  readonly shown: (name: string) => string;
  /** For bash, between double quotes. @param name of its variable */
  readonly inShell: (name: string) => string;
}

/** How many last characters an edit keeps that keeps the ending. */
export const KEPT_ENDING = 6;
/** The last character of an extended credential. */
const EXTENSION = "0";

/** Another text of the same length, in a shell: each letter and digit is replaced by the next. */
const ROTATED = "tr 'A-Za-z0-9' 'B-ZAb-za1-90'";
/** The same for a single character, which may be neither. */
const OTHER_CHARACTER = `tr -c 'A-Za-z0-9' w | ${ROTATED}`;
const OTHER_CASE = "tr 'A-Za-z' 'a-zA-Z'";

/** A parameter expansion of the shell. */
const expanded = (expression: string): string => `\${${expression}}`;

const translated = (variable: string, command: string): string => `$(printf %s "${variable}" | ${command})`;

/** Replaces one character by another of its kind. */
function otherAt(
  place: string,
  at: (length: number) => number,
  inShell: (name: string) => readonly [before: string, character: string, behind: string],
): Changing {
  return {
    sent: (text) => {
      const index = at(text.length);
      return text.slice(0, index) + nextCharacter(text.charAt(index)) + text.slice(index + 1);
    },
    shown: (name) => `<${name} with another ${place} character>`,
    inShell: (name) => {
      const [before, character, behind] = inShell(name);
      return before + translated(character, OTHER_CHARACTER) + behind;
    },
  };
}

const middle = (name: string): string => `${expanded(`#${name}`)}/2`;

export const CHANGES = {
  none: { sent: (text) => text, shown: (name) => `<${name}>`, inShell: (name) => `$${name}` },
  /** Another value of the same shape. */
  wrong: {
    sent: wrong,
    shown: (name) => (name.endsWith("KEY") ? "<wrong key>" : "<wrong secret>"),
    inShell: (name) => translated(`$${name}`, ROTATED),
  },
  empty: { sent: () => "", shown: () => "", inShell: () => "" },
  prefix: {
    // An emptied value is another edit, so a single character has no prefix.
    sent: (text) => (text.length > 1 ? text.slice(0, -1) : null),
    shown: (name) => `<${name} without its last character>`,
    inShell: (name) => expanded(`${name}%?`),
  },
  extended: {
    sent: (text) => text + EXTENSION,
    shown: (name) => `<${name} with one more character>`,
    inShell: (name) => expanded(name) + EXTENSION,
  },
  "other-case": {
    sent: (text) => (flipCase(text) === text ? null : flipCase(text)),
    shown: (name) => `<${name} with upper and lower case swapped>`,
    inShell: (name) => translated(`$${name}`, OTHER_CASE),
  },
  first: otherAt(
    "first",
    () => 0,
    (name) => ["", expanded(`${name}:0:1`), expanded(`${name}:1`)],
  ),
  middle: otherAt(
    "middle",
    (length) => Math.floor(length / 2),
    (name) => [
      expanded(`${name}:0:${middle(name)}`),
      expanded(`${name}:${middle(name)}:1`),
      expanded(`${name}:${middle(name)}+1`),
    ],
  ),
  last: otherAt(
    "last",
    (length) => length - 1,
    (name) => [expanded(`${name}%?`), expanded(`${name}: -1`), ""],
  ),
  /** Another value of the same shape that ends alike. */
  ending: {
    sent: (text) => (text.length > KEPT_ENDING ? wrong(text.slice(0, -KEPT_ENDING)) + text.slice(-KEPT_ENDING) : null),
    shown: (name) => `<a wrong value with the last ${KEPT_ENDING} characters of ${name}>`,
    inShell: (name) =>
      translated(expanded(`${name}%${"?".repeat(KEPT_ENDING)}`), ROTATED) + expanded(`${name}: -${KEPT_ENDING}`),
  },
  quoted: {
    sent: (text) => `"${text}"`,
    shown: (name) => `<${name} in quotation marks>`,
    inShell: (name) => `\\"$${name}\\"`,
  },
} as const satisfies Readonly<Record<string, Changing>>;

export type Change = keyof typeof CHANGES;

/** Swaps upper and lower case of the ASCII letters of a text; other characters stay. */
export function flipCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

const LOWER_CASE = "abcdefghijklmnopqrstuvwxyz";
const ALPHABETS = ["0123456789", LOWER_CASE, LOWER_CASE.toUpperCase()] as const;

function alphabetOf(character: string): string | undefined {
  return ALPHABETS.find((letters) => letters.includes(character));
}

/** Another character of the same kind: the next letter or digit, and a letter for anything else. */
function nextCharacter(character: string): string {
  const alphabet = alphabetOf(character);
  return alphabet === undefined ? "x" : alphabet.charAt((alphabet.indexOf(character) + 1) % alphabet.length);
}

/**
 * A text of the same shape with other letters and digits. It depends on the shape only, never on the value, so that it
 * reveals nothing about the secret; it is the same in every run, so that a finding can be repeated.
 */
function wrong(text: string): string {
  for (let attempt = 0; ; attempt++) {
    const candidate = randomLooking(text, attempt);
    if (candidate !== text) return candidate;
  }
}

function randomLooking(shape: string, attempt: number): string {
  let result = "";
  for (const [index, character] of [...shape].entries()) {
    const byte = createHash("sha256").update(`${attempt}:${index}`).digest().readUInt8(0);
    const alphabet = alphabetOf(character) ?? LOWER_CASE;
    // Punctuation is kept at first, for the shape of identifiers; but a text of nothing else must change as well.
    result +=
      alphabetOf(character) === undefined && attempt === 0 ? character : alphabet.charAt(byte % alphabet.length);
  }
  return result;
}
