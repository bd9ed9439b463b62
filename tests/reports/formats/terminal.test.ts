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
    expect(plain(120).split("\n").slice(0, 2)).toEqual([
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

  it("keeps to the width, down to 60 columns", () => {
    for (const width of [40, 60, 80, 120]) {
      const widest = Math.max(...plain(width).split("\n").map(displayWidth));
      expect(widest).toBeLessThanOrEqual(Math.max(60, width));
    }
  });

  it("ends with the counts, the sentence and the path of the page", () => {
    const text = plain(140).trimEnd().replaceAll(/\s+/g, " ");

    expect(text).toContain(
      "7 violations, 5 causes · 1 warning · 1 known · 1 flaky · 1 error of the suite · 4 observations · 1 conflict · 76 of 83 rules judged · 880 of 900 cases · 4,310 requests in 3.2 s",
    );
    expect(text.endsWith("1 implied rule is not kept. conformance-report/report.html")).toBe(true);
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
    expect(text).toContain("getDepositDetail was not judged;");
    const whole = plain(140);
    expect(whole.indexOf("  Rules that were not judged\n")).toBeGreaterThan(whole.indexOf(finding));
    expect(whole).toContain("    2  no deposit exists on the target   getDepositDetail 2\n");
    expect(whole).toContain("    1  that no request can show: the report says why\n");
  });

  it("colours only when asked to, and says the same", () => {
    const coloured = renderTerminal(fixture(), { color: true, width: 120, preflight: PREFLIGHT, reportPath: "r.html" });
    const bare = renderTerminal(fixture(), { color: false, width: 120, preflight: PREFLIGHT, reportPath: "r.html" });

    expect(coloured).toContain("\u001b[1;31m200, and stored\u001b[0m");
    expect(bare).not.toContain("\u001b");
    expect(stripVTControlCharacters(coloured)).toBe(bare);
  });

  it("gives each observation one line, and all of its text when verbose", () => {
    const report = fixture();
    report.observations = Array.from({ length: 80 }, (_, index) => ({
      id: `point-${index}`,
      section: "4.1",
      operation: null,
      question: "What is answered?",
      answer: `answer ${index} ${"and so on ".repeat(20)}end`,
      evidence: null,
    }));
    const options = { color: false, width: 100, preflight: [] };

    const short = renderTerminal(report, options);
    expect(short).toContain("    4.1  What is answered?  answer 0 and so on and so on");
    expect(short).toContain("    and 30 more in the report; --verbose prints all of them\n");
    expect(renderTerminal(report, { ...options, verbose: true })).toMatch(/answer 79 (and\s+so\s+on\s+){20}end/);
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
