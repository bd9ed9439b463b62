/** Which config file counts, if one does. Reading it is left to config.ts, so that no command loads that in vain. */
import { existsSync } from "node:fs";
import type { Command } from "commander";

const CONFIG_FILE = "ppconform.config.yaml";

/** Commands that the file speaks to, as far as they have its options. */
const CONFIGURED: ReadonlySet<string> = new Set(["run", "replay", "list", "explain", "merge", "doctor"]);

/** Adds the option that names another file. */
export function withConfigOption(command: Command): Command {
  return command.option("--config <file>", `file with options (default: ${CONFIG_FILE}, if there is one)`);
}

/** The config file of a command; null when there is none. */
export function configFileOf(command: Command): string | null {
  if (!CONFIGURED.has(command.name())) return null;
  const { config } = command.opts<{ readonly config?: string }>();
  return config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : null);
}
