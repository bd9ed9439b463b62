/** Whole runs with agreed answers, against sandboxes that keep them and sandboxes that do not. */
import { beforeAll, describe, expect, test } from "vitest";
import type { AgreedAnswers } from "../../../engine/answers/checks.js";
import { renderDraft } from "../../../reports/answers/draft.js";
import { parseAnswers } from "../../../reports/answers/file.js";
import type { Report } from "../../../reports/model.js";
import { validateReport } from "../../../reports/validate.js";
import { OPEN_POINTS } from "../../../schemas/ledger/openPoints.js";
import { OPERATION_IDS } from "../../../schemas/operations.js";
import { slice, TRIES_ALL } from "../../slice.js";
import { standardRun } from "../standardRun.js";
import { trialOnSandbox } from "../trial.js";

/** What depends on how fast a run is: whether a recipient is still pending when it is updated. */
const OF_PACE = ["unknown.recipientTransitions", "unknown.updateRecipient.statusAfterUpdate"];

const ONLY_AGREED = { profile: "standard", checks: ["*/agreed.*"] } as const;

/** Operations of which it is looked at whether other answers are told. */
const OTHERWISE = TRIES_ALL ? OPERATION_IDS : (["createRecipient", "createCustomer", "listTransactions"] as const);

/** Runs that see less than what is agreed. */
const PARTS = slice(
  [
    ["a smoke run", { profile: "smoke" }],
    ["a part of the checks", { profile: "standard", shard: { index: 2, count: 3 } }],
    ["one operation", { profile: "standard", operations: ["updateRecipient"] }],
    ["reads alone", { profile: "standard", noWrites: "writing was not allowed" }],
  ] as const,
  2,
);

function agreementOf(draft: string): AgreedAnswers {
  const { path, agreed } = parseAnswers(draft, "answers.yaml");
  return { file: path, agreed: agreed.filter(({ id }) => !OF_PACE.includes(id)) };
}

function broken({ checks }: Report): string[] {
  return checks.filter(({ verdict }) => ["violation", "flaky", "error"].includes(verdict)).map(({ id }) => id);
}

describe("what one sandbox answers, taken as agreed", () => {
  let agreedAnswers: AgreedAnswers;
  let seen = 0;

  beforeAll(async () => {
    const { report } = await standardRun();
    const draft = renderDraft(report, OPEN_POINTS);
    agreedAnswers = agreementOf(draft);
    seen = report.observations.filter(({ id }) => OPEN_POINTS.get(id)?.importance !== "trivia").length;
  });

  test("holds nearly every answer that was seen", () => {
    expect(agreedAnswers.agreed.length).toBeGreaterThan(250);
    expect(agreedAnswers.agreed.length).toBeGreaterThan(seen - 10);
  });

  test("is kept by another sandbox that behaves alike, with another seed", async () => {
    const { report } = await trialOnSandbox({ profile: "standard", seed: 7, agreedAnswers }, { seed: 7 });
    expect(broken(report)).toEqual([]);
    expect(report).toMatchObject({ outcome: "conforms", exitCode: 0 });
    expect(validateReport(report)).toMatchObject({ valid: true });
    const open = report.checks.filter(({ id, verdict }) => id.includes("/agreed.") && verdict !== "pass");
    expect(open.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  });

  test.each(PARTS.entries)(`is broken by nothing that %s does not see (${PARTS.told})`, async (_, changes) => {
    const { report } = await trialOnSandbox({ ...changes, agreedAnswers });
    expect(broken(report)).toEqual([]);
  });

  test("is broken by a sandbox that behaves otherwise, just where it does", async () => {
    const behaviours = { pageBase: "0", duplicatePartnerId: "existing" };
    const { report } = await trialOnSandbox({ ...ONLY_AGREED, agreedAnswers, operations: OTHERWISE }, { behaviours });
    expect(broken(report)).toEqual([
      "createRecipient/state/agreed.unknown.createRecipient.duplicatePartnerId",
      "createCustomer/state/agreed.unknown.createCustomer.duplicatePartnerId",
      "listTransactions/state/agreed.unknown.listTransactions.pageBase",
    ]);
    expect(report).toMatchObject({ outcome: "violations", exitCode: 1 });
    for (const check of report.checks.filter(({ verdict }) => verdict === "violation")) {
      expect(check).toMatchObject({ level: "must", cases: 1, findings: [{ exchange: { response: {} } }] });
    }
  });
});

describe("a stated fact that a sandbox does not keep", () => {
  let report: Report;

  beforeAll(async () => {
    const agreedAnswers = agreementOf(
      `agreed:
  - { id: conflict.createRecipient.apiVersion, answer: 2024-12-01 }
  - { id: unknown.createCustomer.apiVersionValues, answer: 2026-08-31 }
  - { id: unknown.uploadFile.fileEncoding, answer: data URI }
  - { id: unknown.getTransferReceipt.parameterName, answer: transfer_id }
`,
    );
    const trial = await trialOnSandbox({ agreedAnswers }, { behaviours: { recipientVersion: "2026-08-31" } });
    report = trial.report;
  });

  test("is one violation, and hides nothing else", () => {
    expect(broken(report)).toEqual([
      "createRecipient/version/agreed.conflict.createRecipient.apiVersion",
      "createCustomer/version/agreed.unknown.createCustomer.apiVersionValues",
      "uploadFile/accepts/agreed.unknown.uploadFile.fileEncoding",
      "getTransferReceipt/accepts/agreed.unknown.getTransferReceipt.parameterName",
    ]);
    expect(report.summary.pass).toBeGreaterThan(1000);
  });

  test("is proved by two requests that differ in what is stated", () => {
    expect(report.checks.find(({ id }) => id.endsWith("createRecipient.apiVersion"))?.findings).toMatchObject([
      {
        actual: "createRecipient takes Api-Version 2026-08-31; what is stated is answered with 400",
        edit: { at: "header Api-Version", from: "2026-08-31", to: "2024-12-01" },
        control: { request: { headers: { "api-version": "2026-08-31" } }, response: { status: 200 } },
        exchange: { request: { headers: { "api-version": "2024-12-01" } }, response: { status: 400 } },
      },
    ]);
  });
});
