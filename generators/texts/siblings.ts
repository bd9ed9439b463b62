/**
 * Texts that differ from another one only in what they say: as long, with the same characters in another order. A service
 * that accepts them and refuses the other one refuses what it says, not its length or its characters.
 */

/** What is read as something other than text, anywhere or at the beginning: it stays where it is. */
const READ = /(^(?:null|true|false|undefined|none|nan)$|^0x?|&\w+;|%[0-9a-f]{2})/i;

/** Characters that may change places with each other. */
const KINDS = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^\P{L}A-Za-z]/u] as const;

/** Pictures are not letters; a letter with as many bytes replaces them. */
const PICTURES = /\p{Emoji_Presentation}/gu;
const LETTER = "\u{20bb7}";

/** The characters of each kind in another order, each at a position of its kind. */
function reordered(text: string, order: (places: readonly number[]) => readonly number[]): string {
  const characters = [...text];
  const changed = [...characters];
  for (const kind of KINDS) {
    const places = characters.flatMap((character, index) => (kind.test(character) ? [index] : []));
    for (const [index, from] of order(places).entries()) changed[places[index] ?? from] = characters[from] ?? "";
  }
  return changed.join("");
}

function backwards(places: readonly number[]): readonly number[] {
  return [...places].reverse();
}

function rotated(places: readonly number[]): readonly number[] {
  const middle = places.length >> 1;
  return [...places.slice(middle), ...places.slice(0, middle)];
}

/** Other letters and digits in place of a text's own. */
function replaced(text: string): string {
  return text.replace(/[A-Za-z1-9]/g, (character) => {
    const alphabet = /[0-9]/.test(character) ? "123456789" : "abcdefghijklmnopqrstuvwxyz";
    const other = alphabet[(alphabet.indexOf(character.toLowerCase()) + 7) % alphabet.length] ?? character;
    return /[A-Z]/.test(character) ? other.toUpperCase() : other;
  });
}

/** From how many characters a text is long enough to differ clearly when reordered. */
const LONG = 4;

/** Texts like the given one that say something else; none for a text that is read as something other than text. */
export function siblings(text: string): readonly string[] {
  const parts = text.split(READ);
  const changed = (change: (part: string) => string): string =>
    parts.map((part, index) => (index % 2 === 1 ? part : change(part))).join("");
  const texts = [
    changed((part) => reordered(part, backwards)),
    changed((part) => reordered(part, rotated)),
    ...([...text].length < LONG ? [changed(replaced)] : []),
    text.replace(PICTURES, LETTER),
  ];
  return [...new Set(texts)].filter((other) => other !== text);
}

/** The part of a text that the one accepted instead lacks: its pictures, or all of it. */
export function saidBy(text: string, sibling: string): string {
  return text.replace(PICTURES, LETTER) === sibling ? (text.match(PICTURES) ?? []).join(" ") : text;
}
