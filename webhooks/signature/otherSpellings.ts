/** Other spellings of a body, for signatures that were made over one of them by mistake (section 5). */
import { parsedJson } from "../../schemas/json.js";

/**
 * Bytes that a service may sign in place of those that it sends.
 * @param data the data object, or undefined when it was not found
 */
export function otherSpellings(body: Uint8Array, data: unknown): { readonly name: string; readonly bytes: Buffer }[] {
  const text = Buffer.from(body).toString("utf8");
  const variants: { name: string; bytes: Buffer }[] = [];
  const add = (name: string, bytes: Buffer | string): void => {
    variants.push({ name, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes });
  };
  const lossy = text.replace(/[^\0-\xff]/g, "?");
  add("the body in Latin-1", Buffer.from(lossy, "latin1"));
  add("the body in ASCII", text.replace(/[^\0-\x7f]/gu, "?"));
  add("the body without its last byte", Buffer.from(body).subarray(0, -1));
  add("the body without the white space around it", text.trim());
  add("the body with a line end", `${text}\n`);
  const parsed = parsedJson(text);
  if (parsed !== undefined) {
    add("the body written again without spaces", JSON.stringify(parsed));
    add("the body written again with its keys in order", JSON.stringify(ordered(parsed)));
    add("the body written again with an indent of 2", JSON.stringify(parsed, null, 2));
    add("the body written again with an indent of 4", JSON.stringify(parsed, null, 4));
    add("the body written again with spaces behind separators", spaced(parsed));
    add("the body written again in ASCII", JSON.stringify(parsed).replace(/[^\0-\x7f]/g, escaped));
  }
  if (data !== undefined) add("the data object alone", JSON.stringify(data));
  return variants.filter(({ bytes }) => !bytes.equals(body));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** As Python writes JSON by default. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, entry]) => `${JSON.stringify(name)}: ${spaced(entry)}`)
    .join(", ")}}`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, ordered(entry)]));
}
