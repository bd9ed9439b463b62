/**
 * Every option of `run`, once: from this table come the options of the commands, the keys of the configuration file with
 * their JSON Schema (config.ts), the completions, the help and docs/options.md.
 */
import { type Command, Option } from "commander";
import { DEFAULTS } from "../engine/runOptions.js";
import type { Variable } from "../engine/settings/environment.js";
import { REPORT_NAMES } from "../reports/formats/formats.js";
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
  someOf,
  subject,
  text,
  type Value,
  webhookPath,
  wholeNumber,
} from "./values.js";

/** An option; its name is its flag and its key in the configuration file. */
export interface OptionRow {
  /** What follows the flag: `<file>`, `<id...>` for several, `[which]` where it may be left out. A switch has none. */
  readonly takes?: string;
  readonly value?: Value<unknown>;
  readonly default?: string | number;
  readonly help: string;
  /** The heading in the help; "Options:" where there is none. */
  readonly group?: string;
  /** Whether the help of `run` shows it without --all. */
  readonly shown?: true;
  /** The variable that overrides the configuration file. */
  readonly environment?: Variable;
  /** Whether the flag is `--no-…`, and the key defaults to true. */
  readonly negated?: true;
  /** About a single run: the configuration file does not accept it. */
  readonly once?: true;
  /** There is no flag, only a key of the configuration file. */
  readonly flagless?: true;
  readonly hidden?: true;
  /** An option that it cannot be combined with. */
  readonly conflicts?: string;
}
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** A row of an option with a value: what follows the flag, how that is read, and the help. */
export function option<const Takes extends string, T, const More extends Partial<OptionRow> = object>(
  takes: Takes,
  value: Value<T>,
  help: string,
  more?: More,
): { readonly takes: Takes; readonly value: Value<T>; readonly help: string } & NoInfer<More>;
export function option(takes: string, value: Value<unknown>, help: string, more: Partial<OptionRow> = {}): OptionRow {
  return { takes, value, help, ...more };
}

/** Options that have something in common. */
export function alike<const R extends OptionRows>(common: Partial<OptionRow>, rows: R): R;
export function alike(common: Partial<OptionRow>, rows: OptionRows): OptionRows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, ...common }]));
}

const grouped = <const R extends OptionRows>(group: string, rows: R): R => alike({ group }, rows);
const flagless = <const R extends OptionRows>(rows: R): R => alike({ flagless: true }, rows);

