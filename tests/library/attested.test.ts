import { afterAll, expect, test } from "vitest";
import { run, startSandbox } from "../../index.js";
import { chooseAnswers } from "../../library/answers.js";
import { agreedCount } from "../../reports/answers/answers.js";
import { sentence } from "../../reports/facts/summary.js";
import { validateReport } from "../../reports/validate.js";
import { fileWith } from "../files.js";

const sandbox = await startSandbox();
afterAll(() => sandbox.close());

const WHO = "    by: Jane Doe\n    on: 2026-11-02\n    where: mail of 2 November\n";

test("an attested rule counts beside those that were judged, and never as one of them", async () => {
  const part = { target: sandbox, profile: "smoke", operations: ["listBalances"] } as const;
  const plain = await run(part);
  const answers = fileWith(`attested:\n  - id: listBalances.auth.restricted\n${WHO}`);
  const report = await run({ ...part, answers });
  const { attested, ...rules } = report.summary.rules ?? {};
  expect(attested).toBe(1);
  expect(rules).toEqual(plain.summary.rules);
  expect(sentence(report)).toContain(" rules were judged and 1 attested in ");
  expect(agreedCount(report)).toBe("1 attested");
  expect(report.deployment?.attested).toMatchObject([
    { id: "listBalances.auth.restricted", by: "Jane Doe", on: "2026-11-02", where: "mail of 2 November", line: 2 },
  ]);
  expect(validateReport(report)).toMatchObject({ valid: true });
});

test("a run that has to have its questions answered is incomplete until they are", async () => {
  const part = { target: sandbox, operations: ["getTransferDetail"], requireAnswers: true } as const;
  const open = await run(part);
  expect([open.exitCode, open.openQuestions?.map(({ id }) => id)]).toEqual([
    3,
    ["conflict.getTransferDetail.purposeCode", "conflict.getTransferDetail.returnedStatus"],
  ]);
  expect(sentence(open)).toContain("is incomplete: 2 questions are open where contract 2024-12-01 contradicts itself");
  const answer = open.conflicts.find(({ id }) => id === "conflict.getTransferDetail.purposeCode")?.answer;
  const answers = fileWith(
    `agreed:\n  - id: conflict.getTransferDetail.purposeCode\n    answer: ${JSON.stringify(answer)}\nattested:\n  - id: conflict.getTransferDetail.returnedStatus\n    answer: failed\n${WHO}`,
  );
  const settled = await run({ ...part, answers });
  expect([settled.exitCode, settled.openQuestions]).toEqual([0, []]);
});

test.each([
  [`  - id: listBalances.auth.restricted\n`, "The entry has no by. Say who attests it."],
  [`  - id: listBalances.auth.restrict\n${WHO}`, "the nearest is listBalances.auth.restricted."],
  [`  - id: listBalances.auth.documented\n${WHO}`, "no statement is called listBalances.auth.documented"],
  [
    `  - id: updateRecipient.request.website.maxLength\n${WHO}`,
    "a run judges updateRecipient.request.website.maxLength",
  ],
  [`  - id: unknown.listTransactions.pageBase\n    answer: 0\n${WHO}`, 'State it under "agreed:", and it is judged.'],
  [`  - id: unknown.keyIssuing\n${WHO}`, 'the entry has no answer. Add "answer: …".'],
  [`  - id: unknown.keyIssuing\n    by: me\n    on: yesterday\n`, "yesterday is not a day."],
  [`  - id: unknown.keyIssuing\n    who: me\n`, "who is not a key of what is attested."],
])("what cannot be attested is a usage error: %j", (entry, message) => {
  expect(() => chooseAnswers(fileWith(`attested:\n${entry}`))).toThrow(message);
});
