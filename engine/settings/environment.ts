/** Settings from the environment and from a .env file. The environment takes precedence. */
import { existsSync, readFileSync } from "node:fs";
import { parse } from "dotenv";
import { OWN_HEADER_PREFIX } from "../../client/credentials.js";
import { readable } from "../../reports/visible.js";
import { distance, nearest } from "./nearest.js";
import { reasonOf, UsageError } from "./usageError.js";

/** Every variable that the suite reads. */
export const VARIABLES = [
  "CONFORMANCE_BASE_URL",
  "CONFORMANCE_PROFILE",
  "CONFORMANCE_API_KEY",
  "CONFORMANCE_API_SECRET",
  "CONFORMANCE_RESTRICTED_API_KEY",
  "CONFORMANCE_RESTRICTED_API_SECRET",
  "CONFORMANCE_SECOND_API_KEY",
  "CONFORMANCE_SECOND_API_SECRET",
  "CONFORMANCE_WEBHOOK_SECRET",
  "CONFORMANCE_ALLOW_WRITES",
  "CONFORMANCE_TRANSFER_ID",
  "CONFORMANCE_DEPOSIT_ID",
] as const;
export type Variable = (typeof VARIABLES)[number];
/** A variable that holds a header of the user, sent with every request. */
export type HeaderVariable = `${typeof OWN_HEADER_PREFIX}${string}`;
export type Settings = Readonly<Partial<Record<Variable | HeaderVariable, string>>>;

/** Whether a variable holds a header of the user. */
export function isHeaderVariable(name: string): name is HeaderVariable {
  return name.startsWith(OWN_HEADER_PREFIX);
}

const ASSIGNMENT = /^\s*(?:export\s+)?[\w.-]+\s*(?:=|:\s)/;

/** How a line begins, if it begins with a name: what follows may be a secret, and stays out of the message. */
function beginning(line: string): string {
  const name = /^\s*([A-Z][A-Z_]*)(?![\w])/.exec(line)?.[1];
  return name === undefined ? "" : ` ("${name}…")`;
}

/** The first line of a .env file that is neither empty, nor a comment, nor an assignment, nor inside a quoted value. */
function strangeLine(text: string) {
  let open: { readonly number: number; readonly quote: string } | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const number = index + 1;
    if (open !== null) {
      if (line.includes(open.quote)) open = null;
      continue;
    }
    if (line.trim() === "" || line.trim().startsWith("#")) continue;
    if (!ASSIGNMENT.test(line)) return { number, fault: `not of the form NAME=value${beginning(line)}` };
    const value = line.slice(line.search(/[=:]/) + 1).trim();
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote !== undefined && !value.slice(1).includes(quote)) open = { number, quote };
  }
  return open === null ? null : { number: open.number, fault: `a value that begins with ${open.quote} and never ends` };
}

function readFile(path: string): Record<string, string> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`The environment file ${path} cannot be read: ${reasonOf(error)}. Correct --env.`);
  }
  const strange = strangeLine(text);
  if (strange !== null)
    throw new UsageError(`${path}, line ${strange.number}: ${strange.fault}. Correct it, or put a # before it.`);
  return parse(text);
}

/** How many edits a misspelt name differs at most from the intended one. */
const SLIP = 3;

/**
 * Refuses names that were probably meant as variables of the suite. If it were ignored, a misspelt base address would
 * let a gate go green on the embedded sandbox. The environment is shared with other programs, so only a near miss
 * counts there.
 */
function refuseMisspelt(names: readonly string[], place: string, isOurs: boolean): void {
  for (const name of names) {
    if (!name.startsWith("CONFORMANCE_") || isHeaderVariable(name) || VARIABLES.some((known) => known === name))
      continue;
    const near = nearest(name, VARIABLES);
    if (!isOurs && (near === null || distance(name, near) > SLIP)) continue;
    const meant = near === null ? "" : ` Did you mean ${near}?`;
    throw new UsageError(
      `${place} sets ${name}, which is not known.${meant} The choices are ${VARIABLES.join(", ")}, and ${OWN_HEADER_PREFIX}<NAME>.`,
    );
  }
}

/**
 * Reads the settings.
 * @param file the file that the user named, or null for a .env in the current folder, if there is one
 * @throws UsageError for a file that cannot be read, a malformed line, or a misspelt CONFORMANCE_ name
 */
export function readSettings(file: string | null, environment: NodeJS.ProcessEnv): Settings {
  const path = file ?? ".env";
  const fromFile = file !== null || existsSync(path) ? readFile(path) : {};
  refuseMisspelt(Object.keys(fromFile), path, true);
  refuseMisspelt(Object.keys(environment), "The environment", false);
  const settings: Partial<Record<Variable | HeaderVariable, string>> = {};
  const headers = Object.keys({ ...fromFile, ...environment }).filter(isHeaderVariable);
  for (const name of [...VARIABLES, ...headers]) {
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
  throw new UsageError(`${name} is "${readable(value)}". Write true or false.`);
}
