import { expect, it } from "vitest";
import { renderSarif } from "../../../reports/formats/sarif.js";
import { fixture } from "../fixture.js";

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly suppressions?: readonly unknown[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
    }[];
  }[];
}

const report = fixture();
const sarif: Sarif = JSON.parse(renderSarif(report));
const results = sarif.runs[0]?.results ?? [];

it("each finding is a result of the rule that its check is", () => {
  const departed = report.checks.filter(({ findings }) => findings.length > 0);
  expect(sarif.version).toBe("2.1.0");
  expect(sarif.runs[0]?.tool.driver.rules.map(({ id }) => id)).toEqual(departed.map(({ id }) => id));
  expect(results.map(({ ruleId }) => ruleId)).toEqual(departed.flatMap(({ id, findings }) => findings.map(() => id)));
});

it("violations are errors, warnings are warnings, and what the baseline excuses is suppressed", () => {
  const levels = new Map(report.checks.map(({ id, verdict }) => [id, verdict]));
  for (const { ruleId, level, suppressions } of results) {
    const verdict = levels.get(ruleId);
    expect(level).toBe(verdict === "violation" ? "error" : verdict === "warning" ? "warning" : "note");
    expect(suppressions !== undefined).toBe(verdict === "known");
  }
});

it("a finding keeps its fingerprint from run to run, and shares it with none", () => {
  const prints = results.map(({ partialFingerprints }) => partialFingerprints["check/v1"]);
  expect(new Set(prints).size).toBe(prints.length);
  expect(prints[0]).toMatch(/^\w+\/\w+\/.+#1$/);
});
