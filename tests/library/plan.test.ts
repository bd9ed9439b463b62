import { afterAll, describe, expect, test } from "vitest";
import { CONTRACT } from "../../contract.js";
import { run, startSandbox } from "../../index.js";
import { choosePlan, releasePlan, releases } from "../../library/plan.js";
import { applyPlan, type HeldPlan, withoutPlan } from "../../reports/across/plan.js";
import { digestOf } from "../../reports/digest.js";
import { sentence } from "../../reports/facts/summary.js";
import { renderTerminal } from "../../reports/formats/terminal.js";
import { planText } from "../../reports/plan.js";
import { validateReport } from "../../reports/validate.js";
import { CHECKS } from "../../suites/suites.js";
import { fileWith } from "../files.js";

const BROKEN = "listBalances/response/[].status.present";
const KEPT = "listBalances/response/[].currency.enum";
const POLICY = { failOn: "should", requireComplete: true } as const;

const sandbox = await startSandbox({ defects: [`${BROKEN}/missing`] });
afterAll(() => sandbox.close());

/** The plan of a release that did not have a check yet. */
function planBefore(check: string): HeldPlan {
  const plan = choosePlan("1.0.0");
  if (plan === null) throw new Error("1.0.0 has no plan");
  return { ...plan, mandatory: new Set([...plan.mandatory].filter((id) => id !== check)) };
}

describe("the plan of a release", () => {
  test.each(releases())("%s is as it was frozen, and each of its checks and rules is still there", (release) => {
    const plan = releasePlan(release);
    if (plan === null) throw new Error(`${release} has no plan`);
    // Where this fails before the release has its tag: remove the file, and have scripts/freezePlan.mjs write it again.
    expect(plan.digest).toBe(digestOf(planText(plan)));
    const gone = (ids: readonly string[], known: readonly { readonly id: string }[]): string[] => {
      const there = new Set(known.map(({ id }) => id));
      return ids.filter((id) => !there.has(id));
    };
    expect(gone(plan.checks, CHECKS)).toEqual([]);
    expect(gone(plan.rules, CONTRACT.rules)).toEqual([]);
  });

  test("latest is the newest one, and a release without a plan is told with those that have one", () => {
    expect(choosePlan("latest")?.name).toBe(releases().at(-1));
    expect(() => choosePlan("0.9")).toThrow(
      "--plan 0.9: there is no plan of this release. There is 1.0.0; latest is the newest.",
    );
  });
});

describe("a gate that goes by a plan", () => {
  test("stays as it was while a check is added that fails, which is told beside it", async () => {
    const plain = await run({ target: sandbox, profile: "smoke", checks: [BROKEN, KEPT], failOn: "should" });
    expect(plain).toMatchObject({ outcome: "violations", exitCode: 1 });

    const held = applyPlan(plain, planBefore(BROKEN), POLICY);

    expect(held).toMatchObject({ outcome: "conforms", exitCode: 0, summary: { pass: 1, warning: 0 } });
    expect(held.checks.map(({ id }) => id)).toEqual([KEPT]);
    expect(held.plan).toMatchObject({ name: "1.0.0", beside: [{ id: BROKEN, verdict: "warning" }] });
    expect(validateReport(held)).toMatchObject({ valid: true });
    expect(sentence(held)).toContain("1 check new since 1.0.0 finds something, which does not count yet");
    const text = renderTerminal(held, { color: false, width: 200, preflight: [], verbose: false, quiet: false });
    expect(text).toContain("New since 1.0.0: 1 check, 1 of which found something");
    expect(text).toContain(BROKEN);
  });

  test("fails as before where the plan has the check, also when it is held against that plan later", async () => {
    const held = await run({ target: sandbox, profile: "smoke", checks: [BROKEN], plan: "1.0.0", failOn: "should" });
    expect(held).toMatchObject({ exitCode: 1, plan: { name: "1.0.0", beside: [] } });
    const moved = applyPlan(applyPlan(held, planBefore(BROKEN), POLICY), planBefore(KEPT), POLICY);
    expect(moved).toMatchObject({ exitCode: 1, plan: { beside: [] } });
    expect(withoutPlan(moved).checks).toHaveLength(1);
  });
});

