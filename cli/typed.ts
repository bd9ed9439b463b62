/** Commands as the user can type them. */

/** What our commands look like in what is printed, after nothing that belongs to a longer word. */
const COMMAND = /(?<![\w/.-]|npx --no-install )ppconform (?=[a-z])/g;

/** Calls of npm behind which a shell does not find ppconform: npx, npm start, npm run. */
const BY_NPM: ReadonlySet<string> = new Set(["exec", "start", "run-script"]);

/** The text with our commands called as this one was: npm and npx find ppconform, and a shell alone does not. */
export function asTyped(text: string, { npm_command: npm = "" }: NodeJS.ProcessEnv = process.env): string {
  return !BY_NPM.has(npm) ? text : text.replaceAll(COMMAND, "npx --no-install ppconform ");
}
