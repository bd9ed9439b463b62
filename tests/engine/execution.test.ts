import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shrinkable } from "../../engine/judge/shrinking.js";
import { executeAll, type Progress } from "../../engine/send/execution.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { failure, REQUEST, sessionOf, sessionWith, testCase } from "./executing.js";

const CHECK = "listBalances/state/one";

/** The messages of the failures that were seen again, by check. */
function confirmedBy(done: Awaited<ReturnType<typeof executeAll>>): Record<string, string[]> {
  return Object.fromEntries(
    [...done.confirmed].map(([check, met]) => [check, met.map(({ failure: seen }) => seen.message)]),
  );
}

describe("order", () => {
  test("the most telling cases are run first, and within a tier in the order of declaration", async () => {
    const order: string[] = [];
    const cases = [2, 0, 1, 0, 2, 1].map((tier, index) =>
      testCase(`${CHECK}${index}`, () => void order.push(`${tier}:${index}`), { tier }),
    );
    await executeAll(sessionWith(), cases, { concurrency: 1 });
    expect(order).toEqual(["0:1", "0:3", "1:2", "1:5", "2:0", "2:4"]);
  });

  test("twice as many cases go on as requests may be under way, and one where requests are one by one", async () => {
    let underWay = 0;
    let most = 0;
    const cases = Array.from({ length: 20 }, (_, index) =>
      testCase(`${CHECK}${index}`, async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
      }),
    );
    await executeAll(sessionWith(), cases, { concurrency: 3 });
    expect(most).toBe(6);
    most = 0;
    await executeAll(sessionWith(), cases, { concurrency: 1 });
    expect(most).toBe(1);
  });

  test("progress tells of every case", async () => {
    const seen: Progress[] = [];
    const cases = [testCase(CHECK, ({ recorder }) => recorder.pass(CHECK)), testCase(`${CHECK}b`, () => {})];
    await executeAll(sessionWith(), cases, { concurrency: 1, onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ done, cases: all, phase }) => `${phase} ${done}/${all}`)).toEqual(["checks 1/2", "checks 2/2"]);
  });
});

describe("sending again", () => {
  test("a failure that repeats is confirmed, with what was seen the second time", async () => {
    const failing = testCase(CHECK, ({ recorder }, turn) => recorder.fail(CHECK, failure(`turn ${turn}`)));
    const done = await executeAll(sessionWith(), [failing], { concurrency: 4 });
    expect(confirmedBy(done)).toEqual({ [CHECK]: ["turn 1"] });
    expect(done.results.of(CHECK)).toMatchObject({ failing: 1, passes: 0 });
  });

  test("a failure that does not repeat is not confirmed, and stays on record", async () => {
    const once = testCase(CHECK, ({ recorder }, turn) =>
      turn === 0 ? recorder.fail(CHECK, failure("once")) : recorder.pass(CHECK),
    );
    const done = await executeAll(sessionWith(), [once], { concurrency: 4 });
    expect(confirmedBy(done)).toEqual({});
    expect([...done.unconfirmed]).toEqual([]);
    expect(done.results.of(CHECK)).toMatchObject({ failing: 1, passes: 0 });
  });

  test("what must be refused and was let in is sent again more often: one of several servers may let it in", async () => {
    const check = "updateRecipient/refuses/website.maxLength";
    const taken = { ...failure("taken"), exchange: exchangeOf(responseOf({}, 200)) };
    const sometimes = testCase(
      check,
      ({ recorder }, turn) => (turn % 3 === 0 ? recorder.fail(check, taken) : recorder.pass(check)),
      { area: "refuses" },
    );
    const done = await executeAll(sessionWith(), [sometimes], { concurrency: 4 });
    expect(confirmedBy(done)).toEqual({ [check]: ["taken"] });
  });

  test("a refusal that its very request meets again, and no other, is no fault that comes and goes", async () => {
    const refusal = exchangeOf(responseOf({ errors: [{ detail: "on a list", code: "LISTED" }] }, 400));
    const session = sessionWith(() => refusal);
    const once = testCase(CHECK, ({ recorder }, turn) => {
      if (turn === 0) recorder.fail(CHECK, failure("refused", refusal));
      else recorder.pass(CHECK);
    });
    const { results } = await executeAll(session, [once], { concurrency: 1 });
    expect(results.of(CHECK).failing).toBe(0);
    expect(results.of(CHECK).excused?.reason).toMatch(/^one request is refused each time/);
  });

  test("a check with several failures is confirmed by the first that repeats, among three that are tried", async () => {
    const turns = [0, 0, 0, 0, 0];
    const cases = turns.map((_, index) =>
      testCase(
        CHECK,
        ({ recorder }, turn) => {
          turns[index] = turn + 1;
          if (turn === 0 || index === 1) recorder.fail(CHECK, failure(`testCase ${index}`));
        },
        { index },
      ),
    );
    const done = await executeAll(sessionWith(), cases, { concurrency: 1 });
    expect(confirmedBy(done)).toEqual({ [CHECK]: ["testCase 1"] });
    expect(turns).toEqual([2, 2, 1, 1, 1]);
  });

  test("after three that do not repeat no more are tried", async () => {
    const turns = [0, 0, 0, 0, 0];
    const cases = turns.map((_, index) =>
      testCase(
        CHECK,
        ({ recorder }, turn) => {
          turns[index] = turn + 1;
          if (turn === 0) recorder.fail(CHECK, failure("once"));
        },
        { index },
      ),
    );
    await executeAll(sessionWith(), cases, { concurrency: 1 });
    expect(turns).toEqual([2, 2, 2, 1, 1]);
  });

  test("a case at which several checks failed is run again once for all of them", async () => {
    let executes = 0;
    const other = "listBalances/response/body.json";
    const failing = testCase(CHECK, ({ recorder }) => {
      executes += 1;
      recorder.fail(CHECK, failure("one"));
      recorder.fail(other, failure("other"));
    });
    const done = await executeAll(sessionWith(), [failing], { concurrency: 1 });
    expect(executes).toBe(2);
    expect(confirmedBy(done)).toEqual({ [CHECK]: ["one"], [other]: ["other"] });
  });

  test("each executing again has an attempt of its own, so that ids are new", async () => {
    const attempts: number[] = [];
    const cases = [0, 1].map((index) =>
      testCase(`${CHECK}${index}`, ({ recorder, attempt }) => {
        attempts.push(attempt);
        recorder.fail(`${CHECK}${index}`, failure("always"));
      }),
    );
    await executeAll(sessionWith(), cases, { concurrency: 1 });
    expect(attempts).toEqual([0, 0, 1, 2]);
  });

  test("a partner's own id that was wrongly let in counts although it is a duplicate the second time", async () => {
    const edit = { at: "partner_recipient_id", from: "a", to: "b" };
    const once = testCase(CHECK, ({ recorder }, turn) => {
      if (turn === 0) recorder.fail(CHECK, { ...failure("let in"), edit });
    });
    const done = await executeAll(sessionWith(), [once], { concurrency: 1 });
    expect(confirmedBy(done)).toEqual({ [CHECK]: ["let in"] });
  });
});

