import { describe, expect, test } from "vitest";
import type { CheckDefinition } from "../../engine/model.js";
import type { Playback } from "../../engine/execution.js";
import { TallyBook } from "../../engine/results.js";
import { type Beforehand, type Judged, judgeAll, steadyCheckId } from "../../engine/verdicts.js";
import { definition, departure } from "./executing.js";

const NOTHING: Beforehand = { unready: {}, reasons: new Map() };
const STEADY = definition("state/steady");
const MUST = definition("state/one");
const SHOULD = definition("state/two", "should");

interface Seen {
  readonly book: TallyBook;
  readonly changes?: Partial<Playback>;
  readonly beforehand?: Beforehand;
}

function judge(definitions: readonly CheckDefinition[], { book, changes = {}, beforehand = NOTHING }: Seen): Judged[] {
  const playback = {
    book,
    confirmed: new Map(),
    unconfirmed: new Set<string>(),
    internalErrors: [],
    spent: new Map(),
    stop: null,
  };
  return judgeAll(definitions, { ...playback, ...changes }, beforehand);
}

function verdicts(definitions: readonly CheckDefinition[], seen: Seen): [string, string | null][] {
  return judge(definitions, seen).map(({ verdict, reason }) => [verdict, reason]);
}

function met(message: string) {
  return { unit: "unit#0", departure: departure(message) };
}

describe("a check", () => {
  test("that held in some case has passed", () => {
    const book = new TallyBook();
    book.writer("u").pass(MUST.id, 3);
    book.writer("u").request(MUST.id);
    expect(judge([MUST], { book })).toMatchObject([{ verdict: "pass", cases: 3, requests: 1, departures: [] }]);
  });

  test("that nothing was sent for is not exercised, never passed", () => {
    expect(verdicts([MUST], { book: new TallyBook() })).toEqual([["not-exercised", "no answer of the run showed it"]]);
  });

  test("with a departure seen twice is a violation, or a warning where the document only implies the rule", () => {
    const book = new TallyBook();
    const confirmed = new Map([MUST, SHOULD].map(({ id }) => [id, [met("again")]] as const));
    for (const { id } of [MUST, SHOULD]) book.writer("u").fail(id, departure("first"));
    expect(judge([MUST, SHOULD], { book, changes: { confirmed } })).toMatchObject([
      { verdict: "violation", departures: [{ departure: { message: "again" } }] },
      { verdict: "warning", departures: [{ departure: { message: "again" } }] },
    ]);
  });

  test("whose departure did not repeat is flaky, and shows it", () => {
    const book = new TallyBook();
    book.writer("u").pass(MUST.id, 9);
    book.writer("u").fail(MUST.id, departure("once"));
    expect(judge([MUST], { book })).toMatchObject([
      {
        verdict: "flaky",
        reason: "seen in 1 of 10 cases, not seen when sent again",
        departures: [{ departure: { message: "once" } }],
      },
    ]);
  });

  test("whose departure there was no time to send again is flaky and says so", () => {
    const book = new TallyBook();
    book.writer("u").fail(MUST.id, departure("once"));
    const changes = { unconfirmed: new Set([MUST.id]), stop: "budget" } as const;
    expect(verdicts([MUST], { book, changes })).toEqual([
      ["flaky", "the run ended before the fault could be sent again"],
    ]);
  });

  test("for something that is never seen fails, and passes when it is seen once", () => {
    const book = new TallyBook();
    for (let index = 0; index < 3; index++) book.writer("u").unseen(SHOULD.id, departure("never"));
    expect(judge([SHOULD], { book })).toMatchObject([
      { verdict: "warning", cases: 3, departures: [{ departure: { message: "never" } }] },
    ]);
    book.writer("u").seen(SHOULD.id);
    expect(judge([SHOULD], { book })).toMatchObject([{ verdict: "pass", cases: 4 }]);
  });

  test("that broke inside the suite is an error, whatever else was seen", () => {
    const book = new TallyBook();
    book.writer("u").fail(MUST.id, departure("first"));
    const changes = {
      internalErrors: [{ check: MUST.id, message: "a slip of ours" }],
      confirmed: new Map([[MUST.id, [met("again")]]]),
    };
    expect(verdicts([MUST], { book, changes })).toEqual([["error", "an error inside the suite: a slip of ours"]]);
  });
});

describe("the reason why a check was not exercised", () => {
  const unready = { listBalances: "the operation is out of reach" };
  const reasons: Beforehand["reasons"] = new Map([
    [MUST.id, { verdict: "not-applicable", reason: "the key has no letters" }],
  ]);

  test("is what blocked it", () => {
    const book = new TallyBook();
    book.writer("u").blocked(MUST.id, "the control is not accepted");
    book.writer("u").blocked(MUST.id, "another reason");
    expect(verdicts([MUST], { book, beforehand: { unready, reasons: new Map() } })).toEqual([
      ["not-exercised", "the control is not accepted"],
    ]);
  });

  test("is that the operation is out of reach", () => {
    expect(verdicts([MUST], { book: new TallyBook(), beforehand: { unready, reasons: new Map() } })).toEqual([
      ["not-exercised", "the operation is out of reach"],
    ]);
  });

  test("is what was known beforehand", () => {
    expect(verdicts([MUST], { book: new TallyBook(), beforehand: { unready, reasons } })).toEqual([
      ["not-applicable", "the key has no letters"],
    ]);
  });

  test("is that the run ended", () => {
    expect(verdicts([MUST], { book: new TallyBook(), changes: { stop: "interrupted" } })).toEqual([
      ["not-exercised", "the run ended before it was sent"],
    ]);
  });
});

describe("faults that come and go", () => {
  test("the check of an operation's steadiness has a fixed name", () => {
    expect(STEADY.id).toBe(steadyCheckId("listBalances"));
  });

  test("one of them may be an accident of the network", () => {
    const book = new TallyBook();
    book.writer("u").fail(MUST.id, departure("once"));
    book.writer("u").pass(STEADY.id);
    expect(verdicts([MUST, STEADY], { book }).map(([verdict]) => verdict)).toEqual(["flaky", "pass"]);
  });

  test("two of them make the operation unsteady, which is a violation", () => {
    const book = new TallyBook();
    book.writer("u").fail(MUST.id, departure("one"));
    book.writer("v").fail(SHOULD.id, departure("two"));
    book.writer("u").pass(STEADY.id);
    const [one, two, steady] = judge([MUST, SHOULD, STEADY], { book });
    expect([one?.verdict, two?.verdict, steady?.verdict]).toEqual(["flaky", "flaky", "violation"]);
    expect(steady?.departures[0]?.departure.message).toBe(
      "The same requests are answered now one way, now another: 2 faults came and went. One of them: one",
    );
  });

  test("two of them at one check do so as well", () => {
    const book = new TallyBook();
    for (const unit of ["u", "v"]) book.writer(unit).fail(MUST.id, departure(unit));
    expect(verdicts([MUST, STEADY], { book }).map(([verdict]) => verdict)).toEqual(["flaky", "violation"]);
  });

  test("those of another operation do not count", () => {
    const book = new TallyBook();
    const other: CheckDefinition = { ...MUST, id: "uploadFile/state/one", operation: "uploadFile" };
    for (const unit of ["u", "v"]) book.writer(unit).fail(other.id, departure(unit));
    book.writer("u").pass(STEADY.id);
    expect(verdicts([other, STEADY], { book }).map(([verdict]) => verdict)).toEqual(["flaky", "pass"]);
  });
});
