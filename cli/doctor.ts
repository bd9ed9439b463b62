/** `ppconform doctor`: says what a run would find, and what is missing, using a handful of reads. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import type { CredentialPair } from "../client/credentials.js";
import { createTransport } from "../client/transport.js";
import { DOORS } from "../discovery/doors.js";
import { reach, readRequest, TargetError } from "../engine/send/reachability.js";
import { assertNamed, chooseDeployment, type Deployment, openDeployment } from "../engine/settings/deployment.js";
import { type Settings, VARIABLES } from "../engine/settings/environment.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { hanging, padded, print, type Span, span } from "../reports/formats/columns.js";
import { readable } from "../reports/visible.js";
import { startSandbox } from "../sandbox/server.js";
import { shellWord } from "../schemas/shell.js";
import { startReceiver } from "../webhooks/receiver.js";
import { connectionFrom, permissionsFrom } from "./connection.js";
import { CONNECTION_OPTIONS, FILE_OPTIONS, type FlagsOf, OPTIONS, shared, withOptions } from "./options.js";
import { usesColor, widthOf } from "./terminal.js";
import { configFileOf, userSettings } from "./userSettings.js";

const ROWS = {
  ...shared("base-url", "allow-writes", "exclude", "timeout", ...FILE_OPTIONS, "webhook-port", "webhook-host"),
  ...shared(...CONNECTION_OPTIONS),
  "webhook-port": { ...OPTIONS["webhook-port"], help: "check whether this port is free" },
} as const;

type DoctorFlags = FlagsOf<typeof ROWS>;

/** One thing that a run needs: present, left out, wrong, or wrongly set, with what to do. */
interface Finding {
  readonly state: "good" | "open" | "wrong" | "misused";
  readonly about: string;
  readonly text: string;
}

const finding = (state: Finding["state"]) => (about: string, text: string) =>
  ({ state, about, text }) satisfies Finding;
const good = finding("good");
const open = finding("open");
const wrong = finding("wrong");
const misused = finding("misused");

/** What a run does without a second pair of credentials. */
const OTHER_PAIRS: Readonly<Record<string, { readonly about: string; readonly without: string }>> = {
  RESTRICTED: { about: "restricted pair", without: "refusals with 403 are not judged" },
  SECOND: { about: "second partner", without: "isolation between partners is not judged" },
};

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description("Say what a run would find: address, TLS, credentials, what may be sent, webhooks. Sends a few reads.")
    .action(doctor);
  return withOptions(command, ROWS);
}

async function doctor(flags: DoctorFlags, command: Command): Promise<void> {
  const findings: Finding[] = [];
  const config = configFileOf(command);
  const settings = userSettings(flags);
  const file = flags.env ?? flags.envFile ?? ".env";
  const files = [...(existsSync(file) ? [file] : []), ...(config === null ? [] : [config])];
  findings.push(
    files.length > 0
      ? good("settings", files.join(" and "))
      : open("settings", 'no .env and no ppconform.config.yaml: "ppconform init" writes both'),
  );
  findings.push(...jobFindings(config), ...(await targetFindings(flags, settings)));
  findings.push(...(await webhookFindings(flags, settings)));
  const named = flags.baseUrl === undefined ? "" : ` --base-url ${shellWord(flags.baseUrl)}`;
  process.stdout.write(asTyped(text(findings, `ppconform run${named}`)));
  process.exitCode = EXIT_CODES.find(([found]) => findings.some(({ state }) => state === found))?.[1] ?? 0;
}

/** The files in a folder that define jobs. */
function jobFiles(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));
}

/** Jobs that run the suite without an address: the content of .env is missing there. */
function jobFindings(config: string | null): Finding[] {
  if (config !== null && /^base-url:/m.test(readFileSync(config, "utf8"))) return [];
  const nameless = (path: string): boolean => {
    const text = readFileSync(path, "utf8");
    return /\bppconform run\b/.test(text) && !/CONFORMANCE_BASE_URL\s*:|--base-url\b|--config\b/.test(text);
  };
  const line = "CONFORMANCE_BASE_URL: https://…";
  return [
    ...jobFiles(".github/workflows", /\.ya?ml$/)
      .filter(nameless)
      .map((path) =>
        misused(
          "job",
          `${path} runs without an address, and would judge nothing: add ${line} to its env, or base-url to ppconform.config.yaml`,
        ),
      ),
    ...jobFiles(".", /^\.gitlab-ci.*\.ya?ml$/)
      .filter(nameless)
      .map((path) => open("job", `${path} names no address: CONFORMANCE_BASE_URL has to be a variable of the project`)),
  ];
}

/** Errors in the settings must not hide anything else. */
async function targetFindings(flags: DoctorFlags, settings: Settings): Promise<Finding[]> {
  try {
    return await reached(flags, settings);
  } catch (error) {
    if (error instanceof UsageError) return [misused("settings", error.message)];
    if (!(error instanceof TargetError)) throw error;
    return [wrong(error.about, error.message)];
  }
}

