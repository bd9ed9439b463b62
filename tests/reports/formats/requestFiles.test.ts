import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { requestFiles } from "../../../reports/formats/requestFiles.js";
import { fixture } from "../fixture.js";

const files = requestFiles(fixture(), () => null);
const textOf = (name: string): string => files.find(({ file }) => file === name)?.text ?? "";

describe("requestFiles", () => {
  it("writes each finding as a script and as an .http file, without secrets", () => {
    expect(files.map(({ file }) => file)).toContain("findings/F1.sh");
    expect(textOf("findings/F1.http")).toMatch(/^# F1 · /);
    expect(textOf("findings/F1.http")).toMatch(
      /\n@baseUrl = https?:\/\/[^/\n]+\n@apiKey = \{\{\$processEnv CONFORMANCE_API_KEY\}\}\n/,
    );
    expect(textOf("findings/F1.http")).toMatch(/\n### F1: the request\n[A-Z]+ \{\{baseUrl\}\}\/api\//);
  });

  it.each(files.filter(({ file }) => file.endsWith(".sh")))(
    "$file is read by bash, whatever the target answered",
    ({ text }) => {
      expect(() => execFileSync("bash", ["-n"], { input: text })).not.toThrow();
      expect(text).toMatch(/^#!\/usr\/bin\/env bash\n# F\d+ · /);
    },
  );

  it("gives a creation a partner id that is new each time", () => {
    const report = fixture();
    const [finding] = report.checks.flatMap(({ findings }) => findings);
    if (finding === undefined) throw new Error("the fixture has no finding");
    const body = '{"partner_recipient_id":"ppc1xgvq15fomro1q8z6conforms"}';
    finding.curl = `curl -sS -i -X 'POST' "$CONFORMANCE_BASE_URL"'/api/recipients/create' --data-raw '${body}'`;
    finding.exchange = { ...finding.exchange, request: { ...finding.exchange.request, headers: {}, body } };
    delete finding.steps;
    const made = requestFiles(report, () => null);
    const text = (ending: string) => made.find(({ file }) => file === `findings/${finding.id}.${ending}`)?.text;
    expect(text("sh")).toContain(`"ppc'"$NEW"'15fomro1q8z6conforms"`);
    expect(text("http")).toContain('"ppc{{$timestamp}}ro1q8z6conforms"');
  });

  it("writes no .http file of what such a file cannot hold", () => {
    const report = fixture();
    const [finding] = report.checks.flatMap(({ findings }) => findings);
    if (finding === undefined) throw new Error("the fixture has no finding");
    for (const body of ["### GET http://elsewhere", "< /etc/passwd", "{{$processEnv HOME}}", "a\u0007b", "a\u202eb"]) {
      finding.exchange = { ...finding.exchange, request: { ...finding.exchange.request, body } };
      delete finding.steps;
      const made = requestFiles(report, () => null).map(({ file }) => file);
      expect(made).not.toContain(`findings/${finding.id}.http`);
    }
  });
});
