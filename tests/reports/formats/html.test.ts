import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { renderHtml } from "../../../reports/formats/html.js";
import { fixture } from "../fixture.js";
import { HOSTILE } from "../fixtureChecks.js";

const html = renderHtml(fixture());

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

describe("renderHtml", () => {
  it("holds nothing executable of the target's", () => {
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain("<img");
    expect(html).not.toContain("\u202e");
    expect(html).not.toContain("\u001b");
    expect(html).toContain("&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("escapes hostile text in every place of the report", () => {
    const report = fixture();
    const hostile: typeof report = JSON.parse(
      JSON.stringify(report, (key, value: unknown) =>
        typeof value === "string" && !["operation", "area", "verdict", "outcome", "level", "kind"].includes(key)
          ? `${value}"'><svg onload=alert(3)>${HOSTILE}`
          : value,
      ),
    );
    const page = renderHtml(hostile);

    expect(page).not.toMatch(/<svg o|<img/);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/(?:id|href)="[^"]*[<>']/);
  });

  it("allows only its own style sheet and script, and loads nothing", () => {
    const source = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const policy = between(html, 'Content-Security-Policy" content="', '"').replaceAll("&#39;", "'");

    expect(policy).toBe(
      `default-src 'none'; style-src ${source(between(html, "<style>", "</style>"))}; script-src ${source(between(html, "<script>", "</script>"))}; base-uri 'none'; form-action 'none'`,
    );
    expect(html).not.toMatch(/<link|@import|url\(|<[^>]* src=/);
    expect(html).not.toMatch(/ style="| on\w+="/);
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, target]) => target?.startsWith("#"))).toBe(true);
  });

  it("links only to places that exist", () => {
    const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    const missing = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id).filter((id) => !ids.has(id));

    expect(missing).toEqual([]);
    expect([...html.matchAll(/ id="([^"]*)"/g)]).toHaveLength(ids.size);
  });

  it("leads from a red field of the matrix to the finding, and from any other to the checks", () => {
    expect(html).toContain('<a href="#F1" data-operation="updateRecipient" data-area="refuses"');
    expect(html).toContain('aria-label="✗ 3/4: updateRecipient, refuses, 4 checks: 1 passed, 3 violated">✗ 3/4</a>');
    expect(html).toContain('<a href="#cell-uploadFile-auth"');
  });

  it("has an address for each finding", () => {
    for (const { findings, verdict } of fixture().checks)
      for (const { id } of verdict === "violation" || verdict === "warning" ? findings : [])
        expect(html).toContain(` id="${id}"`);
  });

  it("highlights the value that differs from the control", () => {
    expect(html).toContain("<code>&quot;2000012000012000</code><mark><code>0</code></mark><code>&quot;</code>");
    expect(html).toContain("<mark>    &quot;post_code&quot;: &quot;20000120000120000&quot;</mark>");
  });

  it("bounds what it shows of a body, and says so", () => {
    expect(html).toContain('<p class="cut">cut; the whole body has ');
    expect(html.length).toBeLessThan(400_000);
  });
});
