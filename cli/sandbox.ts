import { Command, InvalidArgumentError, Option } from "commander";
import { asTyped } from "../library/typed.js";
import { listBehaviours, shuffledBehaviours } from "../sandbox/behaviours.js";
import { listDefects } from "../sandbox/defects/registry.js";
import { type RunningSandbox, type SandboxOptions, startSandbox } from "../sandbox/server.js";
import { SandboxUsageError } from "../sandbox/usageError.js";

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly behaviour: Readonly<Record<string, string>>;
  readonly shuffle?: number;
  readonly defect: readonly string[];
  readonly webhookUrl?: string;
  readonly instant?: true;
  readonly freeze?: true;
  readonly printEnv?: true;
  readonly quiet?: true;
  readonly listBehaviours?: true;
  readonly listDefects?: true;
}

/** `ppconform sandbox`: starts the embedded service and keeps it running until it is interrupted. */
export function sandboxCommand(): Command {
  return new Command("sandbox")
    .description("Start a sandbox of the service and keep it running until it is interrupted.")
    .option("--port <number>", "port to listen on; 0 for any free one", wholeNumber, 0)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--seed <number>", "decides the data, the ids and the credentials", wholeNumber, 42)
    .addOption(
      new Option("--behaviour <axis=value>", "a choice that the document leaves open; may be repeated")
        .argParser(addChoice)
        .default({}, "none"),
    )
    .option(
      "--shuffle <seed>",
      "make every choice that the document leaves open at random, so that clients rely on none",
      wholeNumber,
    )
    .addOption(
      new Option("--defect <id>", "a deliberate departure from the document; may be repeated")
        .argParser((written: string, chosen: readonly string[]) => [...chosen, written])
        .default([], "none"),
    )
    .option("--webhook-url <url>", "where webhooks are delivered", webUrl)
    .option("--instant", "states move at once")
    .option("--freeze", "states never move")
    .option("--print-env", "print address and credentials as lines for a .env file")
    .option("--quiet", "do not log requests")
    .option("--list-behaviours", "print all behaviours as JSON and exit")
    .option("--list-defects", "print all defects as JSON and exit")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  if (flags.listBehaviours === true || flags.listDefects === true) {
    const listed = flags.listBehaviours === true ? listBehaviours() : listDefects();
    process.stdout.write(`${JSON.stringify(listed, undefined, 2)}\n`);
    return;
  }
  try {
    const sandbox = await startSandbox(sandboxOptions(flags));
    const end = (code: number) => () => process.exit(code);
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void sandbox.close().then(end(0), end(4)));
    process.stdout.write(announcement(sandbox, flags.printEnv === true) + drawnText(flags));
  } catch (error) {
    if (!(error instanceof SandboxUsageError)) throw error;
    process.stderr.write(`${asTyped(error.message)}\n`);
    process.exitCode = 2;
  }
}

function sandboxOptions(flags: Flags): SandboxOptions {
  const { port, host, seed, behaviour, shuffle, defect, webhookUrl, instant, freeze, quiet } = flags;
  if (instant === true && freeze === true) throw new SandboxUsageError("--instant and --freeze cannot be combined.");
  const moving = instant === true ? "instant" : "live";
  return {
    port,
    host,
    seed,
    behaviours: behaviour,
    shuffle,
    defects: defect,
    mode: freeze === true ? "freeze" : moving,
    // Printed in addition to the lines for a .env file.
    log: quiet === true ? undefined : (line) => void process.stderr.write(`${line}\n`),
    webhookUrl,
  };
}

function announcement({ baseUrl, credentials }: RunningSandbox, withEnvironment: boolean): string {
  if (!withEnvironment) return `Sandbox serving at ${baseUrl} (credentials: add --print-env)\n`;
  const environment = {
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_API_KEY: credentials.apiKey,
    CONFORMANCE_API_SECRET: credentials.apiSecret,
    CONFORMANCE_RESTRICTED_API_KEY: credentials.restrictedApiKey,
    CONFORMANCE_RESTRICTED_API_SECRET: credentials.restrictedApiSecret,
    CONFORMANCE_SECOND_API_KEY: credentials.secondApiKey,
    CONFORMANCE_SECOND_API_SECRET: credentials.secondApiSecret,
    CONFORMANCE_WEBHOOK_SECRET: credentials.webhookSecret,
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  return `# Sandbox serving at ${baseUrl}\n${lines.join("")}`;
}

/** What a shuffle drew, as comments for a .env file: defaults are left out, and so is what the user chose. */
function drawnText({ shuffle, behaviour }: Flags): string {
  if (shuffle === undefined) return "";
  const drawn = shuffledBehaviours(shuffle);
  const lines = listBehaviours().flatMap(({ axis, values }) => {
    const value = drawn[axis];
    const isTold = value !== undefined && value !== values[0]?.value && !Object.hasOwn(behaviour, axis);
    return isTold ? `#   ${axis}=${value}\n` : [];
  });
  return `# Shuffled with seed ${shuffle}; other axes than these have their default:\n${lines.join("")}`;
}

function wholeNumber(written: string): number {
  if (!/^\d{1,15}$/.test(written)) throw new InvalidArgumentError(`"${written}" is not a whole number.`);
  return Number(written);
}

function webUrl(written: string): string {
  if (!URL.canParse(written) || !/^https?:/.test(written))
    throw new InvalidArgumentError(`"${written}" is not an http or https address.`);
  return written;
}

function addChoice(written: string, chosen: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const separator = written.indexOf("=");
  if (separator < 1)
    throw new InvalidArgumentError(`"${written}" is not of the form AXIS=VALUE, as in successStatus=201.`);
  return { ...chosen, [written.slice(0, separator)]: written.slice(separator + 1) };
}
