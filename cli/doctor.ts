/** `ppconform doctor`: says what a run would find, and what is missing, with a handful of reads. */
import { existsSync } from "node:fs";
import { Command } from "commander";
import type { CredentialPair } from "../client/credentials.js";
import { createTransport } from "../client/transport.js";
import { reach, readRequest, TargetError } from "../engine/preflight/reachability.js";
import { chooseDeployment, type Deployment, openDeployment } from "../engine/settings/deployment.js";
import { type Settings, VARIABLES } from "../engine/settings/environment.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { hanging, padded, print, type Span, span } from "../reports/formats/columns.js";
import { readable } from "../reports/visible.js";
import { startSandbox } from "../sandbox/server.js";
import { startReceiver } from "../webhooks/receiver/receiver.js";
import { configFileOf, withConfigOption } from "./configOption.js";
import { type ConnectionFlags, connectionFrom, permissionsFrom, withConnectionOptions } from "./connectionOptions.js";
import { allowedWrites, wholeNumber } from "./parse.js";
import { usesColor, widthOf } from "./terminal.js";
import { type SettingsFlags, userSettings, withSettingsOption } from "./userSettings.js";

interface DoctorFlags extends ConnectionFlags, SettingsFlags {
  readonly baseUrl?: string;
  readonly timeout: number;
  readonly webhookPort?: number;
  readonly webhookHost?: string;
  readonly exclude?: readonly string[];
}

/** One thing that a run needs: there, left out, or wrong, with what to do. */
interface Finding {
  readonly state: "good" | "open" | "wrong";
  readonly about: string;
  readonly text: string;
}

/** What a run does without a second pair of credentials. */
const OTHER_PAIRS: Readonly<Record<string, { readonly about: string; readonly without: string }>> = {
  RESTRICTED: {
    about: "restricted pair",
    without: "that a key without a permission is answered with 403 is not judged",
  },
  SECOND: { about: "second partner", without: "that a partner sees nothing of another one's is not judged" },
};

/** The command and its options. */
export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description("Say what a run would find: address, TLS, credentials, what may be sent, webhooks. Sends a few reads.")
    .option("--base-url <url>", "address of the deployment (CONFORMANCE_BASE_URL)")
    .option("--allow-writes [which]", "as for run", allowedWrites)
    .option("--exclude <name...>", "as for run")
    .option("--timeout <ms>", "milliseconds a request may take", wholeNumber("--timeout", 1, 600_000), 15_000)
    .option("--webhook-port <number>", "see whether this port is free", wholeNumber("--webhook-port", 0, 65_535))
    .option("--webhook-host <address>", "address to receive deliveries on (default: 127.0.0.1)")
    .action(doctor);
  return withConnectionOptions(withConfigOption(withSettingsOption(command)));
}

async function doctor(flags: DoctorFlags, command: Command): Promise<void> {
  const findings: Finding[] = [];
  const config = configFileOf(command);
  const settings = userSettings(flags);
  const file = flags.env ?? flags.envFile ?? ".env";
  const files = [...(existsSync(file) ? [file] : []), ...(config === null ? [] : [config])];
  findings.push(
    files.length > 0
      ? { state: "good", about: "settings", text: files.join(" and ") }
      : {
          state: "open",
          about: "settings",
          text: "no .env and no ppconform.config.yaml: «ppconform init» writes both",
        },
  );
  findings.push(...(await targetFindings(flags, settings)), ...(await webhookFindings(flags, settings)));
  process.stdout.write(asTyped(text(findings)));
  process.exitCode = findings.some(({ state }) => state === "wrong") ? 3 : 0;
}

/** What is wrong with the settings keeps nothing else from being told. */
async function targetFindings(flags: DoctorFlags, settings: Settings): Promise<Finding[]> {
  try {
    return await reached(flags, settings);
  } catch (error) {
    if (error instanceof UsageError) return [{ state: "wrong", about: "settings", text: error.message }];
    if (!(error instanceof TargetError)) throw error;
    return [{ state: "wrong", about: error.about, text: error.message }];
  }
}

