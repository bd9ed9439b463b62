/** Date-times as section 1 has them: strings of format date-time (RFC 3339). */

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Minutes east of Greenwich, or undefined when the notation is out of range. @param {string} zone */
function offsetOf(zone) {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * @param {string} text
 * @returns {boolean} whether this is a date-time that exists, leap seconds included
 */
export function isDateTime(text) {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const offset = offsetOf(parts[8] ?? "");
  if (offset === undefined || month < 1 || month > 12 || hour > 23 || minute > 59 || second > 60) return false;
  // Day 0 of the next month is the last of this one; year + 2000 keeps the leap years and avoids the two-digit trap.
  if (day < 1 || day > new Date(Date.UTC((year % 400) + 2000, month, 0)).getUTCDate()) return false;
  if (second < 60) return true;
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

/**
 * Writes an instant.
 * @param {number} instant milliseconds since 1970
 * @param {{ zone: string, fractionDigits: number }} notation
 * @returns {string}
 */
export function writeInstant(instant, { zone, fractionDigits }) {
  const local = new Date(instant + (offsetOf(zone) ?? 0) * 60_000).toISOString();
  const fraction = fractionDigits === 0 ? "" : `.${local.slice(20, 23).padEnd(fractionDigits, "0")}`;
  return `${local.slice(0, 19)}${fraction}${zone}`;
}

/**
 * The same instant in UTC with the digits it came with. Leap seconds and years of three digits stay as they are.
 * @param {string} text a valid date-time
 * @returns {string}
 */
export function toUtc(text) {
  const parts = DATE_TIME.exec(text);
  if (parts === null || parts[6] === "60" || Number(parts[1]) < 1000) return text;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const instant = Date.UTC(year, month - 1, day, hour, minute - (offsetOf(parts[8] ?? "") ?? 0), second);
  const utc = new Date(instant).toISOString();
  return utc.length === 24 ? `${utc.slice(0, 19)}${parts[7] ?? ""}Z` : text;
}
