/** Lists taken apart. */

/** Groups in the order of their first members. */
export function groupedBy<T, Key = string>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, [T, ...T[]]> {
  const groups = new Map<Key, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Values in a row: `USDT, USDC`; one that contains a comma is in quotes. */
export function commaList(values: readonly unknown[]): string {
  return values.map((value) => (String(value).includes(",") ? `"${String(value)}"` : String(value))).join(", ");
}
