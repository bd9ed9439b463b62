import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { renderHtml } from "../../../reports/formats/html.js";
import { fixture } from "../fixture.js";

const html = renderHtml(fixture());

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start) + start.length;
  return text.slice(from, text.indexOf(end, from));
}

describe("renderHtml", () => {
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

  it("bounds what it shows of a body, and says so", () => {
    expect(html).toContain('<p class="cut">cut; the whole body has ');
    expect(html.length).toBeLessThan(400_000);
  });
});
