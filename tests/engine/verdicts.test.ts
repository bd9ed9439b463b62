import { describe, expect, test } from "vitest";
import type { Exchange } from "../../client/model.js";
import { Accidents } from "../../engine/judge/accidents.js";
import { Results } from "../../engine/judge/results.js";
import { type Beforehand, type Judged, judgeAll } from "../../engine/judge/verdicts.js";
import type { CheckDefinition } from "../../engine/model.js";
import type { Executed } from "../../engine/send/execution.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { definition, failure } from "./executing.js";

const NOTHING: Beforehand = { unready: {}, reasons: new Map() };
const STEADY: CheckDefinition = { ...definition("state/steady", "should"), gathersUnsteadiness: true };
const CONTROL: CheckDefinition = { ...definition("accepts/control.read"), judgesControls: true };
const MUST = definition("state/one");
const SHOULD = definition("state/two", "should");

interface Seen {
  readonly results: Results;
  readonly changes?: Partial<Executed>;
  readonly beforehand?: Beforehand;
}

function judge(
  definitions: readonly CheckDefinition[],
  { results, changes = {}, beforehand = NOTHING }: Seen,
): Judged[] {
  const executed = {
    results,
    confirmed: new Map(),
    unconfirmed: new Set<string>(),
    internalErrors: [],
    played: 0,
    exhausted: new Map(),
    accidents: new Accidents(),
    stop: null,
  };
  return judgeAll(definitions, { ...executed, ...changes }, beforehand);
}

function verdicts(definitions: readonly CheckDefinition[], seen: Seen): [string, string | null][] {
  return judge(definitions, seen).map(({ verdict, reason }) => [verdict, reason]);
}

function met(message: string) {
  return { testCase: "testCase#0", isOwn: true, failure: failure(message) };
}