/** @throws UsageError for settings that are wrong, TargetError for a target that cannot be judged */
async function reached(flags: DoctorFlags, settings: Settings): Promise<Finding[]> {
  const chosen = chooseDeployment(flags.baseUrl, permissionsFrom(flags), settings);
  if (chosen.kind === "sandbox")
    return [
      {
        state: "open",
        about: "address",
        text: "not set: a run judges the embedded sandbox. Set CONFORMANCE_BASE_URL, or base-url in the config file",
      },
    ];
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
    await reach(transport, baseUrl);
  } finally {
    await transport.close();
  }
  const others = VARIABLES.flatMap((name) => /^CONFORMANCE_(\w+)_API_KEY$/.exec(name)?.[1] ?? []);
  const pairs = await Promise.all(others.map((kind) => pairFinding(kind, settings, asking)));
  return [
    { state: "good", about: "address", text: `${readable(baseUrl)} answers like the service` },
    baseUrl.startsWith("https:")
      ? { state: "good", about: "TLS", text: "the certificate is trusted" }
      : { state: "open", about: "TLS", text: "plain http: nothing to judge" },
    { state: "good", about: "credentials", text: "accepted" },
    ...pairs,
    writesFinding(target),
  ];
}

function writesFinding({ noWrites, onlyRefused }: Deployment): Finding {
  if (noWrites === null) return { state: "good", about: "writes", text: "requests that change data may be sent" };
  const text = onlyRefused
    ? "only requests that must be refused are sent: what is accepted is not judged"
    : "reads only: creating and updating are not judged. Allow them with --allow-writes or CONFORMANCE_ALLOW_WRITES=true";
  return { state: "open", about: "writes", text };
}

/** Whether another pair is there, and is let in. */
async function pairFinding(
  kind: string,
  settings: Settings,
  asking: (pair: CredentialPair) => ReturnType<typeof createTransport>,
): Promise<Finding> {
  const { about, without } = OTHER_PAIRS[kind] ?? { about: kind.toLowerCase(), without: "less is judged" };
  const names = [`CONFORMANCE_${kind}_API_KEY`, `CONFORMANCE_${kind}_API_SECRET`];
  const [apiKey, apiSecret] = names.map((name) => Object.entries(settings).find(([known]) => known === name)?.[1]);
  if (apiKey === undefined || apiSecret === undefined)
    return { state: "open", about, text: `not set: ${without}. Set ${names.join(" and ")}` };
  const transport = asking({ apiKey, apiSecret });
  try {
    const { response, failure } = await transport.send(readRequest("listBalances"));
    if (response?.status === 401)
      return { state: "wrong", about, text: `refused with 401. Check ${names.join(" and ")}` };
    return response === null
      ? { state: "wrong", about, text: `no answer: ${failure?.message ?? "none came"}` }
      : { state: "good", about, text: `known (${response.status} to a read)` };
  } finally {
    await transport.close();
  }
}

async function webhookFindings(flags: DoctorFlags, settings: Settings): Promise<Finding[]> {
  if (flags.exclude?.includes("webhooks"))
    return [{ state: "open", about: "webhooks", text: "left out (exclude): deliveries are not judged" }];
  const secret: Finding =
    settings.CONFORMANCE_WEBHOOK_SECRET === undefined
      ? {
          state: "open",
          about: "webhook secret",
          text: "not set: no signature can be verified. Set CONFORMANCE_WEBHOOK_SECRET",
        }
      : { state: "good", about: "webhook secret", text: "set" };
  const { webhookPort: port, webhookHost: host } = flags;
  if (port === undefined)
    return [
      secret,
      { state: "open", about: "webhook port", text: "not given: deliveries are not judged. Give --webhook-port" },
    ];
  try {
    const receiver = await startReceiver({ port, ...(host === undefined ? {} : { host }) });
    const { url } = receiver;
    await receiver.close();
    return [secret, { state: "good", about: "webhook port", text: `free: register ${url}, or what leads to it` }];
  } catch (error) {
    return [
      secret,
      { state: "wrong", about: "webhook port", text: error instanceof Error ? error.message : String(error) },
    ];
  }
}

const SIGNS: Readonly<Record<Finding["state"], Span>> = {
  good: span("✓", "good"),
  open: span("○", "dim"),
  wrong: span("✗", "bad"),
};
const WIDEST = 120;

function text(findings: readonly Finding[]): string {
  const wrong = findings.filter(({ state }) => state === "wrong").length;
  const columns = Math.max(...findings.map(({ about }) => about.length));
  const width = Math.min(WIDEST, widthOf(process.stdout, process.env));
  const lines = findings.flatMap(({ state, about, text: what }) =>
    hanging([span("  "), SIGNS[state], span(` ${padded(about, columns)}  `)], [span(what)], width),
  );
  const end = wrong > 0 ? "A run could not be completed: mend what has a ✗." : "A run can begin: ppconform run";
  return `${print([...lines, [], [span(`  ${end}`)]], usesColor(process.stdout, process.env))}\n`;
}
