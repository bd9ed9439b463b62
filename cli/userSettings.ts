/** The user's settings, and how the secrets among them are kept to this process. */
import { statSync } from "node:fs";
import { type Command, Option } from "commander";
import { createRedactorOf } from "../client/redact.js";
import { readSettings, type Settings, VARIABLES } from "../engine/settings/environment.js";

const SECRETS = VARIABLES.filter((name) => /_(?:KEY|SECRET)$/.test(name));

/** Permission bits by which the group or everyone may read a file. */
const READABLE_BY_OTHERS = 0o044;

let known: Settings = {};
/** What the config file says of settings. */
let configured: Settings = {};

/** Takes over what the config file says: it counts where neither the environment nor its file does. */
export function configure(settings: Settings): void {
  configured = settings;
}

/** The file with settings, as the options name it. Node.js itself takes --env-file, and ends where there is no such file. */
export interface SettingsFlags {
  readonly env?: string;
  readonly envFile?: string;
}

/** Adds the option that names the file with settings. */
export function withSettingsOption(command: Command, use = "file with CONFORMANCE_ settings"): Command {
  return command
    .option("--env <file>", `${use} (default: .env, if there is one)`)
    .addOption(new Option("--env-file <file>", "the same").hideHelp());
}

/**
 * Reads the settings. From then on the environment holds no secret any more: neither what this process starts nor a dump
 * of its state shows one. A file that others can read is warned of.
 * @throws UsageError for settings that are wrong
 */
export function userSettings({ env, envFile }: SettingsFlags): Settings {
  const file = env ?? envFile;
  known = { ...configured, ...readSettings(file ?? null, process.env) };
  for (const name of SECRETS) delete process.env[name];
  const path = file ?? ".env";
  if (process.platform !== "win32" && isReadableByOthers(path))
    process.stderr.write(`${path} can be read by other users of this machine: chmod 600 ${path}\n`);
  return known;
}

function isReadableByOthers(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & READABLE_BY_OTHERS) !== 0;
}

/** A text without the secrets that were read. */
export function withoutSecrets(text: string): string {
  return createRedactorOf(SECRETS.map((name) => [name, known[name] ?? process.env[name]])).redact(text);
}
