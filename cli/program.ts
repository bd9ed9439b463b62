/** The whole command line: the commands, and what they have in common. */
import { Command, Option } from "commander";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { asTyped } from "../library/typed.js";
import { isOperationId } from "../schemas/operations.js";
import { SUITE_VERSION } from "../version.js";
import { COMMANDS } from "./commands.js";
import type { Entry } from "./entry.js";
import { asKey, flaglessOf, rowOf } from "./options.js";
import { knownWidth } from "./terminal.js";
import { configFileOf } from "./userSettings.js";

const AFTERWARDS = `
Examples:
  ppconform run --base-url sandbox
      judge the embedded sandbox
  ppconform run --base-url https://sandbox.example
      judge a deployment, reading only
  ppconform run --help
      more examples

Credentials come from CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET, in the
environment or in a .env file.

Exit codes:
  0  conforms
  1  violations
  2  usage error
  3  the run could not be completed
  4  an error inside the suite`;

/** The calls of a command, each with what it does next to or below it. */
function examplesText({ examples }: Entry): string {
  const lines = examples.flatMap(([call, does]) => [`  ${call}`, ...(does === undefined ? [] : [`      ${does}`])]);
  return `\nExamples:\n${lines.join("\n")}`;
}

const HELP_WIDTH = 80;
const WIDEST_HELP = 120;

function helpWidth(stream: NodeJS.WriteStream): number {
  return Math.min(WIDEST_HELP, knownWidth(stream, process.env) ?? HELP_WIDTH);
}

/** A message of the parser in our own words. An option that only the configuration file can set is named with its key. */
function sentence(text: string, command: Command): string {
  const unknown = /unknown option '(--[\w-]+)/.exec(text)?.[1];
  const option = flaglessOf(command).find(({ long }) => long === unknown);
  if (option !== undefined) return `${unknown} is now set in ppconform.config.yaml, as "${asKey(option)}".\n`;
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
  if (option !== undefined) return ` Did you mean ${option} ${argument}?`;
  const names = command.options.flatMap(({ long }) => long?.slice(2) ?? []);
  const alike = nearest(argument, names);
  return alike === null ? "" : ` Did you mean --${alike}?`;
}

function refuseExcess(command: Command): void {
  const { registeredArguments: expected, args } = command;
  const excess = args[expected.length];
  if (excess === undefined || expected.at(-1)?.variadic === true) return;
  const counts = ["no arguments", "one argument", "two arguments"];
  throw new UsageError(
    `"${excess}" is one argument too many: ppconform ${command.name()} takes ${counts[expected.length] ?? `${expected.length} arguments`}.${meantBy(excess, command)}`,
  );
}

/** Keeps only the commonly used options in the help of `run`. An unknown option is still compared with all of them. */
function abridge(command: Command, helpCall: string): void {
  const shown = (option: Option): boolean => !option.hidden && rowOf(option)?.shown !== undefined;
  const others = command.options.filter((option) => !option.hidden && !shown(option)).length;
  command
    .configureHelp({
      ...command.configureHelp(),
      visibleOptions: (of) => [...of.options.filter(shown), new Option("-h, --help", "show this help")],
    })
    .addHelpText("after", `\n${helpCall} --all shows ${others} more options.`);
}

/** Gives a command what all of them have in common. */
function withCommonSettings(command: Command, helpCall: string): Command {
  return command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(asTyped(text)),
      writeErr: (text) => process.stderr.write(asTyped(text)),
      outputError: (text, write) => write(sentence(text, command)),
      getOutHelpWidth: () => helpWidth(process.stdout),
      getErrHelpWidth: () => helpWidth(process.stderr),
    })
    .configureHelp({ subcommandTerm: (subcommand) => subcommand.name() })
    .helpOption("-h, --help", "show this help")
    .showHelpAfterError(`(see ${helpCall})`);
}

/**
 * The command that some words call, if they call one; `help run` calls run.
 * @throws UsageError for the help of a command that does not exist, for which the parser would print all commands
 */
function calledBy(words: readonly string[]): Entry | undefined {
  const [first, second] = words.filter((word) => !word.startsWith("-"));
  const name = first === "help" ? second : first;
  const names = ["help", ...COMMANDS.map((entry) => entry.name)];
  if (first !== "help" || name === undefined || names.includes(name))
    return COMMANDS.find((entry) => entry.name === name);
  const near = nearest(name, names);
  throw new UsageError(
    `Unknown command '${name}'.${near === null ? "" : ` Did you mean ${near}?`} "ppconform help" shows all.`,
  );
}

/** The program, ready to parse these words: the called command is loaded, the others are only listed. */
export async function programFor(words: readonly string[]): Promise<Command> {
  const program = withCommonSettings(new Command("ppconform"), "ppconform --help")
    .description("Contract conformance test suite for partner payments services.")
    .usage("<command> [options]")
    .version(SUITE_VERSION, "-V, --version", "show the version")
    .commandsGroup("Set up:")
    .helpCommand("help [command]", "show the help of a command")
    .addHelpText("after", AFTERWARDS);
  const called = calledBy(words);
  for (const entry of COMMANDS) {
    const command = entry === called ? await entry.load() : new Command(entry.name);
    command.allowExcessArguments().hook("preAction", async (_, acting) => {
      refuseExcess(acting);
      const config = configFileOf(acting);
      if (config !== null) (await import("./config.js")).applyConfig(acting, config);
    });
    const helpCall = `ppconform ${entry.name} --help`;
    program.addCommand(withCommonSettings(command.summary(entry.summary), helpCall));
    const isShort = !words.includes("--all") && words.some((word) => ["help", "--help", "-h"].includes(word));
    if (entry === called && entry.name === "run" && isShort) abridge(command, helpCall);
    command.helpGroup(entry.group).addHelpText("after", examplesText(entry));
  }
  return program;
}
