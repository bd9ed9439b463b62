/** JSON that is nested deeper than anybody can walk: it is read down to some level. */

/** Whether lists and objects are nested deeper than some number of levels, judged without parsing. */
function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** A value without what lies deeper than some number of levels: lists and objects are empty there. */
function downTo(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return levels === 0 ? [] : value.map((item) => downTo(item, levels - 1));
  const members = levels === 0 ? [] : Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [name, downTo(member, levels - 1)]));
}

/**
 * Parses JSON. How deep it may be nested is stated nowhere, and walking it to its end may overflow the stack: lists and
 * objects that lie deeper than some number of levels are empty in what is returned.
 * @throws SyntaxError when the text is not JSON
 */
export function parsedDownTo(levels: number, text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.length > levels && isDeeperThan(text, levels) ? downTo(value, levels) : value;
}
