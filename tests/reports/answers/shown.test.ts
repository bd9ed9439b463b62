/** Agreed answers in every output. */
import { describe, expect, test } from "vitest";
import { diffReports } from "../../../reports/across/diff.js";
import { agreedCount, agreedRows, isAgreed } from "../../../reports/answers/answers.js";
import { judgedRules } from "../../../reports/facts/judged.js";
import { sentence } from "../../../reports/facts/summary.js";
import { renderJunit } from "../../../reports/formats/junit.js";
import { renderQuestions } from "../../../reports/formats/questions.js";
import type { CheckResult, Report } from "../../../reports/model.js";
import { validateReport } from "../../../reports/validate.js";
import { check, finding, observation, reportOf } from "../smallReport.js";

const PAGE_BASE = "listTransactions/state/agreed.unknown.listTransactions.pageBase";
const ORDER = "listTransactions/state/agreed.unknown.listTransactions.ordering";
const LATER = "listTransactions/state/agreed.unknown.listTransactions.largestPageSize";
const RULE = "listBalances/auth/no-key";

function reportWith(...checks: CheckResult[]): Report {
  const base = reportOf({
    checks,
    observations: [
      observation("unknown.listTransactions.pageBase", "from <1>"),
      observation("unknown.listTransactions.ordering", "the newest first"),
    ],
  });
  const agreed = (id: string, line: number, text: string, checkId: string, reason: string | null) => ({
    id,
    line,
    text: `- id: ${id}`,
    stated: { kind: "answer" as const, texts: [text] },
    reason,
    ticket: null,
    check: checkId,
  });
  return {
    ...base,
    deployment: {
      file: "answers.yaml",
      agreed: [
        agreed("unknown.listTransactions.pageBase", 2, "from 0", PAGE_BASE, "mail of 3 March"),
        agreed("unknown.listTransactions.ordering", 4, "the newest first", ORDER, null),
        agreed("unknown.listTransactions.largestPageSize", 6, "x", LATER, null),
      ],
    },
  };
}

const DEPARTS = check(PAGE_BASE, "violation", {
  title: "As agreed: What about unknown.listTransactions.pageBase?",
  statements: ["unknown.listTransactions.pageBase"],
  findings: [{ ...finding("F1"), expected: "from 0 (agreed in answers.yaml line 2)", actual: "from <1>" }],
});
const KEPT = check(ORDER, "pass", { statements: ["unknown.listTransactions.ordering"] });
const REPORT = reportWith(check(RULE, "pass"), DEPARTS, KEPT);

test("a report with agreed answers is a report", () => {
  expect(validateReport(REPORT)).toEqual({ valid: true, report: REPORT });
});

test("each agreed answer has a row with what was seen and what came of it", () => {
  expect(agreedRows(REPORT)).toEqual([
    {
      id: "unknown.listTransactions.pageBase",
      where: "answers.yaml line 2, mail of 3 March",
      question: "What about unknown.listTransactions.pageBase?",
      stated: "from 0",
      seen: "from <1>",
      check: PAGE_BASE,
      verdict: "violation",
      reason: "",
    },
    {
      id: "unknown.listTransactions.ordering",
      where: "answers.yaml line 4",
      question: "What about unknown.listTransactions.ordering?",
      stated: "the newest first",
      seen: "the newest first",
      check: ORDER,
      verdict: "pass",
      reason: "",
    },
    {
      id: "unknown.listTransactions.largestPageSize",
      where: "answers.yaml line 6",
      question: "",
      stated: "x",
      seen: null,
      check: LATER,
      verdict: null,
      reason: "not part of this run",
    },
  ]);
  expect(agreedCount(REPORT)).toBe("1 of 2 agreed answers kept");
  expect(agreedCount(reportOf({}))).toBeNull();
});

describe("in the sentence", () => {
  test("a broken agreedAnswers is not taken for a broken rule of the document", () => {
    expect(sentence(REPORT)).toBe(
      "https://payments.example does not keep what was agreed about it: 1 answer agreed in answers.yaml is broken on listTransactions; 3 checks were judged; 9 operations were not judged.",
    );
  });

  test("both kinds are told apart", () => {
    expect(sentence(reportWith(check(RULE, "violation"), DEPARTS))).toContain(
      "does not conform to contract 2024-12-01: 1 documented rule (section 5) is broken on listBalances, and 1 answer agreed in answers.yaml is broken on listTransactions;",
    );
  });

  test("agreed answers are no documented rules that were judged", () => {
    const stated = [{ id: "one" }, { id: "two" }];
    const agreed = REPORT.checks.filter(isAgreed);
    expect(agreed).not.toEqual([]);
    const absent = { why: "not-chosen", reason: "no part" } as const;
    expect(judgedRules(agreed, stated, () => absent)).toEqual({
      stated: 2,
      judged: 0,
      notJudged: [{ ...absent, rules: ["one", "two"], checks: [] }],
    });
  });
});

test("JUnit fails for a departure", () => {
  const xml = renderJunit(REPORT);
  expect(xml).toContain('<testsuite name="listTransactions" tests="2" failures="1"');
  expect(xml).toContain('(agreed.unknown.listTransactions.pageBase)" classname="listTransactions.state">');
});

test("a difference of two runs names the agreed answers that only one of them keeps", () => {
  const kept = reportWith(check(RULE, "pass"), check(PAGE_BASE, "pass"), KEPT);
  const diff = diffReports(kept, REPORT);
  expect(diff.broken).toMatchObject([{ check: PAGE_BASE, left: "pass", right: "violation", actual: "from <1>" }]);
  expect(diffReports(reportOf({ checks: [check(RULE, "pass")] }), REPORT).onlyRight).toMatchObject([
    { check: PAGE_BASE, reason: "not part of that run" },
    { check: ORDER, reason: "not part of that run" },
  ]);
});

test("nobody is asked again for what is agreed", () => {
  const unknown = (id: string) => ({
    id,
    section: "4.6",
    operation: null,
    question: `What about ${id}?`,
    documented: "-",
  });
  const ledger = {
    unknowns: ["unknown.listTransactions.pageBase", "unknown.listTransactions.ordering", "unknown.open"].map(unknown),
    conflicts: [],
  };
  const text = renderQuestions(REPORT, ledger, () => null);
  expect(text).toContain("or says in two ways: 1 question.");
  expect(text).toContain("| 4.6 | What about unknown.open? | not in this run |");
  expect(text).toContain(`## Agreed already

- **What about unknown.listTransactions.pageBase?**
  - Agreed: from 0 (answers.yaml line 2, mail of 3 March)
  - In this run: not kept; seen: from &lt;1&gt;
- **What about unknown.listTransactions.ordering?**
  - Agreed: the newest first (answers.yaml line 4)
  - In this run: kept
- **unknown.listTransactions.largestPageSize**
  - Agreed: x (answers.yaml line 6)
  - In this run: not part of this run
`);
});
