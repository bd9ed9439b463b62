/** Where two shown values differ: what they share at both ends, and what is between. */

/** A text in three parts; `changed` is where it differs from the other. */
export interface Parts {
  before: string;
  changed: string;
  after: string;
}

function parts(all: readonly string[], head: number, tail: number): Parts {
  return {
    before: all.slice(0, head).join(""),
    changed: all.slice(head, all.length - tail).join(""),
    after: all.slice(all.length - tail).join(""),
  };
}

/**
 * Splits two texts at what they share at their beginning and end (code points).
 * @example difference('"2000"', '"20001"') // "2000 · nothing · ", and "2000 · 1 · "
 */
export function difference(from: string, to: string): { from: Parts; to: Parts } {
  const left = [...from];
  const right = [...to];
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < shorter - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  return { from: parts(left, head, tail), to: parts(right, head, tail) };
}
