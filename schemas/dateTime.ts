/**
 * Date-time strings as the document means them (section 1: ISO 8601, format date-time).
 * The format's definition is RFC 3339, and ISO 8601 knows no space instead of the T.
 */

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** Days of a month, leap years included; month is 1 to 12. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Tells whether a text is a date-time of the document. */
export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return false;
  // A leap second may be written as :60.
  return hour <= 23 && minute <= 59 && second <= 60;
}

/**
 * The instant that a date-time names.
 * @returns milliseconds since the epoch, or null when the text is no date-time.
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
