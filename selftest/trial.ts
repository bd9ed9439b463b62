/** Runs one trial: starts its target, runs the suite as often as it says, and keeps what the score is made from. */
import type { CheckResult, Report } from "../reports/model.js";
import { openSandboxSource } from "../suites/groups/webhooks/embedded.js";
import { runSuite } from "../suites/run.js";
import { type CheckOutcome, isFinding, type Trial, type TrialRecord, type TrialRun } from "./model.js";
import { sentLine } from "./sentValues.js";
import { startTarget } from "./targets.js";

/** Like the default of `ppconform run`. */
const CONCURRENCY = 16;
/** Milliseconds a request may take; targets are in the same process. */
const TIMEOUT_MS = 5_000;
const SEED = 42;

/** Some deliveries are answered badly, so that they are repeated. */
const RECEIVER = { port: 0, chaos: true, waitMs: 5_000 } as const;

/** How many different requests a record tells. */
const TOLD = 24;

function outcomeOf({ id, operation, verdict, reason, findings }: CheckResult): CheckOutcome | null {
  return verdict === "pass" ? null : { id, operation, verdict, message: findings[0]?.message ?? reason ?? "" };
}

function broken(id: string, startedAt: number, error: unknown): TrialRecord {
  const failure = error instanceof Error ? error.message : String(error);
  return { id, passed: 0, others: [], requests: 0, durationMs: Date.now() - startedAt, failure, sent: [] };
}

/** One run of a trial, on its target started anew. */
async function runOnce(trial: Trial, { profile, operations, checks }: TrialRun, sent: Set<string>): Promise<Report> {
  const target = await startTarget(trial.target);
  const receiving = operations.includes("webhooks") ? await openSandboxSource(target.baseUrl, RECEIVER) : null;
  try {
    const { report } = await runSuite({
      baseUrl: target.baseUrl,
      kind: "sandbox",
      credentials: target.credentials,
      profile,
      seed: SEED,
      concurrency: CONCURRENCY,
      timeoutMs: TIMEOUT_MS,
      noWrites: null,
      apiVersion: null,
      transferId: null,
      depositId: null,
      operations,
      checks,
      shard: null,
      failOn: "should",
      requireComplete: false,
      journalFile: null,
      reportFile: "report.json",
      limitRequests: 0,
      ...(receiving === null ? {} : { webhooks: receiving.source }),
      onExchange: (exchange) => {
        if (!trial.tellsRequests) return;
        const line = sentLine(checks[0] ?? "", exchange);
        // Once each, where it was sent last.
        sent.delete(line);
        sent.add(line);
      },
    });
    return report;
  } finally {
    await receiving?.close();
    await target.close();
  }
}

/** What the runs say of each check together: a finding stays, and what one run judged another need not have. */
function merged(reports: readonly Report[]): { passed: number; others: CheckOutcome[] } {
  const passed = new Set<string>();
  const others = new Map<string, CheckOutcome>();
  for (const { checks } of reports) {
    for (const result of checks) {
      const outcome = outcomeOf(result);
      const known = others.get(result.id);
      if (outcome === null) passed.add(result.id);
      else if (known === undefined || (isFinding(outcome) && !isFinding(known))) others.set(result.id, outcome);
    }
  }
  const judged = [...others.values()].filter(({ id, verdict }) => verdict !== "not-exercised" || !passed.has(id));
  return { passed: [...passed].filter((id) => !judged.some((other) => other.id === id)).length, others: judged };
}

/** Runs a trial. What goes wrong is in the record's `failure`; nothing is thrown. */
export async function runTrial(trial: Trial): Promise<TrialRecord> {
  const startedAt = Date.now();
  const sent = new Set<string>();
  try {
    const reports: Report[] = [];
    for (const run of trial.runs) reports.push(await runOnce(trial, run, sent));
    return {
      id: trial.id,
      ...merged(reports),
      requests: reports.reduce((sum, { run }) => sum + run.requests, 0),
      durationMs: Date.now() - startedAt,
      failure: null,
      // The preflight comes first, and what the check itself sent last.
      sent: [...sent].slice(-TOLD),
    };
  } catch (error) {
    return broken(trial.id, startedAt, error);
  }
}
