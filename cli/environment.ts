/** Settings from the environment and from a .env file. The environment beats the file. */
import { existsSync, readFileSync } from "node:fs";
import { parse } from "dotenv";
import { UsageError } from "./usageError.js";

/** Every variable that the suite reads. */
export const VARIABLES = [
  "CONFORMANCE_BASE_URL",
  "CONFORMANCE_API_KEY",
  "CONFORMANCE_API_SECRET",
  "CONFORMANCE_RESTRICTED_API_KEY",
  "CONFORMANCE_RESTRICTED_API_SECRET",
  "CONFORMANCE_WEBHOOK_SECRET",
  "CONFORMANCE_ALLOW_WRITES",
  "CONFORMANCE_TRANSFER_ID",
  "CONFORMANCE_DEPOSIT_ID",
] as const;
export type Variable = (typeof VARIABLES)[number];
export type Settings = Readonly<Partial<Record<Variable, string>>>;

const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+\s*(?:=|:\s)/;

/** Lines of a .env file that are neither empty, nor comments, nor assignments, nor inside a quoted value. */
function strangeLine(text: string): { number: number; line: string } | null {
  let quote: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (quote !== null) {
      if (line.includes(quote)) quote = null;
      continue;
    }
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    if (!ASSIGNMENT.test(line)) return { number: index + 1, line };
    const value = line.slice(line.search(/[=:]/) + 1).trim();
    const mark = /^["'`]/.exec(value)?.[0];
    if (mark !== undefined && !value.slice(1).includes(mark)) quote = mark;
  }
  return quote === null ? null : { number: 1, line: `a value that begins with ${quote} and never ends` };
}

function readFile(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The environment file ${path} cannot be read: ${reason}`);
  }
  const strange = strangeLine(text);
  if (strange !== null) {
    const shown = /secret|key/i.test(strange.line) ? strange.line.slice(0, 12) : strange.line.slice(0, 60);
    throw new UsageError(
      `${path}, line ${strange.number} is not of the form NAME=value: «${shown}». Correct it, or put a # before it.`,
    );
  }
  return parse(text);
}

function misspelt(names: readonly string[], path: string): void {
  for (const name of names) {
    if (name.startsWith("CONFORMANCE_") && !VARIABLES.some((known) => known === name)) {
      throw new UsageError(`${path} sets ${name}, which is not known. Known: ${VARIABLES.join(", ")}.`);
    }
  }
}

/**
 * Reads the settings.
 * @param file the file that the user named, or null for a .env in the current folder, if there is one
 * @throws UsageError for a file that cannot be read, a malformed line, or an unknown CONFORMANCE_ name
 */
export function readSettings(file: string | null, environment: NodeJS.ProcessEnv): Settings {
  const path = file ?? ".env";
  const fromFile = file !== null || existsSync(path) ? readFile(path) : {};
  misspelt(Object.keys(fromFile), path);
  const settings: Partial<Record<Variable, string>> = {};
  for (const name of VARIABLES) {
    const value = environment[name] ?? fromFile[name];
    if (value !== undefined && value !== "") settings[name] = value;
  }
  return settings;
}

/** Reads a yes or no. @throws UsageError for anything else */
export function flagOf(name: Variable, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new UsageError(`${name} is «${value}». Write true or false.`);
}
