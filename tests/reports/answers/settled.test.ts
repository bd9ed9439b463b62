/** What the document's contradictions leave open. */
import { expect, test } from "vitest";
import { openQuestions, unsettledText } from "../../../reports/answers/settled.js";
import { endingOf } from "../../../reports/facts/ending.js";
import { sentence, summarise } from "../../../reports/facts/summary.js";
import { CONFLICTS } from "../../../schemas/ledger/conflicts.js";
import { agreedAnswer, check, conflict, reportOf } from "../smallReport.js";

const CHECK = check("listBalances/auth/documented", "pass");
const NETWORK = "conflict.listBalances.fiatNetwork";
const PLACE = { line: 2, text: "- id: …" };

function idsOf(parts: Partial<Parameters<typeof openQuestions>[1]>): string[] {
  return openQuestions(CONFLICTS, { checks: [CHECK], conflicts: [], ...parts }).map(({ id }) => id);
}

test("a contradiction is open where its operation was judged and nobody settled it", () => {
  const open = idsOf({});
  expect(open).toEqual(["conflict.listBalances.fiatNetwork", "conflict.successText", "conflict.invalidCredentials"]);
  expect(idsOf({ checks: [check("listBalances/auth/documented", "not-exercised")] })).toEqual([]);
  const agreed = agreedAnswer(NETWORK, "absent", "listBalances/response/agreed.conflict.listBalances.fiatNetwork");
  expect(idsOf({ deployment: { file: "answers.yaml", agreed: [agreed] } })).toEqual(open.slice(1));
  const attested = {
    ...PLACE,
    id: "conflict.successText",
    statement: "?",
    by: "Jane Doe",
    on: "2026-11-02",
    where: "a mail",
    answer: "none",
  };
  expect(idsOf({ deployment: { file: "answers.yaml", agreed: [], attested: [attested] } })).toEqual([open[0], open[2]]);
});

test("what is only odd in the document is not open", () => {
  const remarks = CONFLICTS.filter(({ isRemark }) => isRemark === true).map(({ id }) => id);
  const all = CONFLICTS.map(({ shownBy }) => check(`${shownBy}/auth/documented`, "pass"));
  const open = idsOf({ checks: all });
  expect(open.filter((id) => remarks.includes(id))).toEqual([]);
  expect(open.length + remarks.length).toBe(CONFLICTS.length);
});

test("an open question names the side that was seen, and null where none was", () => {
  const seen = [conflict(NETWORK, "fiat wallets have no network")];
  const [first, second] = openQuestions(CONFLICTS, { checks: [CHECK], conflicts: seen });
  expect(first).toMatchObject({ id: NETWORK, answer: "fiat wallets have no network" });
  expect(second?.answer).toBeNull();
});

test("open questions leave the exit code alone unless answers are required", () => {
  const open = openQuestions(CONFLICTS, { checks: [CHECK], conflicts: [] });
  const ended = { summary: summarise([CHECK], 0), run: {}, openQuestions: open };
  const policy = { failOn: "must", requireComplete: false } as const;
  expect(endingOf(ended, policy)).toEqual({ outcome: "conforms", exitCode: 0 });
  expect(endingOf(ended, { ...policy, requireAnswers: true })).toEqual({ outcome: "incomplete", exitCode: 3 });
  expect(endingOf({ ...ended, openQuestions: [] }, { ...policy, requireAnswers: true })).toEqual({
    outcome: "conforms",
    exitCode: 0,
  });
});

test("the last sentence tells of open questions, and what is required is listed by its ids", () => {
  const open = openQuestions(CONFLICTS, { checks: [CHECK], conflicts: [] });
  const report = { ...reportOf({ checks: [CHECK] }), openQuestions: open };
  expect(sentence(report)).toContain("3 open questions where the contract contradicts itself");
  expect(unsettledText(report).split("\n")).toHaveLength(4);
  expect(unsettledText(report)).toContain(`  ${NETWORK}   section `);
  expect(sentence({ ...report, openQuestions: [] })).not.toContain("open");
  expect(unsettledText({ ...report, openQuestions: [] })).toBe("");
});
