/** What the user asked for cannot be run. The message is meant for the user and needs no stack trace. */
export class SandboxUsageError extends Error {
  override readonly name = "SandboxUsageError";
}

/** ` Did you mean "…"?` with the known name nearest to what was written, or nothing when none is near. */
export function suggestion(written: string, known: readonly string[]): string {
  let nearest: string | undefined;
  // A name that differs in more than half of its characters is not a likely typo.
  let smallest = Math.max(2, Math.ceil(written.length / 2)) + 1;
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < smallest) {
      smallest = distance;
      nearest = name;
    }
  }
  return nearest === undefined ? "" : ` Did you mean "${nearest}"?`;
}

function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
