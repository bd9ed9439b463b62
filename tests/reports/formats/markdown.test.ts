import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../reports/formats/markdown.js";
import { fixture } from "../fixture.js";

describe("renderMarkdown", () => {
  const text = renderMarkdown(fixture());

  it("begins with the outcome, and folds each cause with its proof", () => {
    expect(text.startsWith("## ❌ Does not conform\n\nhttps://sandbox.partner.example does not conform")).toBe(true);
    expect(text).toContain("| updateRecipient | 1 | 1 | 1 | **✗ 3/4** | 1 | 1 | 1 | 1 | 1 |");
    expect(text).toContain(
      "<details><summary>✗ <b>A post code of 17 characters is accepted and stored on update.</b> updateRecipient + createRecipient · must · section 2.3</summary>",
    );
    expect(text).toMatch(/\| sent \| address_info\.post_code = <code>.*<\/code> {3}17 characters \|/);
    expect(text).toContain("| replay | <code>ppconform replay conformance-report/report.json F1</code> |");
  });

  it("turns hostile text into entities: no markup, link, mention or table cell", () => {
    const report = fixture();
    const hostile =
      "a | b @team [x](javascript:alert(1)) `c` *d* <b>e</b> https://evil.example www.evil.example\n\n# f";
    report.observations = report.observations.map((observation) => ({ ...observation, answer: hostile }));
    expect(renderMarkdown(report)).toContain(
      "| a &#124; b &#64;&#8203;team [x&#93;(javascript:alert(1)) &#96;c&#96; &#42;d&#42; &lt;b&gt;e&lt;/b&gt; https&#58;//evil.example www&#46;evil.example&#92;n&#92;n&#35; f |",
    );
    expect(renderMarkdown(report)).not.toMatch(/<(?:script|img)/);
  });

  it("has quotation marks as they are, and a line for each step of a script", () => {
    const report = fixture();
    report.observations = report.observations.map((observation) => ({ ...observation, answer: "refused: “No such”" }));
    const [finding] = report.checks.flatMap(({ findings }) => findings);
    Object.assign(finding ?? fail(), { curl: "# step 1 of 2\ncurl one\n# step 2 of 2\ncurl two" });
    const text = renderMarkdown(report);
    expect(text).toContain("refused: “No such”");
    expect(text).toContain("<pre># step 1 of 2&#10;curl one&#10;# step 2 of 2&#10;curl two</pre>");
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
