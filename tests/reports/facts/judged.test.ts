import { describe, expect, it } from "vitest";
import { judgedRules, missingText, notJudged } from "../../../reports/facts/judged.js";
import type { CheckResult, Report } from "../../../reports/model.js";
import { fixture } from "../fixture.js";

const ABSENT = { why: "not-chosen", reason: "not part of this run" } as const;

function checksOf(report: Report, ...verdicts: readonly CheckResult["verdict"][]): CheckResult[] {
  return report.checks
    .slice(0, verdicts.length)
    .map((check, index) => ({ ...check, statements: ["one"], verdict: verdicts[index] ?? "pass", reason: "no pair" }));
}

function rules(checks: readonly CheckResult[]) {
  return judgedRules(checks, [{ id: "one" }, { id: "two" }, { id: "three", unjudged: "it is text" }], () => ABSENT);
}

describe("judgedRules", () => {
  it("counts a rule when each of its checks that applies gave a verdict", () => {
    expect(rules(checksOf(fixture(), "pass", "violation", "not-applicable"))).toEqual({
      stated: 3,
      judged: 1,
      notJudged: [
        { ...ABSENT, rules: ["two"], checks: [] },
        { why: "cannot-be", reason: "it is text", rules: ["three"], checks: [] },
      ],
    });
  });

  it("names the check that gave no verdict, and its reason", () => {
    const checks = checksOf(fixture(), "pass", "not-exercised");
    expect(rules(checks).notJudged[0]).toEqual({
      why: "not-tested",
      reason: "no pair",
      rules: ["one"],
      checks: [checks[1]?.id],
    });
  });

  it("takes a subject for not tested when nothing of it applies, and a rule when something else of it does", () => {
    const [webhook] = checksOf(fixture(), "not-applicable");
    expect(webhook && rules([webhook]).notJudged[0]?.why).toBe("not-tested");
    const [first, second] = checksOf(fixture(), "not-applicable", "pass");
    const others =
      second === undefined ? [] : [{ ...second, statements: ["two"], operation: first?.operation ?? "webhooks" }];
    expect(first && rules([first, ...others]).notJudged[0]?.why).toBe("not-applicable");
  });
});

describe("what --require-complete lacks", () => {
  it("is named by operation where all of it is missing, by what the run lacked, and else by check", () => {
    expect(missingText(fixture()).split("\n")).toEqual([
      "--require-complete is not met: 5 rules were not judged. Name with --exclude what may be left out:",
      "  2  no deposit exists on the target",
      expect.stringMatching(/^ {5}getDepositDetail\/\S+ getDepositDetail\/\S+$/),
      "  1  no restricted credentials were given (CONFORMANCE_RESTRICTED_API_KEY)",
      "     restricted",
      "  1  no delivery arrived within 10 s",
      "     webhooks",
      "  1  the check threw: Cannot read properties of undefined",
      "     getTransferReceipt/state/repeated",
    ]);
  });

  it("is not what no request can show", () => {
    expect(notJudged(fixture()).find(({ why }) => why === "cannot-be")).toMatchObject({
      count: 1,
      places: "createRecipient 1",
      ids: ["createRecipient.request.website.type"],
    });
  });
});
