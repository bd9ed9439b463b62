/** The config file: options of a project, so that nobody has to repeat them. Flags and the environment beat it. */
import { dirname, join } from "node:path";
import type { Command, Option } from "commander";
import type { Pair } from "yaml";
import type { Settings } from "../engine/settings/environment.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asUsage, suggestion, userFileText } from "../library/userFile.js";
import { UserFileReader } from "../reports/userFile.js";
import { CONFIG_KEYS, PATH_KEYS, settingOf } from "./configKeys.js";
import { configure } from "./userSettings.js";

/** The option that a key stands for; absent when the command has none. */
function optionOf(command: Command, key: string): Option | undefined {
  return command.options.find(({ long }) => long === `--${key}` || long === `--no-${key}`);
}

/** The value of an option, as it would be parsed behind its flag. */
function parsedValue(reader: UserFileReader, pair: Pair<unknown, unknown>, key: string, option: Option): unknown {
  const mend = `It stands for ${option.flags}.`;
  if (option.variadic) return reader.texts(pair, key, mend);
  const text = reader.text(pair, key, mend);
  if (!option.isBoolean()) return option.parseArg === undefined ? text : option.parseArg(text, undefined);
  if (text === "true" || text === "false") return text === "true" ? true : option.negate ? false : undefined;
  throw reader.fault(reader.place(pair.key), `${key} is true or false.`);
}

/** A path as it is from here: paths in the file begin where it stands. */
function located(value: unknown, key: string, folder: string): unknown {
  if (!PATH_KEYS.has(key)) return value;
  return Array.isArray(value) ? value.map((path) => join(folder, String(path))) : join(folder, String(value));
}

/**
 * Gives a command the options of the config file that no flag says.
 * @throws UsageError for a file that is not there although it is named, and for what stands in it
 */
export function applyConfig(command: Command, path: string): void {
  const mend = { missing: "Correct --config.", unreadable: "Correct --config." };
  const text = userFileText(path, "config file", mend);
  const settings: Settings = {};
  asUsage(() => {
    const otherwise = "The file is no list of options. Write them like «profile: standard».";
    const { reader, root } = UserFileReader.open(text, path, otherwise);
    for (const pair of root?.items ?? []) {
      const key = reader.key(pair, "profile:");
      const place = reader.place(pair.key);
      if (!CONFIG_KEYS.includes(key))
        throw reader.fault(place, `${key} is no option that can stand here${suggestion(key, CONFIG_KEYS)}.`);
      const setting = settingOf(key);
      if (setting !== null) {
        Object.assign(settings, { [setting]: reader.text(pair, key, "Write one text.") });
        continue;
      }
      const option = optionOf(command, key);
      if (option === undefined || command.getOptionValueSource(option.attributeName()) === "cli") continue;
      try {
        const value = located(parsedValue(reader, pair, key, option), key, dirname(path));
        if (value !== undefined) command.setOptionValueWithSource(option.attributeName(), value, "config");
      } catch (error) {
        throw error instanceof UsageError ? reader.fault(place, error.message) : error;
      }
    }
  });
  configure(settings);
}
