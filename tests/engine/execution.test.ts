import { describe, expect, test } from "vitest";
import { RunInterruptedError } from "../../client/interruption.js";
import { type Progress, playAll } from "../../engine/execution.js";
import { departure, REQUEST, sessionOf, sessionWith, unit } from "./executing.js";

const CHECK = "listBalances/state/one";

/** The messages of the departures that were seen again, by check. */
function confirmedBy(played: Awaited<ReturnType<typeof playAll>>): Record<string, string[]> {
  return Object.fromEntries(
    [...played.confirmed].map(([check, met]) => [check, met.map(({ departure: seen }) => seen.message)]),
  );
}

describe("order", () => {
  test("the most telling units are played first, and within a tier in the order of declaration", async () => {
    const order: string[] = [];
    const units = [2, 0, 1, 0, 2, 1].map((tier, index) =>
      unit(`${CHECK}${index}`, () => void order.push(`${tier}:${index}`), { tier }),
    );
    await playAll(sessionWith(), units, { concurrency: 1 });
    expect(order).toEqual(["0:1", "0:3", "1:2", "1:5", "2:0", "2:4"]);
  });

  test("no more units are under way at once than allowed", async () => {
    let underWay = 0;
    let most = 0;
    const units = Array.from({ length: 20 }, (_, index) =>
      unit(`${CHECK}${index}`, async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
      }),
    );
    await playAll(sessionWith(), units, { concurrency: 3 });
    expect(most).toBe(3);
  });

  test("progress tells of every unit", async () => {
    const seen: Progress[] = [];
    const units = [unit(CHECK, ({ tally }) => tally.pass(CHECK)), unit(`${CHECK}b`, () => {})];
    await playAll(sessionWith(), units, { concurrency: 1, onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ played, units: all, phase }) => `${phase} ${played}/${all}`)).toEqual([
      "checks 1/2",
      "checks 2/2",
    ]);
  });
});

describe("sending again", () => {
  test("a departure that repeats is confirmed, with what was seen the second time", async () => {
    const failing = unit(CHECK, ({ tally }, turn) => tally.fail(CHECK, departure(`turn ${turn}`)));
    const played = await playAll(sessionWith(), [failing], { concurrency: 4 });
    expect(confirmedBy(played)).toEqual({ [CHECK]: ["turn 1"] });
    expect(played.book.of(CHECK)).toMatchObject({ failing: 1, passes: 0 });
  });

  test("a departure that does not repeat is not confirmed, and stays on record", async () => {
    const once = unit(CHECK, ({ tally }, turn) =>
      turn === 0 ? tally.fail(CHECK, departure("once")) : tally.pass(CHECK),
    );
    const played = await playAll(sessionWith(), [once], { concurrency: 4 });
    expect(confirmedBy(played)).toEqual({});
    expect([...played.unconfirmed]).toEqual([]);
    expect(played.book.of(CHECK)).toMatchObject({ failing: 1, passes: 0 });
  });

  test("a check with several departures is confirmed by the first that repeats, among three that are tried", async () => {
    const turns = [0, 0, 0, 0, 0];
    const units = turns.map((_, index) =>
      unit(
        CHECK,
        ({ tally }, turn) => {
          turns[index] = turn + 1;
          if (turn === 0 || index === 1) tally.fail(CHECK, departure(`unit ${index}`));
        },
        { index },
      ),
    );
    const played = await playAll(sessionWith(), units, { concurrency: 1 });
    expect(confirmedBy(played)).toEqual({ [CHECK]: ["unit 1"] });
    expect(turns).toEqual([2, 2, 1, 1, 1]);
  });

  test("after three that do not repeat no more are tried", async () => {
    const turns = [0, 0, 0, 0, 0];
    const units = turns.map((_, index) =>
      unit(
        CHECK,
        ({ tally }, turn) => {
          turns[index] = turn + 1;
          if (turn === 0) tally.fail(CHECK, departure("once"));
        },
        { index },
      ),
    );
    await playAll(sessionWith(), units, { concurrency: 1 });
    expect(turns).toEqual([2, 2, 2, 1, 1]);
  });

  test("a unit at which several checks departed is played again once for all of them", async () => {
    let plays = 0;
    const other = "listBalances/response/body.json";
    const failing = unit(CHECK, ({ tally }) => {
      plays += 1;
      tally.fail(CHECK, departure("one"));
      tally.fail(other, departure("other"));
    });
    const played = await playAll(sessionWith(), [failing], { concurrency: 1 });
    expect(plays).toBe(2);
    expect(confirmedBy(played)).toEqual({ [CHECK]: ["one"], [other]: ["other"] });
  });

  test("each playing again has an attempt of its own, so that ids are new", async () => {
    const attempts: number[] = [];
    const units = [0, 1].map((index) =>
      unit(`${CHECK}${index}`, ({ tally, attempt }) => {
        attempts.push(attempt);
        tally.fail(`${CHECK}${index}`, departure("always"));
      }),
    );
    await playAll(sessionWith(), units, { concurrency: 1 });
    expect(attempts).toEqual([0, 0, 1, 2]);
  });

  test("a partner's own id that was wrongly let in counts although it is a duplicate the second time", async () => {
    const edit = { at: "partner_recipient_id", from: "a", to: "b" };
    const once = unit(CHECK, ({ tally }, turn) => {
      if (turn === 0) tally.fail(CHECK, { ...departure("let in"), edit });
    });
    const played = await playAll(sessionWith(), [once], { concurrency: 1 });
    expect(confirmedBy(played)).toEqual({ [CHECK]: ["let in"] });
  });
});

