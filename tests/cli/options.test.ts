/** The table of options: laws that every row keeps, and the files that are made of it (-u writes them). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { COMMANDS } from "../../cli/commands.js";
import { completionCommand } from "../../cli/completion.js";
import { applyConfig, CONFIG_KEYS, configSchema } from "../../cli/config.js";
import { flaglessOf, OPTIONS, type OptionRow } from "../../cli/options.js";
import { runCommand } from "../../cli/runCommand.js";
import { userSettings } from "../../cli/userSettings.js";
import { blocks } from "../documentation.js";
import { captured } from "./captured.js";
import { emptyFolder, expectRefusal, inTurn, PATIENCE } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const ROWS: readonly (readonly [name: string, row: OptionRow])[] = Object.entries(OPTIONS);
const FLAGS = ROWS.filter(([, { flagless }]) => flagless !== true);
const KEPT = ROWS.filter(([name]) => CONFIG_KEYS.includes(name));
const validate = new Ajv2020({ strict: true, formats: { uri: true } }).compile(configSchema());

interface Said {
  readonly enum?: readonly unknown[];
  readonly examples?: readonly string[];
  readonly minimum?: number;
}

/** Two values of an option, by its schema. */
function samples({ value, takes = "" }: OptionRow): readonly [unknown, unknown] {
  const schema: Said = value?.schema ?? { enum: [true, false] };
  const { minimum, enum: words = value?.words, examples = ["one", "two"] } = schema;
  const [first, second] =
    minimum === undefined ? (words ?? ("exclusiveMinimum" in schema ? [2, 3] : examples)) : [minimum + 1, minimum + 2];
  return takes.endsWith("...>") ? [[first], [second]] : [first, second];
}

/** The value that a run goes by. */
function takenBy(name: string, words: readonly string[], config: string): unknown {
  const folder = emptyFolder();
  const file = join(folder, "options.yaml");
  writeFileSync(file, config);
  const command = runCommand()
    .exitOverride()
    .action(() => undefined);
  command.parse(words, { from: "user" });
  applyConfig(command, file);
  const option = [...command.options, ...flaglessOf(command)].find(
    ({ long }) => long === `--${name}` || long === `--no-${name}`,
  );
  const value: unknown = command.getOptionValue(option?.attributeName() ?? "");
  return JSON.parse(JSON.stringify(value ?? null).replaceAll(`${folder}/`, ""));
}

function typed(name: string, row: OptionRow, value: unknown): string[] {
  if (row.takes === undefined) return [row.negated === true ? `--no-${name}` : `--${name}`];
  return [`--${name}`, ...(Array.isArray(value) ? value.map(String) : [String(value)])];
}

/** What a value is once it is read. */
function read({ value, takes }: OptionRow, name: string, given: unknown): unknown {
  if (value === undefined || takes === undefined) return given;
  if (Array.isArray(given)) return given.map((each) => value.read(name, String(each)));
  return value.read(name, String(given));
}

describe.each(KEPT)("%s", (name, row) => {
  const [first, second] = samples(row);
  beforeEach(() => vi.unstubAllEnvs());

  test("is a key of the file that its schema takes, with a wrong value refused by both", () => {
    expect(validate({ [name]: first }), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ [name]: { a: 1 } })).toBe(false);
    expect(() => takenBy(name, [], JSON.stringify({ [name]: { a: 1 } }))).toThrow(name);
  });

  test("is said by its flag before the environment, the environment's file, the config file and the default", () => {
    const config = JSON.stringify({ [name]: second });
    const { environment } = row;
    if (environment === undefined) {
      const isSwitch = row.takes === undefined;
      const flag = isSwitch ? row.negated !== true : first;
      if (row.flagless !== true)
        expect(takenBy(name, typed(name, row, first), isSwitch ? JSON.stringify({ [name]: true }) : config)).toEqual(
          isSwitch ? flag : read(row, name, first),
        );
      const fromFile = takenBy(name, [], config);
      const usual = row.default ?? (row.negated === true ? true : null);
      expect(fromFile).toEqual(isSwitch ? (row.negated === true ? false : null) : read(row, name, second));
      expect(takenBy(name, [], "")).toEqual(usual);
      return;
    }
    const secrets = join(emptyFolder(), "secrets.env");
    const settings = (text: string) => {
      writeFileSync(secrets, text, { mode: 0o600 });
      takenBy(name, [], JSON.stringify({ [name]: "of the config" }));
      return userSettings({ env: secrets })[environment];
    };
    expect(settings("")).toBe("of the config");
    expect(settings(`${environment}=file\n`)).toBe("file");
    vi.stubEnv(environment, "of the environment");
    expect(settings(`${environment}=file\n`)).toBe("of the environment");
  });
});

