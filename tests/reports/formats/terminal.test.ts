import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { displayWidth, print, span, wrap } from "../../../reports/formats/columns.js";
import { renderTerminal } from "../../../reports/formats/terminal.js";
import { fixture } from "../fixture.js";

const PREFLIGHT = ["credentials accepted", "createRecipient takes Api-Version 2026-08-31"];

function plain(width: number, verbose = false): string {
  return renderTerminal(fixture(), {
    color: false,
    width,
    preflight: PREFLIGHT,
    verbose,
    reportPath: "conformance-report/report.html",
  });
}

describe("renderTerminal", () => {
  it("heads with the run and what the preflight found", () => {
    expect(plain(120, true).split("\n").slice(0, 2)).toEqual([
      "  ppconform 1.0.0   https://sandbox.partner.example   contract 2024-12-01   seed 42   standard",
      "  preflight   credentials accepted · createRecipient takes Api-Version 2026-08-31",
    ]);
  });

  it("shows the matrix in checks", () => {
    expect(plain(120)).toContain(
      "  uploadFile            1/2        1        1        1         1     1       1      1       1\n",
    );
  });

  it("proves a cause once and lists its other places", () => {
    expect(plain(120)).toContain(
      [
        "  ✗ updateRecipient + createRecipient / refuses/address_info.post_code.length                         must · section 2.3",
        "    A post code of 17 characters is accepted and stored on update.   4 findings",
        '      sent      address_info.post_code = "20000120000120000"   17 characters   documented: 16',
        "      expected  refused with 400",
        "      actual    200, and stored",
        '      control   "2000012000012000" instead (16 characters): 200, as it should   the real limit: none found up to 4,096',
        "                characters",
        "      again     ppconform replay conformance-report/report.json F1",
        '      also      F4  createRecipient: address_info.post_code = "20000120000120000"   17 characters → 200, and stored',
      ].join("\n"),
    );
  });

  it("makes invisible characters visible and lets no control character through", () => {
    const text = plain(120);

    expect(text).toContain(
      'payment_details.account_number = "\\uff11\\uff12\\uff13\\uff14\\uff15\\uff16\\uff17\\uff18\\n"',
    );
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each([60, 80, 100, 160])("reads well at %i columns", (width) => {
    expect(plain(width)).toMatchSnapshot();
  });

  it("keeps to the width, down to 60 columns", () => {
    for (const width of [40, 60, 80, 120]) {
      const widest = Math.max(...plain(width).split("\n").map(displayWidth));
      expect(widest).toBeLessThanOrEqual(Math.max(60, width));
    }
  });

  it("ends with the counts, the sentence and the path of the page", () => {
    const text = plain(140).trimEnd().replaceAll(/\s+/g, " ");

    expect(text).toContain(
      "7 violations, 5 causes · 1 warning · 1 known · 1 flaky · 1 error of the suite · 4 observations · 1 conflict · 4,310 requests in 3.2 s",
    );
    expect(text.endsWith("1 implied rule is broken. conformance-report/report.html")).toBe(true);
  });

  it("says before any finding what was not judged, where an operation was not", () => {
    const report = fixture();
    report.checks = report.checks.map((check) =>
      check.operation === "getDepositDetail" && check.verdict === "pass"
        ? { ...check, verdict: "not-exercised", reason: "no deposit is known" }
        : check,
    );
    const text = renderTerminal(report, { color: false, width: 140, preflight: [] });

    const finding = "✗ updateRecipient + createRecipient";
    expect(text.indexOf("  Rules that were not judged\n")).toBeLessThan(text.indexOf(finding));
    expect(text).toContain("getDepositDetail");
    const whole = plain(140, true);
    expect(whole.indexOf("  Rules that were not judged\n")).toBeGreaterThan(whole.indexOf(finding));
    expect(plain(140)).toContain("    2  no deposit exists on the target   getDepositDetail 2\n");
    expect(plain(140)).toContain("    1  that no request can show: the report says why\n");
  });

  it("colours only when asked to, and says the same", () => {
    const coloured = renderTerminal(fixture(), { color: true, width: 120, preflight: PREFLIGHT, reportPath: "r.html" });
    const bare = renderTerminal(fixture(), { color: false, width: 120, preflight: PREFLIGHT, reportPath: "r.html" });

    expect(coloured).toContain("\u001b[1;31m200, and stored\u001b[0m");
    expect(bare).not.toContain("\u001b");
    expect(stripVTControlCharacters(coloured)).toBe(bare);
  });

  it("tells what one must know to integrate, and everything when verbose", () => {
    const report = fixture();
    const point = (id: string, answer: string) => ({
      id: `unknown.${id}`,
      section: "4",
      operation: "createRecipient" as const,
      question: "What is answered?",
      answer,
      value: answer,
      evidence: null,
    });
    report.observations = [
      point("memberOrder", "as the fields are listed"),
      point("uploadFile.fileEncoding", `base64 ${"and so on ".repeat(20)}end`),
    ];
    const options = { color: false, width: 100, preflight: [] };

    const usual = renderTerminal(report, options);
    expect(usual).toMatch(/ {4}Encoding of a file {2}base64 (and\s+so\s+on\s+){20}end/);
    expect(usual).not.toContain("as the fields are listed");
    expect(renderTerminal(report, { ...options, verbose: true })).toContain("as the fields are listed");
  });

  it("shows the matrix from 100 columns on, and only where not everything passed", () => {
    expect(plain(99)).not.toContain("createRecipient  ");
    const report = fixture();
    report.checks = report.checks.filter(({ verdict }) => verdict === "pass");
    expect(renderTerminal(report, { color: false, width: 120, preflight: [] })).not.toContain("createRecipient  ");
  });

  it("proves the first five causes and gives each of the others a line, nearest to the prompt", () => {
    const lines = plain(160).split("\n");
    const line = "  ! The response has no account_usage_product_reference.   createCustomer · section 2.4 · F9";
    expect(lines).toContain(line);
    expect(lines.filter((text) => text.startsWith("      again"))).toHaveLength(5);
    expect(lines.length - lines.indexOf(line)).toBeLessThan(9);
  });

  it("prints findings and the outcome only when quiet", () => {
    const text = renderTerminal(fixture(), { color: false, width: 500, preflight: PREFLIGHT, quiet: true });
    const lines = text.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^ {2}✗ /);
    expect(lines.at(-1)).toMatch(/^ {2}https:\/\/sandbox.partner.example does not conform/);
    expect(lines.at(-2)).toBe("");
    expect(text).not.toContain("Rules that were not judged");
  });

  it("shows what a refusal said beside its status", () => {
    const report = fixture();
    const [check] = report.checks;
    const [first] = check?.findings ?? [];
    if (check === undefined || first === undefined) throw new Error("the fixture has no finding");
    const response = { status: 400, headers: {}, body: '{"errors": [{"detail": "too short"}]}' };
    check.findings = [{ ...first, actual: "400", exchange: { ...first.exchange, response } }];

    expect(renderTerminal(report, { color: false, width: 100, preflight: [] })).toContain(
      '      actual    400   {"errors": [{"detail": "too short"}]}\n',
    );
  });

  it("proves every finding when verbose", () => {
    expect(plain(120, true)).toContain("      again     ppconform replay conformance-report/report.json F3");
  });
});

describe("wrap", () => {
  it("breaks at spaces, and inside a word that is wider than the line", () => {
    expect(print(wrap([span("one two three")], 8), false)).toBe("one two\nthree");
    expect(print(wrap([span("abcdefghij")], 4), false)).toBe("abcd\nefgh\nij");
    expect(print(wrap([span("上海远洋贸易")], 5), false)).toBe("上海\n远洋\n贸易");
  });
});
