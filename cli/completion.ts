/** `ppconform completion SHELL`: prints completions, made from the commands and options themselves. */
import { Argument, Command, type Option } from "commander";
import { UsageError } from "../engine/settings/usageError.js";
import { distinct } from "../schemas/groups.js";
import { singleQuoted } from "../schemas/shell.js";
import type { Entry } from "./entry.js";
import { rowOf } from "./options.js";

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Completed[];
}

interface Completed {
  readonly name: string;
  readonly description: string;
  /** Null where no value is taken, or nothing is known of it. */
  readonly values: readonly string[] | null;
  readonly takesPath: boolean;
}

function completed(option: Option): Completed[] {
  const { long, description, hidden } = option;
  if (hidden || typeof long !== "string") return [];
  const { words = null, isPath = false } = rowOf(option)?.value ?? {};
  return [{ name: long, description, values: words, takesPath: isPath }];
}

/** Every option with values, whichever command it belongs to. */
function withValues(commands: readonly CompletedCommand[]): ReadonlyMap<string, readonly string[]> {
  const options = commands.flatMap((command) => command.options);
  return new Map(options.flatMap(({ name, values }) => (values === null ? [] : [[name, values] as const])));
}

function pathOptions(commands: readonly CompletedCommand[]): string {
  const options = commands.flatMap((command) => command.options).filter(({ takesPath }) => takesPath);
  return distinct(options.map(({ name }) => name)).join("|");
}

function bash(commands: readonly CompletedCommand[]): string {
  const reply = (words: string): string => `COMPREPLY=($(compgen -W "${words}" -- "$current"))`;
  return `# bash completion of ppconform
_ppconform() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then ${reply(commands.map(({ name }) => name).join(" "))}; return; fi
  case "$previous" in
${[...withValues(commands)].map(([name, values]) => `    ${name}) ${reply(values.join(" "))}; return ;;`).join("\n")}
    ${pathOptions(commands)}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `    ${name}) options="${options.map((option) => option.name).join(" ")}" ;;`).join("\n")}
  esac
  case "$current" in
    -*) ${reply("$options")} ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _ppconform ppconform
# Behind npx, as a project calls it.
_ppconform_npx() {
  local at
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [ "\${COMP_WORDS[at]}" = ppconform ]; then
      COMP_WORDS=("\${COMP_WORDS[@]:at}")
      COMP_CWORD=$((COMP_CWORD - at))
      _ppconform
      return
    fi
  done
}
complete -o default -o filenames -F _ppconform_npx npx
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const described = (name: string, text: string): string => singleQuoted(`${name}:${text.replaceAll(":", "\\:")}`);
  return `#compdef ppconform
_ppconform() {
  local -a commands options
  commands=(
${commands.map(({ name, summary }) => `    ${described(name, summary)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case \${words[CURRENT-1]} in
${[...withValues(commands)]
  .map(([name, values]) => `    ${name}) compadd -- ${values.map(singleQuoted).join(" ")}; return ;;`)
  .join("\n")}
    ${pathOptions(commands)}) _files; return ;;
  esac
  case \${words[2]} in
${commands
  .map(
    ({ name, options }) =>
      `    ${name})\n      options=(\n${options.map((option) => `        ${described(option.name, option.description)}`).join("\n")}\n      ) ;;`,
  )
  .join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then _describe option options; else _files; fi
}
# Behind npx, as a project calls it.
_ppconform_npx() {
  local at=\${words[(I)ppconform]}
  if (( at < 2 || CURRENT <= at )); then _default; return; fi
  words=("\${(@)words[at,-1]}")
  (( CURRENT -= at - 1 ))
  _ppconform
}
# Sourced, or found in fpath as _ppconform and called at once.
if [[ \${funcstack[1]} == _ppconform ]]; then _ppconform "$@"; else compdef _ppconform ppconform; compdef _ppconform_npx npx; fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c ppconform -f -n __fish_use_subcommand -a ${name} -d ${singleQuoted(summary)}`,
    ...options.map(({ name: option, description, values, takesPath }) => {
      const value = values === null ? (takesPath ? " -r" : "") : ` -x -a ${singleQuoted(values.join(" "))}`;
      return `complete -c ppconform -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}${value} -d ${singleQuoted(description)}`;
    }),
  ]);
  return `# fish completion of ppconform
${lines.join("\n")}
# Behind npx, as a project calls it.
complete -c npx -f -n '__fish_seen_subcommand_from ppconform' -a '(complete -C (commandline -cp | string replace -r ".*?\\bppconform\\b" ppconform))'
`;
}

const SHELLS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = { bash, zsh, fish };

export function completionCommand(entries: readonly Entry[]): Command {
  return new Command("completion")
    .description("Print completions for a shell, to be sourced or saved.")
    .addArgument(new Argument("<shell>", "bash, zsh or fish"))
    .action(async (shell: string) => {
      const render = SHELLS[shell];
      if (render === undefined)
        throw new UsageError(`No completions for ${shell}: choose one of ${Object.keys(SHELLS).join(", ")}.`);
      const commands = entries.map(async ({ name, summary, load }) => {
        const { options } = await load();
        return { name, summary, options: options.flatMap(completed) };
      });
      process.stdout.write(render(await Promise.all(commands)));
    });
}
