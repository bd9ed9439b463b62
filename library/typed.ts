/** Commands as the user can type them. */
import { basename, isAbsolute, relative } from "node:path";

/** What our commands look like in what is printed, after nothing that belongs to a longer word. */
const COMMAND = /(?<![\w/.-]|npx --no-install )ppconform (?=[a-z-])/g;

/** How this process was called. */
export interface Calling {
  /** The script that Node.js runs. */
  readonly script: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

function thisProcess(): Calling {
  return { script: process.argv[1] ?? "", folder: process.cwd(), env: process.env };
}

/** What calls ppconform again: npx where a project has installed it, Node.js in a clone, and else the shell itself. */
export function callOf({ script, folder, env }: Calling): string {
  const below = relative(folder, script);
  const isBelow = !below.startsWith("..") && !isAbsolute(below);
  if (env.npm_command === "exec" || (isBelow && below.includes("node_modules"))) return "npx --no-install ppconform";
  return isBelow && basename(script) === "main.js" ? `node ${below.replaceAll("\\", "/")}` : "ppconform";
}

/** The text with our commands called as this one was. */
export function asTyped(text: string, calling: Calling = thisProcess()): string {
  const call = callOf(calling);
  return call === "ppconform" ? text : text.replaceAll(COMMAND, `${call} `);
}