test("every option stands in the help, in the completions, and in the short help if people use it", async () => {
  const help = async (...words: string[]): Promise<string> => (await inTurn(words)).stdout;
  const [short, whole] = [await help("run", "--help"), await help("run", "--help", "--all")];
  const { output: completions } = await captured(completionCommand(COMMANDS), ["fish"]);
  for (const [name, { hidden, shown, negated }] of FLAGS) {
    const flag = `  --${negated === true ? "no-" : ""}${name} `;
    expect([name, whole.includes(flag), short.includes(flag)]).toEqual([name, hidden !== true, shown === true]);
    expect([name, completions.includes(` -l ${flag.trim().slice(2)} `)]).toEqual([name, hidden !== true]);
  }
  expect(ROWS.filter(([, { shown }]) => shown)).toHaveLength(15);
  expect(await help("help", "run", "--all")).toBe(whole);
});

test("the schema that editors are given and the page of options are made of the table", async () => {
  await expect(`${JSON.stringify(configSchema(), null, 2)}\n`).toMatchFileSnapshot("../../cli/config.schema.json");
  await expect(page()).toMatchFileSnapshot("../../docs/options.md");
});

/** docs/options.md */
function page(): string {
  const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("*", "\\*");
  const groups = [...new Set(ROWS.map(([, { group }]) => group ?? "In the configuration file only:"))];
  const sections = groups.map((group) => {
    const rows = ROWS.filter(
      ([, row]) => row.hidden !== true && (row.group ?? "In the configuration file only:") === group,
    ).map(([name, row]) => {
      const flag =
        row.flagless === true
          ? `${name}: ${row.takes ?? "true"}`
          : `--${row.negated === true ? "no-" : ""}${name} ${row.takes ?? ""}`.trim();
      const notes = [
        ...(row.default === undefined ? [] : [`default: ${row.default}`]),
        ...(row.environment === undefined || row.help.includes(row.environment) ? [] : [row.environment]),
        ...(row.once === true ? ["not in the configuration file"] : []),
      ];
      return `| \`${cell(flag)}\` | ${cell(row.help)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`} |\n`;
    });
    return `## ${group.replace(/:$/, "")}\n\n| option | meaning |\n| --- | --- |\n${rows.join("")}`;
  });
  return `# The options of a run\n\nMade from the table in cli/options.ts. An option has the same name in \`ppconform.config.yaml\`, without the dashes; see\n[configuration.md](configuration.md) for what takes precedence.\n\n${sections.join("\n")}`;
}

test("the file that the documentation shows is valid by the schema", () => {
  const [example] = blocks("docs/configuration.md", "yaml").map((code) => parse(code));
  expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ profil: "smoke" })).toBe(false);
});

test("a run goes by flags, the environment and the file", async () => {
  const folder = emptyFolder();
  const text = "base-url: sandbox\nprofile: smoke\nseed: 9\ncheck: listBalances/accepts/*\nreport-dir: out\n";
  writeFileSync(join(folder, "ppconform.config.yaml"), text);
  const ended = await inTurn(["run", "--seed", "7"], { folder });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain("seed 7   smoke");
  expect(ended.stdout).toContain("out/report.html");

  const project = emptyFolder();
  const named = join(project, "settings.yaml");
  writeFileSync(named, "base-url: http://127.0.0.1:1\nbaseline: known.yaml\n");
  const environment = { CONFORMANCE_BASE_URL: "ftp://other.example" };
  expectRefusal(await inTurn(["run", "--config", named], { environment }), 2, "ftp://other.example");
  expectRefusal(await inTurn(["run", "--config", named]), 2, "CONFORMANCE_API_KEY");
  const both = { CONFORMANCE_API_KEY: "k", CONFORMANCE_API_SECRET: "s" };
  expectRefusal(await inTurn(["run", "--config", named], { environment: both }), 2, join(project, "known.yaml"));
});

test("what is wrong in a file is told with its line", async () => {
  const folder = emptyFolder();
  const refusal = async (text: string) => {
    writeFileSync(join(folder, "ppconform.config.yaml"), text);
    return await inTurn(["run"], { folder });
  };
  const unknown = 'ppconform.config.yaml:1: "profil: smoke": unknown option "profil"; did you mean "profile"?';
  expectRefusal(await refusal("profil: smoke\n"), 2, unknown);
  const once = "dry-run can only be given as a flag: --dry-run. Remove the line.";
  expectRefusal(await refusal("dry-run: true\n"), 2, once);
  expectRefusal(await refusal("constructor: true\n"), 2, 'unknown option "constructor"');
  expectRefusal(await refusal("profile: all\n"), 2, "write one of smoke, standard, deep");
  expectRefusal(await refusal("quiet: perhaps\n"), 2, "quiet must be true or false");
  expectRefusal(await refusal("proxy:\n"), 2, 'proxy is empty. Write "proxy: <url>".');
  expectRefusal(await inTurn(["run", "--config", "none.yaml"], { folder }), 2, "none.yaml does not exist");
  expectRefusal(await inTurn(["run", "--env", "none.env"]), 2, "none.env cannot be read: it does not exist");
});
