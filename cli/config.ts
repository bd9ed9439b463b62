/** The config file: options of a project, so that nobody has to repeat them. Flags and the environment take precedence. */
import { dirname, join } from "node:path";
import type { Command, Option } from "commander";
import type { Pair } from "yaml";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asUsage, userFileText } from "../library/userFile.js";
import { UserFileReader } from "../reports/userFile.js";
import { asKey, flaglessOf, OPTIONS, type OptionRow, rowOf } from "./options.js";
import { configure } from "./userSettings.js";

/** What the configuration file accepts, by key. Never a secret. */
const ROWS: ReadonlyMap<string, OptionRow> = new Map(
  Object.entries<OptionRow>(OPTIONS).filter(([, { once }]) => once !== true),
);
export const CONFIG_KEYS: readonly string[] = [...ROWS.keys()];

/** The JSON Schema of the configuration file, for editors. */
export function configSchema(): object {
  const names = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
  const properties = [...ROWS].map(([key, { help, negated, takes, value }]) => {
    const description = negated === true ? `false: ${help}.` : `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
    const said = takes?.endsWith("...>") === true ? { $ref: "#/$defs/names" } : (value?.schema ?? { type: "boolean" });
    return [key, { description, ...said }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "ppconform.config.yaml",
    description:
      "Options of ppconform for a project. Flags and the environment take precedence. Secrets belong in the environment or in .env, never here.",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    $defs: { names },
  };
}

/** The value of an option, as it would be parsed after its flag. @param located turns a path into one relative to here */
function parsedValue(
  reader: UserFileReader,
  pair: Pair<unknown, unknown>,
  key: string,
  option: Option,
  located: (text: string) => string,
): unknown {
  const hint = rowOf(option)?.flagless === true ? `Write "${asKey(option)}".` : `It stands for ${option.flags}.`;
  const parsed = (text: string, earlier?: unknown): unknown => option.parseArg?.(located(text), earlier);
  if (option.variadic)
    return reader.texts(pair, key, hint).reduce<unknown>((earlier, text) => parsed(text, earlier), []);
  const text = reader.text(pair, key, hint);
  if (option.required || option.optional) return parsed(text);
  if (text === "true" || text === "false") return text === "true" ? true : option.negate ? false : undefined;
  throw reader.fault(reader.place(pair.key), `${key} must be true or false.`);
}

/**
 * Gives a command the options of the config file that no flag sets.
 * @throws UsageError for a missing file that was named, and for errors in its content
 */
export function applyConfig(command: Command, path: string): void {
  const correct = { missing: "Correct --config.", unreadable: "Correct --config." };
  const text = userFileText(path, "config file", correct);
  const settings: Record<string, string> = {};
  const taken = [...command.options, ...flaglessOf(command)].filter((option) => rowOf(option)?.once !== true);
  asUsage(() => {
    const isProgram = /\.[cm]?[jt]sx?$/.test(path);
    const otherwise = isProgram
      ? 'The configuration is YAML, not a program. Write options like "profile: standard" into ppconform.config.yaml.'
      : 'The file is not a list of options. Write them like "profile: standard".';
    const { reader, root } = UserFileReader.open(text, path, otherwise);
    for (const pair of root?.items ?? []) {
      const key = reader.key(pair, "profile:");
      const place = reader.place(pair.key);
      const row = ROWS.get(key);
      if (row === undefined) {
        const near = nearest(key, CONFIG_KEYS);
        if (Object.hasOwn(OPTIONS, key))
          throw reader.fault(place, `${key} can only be given as a flag: --${key}. Remove the line.`);
        throw reader.fault(place, `unknown option "${key}"${near === null ? "" : `; did you mean "${near}"?`}`);
      }
      if (row.environment !== undefined) {
        settings[row.environment] = reader.text(pair, key, "Write one text.");
        continue;
      }
      const option = taken.find(({ long }) => long === `--${key}` || long === `--no-${key}`);
      if (option === undefined || command.getOptionValueSource(option.attributeName()) === "cli") continue;
      const located = (value: string): string => (row.value?.isPath === true ? join(dirname(path), value) : value);
      try {
        const value = parsedValue(reader, pair, key, option, located);
        if (value !== undefined) command.setOptionValueWithSource(option.attributeName(), value, "config");
      } catch (error) {
        throw error instanceof UsageError ? reader.fault(place, error.message) : error;
      }
    }
  });
  configure(settings);
}
