/** How ids and timestamps are written: their shape without their value, gathered over many of them. */

import type { Observed } from "../../engine/observations.js";
import { verb } from "../../reports/visible.js";
import { groupedBy } from "../../schemas/groups.js";

/** How a timestamp is written. */
export interface TimeShape {
  readonly offset: string;
  readonly decimals: number;
}

/** The shape of a timestamp; null when the text is none. */
export function timeShape(text: string): TimeShape | null {
  const parts = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (parts === null) return null;
  const [, fraction = "", offset = "no offset"] = parts;
  return { offset, decimals: fraction.length };
}

/** How an id is written. */
export interface IdShape {
  readonly field: string;
  readonly prefix: string;
  /** Characters behind the prefix. */
  readonly length: number;
  /** The kinds of these characters. */
  readonly kinds: readonly string[];
}

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

/** The shape of an id. */
export function idShape(field: string, id: string): IdShape {
  const prefix = prefixOf(id) ?? "";
  const rest = id.slice(prefix.length);
  return {
    field,
    prefix,
    length: rest.length,
    kinds: KINDS.filter(([, pattern]) => pattern.test(rest)).map(([kind]) => kind),
  };
}

/** A shape that all of a group have in common, with the first of them. */
export interface Notation<T> extends Observed {
  readonly first: T;
}

/** Notations of timestamps: a service that cuts off zeros writes now fewer, now more decimals. */
export function timeNotations(shapes: readonly TimeShape[]): Notation<TimeShape>[] {
  return [...groupedBy(shapes, ({ offset }) => offset).values()].map((group) => {
    const [first] = group;
    const { offset, decimals } = first;
    const varies = group.length > 1;
    const number = varies ? "a varying number of" : decimals === 0 ? "no" : decimals;
    return {
      first,
      value: { offset, decimals: varies ? "varying" : decimals },
      text: `${offset} with ${number} ${verb(varies ? 2 : decimals, "decimal", "decimals")}`,
    };
  });
}

/** Notations of ids: one id seldom shows every kind of character, all of them together do. */
export function idNotations(shapes: readonly IdShape[]): Notation<IdShape>[] {
  return [...groupedBy(shapes, ({ field, prefix }) => `${field} ${prefix}`).values()].map((group) => {
    const [first] = group;
    const { field, prefix } = first;
    const lengths = group.map(({ length }) => length);
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    const kinds = [...new Set(group.flatMap((shape) => shape.kinds))].sort();
    const size = least === most ? String(least) : `${least} to ${most}`;
    return {
      first,
      value: { field, prefix, least, most, kinds },
      text: `${field}: ${prefix === "" ? "" : `${prefix} and `}${size} ${verb(most, "character", "characters")} of ${kinds.join(" ")}`,
    };
  });
}
