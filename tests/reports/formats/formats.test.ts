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
import { fixture } from "../fixture.js";
import { check, finding, observation, reportOf } from "../smallReport.js";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const TERMINAL = { color: false, width: 1000, preflight: [] };

const PAGE_BASE = "listTransactions/state/agreed.unknown.listTransactions.pageBase";
const NO_KEY = "listBalances/auth/no-key";

/** Reports of all kinds that there are. */
const REPORTS: Readonly<Record<string, Report>> = {
  "a red run": fixture(),
  "a green run": reportOf({ checks: [check(NO_KEY, "pass")] }),
  "a run of nothing": reportOf({}),
  "a run that was cut off": {
    ...reportOf({ exitCode: 3, outcome: "incomplete" }),
    run: { ...reportOf({}).run, ended: { why: "gone", text: "The target is away." } },
  },
  "a run with a baseline": {
    ...reportOf({ checks: [check(NO_KEY, "known")], outcome: "violations", exitCode: 1 }),
    baseline: {
      file: "baseline.yaml",
      stale: [{ line: 2, text: `- check: ${NO_KEY}`, check: NO_KEY, reason: "old", ticket: null, passed: [NO_KEY] }],
      drift: [
        { line: 5, text: "unknown.pageBase: 1", id: "unknown.pageBase", question: "0 or 1?", pinned: "1", answer: "0" },
      ],
      expired: [],
      notJudged: [],
      notExcused: [],
      notObserved: [{ line: 7, text: "unknown.order: x", id: "unknown.order" }],
    },
  },
  "a run with agreed answers": {
    ...reportOf({
      checks: [
        check(PAGE_BASE, "violation", { findings: [finding("F1", { expected: "from 0", actual: "from <1>" })] }),
      ],
      observations: [observation("unknown.listTransactions.pageBase", "from <1>")],
    }),
    deployment: {
      file: "answers.yaml",
      agreed: [
        {
          id: "unknown.listTransactions.pageBase",
          line: 2,
          text: "- id: unknown.listTransactions.pageBase",
          stated: { kind: "answer", texts: ["from 0"] },
          reason: "mail of 3 March",
          ticket: null,
          check: PAGE_BASE,
        },
      ],
    },
  },
};

const WRITERS: Readonly<Record<string, (report: Report) => string>> = {
  ...Object.fromEntries(REPORT_FORMATS.map(({ file, render }) => [file, render])),
  terminal: (report) => renderTerminal(report, TERMINAL),
  "terminal --verbose": (report) => renderTerminal(report, { ...TERMINAL, verbose: true }),
  "terminal --quiet": (report) => renderTerminal(report, { ...TERMINAL, quiet: true }),
  annotations: githubAnnotations,
};

test("each format has a file of its own, which README.md names", () => {
  const files = REPORT_FORMATS.map(({ file }) => file);
  expect(new Set(files).size).toBe(files.length);
  for (const file of files) expect(README.includes(`\`${file}\``), `README.md does not name ${file}`).toBe(true);
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
