/** Runs one trial: starts its service in this process, runs the suite, and keeps what the score is made from. */
import type { Exchange } from "../client/model.js";
import { sandboxDeployment } from "../engine/settings/deployment.js";
import type { CheckResult } from "../reports/model.js";
import { startSandbox } from "../sandbox/server.js";
import { type Field, ITEM } from "../schemas/fieldTree.js";
import { isObject, jsonText, parsedJson } from "../schemas/json.js";
import { deliveriesOf } from "../suites/deliveries/attend.js";
import { runSuite } from "../suites/run.js";
import { CHECKS } from "../suites/suites.js";
import { openReception } from "../webhooks/reception.js";
import { type CheckOutcome, type Service, type Trial, type TrialRecord, withoutReport } from "./outcomes.js";
import { loadOutsiders } from "./services.js";

/**
 * Starts a service on a free port of 127.0.0.1.
 * @throws SandboxUsageError for an unknown behaviour or defect; Error when the outsider's server is missing
 */
async function startService(service: Service) {
  switch (service.kind) {
    case "sandbox": {
      const { behaviours, defect } = service;
      const sandbox = await startSandbox({ behaviours, defects: defect === null ? [] : [defect] });
      return sandboxDeployment(sandbox);
    }
    case "outsider": {
      const outsiders = await loadOutsiders();
      const outsider = await outsiders.start(service.preset, service.fault);
      return sandboxDeployment(outsider);
    }
    default:
      return service satisfies never;
  }
}

/** How much of a value is shown, in characters. */
const SHOWN = 120;

/** The value of a field. A missing step is skipped. */
function fieldValue(body: unknown, { location }: Pick<Field, "location">): unknown {
  let value = body;
  for (const step of location) {
    if (step === ITEM) value = Array.isArray(value) ? value[0] : value;
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
  }
  return value;
}

/** A request as `METHOD path value → status`; the value is that of the field which a check is about, or the whole body. */
function sentLine(field: Field | undefined, { wire, response, failure }: Exchange): string {
  const value =
    wire.body === null
      ? ""
      : ` ${shown(fieldValue(parsedJson(String(wire.body)) ?? String(wire.body), field ?? { location: [] }))}`;
  return `${wire.method} ${wire.path}${value} → ${response?.status ?? failure?.kind ?? "no answer"}`;
}

function shown(value: unknown): string {
  const text = jsonText(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}

/** Milliseconds a request may take; services are in the same process. */
const TIMEOUT_MS = 5_000;

/** Some deliveries are answered with an error, so that they are repeated. */
const RECEIVER = { port: 0, chaos: true, waitMs: 60_000 } as const;

/** How many different requests a record lists. */
const TOLD = 24;

function outcomeOf({ id, operation, verdict, reason, findings }: CheckResult): CheckOutcome[] {
  if (verdict === "pass") return [];
  return [{ id, operation, verdict, message: findings[0]?.message ?? reason ?? "" }];
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
          // Each once, at its last sending.
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
    return withoutReport(trial, error instanceof Error ? error.message : String(error), Date.now() - startedAt);
  }
}
