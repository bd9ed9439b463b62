/** Recipient creation under every Api-Version that it takes. */
import { describe, expect, test } from "vitest";
import { versionsText } from "../../reports/facts/versions.js";
import { renderQuestions } from "../../reports/formats/questions.js";
import type { Report } from "../../reports/model.js";
import { validateReport } from "../../reports/validate.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { checksWith, trialOnSandbox } from "../engine/trial.js";
import { findings, trial } from "../webhooks/trial.js";

const NEWER = "2026-08-31";

/** Three versions: 2024-12-01, 2026-08-31 and a creation without the header. */
const ALL_TAKEN = { recipientVersionMissing: "accepted" };

async function judged(behaviours: Record<string, string>, defects: readonly string[] = [], apiVersion = "each") {
  const service = { behaviours: { ...ALL_TAKEN, ...behaviours }, defects };
  const { report } = await trialOnSandbox({ operations: ["createRecipient"], apiVersion }, service);
  return report;
}

/** What differs, by id: the answers under 2024-12-01, 2026-08-31 and without the header. */
function differences({ versions }: Report): Record<string, readonly (string | null)[]> {
  return Object.fromEntries((versions?.differences ?? []).map(({ id, answers }) => [id, answers]));
}

describe("a service that conforms", () => {
  test("and takes everything alike is one sentence, without a table", async () => {
    const report = await judged({});
    expect(report.versions?.judged.map(({ version, failed }) => [version, failed])).toEqual([
      ["2024-12-01", 0],
      [NEWER, 0],
      ["none", 0],
    ]);
    expect(differences(report)).toEqual({});
    expect(report.versions && versionsText(report.versions)).toMatch(
      /^createRecipient behaves the same under each Api-Version \(2024-12-01, 2026-08-31 and without Api-Version\)/,
    );
  });

  test.each([
    [
      "fields",
      { "unknown.versionDifferences": ["no field of its own", "only here: schema_version", "no field of its own"] },
    ],
    [
      "required",
      {
        "unknown.createRecipient.requirements": [
          expect.stringContaining("none"),
          expect.stringContaining("business_type is required"),
          expect.stringContaining("none"),
        ],
      },
    ],
    ["refusals", { "unknown.createRecipient.refusalStatus": ["400", "422", "400"] }],
  ])("and decides otherwise under one version is told so, and not failed: %s", async (versionedCreation, expected) => {
    const report = await judged({ versionedCreation });
    expect(checksWith(report, "violation", "warning", "flaky", "error")).toEqual([]);
    expect(differences(report)).toMatchObject(expected);
  });

  test("and takes one version only is judged under that one", async () => {
    const report = await judged({ recipientVersion: NEWER, recipientVersionMissing: "refused" });
    expect(report.versions?.judged.map(({ version }) => version)).toEqual([NEWER]);
    expect(report.versions && versionsText(report.versions)).toBe(
      "createRecipient was judged under one Api-Version only (2026-08-31).",
    );
  });
});

test.each([
  ["createRecipient/refuses/website.maxLength", "violation: 200"],
  ["createRecipient/accepts/business_name.maxLength", "violation: 400"],
])("a rule that is broken under one version only is a violation there: %s", async (check, seen) => {
  const defect = `${check}/newer-version`;
  const plain = await judged({}, [defect], "2024-12-01");
  expect(checksWith(plain, "violation")).toEqual([]);
  const report = await judged({}, [defect]);
  expect(report.exitCode).toBe(1);
  expect(differences(report)[check]).toEqual(["pass", expect.stringContaining(seen), "pass"]);
  const finding = report.checks.find(({ id }) => id === check)?.findings[0];
  expect(finding?.message).toContain("(under Api-Version 2026-08-31)");
  expect(finding?.exchange.request.headers).toMatchObject({ "api-version": NEWER });
  const questions = renderQuestions(report, { unknowns: [], conflicts: CONFLICTS });
  expect(questions).toContain(`${check} (${NEWER})`);
  expect(validateReport(JSON.parse(JSON.stringify(report)))).toMatchObject({ valid: true });
});

test("deliveries are judged under each version, by what came in its own run", async () => {
  const run = { operations: ["createRecipient", "webhooks"], apiVersion: "each", profile: "smoke" } as const;
  const report = await trial({ run });
  expect(report.versions?.judged).toHaveLength(2);
  expect(findings(report)).toEqual({});
  expect(differences(report)).toEqual({});
  const heard = report.checks.filter(({ operation, verdict }) => operation === "webhooks" && verdict === "pass");
  expect(heard.length).toBeGreaterThan(0);
});

test.each([
  [{ shard: { index: 1, count: 2 } }, "--shard"],
  [{ maxTimeMs: 1_000 }, "--max-time"],
  [{ operations: ["listBalances"] }, "--operation"],
] as const)("a part of a run cannot show all versions: %o", async (part, option) => {
  await expect(trialOnSandbox({ ...part, apiVersion: "each" })).rejects.toThrow(option);
});

test("a budget that is spent before the second version is told", async () => {
  const { report } = await trialOnSandbox({ operations: ["createRecipient"], apiVersion: "each", maxRequests: 250 });
  expect(report.versions?.judged).toHaveLength(1);
  expect(report.versions?.reason).toMatch(/did not find out|ended before/);
});
