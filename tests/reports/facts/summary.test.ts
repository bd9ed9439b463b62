import { describe, expect, it } from "vitest";
import { showsConformity } from "../../../reports/facts/judged.js";
import { type MatrixCell, matrix } from "../../../reports/facts/matrix.js";
import { sentence, summarise } from "../../../reports/facts/summary.js";
import type { Report } from "../../../reports/model.js";
import { fixture } from "../fixture.js";

it("summarise counts checks by verdict", () => {
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

describe("matrix", () => {
  const cellOf = (report: Report, operation: string, area: string): MatrixCell | undefined =>
    matrix(report)
      .find((row) => row.operation === operation)
      ?.cells.find((cell) => cell.area === area);

  it("counts checks, failed ones apart, however often each of them judged", () => {
    expect(cellOf(fixture(), "updateRecipient", "refuses")).toMatchObject({
      state: "failed",
      checks: 4,
      counts: new Map([
        ["passed", 1],
        ["failed", 3],
      ]),
    });
  });

  it("tells what was not judged from what does not apply", () => {
    const report = fixture();

    expect(cellOf(report, "webhooks", "response")?.state).toBe("not-exercised");
    expect(cellOf(report, "webhooks", "auth")?.state).toBe("none");
    expect(cellOf(report, "getTransferReceipt", "version")?.state).toBe("none");
    expect(cellOf(report, "getTransferReceipt", "state")?.state).toBe("error");
  });

  it("leaves out a subject of which nothing applies", () => {
    const report = fixture();
    report.checks = report.checks.map((check) =>
      check.operation === "webhooks" ? { ...check, verdict: "not-applicable" } : check,
    );
    expect(matrix(report).map(({ operation }) => operation)).not.toContain("webhooks");
  });
});

describe("sentence", () => {
  it("says what is broken and where", () => {
    expect(sentence(fixture())).toBe(
      "https://sandbox.partner.example does not conform to contract 2024-12-01: 6 documented rules (sections 2.1, 2.2, 2.3, 5 and 7) are broken on createRecipient, updateRecipient, listTransactions and listBalances; 76 of 83 rules were judged in 880 of 900 cases; 1 known departure is excused by the baseline and 1 warning about what the contract only implies.",
    );
  });

  it("says first which operations were not judged on their main rules", () => {
    const report = conforming();
    report.checks = report.checks.map((check) =>
      check.operation === "uploadFile" && check.area === "refuses"
        ? { ...check, verdict: "not-exercised", reason: "no file is taken" }
        : check,
    );

    expect(sentence(report)).toBe(
      "The main rules of uploadFile were not judged on the embedded sandbox; the other 8 operations show no violation of contract 2024-12-01: 66 of 66 rules were judged in 880 of 900 cases; webhooks were not tested: give --webhook-port.",
    );
  });

  it("never says of a part that the deployment conforms", () => {
    const report = conforming();
    report.checks = report.checks.filter(({ operation }) => operation === "listBalances");
    const notJudged = [{ why: "not-chosen" as const, reason: "not part of this run", rules: ["one"], checks: [] }];
    report.summary.rules = { stated: 66, judged: 5, notJudged };

    expect(sentence(report)).toBe(
      "The part of contract 2024-12-01 that was judged on the embedded sandbox shows no violation: 5 of 66 rules were judged in 880 of 900 cases.",
    );
  });

  it("says why a run ended, and what was judged until then", () => {
    const report = conforming();
    report.outcome = "incomplete";
    report.run.ended = { why: "interrupted", text: "The run was interrupted, after 12 requests." };

    expect(sentence(report)).toBe(
      "The run was interrupted, after 12 requests. Until then 66 of 66 rules were judged in 880 of 900 cases, and no violation was seen.",
    );
  });

  it("says of a run that its user limited what it went to, and never that the deployment conforms", () => {
    const report = conforming();
    report.run.ended = {
      why: "budget",
      text: "The run ended because the request limit was reached, after 12 requests.",
    };

    expect(sentence(report)).toBe(
      "The run ended because the request limit was reached, after 12 requests. Until then 66 of 66 rules were judged in 880 of 900 cases, and no violation was seen.",
    );
    expect(showsConformity(report)).toBe(false);
  });
});

/** A report of the embedded sandbox in which everything passed, but for deliveries. */
function conforming(): Report {
  const report = fixture();
  report.checks = report.checks
    .filter(({ verdict, operation }) => verdict === "pass" || operation === "webhooks")
    .map((check) =>
      check.operation === "webhooks"
        ? { ...check, verdict: "not-applicable", reason: "not tested: give --webhook-port" }
        : check,
    );
  report.summary = {
    ...summarise(report.checks, 0),
    rules: { stated: 66, judged: 66, notJudged: [] },
    cases: { planned: 900, played: 880 },
  };
  report.outcome = "conforms";
  report.target = { baseUrl: "http://127.0.0.1:8080", kind: "sandbox" };
  return report;
}

it("names no number of cases where none was planned: a run of webhooks has none", () => {
  const report = fixture();
  report.summary.cases = { planned: 12, played: 12 };
  expect(sentence(report)).toContain("in 12 of 12 cases");
  report.summary.cases = { planned: 0, played: 0 };
  expect(sentence(report)).not.toMatch(/cases/);
});
