import { describe, expect, it } from "vitest";
import {
  exercisedShare,
  groupFindings,
  type MatrixCell,
  matrix,
  percent,
  sentence,
  summarise,
} from "../../../reports/facts/summary.js";
import type { CheckResult, Report } from "../../../reports/model.js";
import { fixture } from "../fixture.js";

describe("summarise", () => {
  it("counts checks by verdict", () => {
    expect(summarise(fixture().checks, 4)).toEqual({
      pass: 66,
      violation: 7,
      warning: 1,
      known: 1,
      flaky: 1,
      notExercised: 4,
      notApplicable: 1,
      error: 1,
      observations: 4,
    });
  });
});

function cellOf(report: Report, check: CheckResult): MatrixCell | undefined {
  const row = matrix(report).find(({ operation }) => operation === check.operation);
  return row?.cells.find(({ area }) => area === check.area);
}

describe("matrix", () => {
  it("counts cases, failed ones apart", () => {
    const row = matrix(fixture()).find(({ operation }) => operation === "updateRecipient");

    expect(row?.cells.find(({ area }) => area === "refuses")).toMatchObject({
      state: "failed",
      cases: 88,
      passed: 84,
      failed: 4,
    });
  });

  it("counts every case that failed, not only the ones with a finding of their own", () => {
    const report = fixture();
    const check = report.checks.find(({ verdict }) => verdict === "violation");
    if (check === undefined) throw new Error("the fixture has no violation");
    const { failed = 0, cases = 0 } = cellOf(report, check) ?? {};
    check.failing = check.findings.length + 2;
    check.cases += 2;
    expect(cellOf(report, check)).toMatchObject({ failed: failed + 2, cases: cases + 2 });
  });

  it("tells what was not exercised from what does not apply", () => {
    const rows = matrix(fixture());
    const state = (operation: string, area: string): string | undefined =>
      rows.find((row) => row.operation === operation)?.cells.find((cell) => cell.area === area)?.state;

    expect(state("webhooks", "response")).toBe("not-exercised");
    expect(state("webhooks", "auth")).toBe("none");
    expect(state("getTransferReceipt", "version")).toBe("none");
    expect(state("getTransferReceipt", "state")).toBe("error");
  });
});

describe("groupFindings", () => {
  it("joins both ends of a length, and the same rule on create and update, into one cause", () => {
    const first = groupFindings(fixture()).find(({ operations }) => operations.length > 1);

    expect(first?.key).toBe("refuses/address_info.post_code.length");
    expect(first?.operations).toEqual(["updateRecipient", "createRecipient"]);
    expect(first?.rules).toEqual([
      "refuses/address_info.post_code.maxLength",
      "refuses/address_info.post_code.minLength",
    ]);
    expect(first?.findings.map(({ finding }) => finding.id)).toEqual(["F1", "F2", "F3", "F4"]);
  });

  it("puts violations before warnings and leaves out what the baseline excuses", () => {
    const causes = groupFindings(fixture());

    expect(causes.map(({ verdict }) => verdict)).toEqual([
      "violation",
      "violation",
      "violation",
      "violation",
      "violation",
      "warning",
    ]);
  });
});

describe("exercisedShare", () => {
  it("counts a rule only when all of its checks were exercised", () => {
    const report = fixture();
    const checks = report.checks.slice(0, 3).map((check) => ({ ...check, statements: ["one"] }));
    report.contract.statements.rule = 1;

    report.checks = checks;
    expect(exercisedShare(report).share).toBe(1);
    report.checks = checks.map((check, index) =>
      index === 0 ? { ...check, verdict: "not-exercised", reason: "none" } : check,
    );
    expect(exercisedShare(report)).toEqual({
      rules: 0,
      ofRules: 1,
      checks: 2,
      ofChecks: 3,
      share: 0,
      mostlyNotExercised: false,
    });
  });

  it("measures against all documented rules, so that a narrowed run shows as narrow", () => {
    const report = fixture();
    report.contract.statements.rule = 412;
    report.checks = report.checks.filter(({ operation }) => operation === "listBalances");

    expect(percent(exercisedShare(report).share)).toBe("1 %");
  });

  it("never rounds up to a whole", () => {
    expect([percent(0.9999), percent(0.001), percent(0), percent(1)]).toEqual(["99 %", "under 1 %", "0 %", "100 %"]);
  });
});

describe("sentence", () => {
  it("says what is broken and where", () => {
    expect(sentence(fixture())).toBe(
      "https://sandbox.partner.example does not conform to contract 2024-12-01: 6 documented rules of sections 2.1, 2.2, 2.3, 5 and 7 are not kept on createRecipient, updateRecipient, listTransactions and listBalances; 91 % of the 83 documented rules were exercised; 1 known departure is excused by the baseline and 1 implied rule is not kept.",
    );
  });

  it("says that a deployment conforms", () => {
    const report = fixture();
    report.checks = report.checks.filter(({ verdict }) => verdict === "pass");
    report.summary = summarise(report.checks, 0);
    report.contract.statements.rule = 66;
    report.outcome = "conforms";
    report.target = { baseUrl: "http://127.0.0.1:8080", kind: "sandbox" };

    expect(sentence(report)).toBe(
      "The embedded sandbox conforms to contract 2024-12-01: 66 checks were judged and 100 % of the 66 documented rules were exercised.",
    );
  });

  it("says first how little was exercised when most was not", () => {
    const report = fixture();
    report.checks = report.checks
      .filter(({ verdict }) => verdict === "pass")
      .map((check, index) =>
        index < 40 ? { ...check, verdict: "not-exercised", reason: "writes are not allowed" } : check,
      );
    report.summary = summarise(report.checks, 0);
    report.contract.statements.rule = 66;
    report.outcome = "conforms";

    expect(sentence(report)).toBe(
      "Only 39 % of the 66 documented rules could be exercised on https://sandbox.partner.example; in those it conforms to contract 2024-12-01.",
    );
  });
});
