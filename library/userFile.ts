/** Reads the YAML files that a user names, and turns their faults into errors of usage. */
import { existsSync, readFileSync } from "node:fs";
import { nearest } from "../engine/settings/nearest.js";
import { reasonOf, UsageError } from "../engine/settings/usageError.js";
import { UserFileError } from "../reports/userFile.js";

/**
 * The text of a file that a user names.
 * @param what the name of the file in messages: `baseline`
 * @param fix what to do when it is missing, and when it cannot be read
 * @throws UsageError when it is missing or cannot be read
 */
export function userFileText(
  path: string,
  what: string,
  fix: { readonly missing: string; readonly unreadable: string },
): string {
  if (!existsSync(path)) throw new UsageError(`The ${what} ${path} does not exist. ${fix.missing}`);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`The ${what} ${path} cannot be read: ${reasonOf(error)}. ${fix.unreadable}`);
  }
}

/** Does something with a file; its faults are the user's. @throws UsageError */
export function asUsage<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UserFileError ? new UsageError(error.message) : error;
  }
}

/** `; the nearest is …`, or nothing when no known name resembles a text. */
export function suggestion(text: string, known: readonly string[]): string {
  const near = nearest(text, known);
  return near === null ? "" : `; the nearest is ${near}`;
}

/* Options of a program: an unknown name would otherwise be silently ignored, and a partial run become a full one. */

/**
 * Makes sure that options have only known names.
 * @param what what they are options of, as a sentence begins with it
 * @throws UsageError that names the first other one, and the nearest known name
 */
export function assertOptions(what: string, given: object, known: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(known);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `${what} has no option ${unknown}${suggestion(unknown, names)}. The choices are ${names.join(", ")}.`,
  );
}
