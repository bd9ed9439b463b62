import { describe, expect, test } from "vitest";
import { type CaseDraft, casesOf, check, exercise, judgedTogether, perTarget, suite } from "../../discovery/check.js";
import { Results } from "../../engine/judge/results.js";
import { judgesOf, judgeTraffic } from "../../engine/judge/traffic.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { EMPTY_TARGET } from "./executing.js";

const STEADY = "listBalances/state/steady";
const WORDS = { sends: "something", expects: "something else" };

function draft(name?: string): CaseDraft {
  const make: CaseDraft["make"] = (identity) => ({
    ...identity,
    operation: "listBalances",
    effect: "read",
    tier: 0,
    execute: async () => {},
  });
  return name === undefined ? { make } : { name, make };
}

function idsOf(...entries: Parameters<typeof suite> extends [unknown, ...infer Entries] ? Entries : never) {
  return casesOf([suite("listBalances", ...entries)], EMPTY_TARGET).map(({ id }) => id);
}

describe("a check", () => {
  test("that names no rule of the ledger is refused", () => {
    expect(() => check("listBalances/state/elsewhere", WORDS)).toThrow(
      "listBalances/state/elsewhere names listBalances.state.elsewhere, which is no rule of the ledger",
    );
  });

  test("numbers its cases, unless they have names", () => {
    expect(idsOf(check(STEADY, { ...WORDS, cases: () => [draft(), draft("crowd"), draft()] }))).toEqual([
      "listBalances/state/steady#0",
      "listBalances/state/steady#crowd",
      "listBalances/state/steady#2",
    ]);
  });

  test("has no cases for a target that is not ready for its operation", () => {
    const suites = [suite("listBalances", check(STEADY, { ...WORDS, cases: () => [draft()] }))];
    expect(casesOf(suites, { ...EMPTY_TARGET, unready: { listBalances: "nothing answers" } })).toEqual([]);
  });

  test("says what its cases serve beside it", () => {
    const suites = [suite("listBalances", check(STEADY, { ...WORDS, role: "control", cases: () => [draft()] }))];
    expect(casesOf(suites, EMPTY_TARGET).map(({ role }) => role)).toEqual(["control"]);
  });
});

describe("cases that others declare for a check", () => {
  test("bear the name of their exercise", () => {
    expect(idsOf(exercise(STEADY, "again", () => [draft(), draft("late")]))).toEqual([
      "listBalances/state/steady#again.0",
      "listBalances/state/steady#again.late",
    ]);
  });

  test("are refused when two have one id", () => {
    const again = exercise(STEADY, "again", () => [draft()]);
    expect(() => idsOf(again, again)).toThrow("two cases are called listBalances/state/steady#again.0");
  });
});

test("a suite refuses two checks of one id", () => {
  expect(() => suite("listBalances", check(STEADY, WORDS), [check(STEADY, WORDS)])).toThrow(
    "two checks are called listBalances/state/steady",
  );
});

describe("a judge of all traffic", () => {
  const JUDGING = { check: STEADY, operation: "listBalances", sent: undefined, edit: null, control: null } as const;
  const ASKED = { ...JUDGING, response: true, echo: true, errors: true };

  test("is made anew for each run, and asked about each answer that is no throttle's", () => {
    const seen: string[] = [];
    let runs = 0;
    const both = judgedTogether([check(STEADY, WORDS)], () => {
      const run = ++runs;
      return ({ response }) => seen.push(`run ${run}: ${response.status}`);
    });
    const suites = [suite("listBalances", both)];
    const nothing = new Results().writer(STEADY);
    for (const judges of [judgesOf(suites), judgesOf(suites)])
      for (const status of [200, 429, 503, 400])
        judgeTraffic(judges, exchangeOf(responseOf([], status)), ASKED, nothing);
    expect(seen).toEqual(["run 1: 200", "run 1: 400", "run 2: 200", "run 2: 400"]);
  });

  test("is asked about its own operation only", () => {
    const asked: string[] = [];
    const suites = [suite("listBalances", check(STEADY, { ...WORDS, judge: (id) => () => asked.push(id) }))];
    const nothing = new Results().writer(STEADY);
    const judges = judgesOf(suites);
    judgeTraffic(judges, exchangeOf(responseOf([])), ASKED, nothing);
    judgeTraffic(judges, exchangeOf(responseOf([])), { ...ASKED, operation: "listTransactions" }, nothing);
    expect(asked).toEqual([STEADY]);
  });
});

test("what several checks share of a target is made once", () => {
  let made = 0;
  const shared = perTarget(() => ++made);
  expect([shared(EMPTY_TARGET), shared(EMPTY_TARGET), shared({ ...EMPTY_TARGET })]).toEqual([1, 1, 2]);
});
