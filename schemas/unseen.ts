/** Characters that are invisible, or reverse their neighbours, in texts that files hold. */

/** Controls beyond ASCII, format characters, separators of lines. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Writes a character the way JSON escapes it, so that what is shown can still be pasted as JSON. */
export function escapedUnits(character: string): string {
  let text = "";
  for (let index = 0; index < character.length; index++)
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  return text;
}

/** A text whose strings are written with escapes, such as JSON: invisible characters become escapes. */
export function unseenEscaped(text: string): string {
  return text.replace(UNSEEN, escapedUnits);
}

/** Whether a text holds invisible characters. */
export function hasUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}

/** JSON for a file: the same value, with a text that editors and terminals show exactly. */
export function fileJson(value: unknown, indent?: number): string {
  return unseenEscaped(JSON.stringify(value, null, indent));
}