describe("cases in reserve", () => {
  const asked = (index: number) =>
    testCase(CHECK, async ({ send }) => void (await send(REQUEST)), { index, operation: "listBalances" });

  test.each([
    ["nothing went wrong", [], 2],
    ["one request was refused by accident", [0], 5],
  ])("are run where %s: %s", async (_, refused, requests) => {
    let sent = 0;
    const session = sessionWith((wire, number) => {
      sent += 1;
      return { ...exchangeOf(responseOf([], refused.includes(number) ? 401 : 200)), wire };
    });
    await executeAll(session, [asked(0), asked(1)], { concurrency: 1, reserve: [asked(2), asked(3)] });
    expect(sent).toBe(requests);
  });
});

describe("shrinking", () => {
  const arbitrary = fc.integer({ min: 0, max: 1000 });
  const seed = 5;
  const values = fc.sample(arbitrary, { seed, numRuns: 20 });
  const index = values.findIndex((value) => value > 100);
  const drawn = values[index] ?? 0;

  function sized(size: number) {
    return testCase(CHECK, ({ recorder }) =>
      size >= 3 ? recorder.fail(CHECK, failure(`size ${size}`)) : recorder.pass(CHECK),
    );
  }

  test("what is reported is the smallest that still fails, and its seed and path draw it again", async () => {
    const random = shrinkable(sized, drawn, { arbitrary, seed, index }, () => true);
    const done = await executeAll(sessionWith(), [random], { concurrency: 1 });
    expect(confirmedBy(done)).toEqual({ [CHECK]: ["size 3"] });
    const [seen] = done.confirmed.get(CHECK) ?? [];
    expect(fc.sample(arbitrary, { ...seen?.draw, numRuns: 1 })).toEqual([3]);
  });

  test("what is about another fault is not sent, and what cannot be smaller is reported as it was drawn", async () => {
    const random = shrinkable(sized, drawn, { arbitrary, seed, index }, (size) => size >= drawn);
    const done = await executeAll(sessionWith(), [random], { concurrency: 1 });
    expect(confirmedBy(done)).toEqual({ [CHECK]: [`size ${drawn}`] });
    expect(done.confirmed.get(CHECK)?.[0]?.draw).toEqual({ seed, path: String(index) });
  });

  test("no more than forty candidates are sent", async () => {
    const texts = fc.array(fc.nat(), { minLength: 90, maxLength: 90 });
    const [first = []] = fc.sample(texts, { seed, numRuns: 1 });
    let sent = 0;
    const failing = () =>
      testCase(CHECK, ({ recorder }) => {
        sent += 1;
        recorder.fail(CHECK, failure("all fail"));
      });
    const random = shrinkable(failing, first, { arbitrary: texts, seed, index: 0 }, () => true);
    await executeAll(sessionWith(), [random], { concurrency: 1 });
    // The case, its repetition, the candidates, and the smallest once more.
    expect(sent).toBe(43);
  });
});

test("a failure that there is no budget to send again is unconfirmed, not confirmed", async () => {
  const failing = testCase(CHECK, async ({ recorder, send }) => {
    recorder.fail(CHECK, failure("wrong", await send(REQUEST)));
  });
  const done = await executeAll(sessionOf(1), [failing], { concurrency: 1 });
  expect(done.stop).toBe("budget");
  expect(confirmedBy(done)).toEqual({});
  expect([...done.unconfirmed]).toEqual([CHECK]);
});

test("an error inside a case is recorded as ours, and the others are run", async () => {
  const broken = testCase(CHECK, () => {
    throw new TypeError("a slip of ours");
  });
  const other = testCase(`${CHECK}b`, ({ recorder }) => recorder.pass(`${CHECK}b`));
  const done = await executeAll(sessionWith(), [broken, other], { concurrency: 1 });
  expect(done.internalErrors).toEqual([{ check: CHECK, message: expect.stringContaining("a slip of ours") }]);
  expect(done.results.of(`${CHECK}b`).passes).toBe(1);
  expect(done.stop).toBeNull();
});
