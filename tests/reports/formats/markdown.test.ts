import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../reports/formats/markdown.js";
import { fixture } from "../fixture.js";

describe("renderMarkdown", () => {
  const text = renderMarkdown(fixture());

  it("begins with the outcome, the sentence and the matrix", () => {
    expect(text.startsWith("## ❌ Contract conformance\n\nhttps://sandbox.partner.example does not conform")).toBe(
      true,
    );
    expect(text).toContain("| updateRecipient | 1 | 1 | 1 | **✗ 3/4** | 1 | 1 | 1 | 1 | 1 |");
  });

  it("folds each cause with its proof", () => {
    expect(text).toContain(
      "<details><summary>✗ <b>A post code of 17 characters is accepted and stored on update.</b> updateRecipient, createRecipient · section 2.3</summary>",
    );
    expect(text).toContain('| sent | <code>address_info.post_code = "20000120000120000"</code> (17 characters) |');
    expect(text).toContain("| again | <code>ppconform replay conformance-report/report.json F1</code> |");
  });

  it("turns hostile text into entities: no markup, link, mention or table cell", () => {
    const report = fixture();
    const hostile =
      "a | b @team [x](javascript:alert(1)) `c` *d* <b>e</b> https://evil.example www.evil.example\n\n# f";
    report.observations = report.observations.map((observation) => ({
      ...observation,
      answer: hostile,
    }));
    const answers = renderMarkdown(report)
      .split("\n")
      .filter((line) => line.includes("@") || line.includes("&#64;"));

    expect(answers).toHaveLength(3);
    expect(answers[0]).toBe(
      "| createRecipient.required | a &#124; b &#64;&#8203;team [x&#93;(javascript:alert(1)) &#96;c&#96; &#42;d&#42; &lt;b&gt;e&lt;/b&gt; https&#58;//evil.example www&#46;evil.example&#92;n&#92;n&#35; f |",
    );
    expect(renderMarkdown(report)).not.toMatch(/<(?:script|img)/);
  });

  it("stays short enough for a comment, however many causes there are", () => {
    const report = fixture();
    const [check] = report.checks;
    report.checks = Array.from({ length: 500 }, (_, index) => ({
      ...structuredClone(check ?? fail()),
      field: undefined,
      id: `createRecipient/state/rule-${index}`,
      area: "state",
      operation: "createRecipient",
    }));
    const long = renderMarkdown(report);

    expect(long.length).toBeLessThan(65_536);
    expect(long).toMatch(/and \d+ more causes in report\.html/);
  });
});

function fail(): never {
  throw new Error("the fixture has no checks");
}
