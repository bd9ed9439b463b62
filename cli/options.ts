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
  /** Not shown in any help. */
  readonly hidden?: true;
  /** An option that it cannot be combined with. */
  readonly conflicts?: string;
}
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** Options that have something in common. */
export function alike<const R extends OptionRows>(common: Partial<OptionRow>, rows: R): R;
export function alike(common: Partial<OptionRow>, rows: OptionRows): OptionRows {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, ...common }]));
}

const grouped = <const R extends OptionRows>(group: string, rows: R): R => alike({ group }, rows);
const flagless = <const R extends OptionRows>(rows: R): R => alike({ flagless: true }, rows);

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
      help: "Api-Version for recipient creation, instead of detecting it; none: send no such header; each: judge creation under every version that is accepted",
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
  ...grouped("What is judged:", {
    profile: {
      shown: true,
      takes: "<name>",
      value: oneOf(["smoke", "standard", "deep", "watch"]),
      default: DEFAULTS.profile,
      help: "smoke: each rule once · standard · deep: many random cases · watch: at most 40 reads (CONFORMANCE_PROFILE)",
    },
    operation: { shown: true, takes: "<id...>", value: subject, help: "judge only these operations" },
    check: {
      shown: true,
      takes: "<pattern...>",
      value: text,
      help: "judge only these checks; * stands for any characters, ID#N for case N of a check",
    },
    "failed-of": {
      once: true,
      takes: "<report>",
      value: path,
      help: "judge again what failed in this report.json, with its seed and profile",
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
      help: "send requests that change data to a target that is not on this machine; refused: only those that must be refused; none: no such request, wherever the target is",
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
    "max-failures": {
      takes: "<number>",
      value: wholeNumber(1),
      help: "stop when this many checks have failed",
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
    "update-baseline": { once: true, help: "add the findings to the baseline, keeping its entries" },
    plan: {
      takes: "<plan>",
      value: text,
      help: "count the checks of a release alone (1.0.0, latest), or those of a plan of your own (YAML)",
    },
    "fail-on": {
      shown: true,
      takes: "<level>",
      value: oneOf(["must", "should"]),
      default: DEFAULTS.failOn,
      help: "must: violations fail the run · should: warnings too",
    },
    "require-complete": { help: "end with exit code 3 when a rule was not judged that --exclude does not name" },
    "require-answers": {
      help: "end with exit code 3 when the document contradicts itself and no agreed answer settles it",
    },
    report: {
      takes: "<names>",
      value: someOf(REPORT_NAMES),
      help: `formats to write, separated by commas: ${REPORT_NAMES.join(", ")} (default: html,json,junit; on GitHub sarif, too)`,
    },
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
    "webhook-port": {
      takes: "<number>",
      value: wholeNumber(0, 65_535),
      help: "receive deliveries on this port and judge them; 0 for any free one",
    },
  }),
  // Options that belong to a deployment and not to a run.
  ...flagless({
    ca: { takes: "<file>", value: path, help: "certificate of a private authority to trust (PEM)" },
    cert: {
      takes: "<file>",
      value: path,
      help: "your own certificate, for a deployment that asks for one (PEM); needs key",
    },
    key: { takes: "<file>", value: path, help: "file with the key of that certificate (PEM)" },
    proxy: { takes: "<url>", value: proxyAddress, help: "send everything through this proxy" },
    "user-agent": {
      takes: "<text>",
      value: headerText,
      help: "User-Agent of all requests (default: partner-payments-conformance)",
    },
    "webhook-host": {
      takes: "<address>",
      value: text,
      help: "address to receive deliveries on (default: 127.0.0.1)",
    },
    "webhook-path": {
      takes: "<path>",
      value: webhookPath,
      help: "path that deliveries must be sent to; a secret one keeps strangers out",
    },
    "webhook-wait": { takes: "<seconds>", value: positiveNumber, help: "how long to wait for an expected delivery" },
    "webhook-signed": {
      takes: "<template>",
      value: signedContent,
      help: "the signed content, like '{x-webhook-timestamp}.{body}', instead of detecting it",
    },
    "webhook-chaos": { help: "answer some deliveries badly on purpose, to see how they are retried" },
    "transfer-id": {
      takes: "<id>",
      value: text,
      environment: "CONFORMANCE_TRANSFER_ID",
      help: "a transfer to read, where the list shows none",
    },
    "deposit-id": {
      takes: "<id>",
      value: text,
      environment: "CONFORMANCE_DEPOSIT_ID",
      help: "a deposit to read, where the list shows none",
    },
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

/** The options of `ppconform run`. */
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

/** Adds options to a command. */
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
