/** Runs of the suite in this process, against targets in this process. */
import type { Credentials } from "../../client/credentials.js";
import type { Exchange } from "../../client/model.js";
import { type RunOptions, type RunResult, runSuite } from "../../engine/run.js";
import type { Report, Verdict } from "../../reports/model.js";
import { type SandboxOptions, startSandbox } from "../../sandbox/server.js";
import { type OutsiderOptions, startOutsider } from "../outsiders/server.mjs";

/** A finished run, and all that was sent in the order in which answers came. */
export interface Trial extends RunResult {
  readonly exchanges: readonly Exchange[];
  readonly credentials: Credentials;
}

/** What the in-process targets have in common. */
interface Running {
  readonly baseUrl: string;
  readonly credentials: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly restrictedApiKey: string;
    readonly restrictedApiSecret: string;
  };
  close(): Promise<void>;
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
    kind: "remote",
    credentials,
    profile: "smoke",
    seed: 42,
    concurrency: 16,
    timeoutMs: 15_000,
    noWrites: null,
    apiVersion: null,
    transferId: null,
    depositId: null,
    operations: [],
    checks: [],
    shard: null,
    failOn: "must",
    requireComplete: false,
    journalFile: null,
    reportFile: "conformance-report/report.json",
    onExchange: (exchange) => exchanges.push(exchange),
    ...changes,
  });
  return { ...result, exchanges, credentials };
}

async function trialAndClose(target: Running, changes: Partial<RunOptions>): Promise<Trial> {
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = target.credentials;
  const restricted = { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret };
  try {
    return await trialOn(target.baseUrl, { apiKey, apiSecret, restricted }, changes);
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
