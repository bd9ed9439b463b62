import { afterAll, expect, test } from "vitest";
import { run, startSandbox } from "../../index.js";
import { digestOf } from "../../reports/digest.js";
import { validateReport } from "../../reports/validate.js";
import { fileWith } from "../files.js";

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const PART = { profile: "smoke", checks: ["listBalances/response/*"] } as const;

test("a report tells what narrowed its run and what the run was allowed", async () => {
  const { apiKey, apiSecret } = sandbox.credentials;
  const report = await run({
    ...PART,
    target: sandbox.baseUrl,
    operations: ["listBalances"],
    exclude: ["webhooks"],
    apiVersion: "2024-12-01",
    maxRequests: 90,
    maxCreated: 3,
    limitRequests: 0,
    wrongSecrets: false,
    credentials: { apiKey, apiSecret, headers: { "x-gateway": "a secret of the gateway" } },
  });
  expect(report.run.options).toEqual({
    profile: "smoke",
    operations: ["listBalances"],
    checks: ["listBalances/response/*"],
    exclude: ["webhooks"],
    writes: "all",
    wrongSecrets: false,
    restricted: false,
    secondPartner: false,
    receiver: false,
    apiVersion: "2024-12-01",
    headers: ["x-gateway"],
    answers: null,
    budgets: { requests: 90, created: 3, limits: 0 },
    failOn: "must",
    requireComplete: false,
    requireAnswers: false,
  });
  expect(report.run.node).toBe(process.versions.node);
  expect(JSON.stringify(report)).not.toContain("a secret of the gateway");
  expect(validateReport(report)).toMatchObject({ valid: true });
});

test("a report names the files that it was made with by their digests, and the contract and the plan always alike", async () => {
  const answers = "agreed:\n  - id: unknown.listTransactions.pageBase\n    answer: 1\n";
  const baseline = "known: []\npinned: {}\n";
  const plain = await run({ ...PART, target: sandbox });
  const held = await run({
    ...PART,
    target: sandbox,
    answers: fileWith(answers),
    baseline: fileWith(baseline),
  });
  const { contract, plan } = plain.run.digests ?? {};
  expect(plain.run.digests).toEqual({ contract, plan });
  expect(contract).not.toBe(plan);
  expect(held.run.digests).toEqual({ contract, plan, answers: digestOf(answers), baseline: digestOf(baseline) });
});
