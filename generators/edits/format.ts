/** Date-times: any notation of an instant is accepted, what names no instant is refused. */
import fc from "fast-check";
import type { Field } from "../../schemas/fieldTree.js";
import { bounded, type FieldEdits, inTurn, listed, setting, turnOf } from "./fieldEdits.js";

/** A nonexistent day, which is accepted wherever only the shape is checked; and a day as people write it. */
const TELLING_ONES = ["2024-02-30T00:00:00Z", "01/02/2024"];

/** Other texts that are not a date-time, or name no instant. Notations that ISO 8601 allows are left to observations. */
const BAD_DATE_TIMES = [
  "not-a-date",
  "2024-13-01T00:00:00Z",
  "2024-01-01T25:00:00Z",
  "2018-04-31T00:00:00Z",
  "2024-01-32T00:00:00Z",
  "2024-01-01T00:61:00Z",
  "2023-02-29T12:00:00Z",
  "yesterday",
  "2024-1-1T0:0:0Z",
  "2024-00-10T00:00:00Z",
  "T00:00:00Z",
  "2024-01-01T00:00:61Z",
  "2024-01-01T00:00:00+25:00",
  "Mon, 01 Jan 2024 00:00:00 GMT",
  "2024-01-01T00:00:00Z\n",
  "2024/01/31 12:00:00",
  "1704067200",
];

function otherNotations(current: string): string[] {
  const instant = new Date(current);
  if (Number.isNaN(instant.getTime())) return [];
  const base = instant.toISOString();
  const east = new Date(instant.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);
  const west = new Date(instant.getTime() - 5 * 3_600_000).toISOString().slice(0, 19);
  const half = new Date(instant.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19);
  return [`${west}-05:00`, `${base.slice(0, 19)}.000Z`, `${east}+08:00`, `${base.slice(0, 19)}Z`, `${half}+05:30`];
}

/** Years in which most dates of a kind may lie, the first of them a leap year. */
function yearsOf({ kind }: Field): readonly [leap: number, other: number] {
  if (kind === "birthDate") return [1976, 1987];
  return kind === "expiryDate" ? [2036, 2035] : [2020, 2017];
}

/** Days and hours at which calendars end: of a year, of February in both kinds of years, and of months of both lengths. */
function calendarEnds(field: Field): string[] {
  const [leap, other] = yearsOf(field);
  return [
    `${other}-12-31T23:59:59-05:00`,
    `${leap}-02-29T00:30:00Z`,
    `${other}-12-31T23:59:59Z`,
    `${other}-04-30T23:00:00Z`,
    `${other}-01-01T00:00:01Z`,
    `${other}-02-28T12:00:00Z`,
    `${leap}-10-31T01:00:00Z`,
  ];
}

/** Dates that calendars and second counters get wrong, as the dates of a person, a document or a business. */
function oddDays({ kind }: Field): string[] {
  switch (kind) {
    case "birthDate":
      return ["1976-02-29", "1948-07-15", "1969-12-31", "2000-02-29"];
    case "expiryDate":
      return ["2040-02-29", "2038-01-20", "2101-03-01", "9999-12-31"];
    default:
      return ["2020-02-29", "2016-02-29", "1969-12-31", "2021-12-31"];
  }
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** The parts of a date-time, each with its first and its last value where it has bounds, and the first beyond them. */
const PARTS = { month: [1, 12], day: [1, 31], hour: [0, 23], minute: [0, 59], second: [0, 59] } as const;

/** A date-time one part of which is beyond its last value. 24:00 and second 60 are left out: they exist. */
const noInstant = fc
  .record({
    year: fc.integer({ min: 1950, max: 2040 }),
    part: fc.constantFrom("month", "day", "hour", "minute", "second"),
    by: bounded(2, 30),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, part, by, day }) => {
    const parts = { month: 6, day, hour: 9, minute: 30, second: 15, [part]: PARTS[part][1] + by };
    const date = `${year}-${twoDigits(parts.month)}-${twoDigits(parts.day)}`;
    return `${date}T${twoDigits(parts.hour)}:${twoDigits(parts.minute)}:${twoDigits(parts.second)}Z`;
  });

/** A date-time between the starts of two years, in any notation of its zone. */
function instantOf([one, other]: readonly [number, number]): fc.Arbitrary<string> {
  const years = { min: Math.min(one, other), max: Math.max(one, other) - 1 };
  return fc
    .record({
      year: fc.integer(years),
      month: bounded(...PARTS.month),
      day: bounded(1, 28),
      hour: bounded(...PARTS.hour),
      minute: bounded(...PARTS.minute),
      second: bounded(...PARTS.second),
      zone: fc.constantFrom("Z", "+08:00", "-05:00", "+05:30", "+00:00"),
    })
    .map(
      ({ year, month, day, hour, minute, second, zone }) =>
        `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}${zone}`,
    );
}

function isDateTime({ rules }: Field): boolean {
  return rules.format === "date-time";
}

export const format: FieldEdits = {
  name: "format",
  applies: isDateTime,
  outside: {
    words: () => "values that are not date-times",
    edits: (edited) => {
      const { at } = edited;
      const all = [...inTurn(TELLING_ONES, turnOf(edited)), ...BAD_DATE_TIMES];
      return { ...listed(at, all), arbitrary: setting(at, noInstant) };
    },
  },
  inside: {
    words: () => "valid date-times in other notations",
    edits: ({ field, at, current }) => {
      if (typeof current !== "string") return null;
      const [withOffset = current, leapDay = current, ...ends] = calendarEnds(field);
      const all = [withOffset, leapDay, ...otherNotations(current), ...ends];
      return { ...listed(at, all, 2), arbitrary: setting(at, instantOf(yearsOf(field))) };
    },
  },
};

/** Which dates suit a customer is open, so only what comes back is judged. */
export const instant: FieldEdits = {
  name: "instant",
  applies: isDateTime,
  inside: {
    words: () => "unusual days",
    mayBeRefused: "always",
    edits: ({ field, at, current }) => {
      if (typeof current !== "string") return null;
      const inLowerCase = `${current.slice(0, 10)}t13:45:30z`;
      return listed(at, [...oddDays(field).map((date) => `${date}T00:00:00Z`), inLowerCase], 3);
    },
  },
};
