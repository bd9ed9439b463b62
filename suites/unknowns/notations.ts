/** How ids and timestamps are written: their notation without their value, collected from many of them. */

import type { Summary } from "../../reports/across/answers.js";
import { verb } from "../../reports/visible.js";
import { distinct, groupedBy } from "../../schemas/groups.js";
import { isObject, type Json, type JsonObject } from "../../schemas/json.js";

interface Notations<T extends JsonObject> {
  /** The notation of a value; null when it is not of this kind. */
  of(value: Json): T | null;
  /** What it is the notation of: one is reported for each. */
  subject(notation: T): string;
  /** The notation of two values that are written differently. */
  both(one: T, other: T): T;
  text(notation: T): string;
  /** The notation that a text describes; null when it describes none. */
  read(text: string): T | null;
}

function summaryOf<T extends JsonObject>({ of, subject, both, text, read }: Notations<T>): Summary {
  return {
    join(values) {
      const notations = values.map(of).filter((notation) => notation !== null);
      const others = values.filter((value) => of(value) === null);
      return [...[...groupedBy(notations, subject).values()].map((group) => group.reduce(both)), ...others];
    },
    text(value) {
      const notation = of(value);
      return notation === null ? String(value) : text(notation);
    },
    read: (words) => read(words) ?? words,
  };
}

type TimeNotation = { offset: string; decimals: number | "varying" };

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i;

/** The notation of a timestamp; null when the text is not one. */
export function timeNotation(text: string): TimeNotation | null {
  const parts = TIMESTAMP.exec(text);
  if (parts === null) return null;
  const [, fraction = "", offset = "no offset"] = parts;
  return { offset, decimals: fraction.length };
}

const DECIMALS = /^(.+) with (no|\d+|a varying number of) decimals?$/;

/** Notations of timestamps: a service that cuts off zeros writes sometimes fewer, sometimes more decimals. */
export const TIME_NOTATIONS = summaryOf<TimeNotation>({
  of(value) {
    if (!isObject(value)) return null;
    const { offset, decimals } = value;
    return typeof offset === "string" && (typeof decimals === "number" || decimals === "varying")
      ? { offset, decimals }
      : null;
  },
  subject: ({ offset }) => offset,
  both: (one, other) => (one.decimals === other.decimals ? one : { offset: one.offset, decimals: "varying" }),
  text({ offset, decimals }) {
    const number = decimals === "varying" ? "a varying number of" : decimals === 0 ? "no" : decimals;
    return `${offset} with ${number} ${verb(decimals === 1 ? 1 : 2, "decimal", "decimals")}`;
  },
  read(text) {
    const [, offset, number = ""] = DECIMALS.exec(text) ?? [];
    if (offset === undefined) return null;
    return { offset, decimals: number === "no" ? 0 : number.startsWith("a") ? "varying" : Number(number) };
  },
});

/** How the ids of a field that begin alike are written. */
type IdNotation = {
  field: string;
  prefix: string;
  /** Characters after the prefix. */
  least: number;
  most: number;
  /** The kinds of these characters. */
  kinds: string[];
};

const KINDS = [
  ["0-9", /\d/],
  ["A-Z", /[A-Z]/],
  ["a-z", /[a-z]/],
  ["others", /[^A-Za-z0-9]/],
] as const;

/** The letters with which an id begins, up to the first underscore or hyphen; null when there are none. */
export function prefixOf(id: string): string | null {
  return /^[A-Za-z]+[_-]/.exec(id)?.[0] ?? null;
}

export function idNotation(field: string, id: string): IdNotation {
  const prefix = prefixOf(id) ?? "";
  const rest = id.slice(prefix.length);
  const { length } = rest;
  const kinds = KINDS.filter(([, pattern]) => pattern.test(rest)).map(([kind]) => kind);
  return { field, prefix, least: length, most: length, kinds };
}

const CHARACTERS = /^(\w+): (?:(\S+) and )?(\d+)(?: to (\d+))? characters? of ?(.*)$/;

/** Notations of ids: a single id seldom shows every kind of character, but all of them together do. */
export const ID_NOTATIONS = summaryOf<IdNotation>({
  of(value) {
    if (!isObject(value)) return null;
    const { field, prefix, least, most, kinds } = value;
    return typeof field === "string" &&
      typeof prefix === "string" &&
      typeof least === "number" &&
      typeof most === "number" &&
      Array.isArray(kinds)
      ? { field, prefix, least, most, kinds: kinds.map(String) }
      : null;
  },
  subject: ({ field, prefix }) => `${field} ${prefix}`,
  both: (one, other) => ({
    ...one,
    least: Math.min(one.least, other.least),
    most: Math.max(one.most, other.most),
    kinds: distinct([...one.kinds, ...other.kinds]).sort(),
  }),
  text({ field, prefix, least, most, kinds }) {
    const size = least === most ? String(least) : `${least} to ${most}`;
    return `${field}: ${prefix === "" ? "" : `${prefix} and `}${size} ${verb(most, "character", "characters")} of ${kinds.join(" ")}`;
  },
  read(text) {
    const [, field, prefix = "", least = "", most = least, kinds = ""] = CHARACTERS.exec(text) ?? [];
    if (field === undefined) return null;
    return { field, prefix, least: Number(least), most: Number(most), kinds: kinds === "" ? [] : kinds.split(" ") };
  },
});
