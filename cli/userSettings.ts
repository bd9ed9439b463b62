/** The user's settings, and how the secrets among them are kept to this process. */
import { existsSync, statSync } from "node:fs";
import type { Command } from "commander";
import type { Credentials } from "../client/credentials.js";
import { createRedactorOf, type NamedSecret } from "../client/redact.js";
import { readSettings, type Settings, VARIABLES } from "../engine/settings/environment.js";
import { type FlagsOf, OPTIONS, type RunFlags } from "./options.js";

const SECRETS = VARIABLES.filter((name) => /_(?:KEY|SECRET)$/.test(name));

/** Permission bits by which the group or everyone may read a file. */
const READABLE_BY_OTHERS = 0o044;

let known: Settings = {};
/** What the config file says about settings. */
let configured: Settings = {};

/** Uses the values of the config file where neither the environment nor its file sets them. */
export function configure(settings: Settings): void {
  configured = settings;
}

/** The file with settings, as the options name it. */
export type SettingsFlags = FlagsOf<Pick<typeof OPTIONS, "env" | "env-file">>;

const CONFIG_FILE = "ppconform.config.yaml";

/** Commands to which the config file applies, as far as they have its options. */
const CONFIGURED: ReadonlySet<string> = new Set(["run", "replay", "list", "explain", "merge", "doctor", "proxy"]);

/** The config file of a command; null when there is none. Reading it is left to config.ts, which not every call loads. */
export function configFileOf(command: Command): string | null {
  if (!CONFIGURED.has(command.name())) return null;
  const { config } = command.opts<{ readonly config?: string }>();
  return config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : null);
}

/** The secrets for commands that talk to no deployment. All are optional there: keys that are not set are empty. */
export function secretsFrom(settings: Settings): Credentials {
  const { CONFORMANCE_API_KEY: apiKey = "", CONFORMANCE_API_SECRET: apiSecret = "" } = settings;
  const webhookSecret = settings.CONFORMANCE_WEBHOOK_SECRET;
  return { apiKey, apiSecret, ...(webhookSecret === undefined ? {} : { webhookSecret }) };
}

/** Reads the settings, and leaves the environment unchanged. @throws UsageError for wrong settings */
export function settingsOf({ env, envFile }: SettingsFlags): Settings {
  return { ...configured, ...readSettings(env ?? envFile ?? null, process.env) };
}

/**
 * Reads the settings. From then on the environment no longer holds secrets: neither child processes nor a dump of this
 * one show them. A file that others can read causes a warning.
 * @throws UsageError for wrong settings
 */
export function userSettings(flags: SettingsFlags): Settings {
  known = settingsOf(flags);
  for (const name of SECRETS) delete process.env[name];
  const path = flags.env ?? flags.envFile ?? ".env";
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

/** The secrets of the settings, by the names of their placeholders. */
export function secretsOf(settings: Settings): NamedSecret[] {
  return SECRETS.map((name) => [name.slice("CONFORMANCE_".length), settings[name]]);
}

/** The profile set by something other than the default; undefined where nothing sets it. @throws UsageError for an unknown one */
export function statedProfile(command: Command, settings: Settings): RunFlags["profile"] | undefined {
  const source = command.getOptionValueSource("profile");
  const { profile } = command.opts<RunFlags>();
  if (source === "cli") return profile;
  const { CONFORMANCE_PROFILE: given } = settings;
  if (given !== undefined) return OPTIONS.profile.value.read("CONFORMANCE_PROFILE", given);
  return source === "config" ? profile : undefined;
}
