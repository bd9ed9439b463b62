/** A memory with a bound: nobody knows how many deliveries come. */

/** Bodies and signatures that are remembered, to tell repetitions. */
export const MOST_REMEMBERED = 50_000;

/** Keeps an entry, and forgets the oldest one when there are too many. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size <= MOST_REMEMBERED) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
