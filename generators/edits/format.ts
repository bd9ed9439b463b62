/** Date-times: any notation of an instant is accepted, what names no instant is refused. */
import fc from "fast-check";
import type { Field } from "../../schemas/fieldTree.js";
import type { Edit } from "./edit.js";
import { type FieldEdits, listed, set } from "./fieldEdits.js";

/** What is no date-time, or names no instant; the plainest first, since it is the proof. Notations that ISO 8601 allows are left to observations. */
const BAD_DATE_TIMES = [
  "01/02/2024",
  "2024-02-30T00:00:00Z",
  "not-a-date",
  "2024-13-01T00:00:00Z",
  "2024-01-01T25:00:00Z",
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
  "1704067200",
];

/** The same instant in other notations. */
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

/** Dates that calendars and counters of seconds are wrong about, as the dates of a person, a document or a business. */
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

function isDateTime({ rules }: Field): boolean {
  return rules.format === "date-time";
}

export const format: FieldEdits = {
  name: "format",
  applies: isDateTime,
  outside: {
    words: "not written as a date-time",
    edits: ({ at }) => {
      const random = fc
        .tuple(fc.integer({ min: 1950, max: 2040 }), fc.integer({ min: 13, max: 99 }), fc.integer({ min: 1, max: 28 }))
        .map(([year, month, day]): Edit => set(at, `${year}-${month}-${String(day).padStart(2, "0")}T00:00:00Z`));
      return { ...listed(at, BAD_DATE_TIMES, 2), random };
    },
  },
  inside: {
    words: "the same instant in other notations, or a day or an hour at which calendars end",
    edits: ({ field, at, current }) => {
      if (typeof current !== "string") return null;
      const [withOffset = current, leapDay = current, ...ends] = calendarEnds(field);
      return listed(at, [withOffset, leapDay, ...otherNotations(current), ...ends], 2);
    },
  },
};

/** Which dates suit a customer is open, so that only what comes back is judged. */
export const instant: FieldEdits = {
  name: "instant",
  applies: isDateTime,
  inside: {
    words: "days that calendars are wrong about",
    mayBeRefused: "always",
    edits: ({ field, at, current }) => {
      if (typeof current !== "string") return null;
      const inLowerCase = `${current.slice(0, 10)}t13:45:30z`;
      return listed(at, [...oddDays(field).map((date) => `${date}T00:00:00Z`), inLowerCase], 3);
    },
  },
};
