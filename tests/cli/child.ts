/** The compiled command line in a process of its own, as its users start it. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSocketServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { emptyFolder } from "../files.js";
import { listening } from "../listening.js";
import { TRIES_ALL } from "../slice.js";

const DESK = fileURLToPath(new URL("./desk.mjs", import.meta.url));
const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** The command as a shell finds it, so that messages name it as they would there. */
const COMMAND = join(emptyFolder(), "ppconform");
symlinkSync(MAIN, COMMAND);

/** Milliseconds for a test that starts processes: only what hangs takes them, on however busy a machine. */
export const PATIENCE = 900_000;

export { emptyFolder };

/** What became of a command. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly code: number | null;
}

/** A command that is running. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** How a command is started: nothing but what stands here is in its environment, and where a shell finds it. */
export interface Start {
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: an empty folder. */
  readonly folder?: string;
}

/** Starts a command, and collects what it writes. */
export function start(words: readonly string[], { environment = {}, folder = emptyFolder() }: Start = {}): Running {
  if (!existsSync(MAIN)) throw new Error("The command line is not compiled: npm run build");
  const child = spawn(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    env: { PATH: dirname(COMMAND), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code]: readonly unknown[]) => ({
    stdout,
    stderr,
    code: typeof code === "number" ? code : null,
  }));
  return { process: child, ended };
}

/** Looks again and again until something holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Runs a command to its end. */
export function ppconform(words: readonly string[], how: Start = {}): Promise<Ended> {
  return start(words, how).ended;
}

/** What performs commands without loading the code anew for each: one for a file of tests. */
let desk: ChildProcess | null = null;
let asked = 0;

/**
 * The same for a command that neither ends its process nor hears signals: it takes its turn in a process that has the
 * code loaded already. Where everything is tried, each has a process of its own, which shows that nothing keeps it alive.
 */
export function inTurn(
  words: readonly string[],
  { environment = {}, folder = emptyFolder() }: Start = {},
): Promise<Ended> {
  if (TRIES_ALL) return ppconform(words, { environment, folder });
  desk ??= fork(DESK, [], { env: {}, execArgv: [] }).setMaxListeners(0);
  const child = desk;
  const number = asked++;
  return new Promise((resolve, reject) => {
    const answered = ({ number: answeredTo, ended }: Answered): void => {
      if (answeredTo !== number) return;
      child.off("message", answered).off("exit", died);
      resolve(ended);
    };
    const died = (): void => reject(new Error(`The process that performs commands died of: ${words.join(" ")}`));
    child.on("message", answered).on("exit", died);
    child.send({ number, words, environment, folder });
  });
}

/** Ends that process: what its commands left in it is not there for the next file. */
export function leaveDesk(): void {
  desk?.disconnect();
  desk = null;
}

interface Answered {
  readonly number: number;
  readonly ended: Ended;
}

/**
 * Expects a refusal: the exit code, one short message on standard error that holds some texts, and nothing that a
 * reader of standard output could take for a result.
 */
export function expectRefusal({ stdout, stderr, code }: Ended, exitCode: number, ...texts: readonly string[]): void {
  expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
  for (const text of texts) expect(stderr).toContain(text);
  expect(stderr).not.toMatch(/\n\s+at |\bundefined\b|\[object /);
  expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
}

/** A sandbox that the command line serves, and the settings that it prints. */
export interface Served {
  readonly settings: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  stop(): Promise<Ended>;
}

/** Starts a sandbox by its command. */
export async function serveSandbox(...words: readonly string[]): Promise<Served> {
  const { process: child, ended } = start(["sandbox", "--print-env", "--quiet", ...words]);
  const settings = await new Promise<Record<string, string>>((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (text: string) => {
      printed += text;
      if (!printed.includes("CONFORMANCE_WEBHOOK_SECRET=") || !printed.endsWith("\n")) return;
      const lines = printed.split("\n").filter((line) => line.startsWith("CONFORMANCE_"));
      resolve(Object.fromEntries(lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)])));
    });
    ended.then(({ stderr }) => reject(new Error(`The sandbox ended: ${stderr}`)), reject);
  });
  return {
    settings,
    baseUrl: settings.CONFORMANCE_BASE_URL ?? "",
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** A server that answers everything in one way and writes down the method of each request. */
export interface Recorder {
  readonly port: number;
  readonly methods: readonly string[];
  close(): Promise<void>;
}

/** Starts a recorder on all addresses of this machine. */
export async function startRecorder(status: number, body: unknown): Promise<Recorder> {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const port = await listening(server, "0.0.0.0");
  return {
    port,
    methods,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A port of this machine on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createSocketServer();
  const port = await listening(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
