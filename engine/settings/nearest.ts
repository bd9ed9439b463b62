/** The nearest known name, for messages about an unknown one. */

/** How many letters have to be inserted, removed or changed to turn one text into another; letter case does not count. */
export function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1]?.toLowerCase() === right[column - 1]?.toLowerCase() ? 0 : 1;
      current.push(
        Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + cost),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** How many edits a typo, and a half-remembered name, differ at most from what was meant. */
const SLIP = 0.1;
const ALIKE = 0.4;

/** Fewest letters for a word to be meaningful. */
const TELLING = 3;

function mostAlike(text: string, known: readonly string[], share: number): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.ceil(text.length * share)) + 1;
  for (const name of known) {
    const cost = distance(text, name);
    if (cost < least) {
      best = name;
      least = cost;
    }
  }
  return best;
}

function wordsOf(text: string): string[] {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** The shortest name that contains every word of the text, or its beginning. */
function withAllWords(text: string, known: readonly string[]): string | null {
  const words = wordsOf(text);
  if (words.every(({ length }) => length < TELLING)) return null;
  let best: string | null = null;
  for (const name of known) {
    if (best !== null && name.length >= best.length) continue;
    const own = wordsOf(name);
    if (words.every((word) => own.some((other) => other.startsWith(word)))) best = name;
  }
  return best;
}

/** The known name most similar to a text, or holds all its words; null when there is none. */
export function nearest(text: string, known: readonly string[]): string | null {
  return mostAlike(text, known, SLIP) ?? withAllWords(text, known) ?? mostAlike(text, known, ALIKE);
}
