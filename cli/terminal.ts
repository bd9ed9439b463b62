/** The user's terminal: its width and whether it shows colour. Also what happens when nobody reads any more. */
import type { Surroundings } from "../engine/settings/deployment.js";

interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Columns of an output that is not a terminal and does not give its width. */
const USUAL_WIDTH = 120;

/**
 * The columns to write in: those of the terminal, else COLUMNS, else null when nothing is known. A terminal knows its
 * width better than a variable exported before it was resized.
 */
export function knownWidth(stream: OutputStream, environment: NodeJS.ProcessEnv): number | null {
  if (stream.isTTY === true && stream.columns !== undefined && stream.columns > 0) return stream.columns;
  const { COLUMNS: columns = "" } = environment;
  return /^[1-9]\d{0,3}$/.test(columns) ? Number(columns) : null;
}

/** The columns to write in, with a usual width where nothing is known. */
export function widthOf(stream: OutputStream, environment: NodeJS.ProcessEnv): number {
  return knownWidth(stream, environment) ?? USUAL_WIDTH;
}

/** Whether to write in colour: FORCE_COLOR decides, then NO_COLOR, then whether it is a terminal that can. */
export function usesColor(stream: OutputStream, environment: NodeJS.ProcessEnv): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused = "", TERM: terminal } = environment;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return refused === "" && stream.isTTY === true && terminal !== "dumb";
}

/** The environment of this process. A pipe or a file leaves a person at least one stream. */
export function surroundings(elseSandbox = false): Surroundings {
  const { stdin, stdout, stderr, env } = process;
  return { env, isTerminal: [stdin, stdout, stderr].some(({ isTTY }) => isTTY === true), elseSandbox };
}

/** Prints a message apart from the output of a command, if there is one. */
export function remark(text: string | null | undefined): void {
  if (text != null) process.stderr.write(`${text}\n`);
}

/**
 * Lets a reader stop early, as `head` does: what it no longer reads is dropped, and the command goes on to its end. Any
 * other fault, such as a full disk behind a redirection, ends the command: its output would be lost.
 */
export function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    stderr.write(`The output cannot be written: ${error.message}\n`);
    process.exit(3);
  });
  // There is nowhere left to report it.
  stderr.on("error", () => {});
}