describe("shrinking", () => {
  test("what is reported is the smallest edit that still departs", async () => {
    const sized = (size: number) =>
      unit(CHECK, ({ tally }) => (size >= 3 ? tally.fail(CHECK, departure(`size ${size}`)) : tally.pass(CHECK)));
    const drawn = {
      ...sized(9),
      async shrink(departs: (candidate: ReturnType<typeof unit>) => Promise<boolean>) {
        for (const size of [1, 2, 3, 4]) if (await departs(sized(size))) return sized(size);
        return null;
      },
    };
    expect(confirmedBy(await playAll(sessionWith(), [drawn], { concurrency: 1 }))).toEqual({ [CHECK]: ["size 3"] });
  });
});

describe("an end before the end", () => {
  test("when the budget is spent the run stops and says so", async () => {
    const units = Array.from({ length: 10 }, (_, index) =>
      unit(`${CHECK}${index}`, async ({ tally, send }) => {
        await send(REQUEST);
        tally.pass(`${CHECK}${index}`);
      }),
    );
    const played = await playAll(sessionOf(4), units, { concurrency: 1 });
    expect(played.stop).toBe("budget");
    expect([...played.book.checks.keys()]).toEqual([0, 1, 2, 3].map((index) => `${CHECK}${index}`));
    expect(played.internalErrors).toEqual([]);
  });

  test("a departure that there is no budget to send again is unconfirmed, not confirmed", async () => {
    const failing = unit(CHECK, async ({ tally, send }) => {
      tally.fail(CHECK, departure("wrong", await send(REQUEST)));
    });
    const played = await playAll(sessionOf(1), [failing], { concurrency: 1 });
    expect(played.stop).toBe("budget");
    expect(confirmedBy(played)).toEqual({});
    expect([...played.unconfirmed]).toEqual([CHECK]);
  });

  test("an interruption stops the run", async () => {
    const interrupted = sessionWith(() => {
      throw new RunInterruptedError();
    });
    const asking = unit(CHECK, async ({ send }) => void (await send(REQUEST)));
    expect((await playAll(interrupted, [asking], { concurrency: 1 })).stop).toBe("interrupted");
  });
});

test("an error inside a unit is recorded as ours, and the others are played", async () => {
  const broken = unit(CHECK, () => {
    throw new TypeError("a slip of ours");
  });
  const other = unit(`${CHECK}b`, ({ tally }) => tally.pass(`${CHECK}b`));
  const played = await playAll(sessionWith(), [broken, other], { concurrency: 1 });
  expect(played.internalErrors).toEqual([{ check: CHECK, message: expect.stringContaining("a slip of ours") }]);
  expect(played.book.of(`${CHECK}b`).passes).toBe(1);
  expect(played.stop).toBeNull();
});