/** @throws UsageError for wrong settings, TargetError for a target that cannot be judged */
async function reached(flags: DoctorFlags, settings: Settings): Promise<Finding[]> {
  // Nobody is at a terminal when a gate runs.
  assertNamed(flags.baseUrl, settings, { env: process.env, isTerminal: false });
  const chosen = chooseDeployment(flags.baseUrl, permissionsFrom(flags), settings);
  if (chosen.kind === "sandbox")
    return [open("address", "the embedded sandbox, as requested: no deployment is judged")];
  const target = await openDeployment(chosen, () => startSandbox());
  const { baseUrl } = target;
  const asking = (pair: CredentialPair) =>
    createTransport({
      ...connectionFrom(flags),
      onlyLoopback: target.onlyLoopback,
      baseUrl,
      credentials: pair,
      concurrency: 1,
      timeoutMs: flags.timeout,
    });
  const transport = asking(target.credentials);
  try {
    await reach(transport, baseUrl, DOORS);
  } finally {
    await transport.close();
  }
  const others = VARIABLES.flatMap((name) => /^CONFORMANCE_(\w+)_API_KEY$/.exec(name)?.[1] ?? []);
  const pairs = await Promise.all(others.map((kind) => pairFinding(kind, settings, asking)));
  return [
    good("address", `${readable(baseUrl)} answers like the service`),
    baseUrl.startsWith("https:")
      ? good("TLS", "the certificate is trusted")
      : open("TLS", "plain http, no TLS to check"),
    good("credentials", "accepted"),
    ...pairs,
    writesFinding(target),
  ];
}

function writesFinding({ noWrites, onlyRefused }: Deployment): Finding {
  if (noWrites === null) return good("writes", "requests that change data may be sent");
  const text = onlyRefused
    ? "only requests that must be refused are sent: what is accepted is not judged"
    : "reads only: creating and updating are not judged. Allow them with --allow-writes or CONFORMANCE_ALLOW_WRITES=true";
  return open("writes", text);
}

async function pairFinding(
  kind: string,
  settings: Settings,
  asking: (pair: CredentialPair) => ReturnType<typeof createTransport>,
): Promise<Finding> {
  const { about, without } = OTHER_PAIRS[kind] ?? { about: kind.toLowerCase(), without: "less is judged" };
  const names = [`CONFORMANCE_${kind}_API_KEY`, `CONFORMANCE_${kind}_API_SECRET`];
  const [apiKey, apiSecret] = names.map((name) => Object.entries(settings).find(([known]) => known === name)?.[1]);
  if (apiKey === undefined || apiSecret === undefined)
    return open(about, `not set: ${without}. Set ${names.join(" and ")}`);
  const transport = asking({ apiKey, apiSecret });
  try {
    const { response, failure } = await transport.send(readRequest("listBalances"));
    if (response?.status === 401) return wrong(about, `refused with 401. Check ${names.join(" and ")}`);
    return response === null
      ? wrong(about, `no answer: ${failure?.message ?? "none came"}`)
      : good(about, `accepted (a read returned ${response.status})`);
  } finally {
    await transport.close();
  }
}

async function webhookFindings(flags: DoctorFlags, settings: Settings): Promise<Finding[]> {
  if (flags.exclude?.includes("webhooks")) return [open("webhooks", "left out (exclude): deliveries are not judged")];
  const secret =
    settings.CONFORMANCE_WEBHOOK_SECRET === undefined
      ? open("webhook secret", "not set: no signature can be verified. Set CONFORMANCE_WEBHOOK_SECRET")
      : good("webhook secret", "set");
  return [secret, await portFinding(flags)];
}

async function portFinding({ webhookPort: port, webhookHost: host }: DoctorFlags): Promise<Finding> {
  const about = "webhook port";
  if (port === undefined) return open(about, "not given: deliveries are not judged. Give --webhook-port");
  try {
    const receiver = await startReceiver({ port, host });
    await receiver.close();
    return good(about, `free: register ${receiver.url} (or your tunnel's) with the provider`);
  } catch (error) {
    return wrong(about, error instanceof Error ? error.message : String(error));
  }
}

const SIGNS: Readonly<Record<Finding["state"], Span>> = {
  good: span("✓", "good"),
  open: span("○", "dim"),
  wrong: span("✗", "bad"),
  misused: span("✗", "bad"),
};
/** How a run would end. */
const EXIT_CODES: readonly (readonly [state: Finding["state"], code: number])[] = [
  ["misused", 2],
  ["wrong", 3],
];
const WIDEST = 120;

/** @param call the start of the command for a run of what was checked */
function text(findings: readonly Finding[], call: string): string {
  const isWrong = findings.some(({ state }) => EXIT_CODES.some(([code]) => code === state));
  const columns = Math.max(...findings.map(({ about }) => about.length));
  const width = Math.min(WIDEST, widthOf(process.stdout, process.env));
  const lines = findings.flatMap(({ state, about, text: what }) =>
    hanging([span("  "), SIGNS[state], span(` ${padded(about, columns)}  `)], [span(what)], width),
  );
  const end = isWrong ? "A run is not possible yet. Fix the items marked ✗." : `A run can begin: ${call}`;
  return `${print([...lines, [], [span(`  ${end}`)]], usesColor(process.stdout, process.env))}\n`;
}
