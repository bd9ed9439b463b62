/** A run of the webhook checks against a sandbox in this process. */

import type { Report } from "../../reports/model.js";
import { startSandbox } from "../../sandbox/server.js";
import { deliveriesOf } from "../../suites/deliveries/attend.js";
import { type RunOptions, runSuite } from "../../suites/run.js";
import { openReception } from "../../webhooks/reception.js";

export interface TrialOptions {
  readonly defects?: readonly string[];
  readonly behaviours?: Readonly<Record<string, string>>;
  readonly waitMs?: number;
  /** Whether the receiver is registered at the sandbox. Default: true. */
  readonly registered?: boolean;
  /** Whether the receiver answers some deliveries badly. Default: whether it is registered. */
  readonly chaos?: boolean;
  readonly secret?: "known" | "unknown";
  /** What else the run is told. */
  readonly run?: Pick<RunOptions, "operations" | "apiVersion" | "profile">;
}

/** Runs the checks of deliveries. */
export async function trial(options: TrialOptions = {}): Promise<Report> {
  const { defects = [], behaviours = {}, waitMs = 60_000, registered = true, secret = "known" } = options;
  const { chaos = registered } = options;
  const sandbox = await startSandbox({ defects, behaviours });
  const opened = await openReception({ port: 0, chaos, waitMs }, registered ? sandbox.baseUrl : null);
  const { apiKey, apiSecret, webhookSecret } = sandbox.credentials;
  try {
    const { report } = await runSuite({
      baseUrl: sandbox.baseUrl,
      kind: "sandbox",
      credentials: { apiKey, apiSecret, ...(secret === "known" ? { webhookSecret } : {}) },
      timeoutMs: 60_000,
      operations: ["webhooks"],
      failOn: "should",
      webhooks: deliveriesOf(opened),
      ...options.run,
    });
    return report;
  } finally {
    await opened.close();
    await sandbox.close();
  }
}

/** The checks with a finding, and their verdicts. */
export function findings(report: Report): Record<string, string> {
  return Object.fromEntries(
    report.checks.flatMap(({ id, verdict }) =>
      verdict === "violation" || verdict === "warning" ? [[id, verdict]] : [],
    ),
  );
}
