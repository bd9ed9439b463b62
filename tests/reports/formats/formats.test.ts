/** What holds for every format, of every kind of report. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { baselineRemarks } from "../../../reports/across/remarks.js";
import { agreedRows } from "../../../reports/answers/answers.js";
import { groupFindings } from "../../../reports/facts/causes.js";
import { notJudged } from "../../../reports/facts/judged.js";
import { measuredText } from "../../../reports/facts/limits.js";
import { sentence } from "../../../reports/facts/summary.js";
import { REPORT_FORMATS } from "../../../reports/formats/formats.js";
import { githubAnnotations } from "../../../reports/formats/github.js";
import { renderHtml } from "../../../reports/formats/html.js";
import { renderMarkdown } from "../../../reports/formats/markdown.js";
import { renderTerminal } from "../../../reports/formats/terminal.js";
import type { Report } from "../../../reports/model.js";
import { manyCauses, REPORTS } from "../reports.js";

const RUNNING = readFileSync(new URL("../../../docs/running.md", import.meta.url), "utf8");
const TERMINAL = { color: false, width: 1000, preflight: [] };

const WRITERS: Readonly<Record<string, (report: Report) => string>> = {
  ...Object.fromEntries(REPORT_FORMATS.map(({ file, render }) => [file, render])),
  terminal: (report) => renderTerminal(report, TERMINAL),
  "terminal --verbose": (report) => renderTerminal(report, { ...TERMINAL, verbose: true }),
  "terminal --quiet": (report) => renderTerminal(report, { ...TERMINAL, quiet: true }),
  annotations: githubAnnotations,
};

test("each format has a file of its own, which docs/running.md names", () => {
  const files = REPORT_FORMATS.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  for (const file of files) expect(RUNNING.includes(`\`${file}\``), `docs/running.md does not name ${file}`).toBe(true);
});

describe.each(Object.entries(REPORTS))("%s", (_, report) => {
  it.each(Object.entries(WRITERS))(
    "%s is text that ends with a line feed, the same each time, of a report left alone",
    (__, write) => {
      const before = structuredClone(report);
      const text = write(report);
      expect(text.endsWith("\n")).toBe(true);
      expect(write(report)).toBe(text);
      expect(report).toEqual(before);
    },
  );
});

const bare = (text: string): string => text.replaceAll(/\s/g, "");

/** A page as a reader sees it, without markup and white space. */
function read(text: string): string {
  return bare(text)
    .replaceAll(/<[^>]*>|\*\*/g, "")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&lt;/g, "<")
    .replaceAll(/&gt;/g, ">")
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&amp;/g, "&")
    .replaceAll("\u200b", "");
}

const PRINTERS: readonly (readonly [name: string, isWhole: boolean, print: (report: Report) => string])[] = [
  ["terminal", false, (report) => renderTerminal(report, TERMINAL)],
  ["terminal --verbose", true, (report) => renderTerminal(report, { ...TERMINAL, verbose: true })],
  ["report.html", true, renderHtml],
  ["report.md", true, renderMarkdown],
];

/** Everything of a report that one must not miss. */
function essentials(report: Report): string[] {
  return [
    sentence(report),
    report.target.baseUrl,
    ...groupFindings(report).flatMap(({ message, findings: [first] }) => [
      message,
      ...(first === undefined ? [] : [first.finding.id, first.finding.actual]),
    ]),
    ...(report.baseline === undefined ? [] : baselineRemarks(report.baseline).map(({ text }) => text)),
    ...report.checks.filter(({ verdict }) => verdict === "error" || verdict === "flaky").map(({ id }) => id),
  ];
}

/** And the rest, which the end of a run leaves to the report. */
function details(report: Report): string[] {
  return [
    ...notJudged(report).map(({ reason }) => reason),
    ...agreedRows(report).flatMap(({ id, stated, where }) => [id, stated, where]),
    ...report.observations.map(({ answer }) => answer),
    ...report.conflicts.flatMap(({ answer, documented }) => [answer, ...documented]),
    ...report.limits.map(measuredText),
    ...report.checks.filter(({ verdict }) => verdict === "known").map(({ id }) => id),
  ];
}

describe.each(PRINTERS)("%s", (name, isWhole, print) => {
  it.each(Object.entries(REPORTS))("says all that matters of %s", (_, report) => {
    const text = name.startsWith("terminal") ? bare(print(report)) : read(print(report));
    // Hostile text is made visible: its escapes are compared elsewhere.
    const wanted = [...essentials(report), ...(isWhole ? details(report) : [])].filter(
      (each) => !/[\p{C}<>&]/u.test(each),
    );
    expect(wanted.filter((each) => !text.includes(bare(each)))).toEqual([]);
  });
});

it("report.md is short enough for a comment on a pull request, however many causes there are", () => {
  const text = renderMarkdown(manyCauses());
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/and \d+ more causes in report\.html/);
});
