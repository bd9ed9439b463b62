import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { displayWidth, print, span, wrap } from "../../../reports/formats/columns.js";
import { renderTerminal, type TerminalOptions } from "../../../reports/formats/terminal.js";
import { fixture } from "../fixture.js";

const USUAL = {
  color: false,
  width: 120,
  preflight: ["credentials accepted"],
  reportPath: "conformance-report/report.html",
};

function printed(options: Partial<TerminalOptions> = {}, report = fixture()): string {
  return renderTerminal(report, { ...USUAL, ...options });
}

/** A text without the places at which it is broken into lines. */
function unbroken(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

describe("renderTerminal", () => {
  it("heads with the target and the run, and when verbose with what the preflight found", () => {
    const head = "  ppconform 1.0.0   https://sandbox.partner.example   seed 42   standard   contract 2024-12-01";
    expect(printed().split("\n").slice(0, 2)).toEqual([head, ""]);
    expect(printed({ verbose: true }).split("\n").slice(0, 2)).toEqual([head, "  preflight   credentials accepted"]);
  });

  it("proves a cause once and lists its other places", () => {
    expect(printed()).toContain(
      [
        "  ✗ updateRecipient/refuses/address_info.post_code.maxLength                                     must · section 2.3 · F1",
        "    A post code of 17 characters is accepted and stored on update.   4 findings",
        "      rule      A post code is at most 16 characters long",
        '      sent      address_info.post_code = "20000120000120000"   17 characters',
        "      expected  refused with 400",
        "      seen      200, and stored",
        '      control   "2000012000012000" instead (16 characters): 200, as expected',
        "      limit     documented 16, measured none found up to 4,096 characters",
        "      replay    ppconform replay conformance-report/report.json F1",
        '      also      F4  createRecipient: address_info.post_code = "20000120000120000"   17 characters → 200, and stored',
      ].join("\n"),
    );
  });

  it("proves the first five causes and gives each of the others a line with what was seen", () => {
    const text = printed({ width: 160 });
    expect(text.match(/^ {6}replay/gm)).toHaveLength(5);
    expect(text).toContain(
      "\n  ! The response has no account_usage_product_reference. → absent   createCustomer · F9\n",
    );
    expect(printed({ width: 80 })).toMatch(
      /\n {2}! The response has no account_\w+… → absent {3}createCustomer · F9\n/,
    );
    expect(printed({ verbose: true }).match(/^ {6}replay/gm)).toHaveLength(9);
  });

  it("shows the command of a single finding", () => {
    const report = fixture();
    report.checks = report.checks.filter(
      ({ verdict, findings }) => verdict !== "violation" || findings[0]?.id === "F7",
    );
    report.checks = report.checks.filter(({ verdict }) => verdict !== "warning");
    expect(printed({}, report)).toMatch(/^ {6}curl\n {8}curl /m);
    expect(printed()).not.toMatch(/^ {6}curl/m);
  });

  it("ends with the counts, the sentence, what else was seen, the page and the next step", () => {
    const text = unbroken(printed());
    expect(text).toContain(
      "7 violations, 5 causes · 1 warning · 1 known · 1 flaky · 1 suite error · 4,310 requests in 3.2 s",
    );
    expect(text).toMatch(
      /1 warning about what the contract only implies\. 4 observations where the document is silent, 1 answer where it contradicts itself: --verbose lists them conformance-report\/report\.html Next: fix F7 first\. Its replay command shows whether it is gone\.$/,
    );
  });

  it("lists the reasons why rules were not judged, what no request can test as one", () => {
    const text = printed();
    expect(text).toContain("\n    2  no deposit exists on the target   getDepositDetail 2\n");
    expect(text).toContain("\n    1  untestable by any request (see report)\n");
  });

  it("shows matrix and observations only when verbose", () => {
    const row = "  uploadFile            1/2        1        1        1         1     1       1      1       1\n";
    expect(printed({ verbose: true })).toContain(row);
    expect(printed({ verbose: true })).toContain("\n  Observations ");
    expect(printed()).not.toContain(row);
    expect(printed()).not.toContain("\n  Observations ");
  });

  it("prints findings and the outcome only when quiet", () => {
    const lines = printed({ quiet: true, width: 500 }).trimEnd().split("\n");
    expect(lines[0]).toMatch(/^ {2}✗ /);
    expect(lines.at(-1)).toMatch(/^ {2}https:\/\/sandbox.partner.example does not conform/);
    expect(lines.join("\n")).not.toContain("Not judged");
  });

  it.each([40, 60, 80, 120])("keeps to %i columns, but for 60 at least, and never breaks a command", (width) => {
    for (const verbose of [false, true]) {
      const widest = Math.max(
        ...printed({ width, verbose })
          .split("\n")
          .filter((line) => !/^ {8}| {6}replay /.test(line))
          .map(displayWidth),
      );
      expect(widest).toBeLessThanOrEqual(Math.max(60, width));
    }
  });

  it("colours only when asked to, and says the same", () => {
    const coloured = printed({ color: true });
    expect(coloured).toContain("\u001b[1;31m200, and stored\u001b[0m");
    expect(printed()).not.toContain("\u001b");
    expect(stripVTControlCharacters(coloured)).toBe(printed());
  });
});

it("wrap breaks at spaces, and inside a word that is wider than the line", () => {
  expect(print(wrap([span("one two three")], 8), false)).toBe("one two\nthree");
  expect(print(wrap([span("abcdefghij")], 4), false)).toBe("abcd\nefgh\nij");
  expect(print(wrap([span("上海远洋贸易")], 5), false)).toBe("上海\n远洋\n贸易");
});
