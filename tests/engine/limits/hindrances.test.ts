/** What ends a measurement, and what it may cost. */

import { describe, expect, test } from "vitest";
import {
  BudgetSpentError,
  LostInOutageError,
  RunInterruptedError,
  TargetGoneError,
} from "../../../client/interruption.js";
import { mostRequests } from "../../../engine/limits/limits.js";
import { limitsToMeasure } from "../../../engine/limits/selection.js";
import { SAMPLE_FILES } from "../../../generators/cases.js";
import { CHECKS } from "../../../suites/suites.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";
import { REQUEST } from "../executing.js";
import {
  ACCEPTED,
  FILES,
  measuring,
  NAME,
  NUMBER,
  only,
  playbackOf,
  REFUSED,
  type Reception,
  TARGET,
  textAt,
  upTo,
} from "./measuring.js";

describe("what stands in the way", () => {
  test("a refused control: another is tried, and where none is accepted nothing is measured", async () => {
    const second = await measuring(
      (request, number) => (number === 0 ? REFUSED : upTo(130)(request, number)),
      playbackOf(NAME),
    );
    expect(only(second).measured).toBe(130);
    const none = await measuring(() => REFUSED, playbackOf(NAME));
    expect([only(none).measured, none.sent.length]).toEqual(["not measured: the control is refused with 422", 3]);
  });

  test("an answer about something else ends a search, and what is known is told", async () => {
    const throttled: Reception = (request, number) =>
      number < 4 ? upTo(5000)(request, number) : exchangeOf(responseOf("", 503));
    const limit = only(await measuring(throttled, playbackOf(NAME)));
    expect(limit.measured).toBe("not measured to the end: 130 characters accepted with 201");
    expect(limit.evidence.text).toBe("132 characters were answered with 503");
  });

  test("no answer at all is no refusal", async () => {
    const silent: Reception = (_, number) =>
      number === 0 ? ACCEPTED : exchangeOf({ kind: "timeout", message: "no answer within 10 ms" });
    expect(only(await measuring(silent, playbackOf(NAME))).measured).toMatch(/^not measured: 128 characters were /);
  });

  test("exhausted requests end the measuring, not the run", async () => {
    const exhausted: Reception = (request, number) => {
      if (number >= 5) throw new BudgetSpentError(5);
      return upTo(1000)(request, number);
    };
    const found = await measuring(exhausted, playbackOf(NAME, NUMBER));
    expect(found.limits.map(({ measured }) => measured)).toEqual([
      "not measured to the end: 132 characters accepted with 201",
      "not measured: the requests that the run may send were exhausted",
    ]);
    expect(found.executed.stop).toBeNull();
  });

  test("an interruption stops the run, and what is known is told", async () => {
    const stopped: Reception = (request, number) => {
      if (number >= 3) throw new RunInterruptedError();
      return upTo(1000)(request, number);
    };
    const found = await measuring(stopped, playbackOf(NAME));
    expect(only(found).evidence.text).toBe("the run was interrupted");
    expect(found.executed.stop).toBe("interrupted");
  });

  test("a target that is gone, and credentials that work no more, end the run and are told", async () => {
    const outage = { from: 0, to: null, seen: "connection refused", requests: 1 };
    const gone: Reception = (request, turn) => {
      if (turn >= 3) throw new TargetGoneError(outage);
      return upTo(1000)(request, turn);
    };
    const away = await measuring(gone, playbackOf(NAME));
    expect([only(away).evidence.text, away.executed.stop]).toEqual(["the target stopped answering", "gone"]);
    const good = { reads: [REQUEST], requests: () => 4 };
    const expired: Reception = (request, turn) =>
      turn >= 3 ? exchangeOf(responseOf({ errors: [] }, 401)) : upTo(1000)(request, turn);
    const lost = await measuring(expired, playbackOf(NAME), { good });
    expect([only(lost).evidence.text, lost.executed.stop]).toEqual([
      "the credentials were not accepted any more",
      "credentials",
    ]);
    expect(lost.sent.length).toBe(6);
  });

  test("a request that fell into an outage is sent anew, with an id of its own", async () => {
    const short: Reception = (request, turn) => {
      if (turn === 2) throw new LostInOutageError(REFUSED);
      return upTo(140)(request, turn);
    };
    const found = await measuring(short, playbackOf(NAME));
    expect([only(found).measured, found.executed.stop, found.executed.internalErrors]).toEqual([140, null, []]);
    const ids = found.sent.map((request) => textAt(request, ["partner_recipient_id"]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("a run that had ended before is not measured", async () => {
    const found = await measuring(() => ACCEPTED, { ...playbackOf(NAME), stop: "budget" });
    expect([found.limits, found.sent]).toEqual([[], []]);
  });

  test("an error of our own is one of the suite, at the check of the limit", async () => {
    const broken: Reception = () => {
      throw new Error("our fault");
    };
    const { executed, limits } = await measuring(broken, playbackOf(NAME));
    expect(limits).toEqual([]);
    expect(executed.internalErrors).toMatchObject([{ check: NAME, message: expect.stringContaining("our fault") }]);
  });
});

describe("the budget", () => {
  test("none measures nothing", async () => {
    const found = await measuring(() => ACCEPTED, playbackOf(NAME), { maxRequests: 0 });
    expect([found.limits, found.sent]).toEqual([[], []]);
  });

  test("what does not fit in is told as not measured, the same whatever the timing", async () => {
    const small = { maxRequests: 60, concurrency: 4 };
    const found = await measuring(() => ACCEPTED, playbackOf(NAME, NUMBER), small);
    expect(found.limits.map(({ measured }) => measured)).toEqual([
      null,
      "not measured: measuring limits takes 60 requests at the most",
    ]);
  });

  test.each([1, 2, 3])("no service makes a measurement take more than was told beforehand (%i)", async (seed) => {
    let state = seed * 7919;
    const random: Reception = (_, number) => {
      state = (state * 48_271) % 2_147_483_647;
      return number === 0 || state % 2 === 0 ? ACCEPTED : REFUSED;
    };
    for (const check of [NAME, NUMBER, FILES]) {
      const executed = playbackOf(check);
      const { sent } = await measuring(random, executed);
      const [sought] = limitsToMeasure({ target: TARGET, definitions: CHECKS, confirmed: executed.confirmed });
      expect(sent.length).toBeLessThanOrEqual(sought === undefined ? 0 : mostRequests(sought, SAMPLE_FILES));
    }
  });
});
