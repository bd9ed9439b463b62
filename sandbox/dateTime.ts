import type { Behaviour } from "./behaviours.js";

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a string is a date-time of RFC 3339, leap seconds included. */
export function isDateTime(value: string): boolean {
  const match = DATE_TIME.exec(value);
  if (match === null) return false;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const leapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leapYear ? 29 : DAYS_OF_MONTH[month - 1];
  if (days === undefined || day < 1 || day > days || hour > 23 || minute > 59 || part(9) > 23 || part(10) > 59)
    return false;
  if (second < 60) return true;
  // A leap second is the last one of a day in UTC.
  const offset = (match[8] === "-" ? -1 : 1) * (part(9) * 60 + part(10));
  return second === 60 && (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

/**
 * The same instant in UTC with all its decimals, for a valid date-time. A leap second, which cannot be computed with,
 * stays unchanged.
 */
export function inUtc(value: string): string {
  const instant = new Date(value.toUpperCase().replace(/\.\d+/, ""));
  if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999 || instant.getUTCFullYear() < 0) return value;
  const decimals = /\.\d+/.exec(value)?.[0] ?? "";
  return `${instant.toISOString().slice(0, 19)}${decimals}Z`;
}

const isoOf = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** How the service writes an instant, given in milliseconds since 1970 (section 1: always a date-time). */
export const TIMESTAMP_WRITERS: Readonly<Record<Behaviour["dateNotation"], (milliseconds: number) => string>> = {
  milliseconds: isoOf,
  seconds: (milliseconds) => `${isoOf(milliseconds).slice(0, 19)}Z`,
  offset: (milliseconds) => `${isoOf(milliseconds + 8 * 3_600_000).slice(0, 19)}+08:00`,
  microseconds: (milliseconds) => `${isoOf(milliseconds).slice(0, 23)}000+00:00`,
  shortest: (milliseconds) => isoOf(milliseconds).replace(/\.?0*Z$/, "Z"),
};
