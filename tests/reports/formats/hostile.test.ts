/** What a target answers is put into every file and on every screen: none of it may become a part of them. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { create } from "xmlbuilder2";
import { observedContract, renderOpenApi } from "../../../openapi/contract.js";
import { compareReports } from "../../../reports/across/compare.js";
import { asMarkdown, asTerminal, written as inWords } from "../../../reports/across/compareText.js";
import { renderDraft } from "../../../reports/answers/draft.js";
import { renderAcross } from "../../../reports/formats/acrossHtml.js";
import { REPORT_FORMATS } from "../../../reports/formats/formats.js";
import { githubAnnotations } from "../../../reports/formats/github.js";
import { renderQuestions } from "../../../reports/formats/questions.js";
import { requestFiles } from "../../../reports/formats/requestFiles.js";
import { renderTerminal } from "../../../reports/formats/terminal.js";
import type { Report, ReportedExchange } from "../../../reports/model.js";
import { CONFLICTS } from "../../../schemas/ledger/conflicts.js";
import { OPEN_POINTS } from "../../../schemas/ledger/openPoints.js";
import { UNKNOWNS } from "../../../schemas/ledger/unknowns.js";
import { fixture } from "../fixture.js";

/** Script, terminal control, ends of sections, Markdown, formulas, bidirectional overrides, shell, workflow commands. */
const NASTY = [
  "<script>alert(1)</script>",
  "\"'><img src=x onerror=alert(2)>",
  "\u001b]0;title\u0007\u001b[2J\u001b[31m",
  "\u009b31m\u0000\u0008\u007f",
  "]]></failure><!-- -->",
  "a|b`c`**d**[e](http://evil.example)@everyone",
  "=cmd|' /C calc'!A0",
  "\u202egnp.exe\u2066\u200b\u2028\ufeff",
  "'; touch /tmp/owned; $(id) `id` \"",
  "\r\n::error::owned\n### GET http://evil.example\n# heading\n```\n",
  "\ud800 \uffff {{$processEnv HOME}} %0A::set-output name=x::y",
].join(" ");

/** The fixture with all of it behind each text that a target decides on. */
function hostile(): Report {
  const report = fixture();
  const dirty = (text: string): string => `${text}${NASTY}`;
  const exchange = ({ request, response }: ReportedExchange): ReportedExchange => ({
    request: { ...request, body: dirty(request.body ?? "") },
    response:
      response === null ? null : { ...response, headers: { "x-a": NASTY, [NASTY]: "b" }, body: dirty(response.body) },
  });
  return {
    ...report,
    run: { ...report.run, ended: { why: "gone", text: dirty("The target is away. ") } },
    checks: report.checks.map((check) => ({
      ...check,
      ...(check.reason === undefined ? {} : { reason: dirty(check.reason) }),
      findings: check.findings.map((finding) => ({
        ...finding,
        message: dirty(finding.message),
        expected: dirty(finding.expected),
        actual: dirty(finding.actual),
        edit: finding.edit === null ? null : { ...finding.edit, to: NASTY },
        control: finding.control === null ? null : exchange(finding.control),
        exchange: exchange(finding.exchange),
      })),
    })),
    observations: report.observations.map((seen) => ({
      ...seen,
      answer: dirty(seen.answer),
      value: NASTY,
      evidence: seen.evidence === null ? null : exchange(seen.evidence),
    })),
    conflicts: report.conflicts.map((seen) => ({ ...seen, answer: dirty(seen.answer), value: NASTY })),
    limits: report.limits.map((limit) => ({ ...limit, measured: NASTY })),
    created: report.created.map((made) => ({ ...made, id: NASTY, partnerId: NASTY })),
  };
}

const UNSEEN = /(?!\t|\n)\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

const report = hostile();
const TERMINAL = { color: false, width: 100, preflight: [NASTY] };

const ACROSS = inWords(compareReports([fixture(), report]), true, true);

/** Every writer, by the name of what it writes. */
const WRITTEN: ReadonlyMap<string, string> = new Map([
  ...REPORT_FORMATS.map(({ file, render }) => [file, render(report)] as const),
  ...requestFiles(report, () => null).map(({ file, text }) => [file, text] as const),
  ["questions.md", renderQuestions(report, { unknowns: UNKNOWNS, conflicts: CONFLICTS })],
  ["answers.draft.yaml", renderDraft(report, OPEN_POINTS)],
  ["terminal", renderTerminal(report, TERMINAL)],
  ["terminal --verbose", renderTerminal(report, { ...TERMINAL, verbose: true })],
  ["annotations", githubAnnotations(report)],
  ["contract.yaml", renderOpenApi(observedContract(report), "yaml")],
  ["contract.json", renderOpenApi(observedContract(report), "json")],
  ["diff", asTerminal(ACROSS)],
  ["diff.md", asMarkdown(ACROSS)],
  ["diff.html", renderAcross(ACROSS)],
]);
const written = (name: string): string => WRITTEN.get(name) ?? "";

describe.each([...WRITTEN])("%s", (_, text) => {
  it("moves no cursor and turns no text around", () => {
    expect(text).not.toMatch(UNSEEN);
  });
});

it("the pages hold no element of the target's", () => {
  for (const page of ["report.html", "diff.html"])
    expect(written(page)).not.toMatch(/<img|<script>alert|onerror=alert\(2\)>/);
  expect(written("report.html").match(/<script/g)).toHaveLength(1);
});

it.each(["report.md", "questions.md", "diff.md"])(
  "%s holds no markup, link, mention or heading of the target's",
  (name) => {
    expect(written(name)).not.toMatch(/<script>|<img|(?<!\\)\[e(?<!\\)\]\(|^# heading|(?<!\\)\*\*d/m);
    // A word joiner, or an entity, stands between the sign and the name on whatever forge.
    if (name === "report.md") expect(written(name)).not.toContain("@everyone");
  },
);

it("junit.xml is well-formed, and JSON is JSON that says the same", () => {
  expect(() => create(written("junit.xml"))).not.toThrow();
  for (const name of ["report.json", "ctrf.json", "report.sarif", "contract.json"])
    expect(() => JSON.parse(written(name))).not.toThrow();
  expect(JSON.parse(written("report.json"))).toEqual(JSON.parse(JSON.stringify(report)));
});

it("a script for bash runs nothing of the target's", () => {
  const scripts = [...WRITTEN].filter(([name]) => name.endsWith(".sh"));
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, text] of scripts) {
    const said = text.replaceAll(/^curl .*$/gm, ":").replaceAll(/^: "\$\{CONF.*$/gm, "");
    const output = execFileSync("/bin/bash", {
      input: said,
      env: { PATH: "/nowhere" },
      encoding: "utf8",
      stdio: "pipe",
    });
    expect(output).toContain("$(id)");
    expect(output).not.toContain("uid=");
  }
});

it("an .http file holds no request of the target's", () => {
  for (const [name, text] of WRITTEN)
    if (name.endsWith(".http")) expect(text).not.toMatch(/^(?:GET|POST|### GET) http/m);
});

it("no line of an annotation is a command of the target's", () => {
  for (const line of written("annotations").trimEnd().split("\n"))
    expect(line).toMatch(/^::(?:error|warning|notice) title=[^:]*::(?!.*\n)/);
  expect(written("annotations")).not.toMatch(/^::set-output|^::error::owned/m);
});