describe("a check", () => {
  test("that held in some case has passed", () => {
    const results = new Results();
    results.writer("u").pass(MUST.id, 3);
    results.writer("u").request(MUST.id);
    expect(judge([MUST], { results })).toMatchObject([{ verdict: "pass", cases: 3, requests: 1, failures: [] }]);
  });

  test("that nothing was sent for is not exercised, never passed", () => {
    expect(verdicts([MUST], { results: new Results() })).toEqual([["not-exercised", "nothing in this run showed it"]]);
  });

  test("with a failure seen twice is a violation, or a warning where the document only implies the rule", () => {
    const results = new Results();
    const confirmed = new Map([MUST, SHOULD].map(({ id }) => [id, [met("again")]] as const));
    for (const { id } of [MUST, SHOULD]) results.writer("u").fail(id, failure("first"));
    expect(judge([MUST, SHOULD], { results, changes: { confirmed } })).toMatchObject([
      { verdict: "violation", failures: [{ failure: { message: "again" } }] },
      { verdict: "warning", failures: [{ failure: { message: "again" } }] },
    ]);
  });

  test.each<[string, string, passed: number, verdict: string]>([
    ["the same place", "website", 4, "pass"],
    ["the same place, and sent nothing else", "website", 0, "not-exercised"],
    ["another place", "city", 4, "violation"],
  ])("of values together, beside a check that fails at %s", (_, at, passed, verdict) => {
    const results = new Results();
    const combined: CheckDefinition = { ...definition("accepts/combinations"), combines: true };
    const alone = definition("accepts/website.maxLength");
    const seen = (place: string) => [
      { ...met("refused"), failure: { ...failure("refused"), edit: { at: place, from: "a", to: "b" } } },
    ];
    const confirmed = new Map([
      [combined.id, seen("website")],
      [alone.id, seen(at)],
    ]);
    results.writer("u").pass(combined.id, passed);
    for (const id of confirmed.keys()) results.writer("u").fail(id, failure("refused"));
    expect(judge([combined, alone], { results, changes: { confirmed } }).map((one) => one.verdict)).toEqual([
      verdict,
      "violation",
    ]);
  });

  test("whose failure did not repeat is flaky, and shows it", () => {
    const results = new Results();
    results.writer("u").pass(MUST.id, 9);
    results.writer("u").fail(MUST.id, failure("once"));
    expect(judge([MUST], { results })).toMatchObject([
      {
        verdict: "flaky",
        reason: "seen in 1 of 10 cases, not seen when sent again",
        failures: [{ failure: { message: "once" } }],
      },
    ]);
  });

  test("that each of several answers broke is broken, though there was no time to send anything again", () => {
    const results = new Results();
    const shown: CheckDefinition = { ...definition("response/one"), area: "response" };
    for (let turn = 0; turn < 2; turn++)
      results.writer("u").fail(shown.id, { ...failure("each time"), exchange: exchangeOf(responseOf([])) });
    const changes = { unconfirmed: new Set([shown.id]), stop: "budget" } as const;
    expect(verdicts([shown], { results, changes })).toEqual([["violation", null]]);
    results.writer("u").pass(shown.id, 1);
    expect(verdicts([shown], { results, changes }).map(([verdict]) => verdict)).toEqual(["flaky"]);
  });

  test("whose failures could not be sent again makes no operation unsteady", () => {
    const results = new Results();
    const others = [MUST, definition("state/three")];
    for (const { id } of others)
      results.writer("u").fail(id, { ...failure("once"), exchange: exchangeOf(responseOf([])) });
    results.writer("u").pass(STEADY.id);
    const changes = { unconfirmed: new Set(others.map(({ id }) => id)), stop: "budget" } as const;
    expect(verdicts([...others, STEADY], { results, changes }).at(-1)?.[0]).toBe("pass");
  });

  test("whose failure there was no time to send again is flaky and says so", () => {
    const results = new Results();
    results.writer("u").fail(MUST.id, failure("once"));
    const changes = { unconfirmed: new Set([MUST.id]), stop: "budget" } as const;
    expect(verdicts([MUST], { results, changes })).toEqual([
      ["flaky", "the run ended before the fault could be sent again"],
    ]);
  });

  test("for something that is never seen fails, and passes when it is seen once", () => {
    const results = new Results();
    for (let index = 0; index < 3; index++) results.writer("u").unseen(SHOULD.id, failure("never"));
    expect(judge([SHOULD], { results })).toMatchObject([
      { verdict: "warning", cases: 3, failures: [{ failure: { message: "never" } }] },
    ]);
    results.writer("u").seen(SHOULD.id);
    expect(judge([SHOULD], { results })).toMatchObject([{ verdict: "pass", cases: 4 }]);
  });

  test("that broke inside the suite is an error, whatever else was seen", () => {
    const results = new Results();
    results.writer("u").fail(MUST.id, failure("first"));
    const changes = {
      internalErrors: [{ check: MUST.id, message: "a slip of ours" }],
      confirmed: new Map([[MUST.id, [met("again")]]]),
    };
    expect(verdicts([MUST], { results, changes })).toEqual([["error", "an error inside the suite: a slip of ours"]]);
  });
});

describe("the reason why a check was not exercised", () => {
  const unready = { listBalances: "the operation is out of reach" };
  const reasons: Beforehand["reasons"] = new Map([
    [MUST.id, { verdict: "not-applicable", reason: "the key has no letters" }],
  ]);

  test("is what blocked it", () => {
    const results = new Results();
    results.writer("u").blocked(MUST.id, "the control is not accepted");
    results.writer("u").blocked(MUST.id, "another reason");
    expect(verdicts([MUST], { results, beforehand: { unready, reasons: new Map() } })).toEqual([
      ["not-exercised", "the control is not accepted"],
    ]);
  });

  test("is that the operation is out of reach", () => {
    expect(verdicts([MUST], { results: new Results(), beforehand: { unready, reasons: new Map() } })).toEqual([
      ["not-exercised", "the operation is out of reach"],
    ]);
  });

  test("is what was known beforehand", () => {
    expect(verdicts([MUST], { results: new Results(), beforehand: { unready, reasons } })).toEqual([
      ["not-applicable", "the key has no letters"],
    ]);
  });

  test("is that the run ended", () => {
    expect(verdicts([MUST], { results: new Results(), changes: { stop: "interrupted" } })).toEqual([
      ["not-exercised", "the run ended before it was sent"],
    ]);
  });
});

