/** Ids that look like those of a service and name nothing that it has. */

const CLASSES = [/[0-9]/, /[A-Z]/, /[a-z]/];
/** How many of an id's last characters are changed: enough to name nothing, and no more than its random part. */
const CHANGED = 10;

/**
 * An id of the same shape that nothing has: its last letters and digits are replaced by others of the same kind, taken
 * from the id itself, so that a hexadecimal or base-32 id stays one.
 * @param turn another number gives another id
 */
export function unknownIdLike(id: string, turn = 0): string {
  const prefix = /^[A-Za-z]+_/.exec(id)?.[0] ?? "";
  // Short numbers are counted up: only a number far beyond them is surely unused.
  if (/^\d{1,5}$/.test(id.slice(prefix.length))) return prefix + String(9 - turn).repeat(9);
  const characters = [...id.slice(prefix.length)];
  let left = CHANGED;
  for (let position = characters.length - 1; position >= 0 && left > 0; position--) {
    const character = characters[position] ?? "";
    const kind = CLASSES.find((one) => one.test(character));
    if (kind === undefined) continue;
    left -= 1;
    const used = [...new Set([...id.slice(prefix.length)].filter((candidate) => kind.test(candidate)))].sort();
    // Of one letter alone another is no less like the id.
    const own =
      used.length > 1
        ? used
        : [...used, character === "a" ? "b" : "a", character === "A" ? "B" : "A"].filter((one) => kind.test(one));
    if (/[0-9]/.test(character)) characters[position] = String((9 - Number(character) + turn) % 10);
    else characters[position] = own[(own.indexOf(character) + 1 + turn) % own.length] ?? character;
  }
  return prefix + characters.join("");
}

/** The id with its last letter or digit replaced by the next of its kind. */
export function withOtherEnd(id: string): string {
  return id.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) =>
    last === "9" ? "0" : last === "z" ? "a" : last === "Z" ? "A" : String.fromCharCode(last.charCodeAt(0) + 1),
  );
}
