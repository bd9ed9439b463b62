import { expect, test } from "vitest";
import { renderDraft } from "../../../reports/answers/draft.js";
import { parseAnswers } from "../../../reports/answers/file.js";
import { OPEN_POINTS } from "../../../schemas/ledger/openPoints.js";
import { agreedAnswer, conflict, observation, reportOf } from "../smallReport.js";

test("every answer that tells something is an entry below its question, what matters most first", () => {
  const report = reportOf({
    conflicts: [conflict("conflict.version", "2026-08-31")],
    observations: [
      { ...observation("unknown.order", "a: b"), section: "4.10" },
      observation("unknown.listTransactions.pageBase", "1"),
      { ...observation("unknown.rate", "unclear: every rate is close to 1"), value: null },
    ],
  });
  expect(
    renderDraft(report, OPEN_POINTS),
  ).toBe(`# A draft for ppconform run --answers: 3 answers of https://payments.example, seen on 2026-01-02.
# Nothing here is agreed. Keep what the provider confirms, delete the rest; then each entry is judged like a rule.
# Instead of the whole answer an entry may have contains: (texts in it) or only: (all values it may have).

agreed:
  # section 4.6: What about unknown.listTransactions.pageBase?
  - id: unknown.listTransactions.pageBase
    answer: "1"
  # section 4.10: What about unknown.order?
  - id: unknown.order
    answer: "a: b"
  # section 9: Which side at conflict.version?
  - id: conflict.version
    answer: 2026-08-31
`);
});

test("what is agreed already is not repeated", () => {
  const report = reportOf({ observations: [observation("unknown.a", "x"), observation("unknown.b", "y")] });
  const agreed = agreedAnswer("unknown.a", "x", "listBalances/response/agreed.unknown.a");
  const text = renderDraft({ ...report, deployment: { file: "d.yaml", agreed: [agreed] } }, OPEN_POINTS);
  expect(text).toContain("# 1 answer agreed in d.yaml already: not repeated here.\n");
  expect(parseAnswers(text, "draft").agreed.map(({ id }) => id)).toEqual(["unknown.b"]);
});

test("a draft is read back as it was, whatever the target answered", () => {
  const answers = ["201", "null", "- x", "a # b", "two\nlines", "'", "\u202e", "]: {", "*a", "&a", "x".repeat(500)];
  const report = reportOf({ observations: answers.map((answer, index) => observation(`unknown.${index}`, answer)) });
  const read = parseAnswers(renderDraft(report, OPEN_POINTS), "draft");
  expect(read.agreed.map(({ stated }) => stated.texts)).toEqual(answers.map((answer) => [answer]));
});

test("a report without answers gives a draft that says nothing", () => {
  expect(parseAnswers(renderDraft(reportOf({}), OPEN_POINTS), "draft").agreed).toEqual([]);
});
