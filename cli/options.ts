/**
 * Every option of `run`, once: from this table come the options of the commands, the keys of the configuration file with
 * their JSON Schema, the completions, the help and docs/options.md.
 */
import { type Command, Option } from "commander";
import { DEFAULTS } from "../engine/runOptions.js";
import type { Variable } from "../engine/settings/environment.js";
import {
  allowedWrites,
  deployment,
  duration,
  exclusion,
  headerText,
  oneOf,
  path,
  positiveNumber,
  proxyAddress,
  shard,
  signedContent,
  subject,
  text,
  type Value,
  webhookPath,
  wholeNumber,
} from "./values.js";

/** An option; its name is its flag and its key in the configuration file. */
export interface OptionRow {
  /** What stands behind the flag: `<file>`, `<id...>` for several, `[which]` where it may be left out. A switch has none. */
  readonly takes?: string;
  readonly value?: Value<unknown>;
  readonly default?: string | number;
  readonly help: string;
  /** The heading in the help; "Options:" where there is none. */
  readonly group?: string;
  /** Whether the help of `run` shows it without --all. */
  readonly shown?: true;
  /** The variable that beats the configuration file. */
  readonly environment?: Variable;
  /** Whether the flag is `--no-…`, and the key is true where nothing is said. */
  readonly negated?: true;
  /** About one run alone: the configuration file does not take it. */
  readonly once?: true;
  /** There is no flag, but a key and a variable. */
  readonly flagless?: true;
  /** No help tells it. */
  readonly hidden?: true;
  /** An option that cannot stand beside it. */
  readonly conflicts?: string;
}
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** Options below one heading of the help. */
function grouped<const R extends OptionRows>(group: string, rows: R): R;
function grouped(group: string, rows: OptionRows): OptionRows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, group }]));
}

