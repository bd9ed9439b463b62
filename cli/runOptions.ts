/** What the options of a run say to the engine. */
import { connectionFrom } from "./connection.js";
import type { RunFlags } from "./options.js";
import { policyOf } from "./reportFolder.js";

/**
 * How a run sends, as its options say it.
 * @throws UsageError for a connection that cannot be made
 */
export function sendingOptions(flags: RunFlags) {
  return {
    connection: connectionFrom(flags),
    seed: flags.seed,
    concurrency: flags.concurrency,
    requestsPerSecond: flags.rate,
    maxRequests: flags.maxRequests,
    maxTimeMs: flags.maxTime,
    maxCreated: flags.maxCreated,
    maxFailures: flags.maxFailures,
    timeoutMs: flags.timeout,
    patienceMs: flags.patience * 1000,
    wrongSecrets: flags.wrongSecrets,
    apiVersion: flags.apiVersion,
    ...policyOf(flags),
  };
}
