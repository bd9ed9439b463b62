/** A part says the same as the whole: shards of a sandbox with ten defects, their merged report, and single checks. */

import { beforeAll, describe, expect, test } from "vitest";
import { CONTRACT } from "../../contract.js";
import { resolveBaseline } from "../../library/baseline.js";
import { applyBaseline } from "../../reports/across/baseline.js";
import { parseBaseline } from "../../reports/across/baselineFile.js";
import { diffReports } from "../../reports/across/diff.js";
import { mergeReports } from "../../reports/across/merge.js";
import { shardsOf } from "../../reports/across/shards.js";
import { updateBaseline } from "../../reports/across/update.js";
import type { CheckResult, Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { knownDefects } from "../../suites/knownDefects.js";
import { CHECKS } from "../../suites/suites.js";
import { growing } from "../../suites/unknowns/traffic.js";
import { trialOnSandbox } from "../engine/trial.js";
import { TRIES_ALL } from "../slice.js";

const DEFECTS = [
  "updateRecipient/refuses/payment_details.crypto.network.required/left-out",
  "getTransferDetail/response/customer.registration_address.registration_address_country_code.type/list",
  "updateRecipient/state/isolation/shared-files",
  "updateRecipient/state/unknown-recipient/500-for-404",
  "updateRecipient/accepts/file_id_list.maxItems/ten-files-fails",
  "listTransactions/errors/items/nulls",
  "listTransactions/auth/swapped/let-in",
  "uploadFile/accepts/file_type.enum/documented-refused",
  "listTransactions/state/pages.complete/last-page-lost",
  "createRecipient/echo/partner_recipient_id/dropped",
];

/** How a service writes times whose answers are put together: a part of them shows another notation than all of them. */
const BEHAVIOURS = { dateNotation: "shortest" };

async function reportWith(changes: Parameters<typeof trialOnSandbox>[0]): Promise<Report> {
  const { report } = await trialOnSandbox(
    { limitRequests: 0, kind: "sandbox", ...changes },
    { behaviours: BEHAVIOURS, defects: DEFECTS },
  );
  return report;
}

function verdicts(checks: readonly CheckResult[]): string[] {
  return checks.map(({ id, verdict }) => `${id} ${verdict}`);
}

function failing({ checks }: Report): CheckResult[] {
  return checks.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable");
}

function merged(shards: readonly Report[]): Report {
  const found = shards.map((report, at) => ({ path: `${at}.json`, report }));
  const { report, contradictions } = mergeReports(shardsOf(found), {
    policy: { failOn: "must", requireComplete: false },
    reportFile: "conformance-report/report.json",
    order: CHECKS.map(({ id }) => id),
    growing,
    defects: knownDefects(),
    ledger: CONTRACT,
  });
  expect(contradictions).toEqual([]);
  expect(validateReport(report)).toMatchObject({ valid: true });
  return report;
}

describe("of a sandbox with ten defects", () => {
  let whole: Report;
  let shards: readonly Report[];

  beforeAll(async () => {
    whole = await reportWith({});
    shards = await Promise.all([1, 2, 3].map((index) => reportWith({ shard: { index, count: 3 } })));
  });

  test("the whole run finds something of each", () => {
    expect(failing(whole).length).toBeGreaterThanOrEqual(DEFECTS.length);
  });

  test("each check has the verdict of the whole run in its shard", () => {
    const own = new Map(whole.checks.map((check) => [check.id, check.verdict]));
    const different = shards.flatMap(({ checks }) => checks).filter(({ id, verdict }) => own.get(id) !== verdict);
    expect(verdicts(different)).toEqual([]);
  });

  test("the shards together send little more than the whole run", () => {
    const sent = shards.reduce((sum, { run }) => sum + run.requests, 0);
    expect(sent).toBeLessThan(whole.run.requests * 1.4);
  });

  test("the merged report is that of the whole run", () => {
    const report = merged(shards);
    const told = ({ checks }: Report) =>
      checks.map(({ findings, durationMs: _, ...check }) => ({
        ...check,
        findings: findings.map(({ id, message }) => ({ id, message })),
      }));
    expect(told(report)).toEqual(told(whole));
    expect(report.summary.rules).toEqual(whole.summary.rules);
    expect(report).toMatchObject({ outcome: whole.outcome, exitCode: whole.exitCode, target: { kind: "sandbox" } });
    expect(report.run.shard).toBeUndefined();
    const answers = ({ observations, conflicts }: Report) =>
      [...observations, ...conflicts].flatMap(({ id, answer }) =>
        id === "unknown.responseTime" ? [] : [[id, answer]],
      );
    expect(answers(report)).toEqual(answers(whole));
    expect(diffReports(report, whole, growing)).toMatchObject({ observations: [], conflicts: [] });
  });

  test("no part is in conflict with the whole: held against its baseline, and beside it", async () => {
    const { text } = updateBaseline(null, null, whole, { today: "2026-01-01", whole: true });
    const baseline = resolveBaseline(parseBaseline(text, "baseline.yaml"));
    const policy = { failOn: "must", requireComplete: false } as const;
    const parts = [...shards, await reportWith({ checks: ["listTransactions/auth/swapped"] })];
    for (const part of parts) {
      const held = applyBaseline(part, baseline, { today: "2026-01-01", policy, whole: false });
      expect(held.baseline).toMatchObject({ stale: [], drift: [] });
      const { observations, conflicts } = diffReports(part, whole, growing);
      expect([...observations, ...conflicts].filter(({ left, right }) => left !== null && right !== null)).toEqual([]);
    }
    const notation = ({ observations }: Report) => observations.find(({ id }) => id === "unknown.timestampNotation");
    expect(notation(whole)?.value).toEqual([{ offset: "Z", decimals: "varying" }]);
    expect(parts.map((part) => notation(part)?.answer)).toContain("Z with no decimals");
  });

  // As many runs again, and like those before.
  test.skipIf(!TRIES_ALL)("more shards than there are large operations find the same together", async () => {
    const count = 7;
    const parts: Report[] = [];
    for (let index = 1; index <= count; index++) parts.push(await reportWith({ shard: { index, count } }));
    expect(verdicts(merged(parts).checks)).toEqual(verdicts(whole.checks));
  });

  test("a check that is run alone fails as it does in the whole run", async () => {
    const alone = [
      "updateRecipient/errors/no-server-error",
      "listTransactions/auth/swapped",
      "listTransactions/errors/items",
      "updateRecipient/refuses/payment_details.crypto.network.required",
    ];
    for (const id of alone) {
      const { checks } = await reportWith({ checks: [id] });
      // A service that fails is a warning: 500 is documented.
      const verdict = id.endsWith("no-server-error") ? "warning" : "violation";
      expect(verdicts(checks)).toEqual([`${id} ${verdict}`]);
    }
  });
});
