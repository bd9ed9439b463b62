import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { ChildReport } from "./child.js";
import type { RunningSandbox, SandboxOptions } from "./server.js";
import { SandboxUsageError } from "./usageError.js";

/** How long the child may take to end on its own, in milliseconds. */
const ENDING_TIME = 2_000;

/**
 * Starts a sandbox in a separate process, so that it shares neither processor time nor memory with this one. The
 * process ends with `close()` and when this process goes away. Works from compiled code only.
 * @throws SandboxUsageError as startSandbox does; Error when the process ends before it serves.
 */
export async function startEmbeddedSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const child = fork(fileURLToPath(new URL("./child.js", import.meta.url)), [], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const report = await reportOf(child, options);
  if (report.kind === "failed") {
    child.kill();
    throw report.usage ? new SandboxUsageError(report.message) : new Error(report.message);
  }
  // A sandbox that was not closed must not keep this process from ending.
  child.unref();
  child.channel?.unref();
  const { baseUrl, port, credentials } = report;
  return { baseUrl, port, credentials, close: () => end(child) };
}

function reportOf(child: ChildProcess, options: SandboxOptions): Promise<ChildReport> {
  return new Promise((resolve, reject) => {
    child.once("message", (report: ChildReport) => resolve(report));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(new Error(`The sandbox process ended before it was ready (${signal ?? `exit code ${code}`}).`));
    });
    child.send(options);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = once(child, "exit");
  const patience = setTimeout(() => child.kill("SIGKILL"), ENDING_TIME);
  if (child.connected) child.disconnect();
  await exited;
  clearTimeout(patience);
}
