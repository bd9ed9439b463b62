/** Runs one trial: starts its service, runs the suite, and keeps what the score is made from. */

import type { CheckResult } from "../reports/model.js";
import { deliveriesOf } from "../suites/deliveries/attend.js";
import { runSuite } from "../suites/run.js";
import { CHECKS } from "../suites/suites.js";
import { openReception } from "../webhooks/reception.js";
import type { CheckOutcome, Trial, TrialRecord } from "./model.js";
import { sentLine } from "./sentValues.js";
import { startService } from "./services.js";

/** Milliseconds a request may take; services are in the same process. */
const TIMEOUT_MS = 5_000;

/** Some deliveries are answered badly, so that they are repeated. */
const RECEIVER = { port: 0, chaos: true, waitMs: 60_000 } as const;

/** How many different requests a record tells. */
const TOLD = 24;

function outcomeOf({ id, operation, verdict, reason, findings }: CheckResult): CheckOutcome[] {
  if (verdict === "pass") return [];
  return [{ id, operation, verdict, message: findings[0]?.message ?? reason ?? "" }];
}

function broken(id: string, startedAt: number, error: unknown): TrialRecord {
  const failure = error instanceof Error ? error.message : String(error);
  return { id, passed: 0, others: [], requests: 0, durationMs: Date.now() - startedAt, failure, sent: [] };
}

/** Runs a trial. What goes wrong is in the record's `failure`; nothing is thrown. */
export async function runTrial(trial: Trial): Promise<TrialRecord> {
  const startedAt = Date.now();
  const sent = new Set<string>();
  const field = CHECKS.find(({ id }) => id === trial.checks[0])?.field;
  try {
    const service = await startService(trial.service);
    const receiving = trial.operations.includes("webhooks") ? await openReception(RECEIVER, service.baseUrl) : null;
    try {
      const { report } = await runSuite({
        baseUrl: service.baseUrl,
        kind: "sandbox",
        credentials: service.credentials,
        profile: trial.profile,
        timeoutMs: TIMEOUT_MS,
        operations: trial.operations,
        checks: trial.checks,
        focus: trial.focus ?? undefined,
        failOn: "should",
        limitRequests: 0,
        webhooks: receiving === null ? undefined : deliveriesOf(receiving),
        onExchange: (exchange) => {
          if (!trial.tellsRequests) return;
          const line = sentLine(field, exchange);
          // Once each, where it was sent last.
          sent.delete(line);
          sent.add(line);
        },
      });
      return {
        id: trial.id,
        passed: report.summary.pass,
        others: report.checks.flatMap(outcomeOf),
        requests: report.run.requests,
        durationMs: Date.now() - startedAt,
        failure: null,
        // The preflight comes first, and what the check itself sent last.
        sent: [...sent].slice(-TOLD),
      };
    } finally {
      await receiving?.close();
      await service.close();
    }
  } catch (error) {
    return broken(trial.id, startedAt, error);
  }
}
