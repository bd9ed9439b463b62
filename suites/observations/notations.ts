/** How ids and timestamps are written: their shape without their value, gathered over many of them. */
import { verb } from "../../reports/visible.js";

/** `["Z", 3]`: offset and decimals of a timestamp; null when the text is none. */
export function timeShape(text: string): string | null {
  const parts = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  if (parts === null) return null;
  const [, fraction = "", zone = "no offset"] = parts;
  return JSON.stringify([zone, fraction.length]);
}

/** The shape of an id: its prefix, its length, the kinds of its characters. */
export function idShape(name: string, text: string): string {
  const prefix = /^[A-Za-z]+[_-]/.exec(text)?.[0] ?? "";
  const rest = text.slice(prefix.length);
  const kinds = [
    ["0-9", /\d/],
    ["A-Z", /[A-Z]/],
    ["a-z", /[a-z]/],
    ["others", /[^A-Za-z0-9]/],
  ] as const;
  const found = kinds.filter(([, pattern]) => pattern.test(rest)).map(([kind]) => kind);
  return JSON.stringify([name, prefix, rest.length, found.join(" ")]);
}

function tuples(shapes: Iterable<string>): (readonly unknown[])[] {
  return [...shapes].flatMap((shape) => {
    const tuple: unknown = JSON.parse(shape);
    return Array.isArray(tuple) ? [tuple] : [];
  });
}

function groupedBy(
  entries: readonly (readonly unknown[])[],
  key: (entry: readonly unknown[]) => string,
): Map<string, (readonly unknown[])[]> {
  const groups = new Map<string, (readonly unknown[])[]>();
  for (const entry of entries) groups.set(key(entry), [...(groups.get(key(entry)) ?? []), entry]);
  return groups;
}

/** Timestamps in words: a service that cuts off zeros writes now fewer, now more decimals. */
export function timeWords(shapes: ReadonlySet<string>): string {
  const byZone = groupedBy(tuples(shapes), ([zone]) => String(zone));
  const words = [...byZone].map(([zone, entries]) => {
    const lengths = entries.map(([, length]) => Number(length));
    const [only] = lengths;
    return `${zone} with ${lengths.length > 1 ? "a varying number of" : only === 0 ? "no" : only} ${verb(lengths.length > 1 ? 2 : (only ?? 0), "decimal", "decimals")}`;
  });
  return words.sort().join(", ");
}

/** Ids in words: one id seldom shows every kind of character, all of them together do. */
export function idWords(shapes: ReadonlySet<string>): string {
  const byName = groupedBy(tuples(shapes), ([name, prefix]) => JSON.stringify([name, prefix]));
  const words = [...byName.values()].map((entries) => {
    const [[name, prefix] = []] = entries;
    const lengths = entries.map(([, , length]) => Number(length));
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    const kinds = new Set(entries.flatMap(([, , , kind]) => String(kind).split(" ")));
    const size = least === most ? String(least) : `${least} to ${most}`;
    return `${String(name)}: ${prefix === "" ? "" : `${String(prefix)} and `}${size} ${verb(most, "character", "characters")} of ${[...kinds].sort().join(" ")}`;
  });
  return words.sort().join(", ");
}
