/**
 * The suites inside Vitest: one suite for each operation, one test for each check.
 * The target comes from the CONFORMANCE_ environment variables; without a base URL it is an embedded sandbox.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Profile } from "../engine/model.js";
import { chooseDeployment, type Deployment, openDeployment } from "../engine/settings/deployment.js";
import { readSettings } from "../engine/settings/environment.js";
import type { CheckResult } from "../reports/model.js";
import { startSandbox } from "../sandbox/server.js";
import type { OperationId } from "../schemas/operations.js";
import { runSuite } from "./run.js";
import { SUITES } from "./suites.js";

export interface ConformanceSuiteOptions {
  /** Default: smoke. */
  readonly profile?: Profile;
  /** Decides every random value. Default: 42. */
  readonly seed?: number;
}

function failureText(check: CheckResult): string {
  return check.findings
    .map(
      ({ message, expected, actual, curl }) =>
        `${message}\n  expected  ${expected}\n  actual    ${actual}\n  again     ${curl}`,
    )
    .join("\n");
}

/** Declares the suite of an operation. Call it at the top level of a test file. */
export function conformanceSuite(operation: OperationId, options: ConformanceSuiteOptions = {}): void {
  const { profile = "smoke", seed = 42 } = options;
  const suite = SUITES.find((candidate) => candidate.operation === operation);
  if (suite === undefined) throw new Error(`no suite is called ${operation}`);
  describe(operation, () => {
    const results = new Map<string, CheckResult>();
    let target: Deployment | null = null;
    beforeAll(async () => {
      const settings = readSettings(null, process.env);
      const chosen = chooseDeployment(undefined, {}, settings);
      target = await openDeployment(chosen, () => startSandbox({ seed }));
      const { report } = await runSuite({
        baseUrl: target.baseUrl,
        kind: target.kind,
        credentials: target.credentials,
        profile,
        seed,
        noWrites: target.noWrites,
        onlyRefused: target.onlyRefused,
        connection: { onlyLoopback: target.onlyLoopback },
        transferId: settings.CONFORMANCE_TRANSFER_ID,
        depositId: settings.CONFORMANCE_DEPOSIT_ID,
        operations: [operation],
        limitRequests: 0,
      });
      for (const check of report.checks) results.set(check.id, check);
    });
    afterAll(() => target?.close());
    for (const definition of suite.checks) {
      test(`${definition.id}: ${definition.title}`, ({ skip }) => {
        const check = results.get(definition.id);
        if (check === undefined) throw new Error(`${definition.id} has no result`);
        // Warnings are about what the document implies; they fail a run only on demand.
        if (check.verdict === "not-exercised" || check.verdict === "not-applicable") skip(check.reason);
        expect(["pass", "warning", "known", "flaky"], failureText(check)).toContain(check.verdict);
      });
    }
  });
}