export const OPTIONS = {
  ...grouped("Target:", {
    "base-url": option(
      "<url>",
      deployment,
      "address of the deployment (CONFORMANCE_BASE_URL); sandbox: the embedded one",
      { shown: true, environment: "CONFORMANCE_BASE_URL" },
    ),
    // Of "npm start" in a clone.
    "else-sandbox": { hidden: true, once: true, help: "judge the embedded sandbox where nothing names a deployment" },
    "api-version": option(
      "<value>",
      text,
      "Api-Version for recipient creation, instead of detecting it; none: send no such header; each: judge creation under every version that is accepted",
    ),
    env: option("<file>", path, "file with CONFORMANCE_ settings (default: .env, if there is one)", { shown: true }),
    // Node.js itself takes it as well, and ends where there is no such file.
    "env-file": option("<file>", path, "as --env", { hidden: true, once: true }),
    config: option("<file>", path, "file with options (default: ppconform.config.yaml, if there is one)", {
      shown: true,
      once: true,
    }),
  }),
  ...grouped("What is judged:", {
    profile: option(
      "<name>",
      oneOf(["smoke", "standard", "deep", "watch"]),
      "smoke: each rule once · standard · deep: many random cases · watch: at most 40 reads (CONFORMANCE_PROFILE)",
      { shown: true, default: DEFAULTS.profile },
    ),
    operation: option("<id...>", subject, "judge only these operations", { shown: true }),
    check: option(
      "<pattern...>",
      text,
      "judge only these checks; * stands for any characters, ID#N for case N of a check",
      { shown: true },
    ),
    "failed-of": option("<report>", path, "judge again what failed in this report.json, with its seed and profile", {
      once: true,
    }),
    exclude: option(
      "<name...>",
      exclusion,
      "leave out operations, webhooks, restricted or second-partner (what such a pair is needed for), or checks",
      { shown: true },
    ),
    checks: option("<module...>", path, "judge checks of your own, too (JavaScript modules; their code runs)"),
    answers: option("<file>", path, "answers that were agreed with the provider, to be judged like rules (YAML)"),
    shard: option("<I/N>", shard, "judge one of N parts of the checks", { once: true }),
    seed: option("<number>", wholeNumber(0, 0xffffffff), "decides every random value", { default: DEFAULTS.seed }),
  }),
  ...grouped("What may be sent:", {
    "allow-writes": option(
      "[which]",
      allowedWrites,
      "send requests that change data to a target that is not on this machine; refused: only those that must be refused; none: no such request, wherever the target is",
      { shown: true, environment: "CONFORMANCE_ALLOW_WRITES" },
    ),
    "dry-run": { shown: true, once: true, help: "print what would be sent and created, and send nothing" },
    "max-requests": option("<number>", wholeNumber(1), "send at most this many requests, highest priority first"),
    "max-time": option(
      "<time>",
      duration,
      "stop after this time (90s, 10m, 1h): highest-priority cases first, then random ones",
      { shown: true },
    ),
    "max-created": option("<number>", wholeNumber(1), "stop when this many resources have been created"),
    "max-failures": option("<number>", wholeNumber(1), "stop when this many checks have failed"),
    "wrong-secrets": { negated: true, help: "never combine the real key with a wrong secret (avoids lockout)" },
  }),
  ...grouped("Pace:", {
    rate: option("<number>", positiveNumber, "at most this many requests a second", { shown: true }),
    concurrency: option("<number>", wholeNumber(1, 256), "requests under way at once", {
      default: DEFAULTS.concurrency,
    }),
    timeout: option("<ms>", wholeNumber(1, 600_000), "milliseconds a request may take", {
      default: DEFAULTS.timeoutMs,
    }),
    patience: option(
      "<seconds>",
      wholeNumber(1, 86_400),
      "how long to wait for a target that is down or keeps throttling",
      { default: DEFAULTS.patienceMs / 1000 },
    ),
  }),
  ...grouped("Outcome and reports:", {
    corpus: option("<folder>", path, "keep what fails in this folder, and send it first in the next run"),
    baseline: option("<file>", path, "known departures and pinned answers (YAML)", { shown: true }),
    "update-baseline": { once: true, help: "add the findings to the baseline, keeping its entries" },
    plan: option(
      "<plan>",
      text,
      "count the checks of a release alone (1.0.0, latest), or those of a plan of your own (YAML)",
    ),
    "fail-on": option("<level>", oneOf(["must", "should"]), "must: violations fail the run · should: warnings too", {
      shown: true,
      default: DEFAULTS.failOn,
    }),
    "require-complete": { help: "end with exit code 3 when a rule was not judged that --exclude does not name" },
    "require-answers": {
      help: "end with exit code 3 when the document contradicts itself and no agreed answer settles it",
    },
    report: option(
      "<names>",
      someOf(REPORT_NAMES),
      `formats to write, separated by commas: ${REPORT_NAMES.join(", ")} (default: html,json,junit; on GitHub sarif, too)`,
    ),
    "report-dir": option("<folder>", path, "where the reports are written", {
      shown: true,
      default: DEFAULTS.reportFolder,
    }),
    openapi: option("<file>", path, "write the contract as it was observed, as OpenAPI 3.1 (.json or .yaml)"),
    har: option("<file>", path, "write all traffic of the run as HAR, for the developer tools of a browser"),
    json: {
      once: true,
      conflicts: "verbose",
      help: "print report.json on standard output, and nothing else there",
    },
    verbose: { shown: true, help: "print every observation and proof in full" },
    quiet: { conflicts: "verbose", help: "print findings and the last line only" },
  }),
  ...grouped("Connection:", {
    "allow-insecure-http": {
      once: true,
      help: "send credentials over plain http to another machine, where everyone can read them",
    },
    traceparent: { help: "give each request a trace id, to find it in the provider's log" },
  }),
  ...grouped("Webhooks:", {
    "webhook-port": option(
      "<number>",
      wholeNumber(0, 65_535),
      "receive deliveries on this port and judge them; 0 for any free one",
    ),
  }),
  // Options that belong to a deployment and not to a run.
  ...flagless({
    ca: option("<file>", path, "certificate of a private authority to trust (PEM)"),
    cert: option("<file>", path, "your own certificate, for a deployment that asks for one (PEM); needs key"),
    key: option("<file>", path, "file with the key of that certificate (PEM)"),
    proxy: option("<url>", proxyAddress, "send everything through this proxy"),
    "user-agent": option("<text>", headerText, "User-Agent of all requests (default: partner-payments-conformance)"),
    "webhook-host": option("<address>", text, "address to receive deliveries on (default: 127.0.0.1)"),
    "webhook-path": option(
      "<path>",
      webhookPath,
      "path that deliveries must be sent to; a secret one keeps strangers out",
    ),
    "webhook-wait": option("<seconds>", positiveNumber, "how long to wait for an expected delivery"),
    "webhook-signed": option(
      "<template>",
      signedContent,
      "the signed content, like '{x-webhook-timestamp}.{body}', instead of detecting it",
    ),
    "webhook-chaos": { help: "answer some deliveries badly on purpose, to see how they are retried" },
    "transfer-id": option("<id>", text, "a transfer to read, where the list shows none", {
      environment: "CONFORMANCE_TRANSFER_ID",
    }),
    "deposit-id": option("<id>", text, "a deposit to read, where the list shows none", {
      environment: "CONFORMANCE_DEPOSIT_ID",
    }),
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

/** The options of a table as commander passes them. */
export type FlagsOf<R extends OptionRows> = {
  readonly [Name in keyof R & string as R[Name] extends Certain ? Camel<Name> : never]: Parsed<R[Name]>;
} & {
  readonly [Name in keyof R & string as R[Name] extends Certain ? never : Camel<Name>]?: Parsed<R[Name]>;
};

export type RunFlags = FlagsOf<typeof OPTIONS>;

/** Some of the options of `run`, for a command that has them, too. */
export function shared<Name extends OptionName>(...names: readonly Name[]): Pick<typeof OPTIONS, Name>;
export function shared(...names: readonly OptionName[]): OptionRows {
  return Object.fromEntries(names.map((name) => [name, OPTIONS[name]]));
}

/** Names of the options about the way to a deployment. */
export const CONNECTION_OPTIONS = [
  "ca",
  "cert",
  "key",
  "allow-insecure-http",
  "proxy",
  "user-agent",
  "traceparent",
] as const;

/** The files with the settings and the options. */
export const FILE_OPTIONS = ["env", "env-file", "config"] as const;

const ROW_OF = new WeakMap<Option, OptionRow>();
const FLAGLESS_OF = new WeakMap<Command, readonly Option[]>();

/** The row that an option was made from, if any. */
export function rowOf(option: Option): OptionRow | undefined {
  return ROW_OF.get(option);
}

function optionOf(name: string, row: OptionRow): Option {
  const { takes, value, negated, group, conflicts } = row;
  const named = row.flagless === true ? name : `--${name}`;
  const option = new Option(`--${negated ? "no-" : ""}${name}${takes === undefined ? "" : ` ${takes}`}`, row.help);
  ROW_OF.set(option, row);
  if (value !== undefined)
    option.argParser((given: string, earlier: unknown) => {
      const read = value.read(named, given);
      return option.variadic ? [...(Array.isArray(earlier) ? earlier : []), read] : read;
    });
  if (row.default !== undefined) option.default(row.default);
  if (group !== undefined) option.helpGroup(group);
  if (conflicts !== undefined) option.conflicts(conflicts);
  return option.hideHelp(row.hidden === true);
}

export function withOptions(command: Command, rows: OptionRows): Command {
  const options = Object.entries(rows).map(([name, row]) => optionOf(name, row));
  const isFlagless = (option: Option): boolean => rowOf(option)?.flagless === true;
  for (const option of options) if (!isFlagless(option)) command.addOption(option);
  FLAGLESS_OF.set(command, options.filter(isFlagless));
  return command;
}

/** The options of a command that only the configuration file can set. */
export function flaglessOf(command: Command): readonly Option[] {
  return FLAGLESS_OF.get(command) ?? [];
}

/** How the configuration file sets an option: `proxy: <url>`. */
export function asKey({ flags, required }: Option): string {
  const [name = "", takes = "true"] = flags.slice("--".length).split(" ");
  return `${name}: ${required ? takes : "true"}`;
}
