/** A mistake of the user: its message names what was written, what is wrong with it, and what to do. Exit code 2. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}