describe("faults that come and go", () => {
  test("make the operation unsteady that was asked, and not that of the case which asked it", () => {
    const failed = exchangeOf(responseOf([], 500));
    const exchange = { ...failed, wire: { ...failed.wire, path: "/api/transactions/detail?transaction_id=txn_1" } };
    const accidents = new Accidents();
    for (let turn = 0; turn < 5; turn++) {
      accidents.sent(exchange.wire, MUST.operation);
      accidents.happened([exchange], MUST.operation, () => true);
    }
    const results = new Results();
    const there: CheckDefinition = { ...STEADY, id: "getDepositDetail/state/steady", operation: "getDepositDetail" };
    results.writer("u").fail(MUST.id, { ...failure("once"), exchange });
    results.writer("u").pass(STEADY.id);
    expect(verdicts([MUST, STEADY, there], { results, changes: { accidents } })).toEqual([
      ["not-exercised", "server errors come and go: see getDepositDetail/state/steady"],
      ["pass", null],
      ["warning", null],
    ]);
  });

  /** The verdicts on an operation whose requests went wrong in these ways, among so many: its steadiness, and its controls. */
  function steadinessOf(met: readonly Exchange[], requests: number, isValid = true) {
    const accidents = new Accidents();
    for (let sent = 0; sent < requests; sent++) accidents.sent(BALANCES, MUST.operation);
    accidents.happened(met, MUST.operation, () => isValid);
    const results = new Results();
    for (const { id } of [STEADY, CONTROL]) results.writer("u").pass(id);
    return verdicts([STEADY, CONTROL], { results, changes: { accidents } }).map(([verdict]) => verdict);
  }
  const FAILED = exchangeOf(responseOf([], 500));
  const FORGOTTEN = exchangeOf(responseOf([], 401));
  const LOST = exchangeOf({ kind: "connection-lost", message: "socket hang up" });
  const BALANCES = FAILED.wire;

  test.each([
    ["three server errors in a thousand requests", [FAILED, FAILED, FAILED], 1_000, "warning", "violation"],
    ["three of them in two thousand", [FAILED, FAILED, FAILED], 2_000, "pass", "pass"],
    ["two of them in ten", [FAILED, FAILED], 10, "pass", "pass"],
    ["two refusals of the good credentials", [FORGOTTEN, FORGOTTEN], 1_000, "warning", "violation"],
    ["one refusal of the good credentials", [FORGOTTEN], 10, "pass", "pass"],
    ["three answers that got lost on the way", [LOST, LOST, LOST], 1_000, "warning", "pass"],
    ["two that got lost, and a server error", [LOST, FAILED, LOST], 1_000, "warning", "violation"],
  ] as const)("%s", (_, met, requests, steady, control) => {
    expect(steadinessOf(met, requests)).toEqual([steady, control]);
  });

  test("break no stated rule where no valid request is among them", () => {
    expect(steadinessOf([FAILED, FAILED, FAILED], 1_000, false)).toEqual(["warning", "pass"]);
  });

  test("one of them may be an accident of the network", () => {
    const results = new Results();
    results.writer("u").fail(MUST.id, failure("once"));
    results.writer("u").pass(STEADY.id);
    expect(verdicts([MUST, STEADY], { results }).map(([verdict]) => verdict)).toEqual(["flaky", "pass"]);
  });

  test("two of them at two checks make the operation unsteady", () => {
    const results = new Results();
    results.writer("u").fail(MUST.id, failure("one"));
    results.writer("v").fail(SHOULD.id, failure("two"));
    results.writer("u").pass(STEADY.id);
    const [one, two, steady] = judge([MUST, SHOULD, STEADY], { results });
    expect([one?.verdict, two?.verdict, steady?.verdict]).toEqual(["flaky", "flaky", "warning"]);
    expect(steady?.failures[0]?.failure.message).toBe(
      "The same requests get different answers: 2 faults came and went. One of them: one",
    );
  });

  test("two of them at one check break its rule, and are reported by it alone", () => {
    const results = new Results();
    for (const testCase of ["u", "v"]) results.writer(testCase).fail(MUST.id, failure(testCase));
    results.writer("u").pass(STEADY.id);
    expect(verdicts([MUST, STEADY], { results })).toEqual([
      ["violation", "seen in 2 of 2 cases, not seen when sent again"],
      ["pass", null],
    ]);
  });

  test("those of another operation do not count", () => {
    const results = new Results();
    const other: CheckDefinition = { ...MUST, id: "uploadFile/state/one", operation: "uploadFile" };
    const another: CheckDefinition = { ...other, id: "uploadFile/state/two" };
    for (const { id } of [other, another]) results.writer("u").fail(id, failure(id));
    results.writer("u").pass(STEADY.id);
    expect(verdicts([other, another, STEADY], { results }).at(-1)?.[0]).toBe("pass");
  });
});
