/** The nearest known name, for messages about an unknown one. */

function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const cost = left[row - 1]?.toLowerCase() === right[column - 1]?.toLowerCase() ? 0 : 1;
      current.push(
        Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + cost),
      );
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** The known name that is most like a text, or null when none is alike. */
export function nearest(text: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.ceil(text.length * 0.5));
  for (const name of known) {
    const cost = distance(text, name);
    if (cost < least) {
      best = name;
      least = cost;
    }
  }
  return best;
}
