import { expect, test } from "vitest";
import { CREDENTIALS_EDITS } from "../../client/credentials.js";
import { createTransport } from "../../client/transport.js";
import { casesOf } from "../../discovery/check.js";
import { runPreflight } from "../../discovery/preflight.js";
import { COSTS } from "../../discovery/resources.js";
import type { Case } from "../../engine/model.js";
import { askedBy, type Selection, selectCases } from "../../engine/plan/selection.js";
import { sandboxDeployment } from "../../engine/settings/deployment.js";
import { startSandbox } from "../../sandbox/server.js";
import { jsonText } from "../../schemas/json.js";
import { CHECKS, SUITES } from "../../suites/suites.js";
import { repeated } from "../schemas/sections.js";

const ALL: Selection = {
  profile: "standard",
  checks: [],
  exclude: [],
  shard: null,
  costs: COSTS,
  noWrites: null,
  onlyRefused: false,
};

/** Selections of each kind: of what watches answers or successes, of controls, of single cases, without some, in shards. */
const PARTS: readonly Partial<Selection>[] = [
  ...["*/auth/*", "*/echo/*", "updateRecipient/state/*", "listTransactions/response/*", "listBalances/accepts/*"].map(
    (pattern) => ({ checks: [pattern] }),
  ),
  { checks: ["createRecipient/auth/neither#0", "getDepositDetail/state/*"] },
  { profile: "smoke", exclude: ["createRecipient/*"] },
  { profile: "smoke" },
  { profile: "smoke", checks: ["updateRecipient/refuses/website.format#4"] },
  ...[1, 2, 3].map((index) => ({ shard: { index, count: 3 } })),
];

test("every case of a run has an id of its own, which begins with its check's", async () => {
  const sandbox = await startSandbox();
  const { baseUrl, credentials } = sandboxDeployment(sandbox);
  const transport = createTransport({ baseUrl, credentials, concurrency: 8, timeoutMs: 60_000 });
  try {
    const { target } = await runPreflight(
      transport,
      {
        baseUrl: sandbox.baseUrl,
        seed: 42,
        profile: "standard",
        noWrites: null,
        onlyRefused: false,
        storing: true,
        apiVersion: null,
        transferId: null,
        depositId: null,
        stated: {},
        credentialsEdits: new Set(CREDENTIALS_EDITS),
        now: Date.now(),
      },
      new Map(),
    );
    const cases = casesOf(SUITES, target);
    expect(repeated(cases.map(({ id }) => id))).toEqual([]);
    expect(cases.filter(({ id, check: about }) => !id.startsWith(`${about}#`))).toEqual([]);
    // Every operation is ready there: each has cases.
    const operations = new Set(cases.map(({ operation }) => operation));
    expect(SUITES.map(({ operation }) => operation).filter((operation) => !operations.has(operation))).toEqual([
      "webhooks",
    ]);
    // What is not asked is not made, and nothing is missing that a selection takes.
    for (const part of PARTS) {
      const selection = { ...ALL, ...part };
      const ofProfile = { ...target, profile: selection.profile };
      const all = selection.profile === target.profile ? cases : casesOf(SUITES, ofProfile);
      const made = casesOf(SUITES, ofProfile, askedBy(CHECKS, selection));
      const taken = (some: readonly Case[]): string[] => {
        const { cases: sent, reserve } = selectCases(CHECKS, some, selection);
        return [...sent, ...reserve].map(({ id, tier, shareable }) => `${id} ${tier} ${jsonText(shareable?.edit)}`);
      };
      expect(taken(made)).toEqual(taken(all));
    }
    expect(
      casesOf(SUITES, target, ({ check }) => (check === "listBalances/auth/neither" ? Number.POSITIVE_INFINITY : null))
        .length,
    ).toBeLessThan(cases.length / 100);
  } finally {
    await transport.close();
    await sandbox.close();
  }
});
