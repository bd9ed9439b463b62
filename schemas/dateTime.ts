/** Date-time strings as the document means them (section 1: ISO 8601, format date-time). */
import { Ajv } from "ajv";
import addFormats from "ajv-formats";

const isPackaged = addFormats
  .default(new Ajv({ meta: false, validateSchema: false }), ["date-time"])
  .compile<string>({ type: "string", format: "date-time" });

/**
 * What the packaged format accepts and its definition, RFC 3339, does not: a space instead of the T, and an offset of
 * hours only.
 */
const WRITTEN_OUT = /^\S{10}[Tt]\S+(?:[Zz]|[+-]\d\d:?\d\d)$/;

/** Whether a text is a date-time in the document's sense. */
export function isDateTime(text: string): boolean {
  return isPackaged(text) && WRITTEN_OUT.test(text);
}

/**
 * The instant that a date-time names.
 * @returns milliseconds since the epoch, or null when the text is not a date-time.
 */
export function instantOf(text: string): number | null {
  if (!isDateTime(text)) return null;
  const instant = Date.parse(text.toUpperCase().replace(":60", ":59"));
  return Number.isNaN(instant) ? null : instant;
}

/** Whether two texts are date-times of one instant; one of them may have lost its fraction of a second in storage. */
export function sameInstant(left: string, right: string): boolean {
  const [one, other] = [instantOf(left), instantOf(right)];
  if (one === null || other === null) return false;
  if (one === other) return true;
  const whole = one % 1000 === 0 || other % 1000 === 0;
  return whole && Math.abs(one - other) < 1000;
}
