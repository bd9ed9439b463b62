/** How agreed answers are judged, and that a failure is asked for once more before it counts. */
import { describe, expect, test } from "vitest";
import { BudgetSpentError } from "../../../client/interruption.js";
import type { Exchange } from "../../../client/model.js";
import type { FactFinding } from "../../../discovery/agreedFacts.js";
import { type AgreedRun, judgeAllAgreed } from "../../../engine/answers/answers.js";
import { agreedChecks } from "../../../engine/answers/checks.js";
import type { Observations, SeenAnswer } from "../../../engine/observations.js";
import type { AgreedAnswer, Stated } from "../../../reports/model.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";
import { EMPTY_TARGET, testCase } from "../executing.js";

const ORDERING = "unknown.listTransactions.ordering";
const PAGES = "unknown.listTransactions.pageBase";
const CODES = "unknown.errorCodes";
const EVIDENCE = exchangeOf(responseOf({ page: 1 }));
const OTHER = exchangeOf(responseOf({ page: 2 }));

function agreed(id: string, kind: Stated["kind"], ...texts: string[]): AgreedAnswer {
  return { id, stated: { kind, texts }, reason: null, ticket: null, line: 4, text: `- id: ${id}` };
}

function seen(answers: Readonly<Record<string, SeenAnswer>>, whole = true): AgreedRun["seen"] {
  const observations: Observations = new Map(Object.entries(answers));
  return { observations, facts: new Map(), whole };
}

function runOf(changes: Partial<AgreedRun>): AgreedRun {
  return {
    target: EMPTY_TARGET,
    sender: { send: async () => EVIDENCE },
    cases: [],
    seen: seen({}),
    profile: "standard",
    stop: null,
    receives: true,
    ...changes,
  };
}

/** The one verdict on one agreed answer. */
async function verdictOn(answer: AgreedAnswer, changes: Partial<AgreedRun>) {
  const points = agreedChecks({ file: "answers.yaml", agreed: [answer] });
  const { judged, stop } = await judgeAllAgreed(points, runOf(changes));
  const [first] = judged;
  if (first === undefined || judged.length !== 1) throw new Error("one verdict was expected");
  const { verdict, reason, failures, cases } = first;
  return { verdict, reason, cases, failure: failures[0]?.failure, stop };
}

