/** The whole command line: which commands there are, and what they have in common. */
import { Command } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { isOperationId } from "../schemas/operations.js";
import { SUITE_VERSION } from "../version.js";
import { configFileOf } from "./configOption.js";
import { knownWidth } from "./terminal.js";

/** A command, whose code is loaded when it is called: none has to wait for what only another one needs. */
interface Entry {
  readonly name: string;
  /** What it does, in the list of all commands. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** Every command, in the order in which they are listed. */
export const COMMANDS: readonly Entry[] = [
  {
    name: "run",
    summary: "judge a deployment, or the embedded sandbox",
    load: async () => (await import("./runCommand.js")).runCommand(),
  },
  {
    name: "sandbox",
    summary: "start a sandbox of the service",
    load: async () => (await import("./sandbox.js")).sandboxCommand(),
  },
  {
    name: "list",
    summary: "list the checks",
    load: async () => (await import("./list.js")).listCommand(),
  },
  {
    name: "explain",
    summary: "explain a check, a rule, an unknown, a conflict, a defect or a behaviour",
    load: async () => (await import("./explain.js")).explainCommand(),
  },
  {
    name: "replay",
    summary: "send the findings of a report again",
    load: async () => (await import("./replay.js")).replayCommand(),
  },
  {
    name: "created",
    summary: "list what runs created on a target",
    load: async () => (await import("./created.js")).createdCommand(),
  },
  {
    name: "diff",
    summary: "tell what differs between two reports",
    load: async () => (await import("./diff.js")).diffCommand(),
  },
  {
    name: "report",
    summary: "write the formats of a report anew, also of a run that was cut off",
    load: async () => (await import("./report.js")).reportCommand(),
  },
  {
    name: "merge",
    summary: "make one report of the reports of all shards",
    load: async () => (await import("./merge.js")).mergeCommand(),
  },
  {
    name: "check-traffic",
    summary: "judge recorded traffic (HAR), sending nothing",
    load: async () => (await import("./checkTraffic.js")).checkTrafficCommand(),
  },
  {
    name: "listen",
    summary: "receive webhooks and judge each one as it comes",
    load: async () => (await import("./listen.js")).listenCommand(),
  },
  {
    name: "verify-webhook",
    summary: "judge webhooks that were saved",
    load: async () => (await import("./verifyWebhook.js")).verifyWebhookCommand(),
  },
  {
    name: "openapi",
    summary: "print the contract as OpenAPI 3.1",
    load: async () => (await import("./openapi.js")).openapiCommand(),
  },
  {
    name: "init",
    summary: "write the files that a project keeps: settings, options, answers, a job for CI",
    load: async () => (await import("./init.js")).initCommand(),
  },
  {
    name: "doctor",
    summary: "say what is missing for a run",
    load: async () => (await import("./doctor.js")).doctorCommand(),
  },
  {
    name: "selftest",
    summary: "measure what the suite catches on its own sandbox",
    load: async () => (await import("./selftest.js")).selftestCommand(),
  },
];

const EXAMPLES = `
Examples:
  ppconform run
      judge the embedded sandbox
  ppconform run --base-url https://sandbox.example
      judge a deployment, reading only; --allow-writes judges all of it
  ppconform run --operation updateRecipient --check '*post_code*'
      judge a part
  ppconform explain updateRecipient/refuses/address_info.post_code.maxLength
  ppconform replay conformance-report/report.json F1
  ppconform diff sandbox.json production.json

Credentials come from CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET, in the
environment or in a .env file.

Exit codes:
  0  conforms
  1  violations
  2  wrong use
  3  the run could not be completed
  4  an error inside the suite`;

const HELP_WIDTH = 80;
const WIDEST_HELP = 120;

function helpWidth(stream: NodeJS.WriteStream): number {
  return Math.min(WIDEST_HELP, knownWidth(stream, process.env) ?? HELP_WIDTH);
}

/** A message of the parser as a sentence of ours. */
function sentence(text: string): string {
  const message = text.replace(/^error: /, "");
  return message.charAt(0).toUpperCase() + message.slice(1);
}

/** What was probably meant by an argument that a command does not take. */
function meantBy(argument: string, command: Command): string {
  const takes = (option: string): boolean => command.options.some(({ long }) => long === option);
  const options: readonly (readonly [option: string, fits: boolean])[] = [
    ["--base-url", /^https?:\/\//.test(argument)],
    ["--operation", isOperationId(argument)],
    ["--check", argument.includes("/")],
  ];
  const option = options.find(([name, fits]) => fits && takes(name))?.[0];
  return option === undefined ? "" : ` Did you mean ${option} ${argument}?`;
}

function refuseExcess(command: Command): void {
  const { registeredArguments: expected, args } = command;
  const excess = args[expected.length];
  if (excess === undefined || expected.at(-1)?.variadic === true) return;
  const counts = ["no argument", "one argument", "two arguments"];
  throw new UsageError(
    `ppconform ${command.name()} takes ${counts[expected.length] ?? `${expected.length} arguments`}; «${excess}» is too many.${meantBy(excess, command)}`,
  );
}

/** Gives a command what all have in common. */
function dressed(command: Command, helpCall: string): Command {
  return command
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(sentence(text)),
      getOutHelpWidth: () => helpWidth(process.stdout),
      getErrHelpWidth: () => helpWidth(process.stderr),
    })
    .configureHelp({ subcommandTerm: (subcommand) => subcommand.name() })
    .helpOption("-h, --help", "show this help")
    .showHelpAfterError(`(${helpCall} shows what there is)`);
}

/** The command that some words call, if they call one; `help run` calls run. */
function calledBy(words: readonly string[]): Entry | undefined {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const name = first === "help" ? second : first;
  return COMMANDS.find((entry) => entry.name === name);
}

/** The program, ready to parse these words: the called command is loaded, the others are only listed. */
export async function programFor(words: readonly string[]): Promise<Command> {
  const program = dressed(new Command("ppconform"), "ppconform --help")
    .description("Contract conformance test suite for partner payments services.")
    .usage("<command> [options]")
    .version(SUITE_VERSION, "-V, --version", "show the version")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", EXAMPLES);
  const called = calledBy(words);
  for (const entry of COMMANDS) {
    const command = entry === called ? await entry.load() : new Command(entry.name);
    command.allowExcessArguments().hook("preAction", async (_, acting) => {
      refuseExcess(acting);
      const config = configFileOf(acting);
      if (config !== null) (await import("./config.js")).applyConfig(acting, config);
    });
    program.addCommand(dressed(command.summary(entry.summary), `ppconform ${entry.name} --help`));
  }
  return program;
}
