/** Options of a program: a name that none has would otherwise be left out without a word, and a part become the whole. */
import { UsageError } from "../engine/settings/usageError.js";
import { suggestion } from "./userFile.js";

/**
 * Makes sure that options have known names only.
 * @param what what they are options of, as a sentence begins with it
 * @throws UsageError that names the first other one, and the nearest known name
 */
export function assertOptions(what: string, given: object, known: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(known);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`${what} has no option ${unknown}${suggestion(unknown, names)}. There are ${names.join(", ")}.`);
}
