/** Texts as words of a shell. */

/** A text between single quotes, where a shell takes every character literally. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word of a command that people read and type: in quotes only where necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuoted(text);
}
