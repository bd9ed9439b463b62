/** How deep a text that may be JSON is nested: known before it is parsed, because walking it would overflow the stack. */

/**
 * Whether lists and objects are nested deeper than some number of levels, judged without parsing.
 * @param text JSON, or anything else
 */
export function isDeeperThan(text: string, levels: number): boolean {
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
