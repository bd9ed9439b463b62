import { expect, it } from "vitest";
import { githubAnnotations } from "../../../reports/formats/github.js";
import { fixture } from "../fixture.js";

it("each cause is an annotation of its level, on one line", () => {
  const lines = githubAnnotations(fixture()).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(10);
  expect(lines.every((line) => /^::(error|warning|notice) title=[^:,]+::[^\r\n]+$/.test(line))).toBe(true);
  expect(lines[0]).toMatch(/^::error title=violation · /);
  expect(lines.at(-1)).toMatch(/^::notice title=partner-payments-conformance::/);
});

it("what a target answered cannot begin a command of its own", () => {
  const report = fixture();
  report.checks = report.checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, message: "100% wrong\n::set-output name=a::b" })),
  }));
  const text = githubAnnotations(report);
  expect(text).not.toMatch(/^::set-output/m);
});
