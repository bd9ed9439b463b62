/**
 * How much there is of everything, exactly: what disappears by accident shows here. After a change that is meant:
 * `npm run generate`.
 */
import { describe, expect, test } from "vitest";
import { listBehaviours } from "../sandbox/behaviours.js";
import { listDefects } from "../sandbox/defects/registry.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { RULES } from "../schemas/ledger/rules.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { CHECKS } from "../suites/suites.js";
import { trialOnSandbox } from "./engine/trial.js";

/** How many there are of each name, in the order of the alphabet. */
function counts(names: readonly string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const name of names.toSorted()) found[name] = (found[name] ?? 0) + 1;
  return found;
}

test("the statements of the ledger", () => {
  const statements = Object.entries({ rule: RULES, unknown: UNKNOWNS, conflict: CONFLICTS }).flatMap(([kind, all]) =>
    all.map(({ operation }) => `${kind} ${operation ?? "general"}`),
  );
  expect(counts(statements)).toMatchSnapshot();
});

test("the checks of each operation and area", () => {
  expect(counts(CHECKS.map(({ operation, area }) => `${operation}/${area}`))).toMatchSnapshot();
});

test("the defects of each family, and the behaviours", () => {
  expect(counts(listDefects().map(({ family }) => family))).toMatchSnapshot();
  expect(listBehaviours().length).toMatchInlineSnapshot(`98`);
  expect(listBehaviours().reduce((sum, { values }) => sum + values.length, 0)).toMatchInlineSnapshot(`256`);
});

describe("the cases that are planned against the sandbox", () => {
  test.each(["smoke", "standard"] as const)("in the %s profile", async (profile) => {
    let cases = 0;
    const interruption = new AbortController();
    await trialOnSandbox({
      profile,
      signal: interruption.signal,
      onProgress: (progress) => {
        if (progress.phase === "checks") cases = progress.cases;
        interruption.abort();
      },
    });
    expect(cases).toMatchSnapshot();
  });
});
