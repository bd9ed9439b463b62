/** Ids that look like those of a service but name nothing in it. */

const CLASSES = [/[0-9]/, /[A-Z]/, /[a-z]/];
/** How many of an id's last characters are changed: enough to name nothing, and no more than its random part. */
const CHANGED = 10;

/**
 * A number that is counted up, or follows the clock: only one far beyond it is surely unused.
 * @param turn another number gives another one
 */
function farBeyond(digits: string, turn: number): string {
  if (digits.length < 6) return String(9 - turn).repeat(9);
  const step = (3n + BigInt(turn)) * 10n ** BigInt(digits.length - 2);
  return String(BigInt(digits) + step).padStart(digits.length, "0");
}

/**
 * An id of the same shape that nothing has: its last letters and digits are replaced by others of the same kind, taken
 * from the id itself, so that a hexadecimal or base-32 id stays one.
 * @param turn another number gives another id
 */
export function unknownIdLike(id: string, turn = 0): string {
  const prefix = /^[A-Za-z]+[_-]/.exec(id)?.[0] ?? "";
  const own = id.slice(prefix.length);
  if (/^\d+$/.test(own)) return prefix + farBeyond(own, turn);
  const characters = [...own];
  let left = CHANGED;
  for (let position = characters.length - 1; position >= 0 && left > 0; position--) {
    const character = characters[position] ?? "";
    const kind = CLASSES.find((one) => one.test(character));
    if (kind === undefined) continue;
    left -= 1;
    const used = [...new Set([...own].filter((candidate) => kind.test(candidate)))].sort();
    // Where it has few letters, others resemble the id just as well.
    const others = used.length > 2 ? used : [...new Set([...used, ...[..."abcABC"].filter((one) => kind.test(one))])];
    if (/[0-9]/.test(character))
      characters[position] = String(turn === 0 ? 9 - Number(character) : (Number(character) + 4 + turn) % 10);
    else {
      const along = 1 + (turn % (others.length - 1));
      characters[position] = others[(others.indexOf(character) + along) % others.length] ?? character;
    }
  }
  return prefix + characters.join("");
}

/** The id with its last letter or digit replaced by the next of its kind. */
export function withOtherEnd(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) =>
    last === "9" ? "0" : last === "z" ? "a" : last === "Z" ? "A" : String.fromCharCode(last.charCodeAt(0) + 1),
  );
}