export const OPTIONS = {
  ...grouped("Target:", {
    "base-url": {
      shown: true,
      takes: "<url>",
      value: deployment,
      environment: "CONFORMANCE_BASE_URL",
      help: "address of the deployment (CONFORMANCE_BASE_URL); sandbox: the embedded one",
    },
    // Of "npm start" in a clone.
    "else-sandbox": { hidden: true, once: true, help: "judge the embedded sandbox where nothing names a deployment" },
    "api-version": {
      takes: "<value>",
      value: text,
      help: "Api-Version of recipient creation, instead of finding it out",
    },
    env: {
      shown: true,
      takes: "<file>",
      value: path,
      help: "file with CONFORMANCE_ settings (default: .env, if there is one)",
    },
    // Node.js itself takes it as well, and ends where there is no such file.
    "env-file": { hidden: true, once: true, takes: "<file>", value: path, help: "as --env" },
    config: {
      shown: true,
      once: true,
      takes: "<file>",
      value: path,
      help: "file with options (default: ppconform.config.yaml, if there is one)",
    },
  }),
  "transfer-id": {
    flagless: true,
    value: text,
    environment: "CONFORMANCE_TRANSFER_ID",
    help: "a transfer to read, where the list shows none",
  },
  "deposit-id": {
    flagless: true,
    value: text,
    environment: "CONFORMANCE_DEPOSIT_ID",
    help: "a deposit to read, where the list shows none",
  },
  ...grouped("What is judged:", {
    profile: {
      shown: true,
      takes: "<name>",
      value: oneOf(["smoke", "standard", "deep"]),
      default: DEFAULTS.profile,
      help: "smoke: each rule once · standard · deep: many random cases",
    },
    operation: { shown: true, takes: "<id...>", value: subject, help: "judge only these operations" },
    check: {
      shown: true,
      takes: "<pattern...>",
      value: text,
      help: "judge only these checks; * stands for any characters, ID#N for case N of a check",
    },
    exclude: {
      shown: true,
      takes: "<name...>",
      value: exclusion,
      help: "leave out operations, webhooks, restricted or second-partner (what such a pair is needed for), or checks",
    },
    checks: {
      takes: "<module...>",
      value: path,
      help: "judge checks of your own, too (JavaScript modules; their code runs)",
    },
    answers: {
      takes: "<file>",
      value: path,
      help: "answers that were agreed with the provider, to be judged like rules (YAML)",
    },
    shard: { once: true, takes: "<I/N>", value: shard, help: "judge one of N parts of the checks" },
    seed: {
      takes: "<number>",
      value: wholeNumber(0, 0xffffffff),
      default: DEFAULTS.seed,
      help: "decides every random value",
    },
  }),
  ...grouped("What may be sent:", {
    "allow-writes": {
      shown: true,
      takes: "[which]",
      value: allowedWrites,
      environment: "CONFORMANCE_ALLOW_WRITES",
      help: "send requests that change data to a target that is not on this machine; refused: only those that must be refused",
    },
    "dry-run": { shown: true, once: true, help: "print what would be sent and created, and send nothing" },
    "max-requests": {
      takes: "<number>",
      value: wholeNumber(1),
      help: "send at most this many requests, highest priority first",
    },
    "max-time": {
      shown: true,
      takes: "<time>",
      value: duration,
      help: "stop after this time (90s, 10m, 1h): highest-priority cases first, then random ones",
    },
    "max-created": {
      takes: "<number>",
      value: wholeNumber(1),
      help: "stop when this many resources have been created",
    },
    "wrong-secrets": { negated: true, help: "never combine the real key with a wrong secret (avoids lockout)" },
  }),
  ...grouped("Pace:", {
    rate: { shown: true, takes: "<number>", value: positiveNumber, help: "at most this many requests a second" },
    concurrency: {
      takes: "<number>",
      value: wholeNumber(1, 256),
      default: DEFAULTS.concurrency,
      help: "requests under way at once",
    },
    timeout: {
      takes: "<ms>",
      value: wholeNumber(1, 600_000),
      default: DEFAULTS.timeoutMs,
      help: "milliseconds a request may take",
    },
    patience: {
      takes: "<seconds>",
      value: wholeNumber(1, 86_400),
      default: DEFAULTS.patienceMs / 1000,
      help: "how long to wait for a target that is down or keeps throttling",
    },
  }),
  ...grouped("Outcome and reports:", {
    corpus: {
      takes: "<folder>",
      value: path,
      help: "keep what fails in this folder, and send it first in the next run",
    },
    baseline: { shown: true, takes: "<file>", value: path, help: "known departures and pinned answers (YAML)" },
    "update-baseline": { once: true, help: "write what is found into the baseline, keeping what stands there" },
    "fail-on": {
      shown: true,
      takes: "<level>",
      value: oneOf(["must", "should"]),
      default: DEFAULTS.failOn,
      help: "must: violations fail the run · should: warnings too",
    },
    "require-complete": { help: "end with exit code 3 when a rule was not judged that --exclude does not name" },
    "report-dir": {
      shown: true,
      takes: "<folder>",
      value: path,
      default: DEFAULTS.reportFolder,
      help: "where the reports are written",
    },
    openapi: {
      takes: "<file>",
      value: path,
      help: "write the contract as it was observed, as OpenAPI 3.1 (.json or .yaml)",
    },
    har: {
      takes: "<file>",
      value: path,
      help: "write all traffic of the run as HAR, for the developer tools of a browser",
    },
    verbose: { shown: true, help: "print every observation and proof in full" },
    quiet: { conflicts: "verbose", help: "print findings and the last line only" },
  }),
  ...grouped("Connection:", {
    ca: { takes: "<file>", value: path, help: "certificate of a private authority to trust (PEM)" },
    cert: {
      takes: "<file>",
      value: path,
      help: "your own certificate, for a deployment that asks for one (PEM); needs --key",
    },
    key: { takes: "<file>", value: path, help: "file with the key of that certificate (PEM)" },
    "allow-insecure-http": {
      once: true,
      help: "send credentials over plain http to another machine, where everyone can read them",
    },
    proxy: { takes: "<url>", value: proxyAddress, help: "send everything through this proxy" },
    "user-agent": {
      takes: "<text>",
      value: headerText,
      help: "User-Agent of all requests (default: partner-payments-conformance)",
    },
  }),
  ...grouped("Webhooks:", {
    "webhook-port": {
      takes: "<number>",
      value: wholeNumber(0, 65_535),
      help: "receive deliveries on this port and judge them; 0 for any free one",
    },
    "webhook-host": { takes: "<address>", value: text, help: "address to receive deliveries on (default: 127.0.0.1)" },
    "webhook-path": {
      takes: "<path>",
      value: webhookPath,
      help: "path that deliveries must be sent to; a secret one keeps strangers out",
    },
    "webhook-wait": { takes: "<seconds>", value: positiveNumber, help: "how long to wait for an expected delivery" },
    "webhook-signed": {
      takes: "<template>",
      value: signedContent,
      help: "what is signed, like '{x-webhook-timestamp}.{body}', instead of finding it out",
    },
    "webhook-chaos": { help: "answer some deliveries badly on purpose, to see how they are repeated" },
  }),
} as const satisfies OptionRows;