describe("a plan of one's own", () => {
  test("counts what is mandatory, excuses what is optional, and does not ask what does not apply", async () => {
    const plan = fileWith(
      [
        "release: 1.0.0",
        "mandatory:",
        "  - listBalances/response/*",
        "optional:",
        "  - name: listBalances/auth/foreign-secret",
        "    reason: the second pair comes with the second phase",
        "not-applicable:",
        '  - name: "listBalances/response/[].status.*"',
        "    reason: the ledger has no inactive wallets",
      ].join("\n"),
    );
    const { apiKey, apiSecret } = sandbox.credentials;
    const report = await run({
      target: sandbox.baseUrl,
      credentials: { apiKey, apiSecret },
      profile: "smoke",
      operations: ["listBalances"],
      plan,
      failOn: "should",
      requireComplete: true,
    });
    expect(report).toMatchObject({ outcome: "conforms", exitCode: 0 });
    expect(report.checks.find(({ id }) => id === "listBalances/auth/foreign-secret")).toMatchObject({
      verdict: "not-applicable",
    });
    expect(report.checks.map(({ id }) => id)).not.toContain(BROKEN);
    expect(report.plan?.notApplicable).toMatchObject([
      { name: "listBalances/response/[].status.*", reason: "the ledger has no inactive wallets" },
    ]);
    expect(report.plan?.notApplicable[0]?.checks).toContain(BROKEN);
    expect(report.plan?.beside.some(({ id }) => id === "listBalances/auth/neither")).toBe(true);
    expect(report.run.options?.exclude).toEqual(["listBalances/response/[].status.*"]);
    expect(report.summary.rules?.notJudged.map(({ why, reason }) => `${why}: ${reason}`)).toContain(
      `excluded: not applicable in ${plan}: the ledger has no inactive wallets`,
    );
  });

  test("has all checks of its release where nothing is called mandatory", () => {
    const plan = choosePlan(fileWith("optional:\n  - name: webhooks\n    reason: later\n"));
    expect((plan?.mandatory.size ?? 0) + (plan?.optional.size ?? 0)).toBe(releasePlan("latest")?.checks.length);
    expect([...(plan?.mandatory ?? [])].some((id) => id.startsWith("webhooks/"))).toBe(false);
  });

  const wrong: readonly (readonly [text: string, message: string])[] = [
    ["mandatory: [lstBalances]", "lstBalances matches no check of release 1.0.0; the nearest is listBalances."],
    ["mandatory: ['*/nothing/*']", "*/nothing/* matches no check of release 1.0.0"],
    ["release: 7.1", "there is no plan of release 7.1. There is 1.0.0."],
    ["optinal: []", "optinal is not a key of a plan. Its keys are release, mandatory, optional and not-applicable."],
    ["optional: webhooks", 'optional is not a list. Write each entry of optional as "- name: …"'],
    ["optional: [webhooks]", "An entry of optional needs keys."],
    ["not-applicable: [{name: webhooks}]", 'The entry has no reason. Say why. Add "reason: …".'],
    ["not-applicable: [{reason: x}]", "The entry has no name. Write an operation"],
    ["optional: [{nam: webhooks}]", "nam is not a key of an entry. Its keys are name and reason."],
    [
      "- webhooks",
      'A plan has the keys release, mandatory, optional and not-applicable. Write "release: 1.0.0" first.',
    ],
  ];
  test.each(wrong)("%s is refused with the line and what to write", (text, message) => {
    const path = fileWith(text);
    expect(() => choosePlan(path)).toThrow(message);
    expect(() => choosePlan(path)).toThrow(`${path}:1: "`);
  });
});
