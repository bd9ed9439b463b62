/** Texts as words of a shell. */

/** A text between single quotes, where a shell takes every character as it stands. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word of a command that people read and type: in quotes only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : singleQuoted(text);
}