export type OptionName = keyof typeof OPTIONS;

type Camel<S extends string> = S extends `${infer Head}-${infer Rest}` ? `${Head}${Capitalize<Camel<Rest>>}` : S;

/** What an option is, once it is parsed. */
type Parsed<R extends OptionRow> = R extends { readonly takes: infer Takes; readonly value: Value<infer T> }
  ? Takes extends `${string}...>`
    ? readonly T[]
    : Takes extends `[${string}`
      ? true | T
      : T
  : R extends { readonly negated: true }
    ? boolean
    : true;

type Certain = { readonly default: string | number } | { readonly negated: true };

/** The options of a table as commander hands them over. */
export type FlagsOf<R extends OptionRows> = {
  readonly [Name in keyof R & string as R[Name] extends Certain ? Camel<Name> : never]: Parsed<R[Name]>;
} & {
  readonly [Name in keyof R & string as R[Name] extends Certain ? never : Camel<Name>]?: Parsed<R[Name]>;
};

/** The options of `ppconform run`. */
export type RunFlags = FlagsOf<typeof OPTIONS>;

/** Some of the options of `run`, for a command that has them, too. */
export function shared<Name extends OptionName>(...names: readonly Name[]): Pick<typeof OPTIONS, Name>;
export function shared(...names: readonly OptionName[]): OptionRows {
  return Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));
}

/** Names of the options about the way to a deployment. */
export const CONNECTION_OPTIONS = ["ca", "cert", "key", "allow-insecure-http", "proxy", "user-agent"] as const;

/** Which files say the settings and the options. */
export const FILE_OPTIONS = ["env", "env-file", "config"] as const;

const ROW_OF = new WeakMap<Option, OptionRow>();

/** The row that an option was made of, if it was. */
export function rowOf(option: Option): OptionRow | undefined {
  return ROW_OF.get(option);
}

function optionOf(name: string, row: OptionRow): Option {
  const { takes, value, negated, group, conflicts } = row;
  const option = new Option(`--${negated ? "no-" : ""}${name}${takes === undefined ? "" : ` ${takes}`}`, row.help);
  ROW_OF.set(option, row);
  if (value !== undefined)
    option.argParser((given: string, earlier: unknown) => {
      const read = value.read(`--${name}`, given);
      return option.variadic ? [...(Array.isArray(earlier) ? earlier : []), read] : read;
    });
  if (row.default !== undefined) option.default(row.default);
  if (group !== undefined) option.helpGroup(group);
  if (conflicts !== undefined) option.conflicts(conflicts);
  return option.hideHelp(row.hidden === true);
}

/** Adds options to a command. */
export function withOptions(command: Command, rows: OptionRows): Command {
  for (const [name, row] of Object.entries(rows)) if (row.flagless !== true) command.addOption(optionOf(name, row));
  return command;
}

/** What the configuration file takes: the row of a key, null for what is none. */
export function configurable(key: string): OptionRow | null {
  const row: OptionRow | undefined = Object.entries(OPTIONS).find(([name]) => name === key)?.[1];
  return row === undefined || row.once === true ? null : row;
}

/** The keys of the configuration file. Never a secret. */
export const CONFIG_KEYS: readonly string[] = Object.keys(OPTIONS).filter((name) => configurable(name) !== null);

/** The JSON Schema of the configuration file, for editors. */
export function configSchema(): object {
  const names = { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] };
  const properties = CONFIG_KEYS.map((key) => {
    const { help, negated, takes, value } = configurable(key) ?? { help: "" };
    const description = negated === true ? `false: ${help}.` : `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
    const said = takes?.endsWith("...>") === true ? { $ref: "#/$defs/names" } : (value?.schema ?? { type: "boolean" });
    return [key, { description, ...said }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "ppconform.config.yaml",
    description:
      "Options of ppconform for a project. Flags and the environment take precedence. Secrets stand in the environment or in .env, never here.",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    $defs: { names },
  };
}
