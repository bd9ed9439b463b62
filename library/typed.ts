/** Commands as the user can type them. */
import { basename, delimiter, dirname, relative, sep } from "node:path";
import { shellWord } from "../schemas/shell.js";

/** What our commands look like in printed text, not preceded by part of a longer word. */
const COMMAND = /(?<![\w/.-]|npx --no-install )ppconform (?=[a-z-])/g;

/** How this process was started. */
export interface Calling {
  /** The script that Node.js runs. */
  readonly script: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

function thisProcess(): Calling {
  return { script: process.argv[1] ?? "", folder: process.cwd(), env: process.env };
}

/** Whether npx finds a script from a folder: in the installation of that folder's project. */
function isInstalledFor(folder: string, script: string): boolean {
  const [project, ...rest] = script.split(`${sep}node_modules${sep}`);
  return rest.length > 0 && !relative(project ?? "", folder).startsWith("..");
}

/** The words that call ppconform again: its name where the shell finds it, npx where a project has installed it, else Node.js. */
export function callOf({ script, folder, env }: Calling): string {
  if (env.npm_command === "exec" || isInstalledFor(folder, script)) return "npx --no-install ppconform";
  if (basename(script) !== "main.js" && (env.PATH ?? "").split(delimiter).includes(dirname(script))) return "ppconform";
  return `node ${shellWord(relative(folder, script).replaceAll("\\", "/"))}`;
}

/** The text with our commands written the way this one was called. */
export function asTyped(text: string, calling: Calling = thisProcess()): string {
  const call = callOf(calling);
  return call === "ppconform" ? text : text.replaceAll(COMMAND, `${call} `);
}