describe("an agreed answer", () => {
  test("is kept by the same answer", async () => {
    const answers = { [ORDERING]: { value: "by created_at", text: "by created_at", evidence: EVIDENCE } };
    expect(await verdictOn(agreed(ORDERING, "answer", "by created_at"), { seen: seen(answers) })).toEqual({
      verdict: "pass",
      reason: null,
      cases: 1,
      failure: undefined,
      stop: null,
    });
  });

  test("is broken by another one, which is proved", async () => {
    const answers = { [ORDERING]: { value: "by id", text: "by id", evidence: EVIDENCE } };
    expect(await verdictOn(agreed(ORDERING, "answer", "by created_at"), { seen: seen(answers) })).toMatchObject({
      verdict: "violation",
      failure: {
        message: "The answer is not the agreed one. In which order are transactions listed?",
        expected: "by created_at (agreed in answers.yaml line 4)",
        actual: "by id",
        exchange: EVIDENCE,
      },
    });
  });

  test("of what all traffic shows is proved by the exchange that brought what is strange", async () => {
    const parts = new Map<string, Exchange>([
      ["A", EVIDENCE],
      ["B", OTHER],
      ["C", EVIDENCE],
    ]);
    const answers = { [CODES]: { value: ["A", "B", "C"], text: "A, B, C", evidence: EVIDENCE, parts } };
    expect(await verdictOn(agreed(CODES, "only", "A", "C"), { seen: seen(answers) })).toMatchObject({
      verdict: "violation",
      failure: { exchange: OTHER },
    });
    expect(await verdictOn(agreed(CODES, "contains", "D"), { seen: seen(answers, false) })).toMatchObject({
      verdict: "not-exercised",
      reason: "only a part of the suite was run, and D was not met in it; seen: A, B, C",
    });
  });

  test.each<readonly [string, string, Partial<AgreedRun>, string]>([
    [ORDERING, "x", {}, "no answer of the run showed it"],
    [ORDERING, "x", { profile: "smoke" }, "the smoke profile does not ask for it"],
    [ORDERING, "x", { stop: "budget" }, "the run ended before it was seen"],
    [
      ORDERING,
      "x",
      { target: { ...EMPTY_TARGET, unready: { listTransactions: "the list is refused" } } },
      "the list is refused",
    ],
    ["unknown.webhooks.envelope", "x", { receives: false }, "not tested: give --webhook-port"],
    ["unknown.keyIssuing", "x", {}, "no run can see it: It happens outside the interface."],
    ["unknown.walletTransitions", "x", {}, "no request answers it: No documented request changes a wallet."],
    [
      "unknown.transferTransitions",
      "x",
      {
        seen: seen({
          "unknown.transferTransitions": {
            value: null,
            text: "no change was seen during the run",
            evidence: EVIDENCE,
          },
        }),
      },
      "the run could not tell: no change was seen during the run",
    ],
    [
      ORDERING,
      "x",
      { seen: seen({ [ORDERING]: { value: "by id", text: "by id", evidence: null } }) },
      "no request proves what was seen: by id",
    ],
    [
      PAGES,
      "0",
      {
        seen: seen({
          [PAGES]: { value: "pages are counted from 1", text: "pages are counted from 1", evidence: EVIDENCE },
        }),
      },
      "no answer of the run showed it",
    ],
  ])("that is not seen is never passed: %s %j", async (id, text, changes, reason) => {
    expect(await verdictOn(agreed(id, "answer", text), changes)).toMatchObject({
      verdict: "not-exercised",
      reason,
      cases: 0,
    });
  });

  test("in short is judged by what the preflight tried", async () => {
    const differs: FactFinding = {
      kind: "differs",
      found: "pages are counted from 1",
      edit: { at: "query page_number", from: "1", to: "0" },
      control: EVIDENCE,
      exchange: OTHER,
    };
    const facts = (finding: FactFinding) => ({ seen: { ...seen({}), facts: new Map([[PAGES, finding]]) } });
    expect(await verdictOn(agreed(PAGES, "answer", "0"), facts(differs))).toMatchObject({
      verdict: "violation",
      failure: {
        expected: "0 (agreed in answers.yaml line 4)",
        actual: "pages are counted from 1",
        edit: { at: "query page_number", from: "1", to: "0" },
        control: EVIDENCE,
        exchange: OTHER,
      },
    });
    const kept: FactFinding = { kind: "kept", found: "pages are counted from 0", evidence: EVIDENCE };
    expect(await verdictOn(agreed(PAGES, "answer", "0"), facts(kept))).toMatchObject({ verdict: "pass" });
  });
});

describe("a failure that an inquiry saw", () => {
  /** An inquiry that answers one thing after the other. */
  const inquiry = (...answers: readonly (string | null)[]) =>
    testCase("listTransactions/errors/no-server-error", (execution, turn) => {
      const answer = answers[turn] ?? null;
      if (answer !== null) execution.observe(ORDERING, { value: answer, text: answer }, OTHER);
    });
  const asked = (again: ReturnType<typeof inquiry>, changes: Partial<AgreedRun> = {}) =>
    verdictOn(agreed(ORDERING, "answer", "by created_at"), {
      cases: [again],
      seen: seen({ [ORDERING]: { value: "by id", text: "by id", evidence: EVIDENCE, testCase: again.id } }),
      ...changes,
    });

  test("is a violation when it shows again, with the second answer as its proof", async () => {
    expect(await asked(inquiry("by name"))).toMatchObject({
      verdict: "violation",
      failure: { actual: "by name", exchange: OTHER },
    });
  });

  test.each([
    ["by created_at", 'answered with "by id", and when asked once more answered as agreed'],
    [null, 'answered with "by id", and when asked once more not answered'],
  ])("is flaky when it does not: %j", async (second, reason) => {
    expect(await asked(inquiry(second))).toMatchObject({ verdict: "flaky", reason, failure: { actual: "by id" } });
  });

  test("is flaky when the run ends before it can be asked once more, and the run says so", async () => {
    const exhausted = testCase("listTransactions/errors/no-server-error", () => {
      throw new BudgetSpentError(10);
    });
    expect(await asked(exhausted)).toMatchObject({
      verdict: "flaky",
      reason: "the run ended before it could be asked once more",
      stop: "budget",
    });
    expect(await asked(inquiry("by name"), { stop: "interrupted" })).toMatchObject({
      verdict: "flaky",
      stop: "interrupted",
    });
  });

  test("is not asked for when the answer is the agreed one", async () => {
    let done = 0;
    const counting = testCase("listTransactions/errors/no-server-error", () => {
      done += 1;
    });
    await asked(counting, {
      seen: seen({
        [ORDERING]: { value: "by created_at", text: "by created_at", evidence: EVIDENCE, testCase: counting.id },
      }),
    });
    expect(done).toBe(0);
  });
});
