/** An object as it travels in a body. Members are looked up with Object.hasOwn, since any name may come in. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object, which neither an array, a number nor null is. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** A JSON number whose digits a JavaScript number would lose. It is kept as the text that was sent. */
export class ExactNumber {
  constructor(readonly text: string) {}

  toJSON(): string {
    return `${MARKER}${this.text}`;
  }
}

// Exact numbers pass through JSON.parse and JSON.stringify as strings that nobody can guess.
const MARKER = `exact-number-${crypto.randomUUID()}:`;
const MARKED_NUMBER = new RegExp(`"${MARKER}([^"]*)"`, "g");
const MAY_LOSE_DIGITS = /[:[,]\s*-?\d[\d.]*(?:[eE]|[\d.]{15})|^\s*-?\d/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON without losing digits. @throws SyntaxError when the text is not JSON. */
function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_LOSE_DIGITS.test(text)) return value;
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || isExactlyRepresented(token) ? token : JSON.stringify(new ExactNumber(token)),
  );
  return marked === text ? value : JSON.parse(marked, restoreExactNumber);
}

/** The same, undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

// A double carries any 15 significant digits.
function isExactlyRepresented(number: string): boolean {
  const digits = number.replace(/[eE].*$|[-.]/g, "").replace(/^0+/, "");
  const value = Number(number);
  return digits.length <= 15 && Number.isFinite(value) && (digits === "" || value !== 0);
}

function restoreExactNumber(_name: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith(MARKER) ? new ExactNumber(value.slice(MARKER.length)) : value;
}

/** JSON text of a value; `indentation` in spaces. */
export function writeJson(value: unknown, indentation = 0): string {
  const text = JSON.stringify(value, undefined, indentation);
  return text.includes(MARKER) ? text.replace(MARKED_NUMBER, "$1") : text;
}
