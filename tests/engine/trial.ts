/** Runs of the suite in this process, against targets in this process. */
import type { Credentials } from "../../client/credentials.js";
import type { Exchange } from "../../client/model.js";
import { type RunningSandbox, sandboxDeployment } from "../../engine/settings/deployment.js";
import type { Report, Verdict } from "../../reports/model.js";
import { type SandboxOptions, startSandbox } from "../../sandbox/server.js";
import { type RunOptions, type RunResult, runSuite } from "../../suites/run.js";
import { type OutsiderOptions, startOutsider } from "../outsiders/server.mjs";

/** A finished run, and all that was sent in the order in which answers came. */
export interface Trial extends RunResult {
  readonly exchanges: readonly Exchange[];
  readonly credentials: Credentials;
}

/** Runs the suite against an address; smoke, with seed 42, unless told otherwise. */
export async function trialOn(
  baseUrl: string,
  credentials: Credentials,
  changes: Partial<RunOptions> = {},
): Promise<Trial> {
  const exchanges: Exchange[] = [];
  const result = await runSuite({
    baseUrl,
    credentials,
    profile: "smoke",
    onExchange: (exchange) => exchanges.push(exchange),
    ...changes,
  });
  return { ...result, exchanges, credentials };
}

async function trialAndClose(target: RunningSandbox, changes: Partial<RunOptions>): Promise<Trial> {
  const { baseUrl, credentials } = sandboxDeployment(target);
  try {
    return await trialOn(baseUrl, credentials, changes);
  } finally {
    await target.close();
  }
}

/** Runs the suite against a fresh sandbox. */
export async function trialOnSandbox(changes: Partial<RunOptions> = {}, options: SandboxOptions = {}): Promise<Trial> {
  return trialAndClose(await startSandbox(options), changes);
}

/** Runs the suite against an outsider's server. */
export async function trialOnOutsider(changes: Partial<RunOptions>, options: OutsiderOptions): Promise<Trial> {
  return trialAndClose(await startOutsider(options), changes);
}

/** The checks with one of some verdicts, each with its first finding. */
export function checksWith(report: Report, ...verdicts: readonly Verdict[]): string[] {
  return report.checks
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id, verdict, findings }) => `${verdict} ${id}: ${findings[0]?.message ?? ""} ${findings[0]?.actual ?? ""}`);
}
