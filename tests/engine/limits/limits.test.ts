/** Measuring against services that are no more than a function from a request to an answer. */

import { describe, expect, test } from "vitest";
import {
  BudgetSpentError,
  LostInOutageError,
  RunInterruptedError,
  TargetGoneError,
} from "../../../client/interruption.js";
import type { Exchange, WireRequest } from "../../../client/model.js";
import { Accidents } from "../../../engine/accidents.js";
import type { GoodReads } from "../../../engine/credentialWatch.js";
import type { Executed } from "../../../engine/execution.js";
import { type MeasuredLimits, measureLimits, mostRequests } from "../../../engine/limits/limits.js";
import { limitsToMeasure } from "../../../engine/limits/selection.js";
import type { Target } from "../../../engine/model.js";
import { Results } from "../../../engine/results.js";
import { SAMPLE_FILES, sampleTemplates } from "../../../generators/cases.js";
import type { Limit } from "../../../reports/model.js";
import { isObject, type Json, type Pointer, valueAt } from "../../../schemas/json.js";
import { CHECKS } from "../../../suites/suites.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";
import { EMPTY_TARGET, failure, REQUEST, sessionWith } from "../executing.js";

const NAME = "createRecipient/refuses/business_name.maxLength";
const NUMBER = "createRecipient/refuses/payment_details.bank.account_number.pattern";
const FILES = "createRecipient/refuses/file_id_list.maxItems";

const TARGET: Target = {
  ...EMPTY_TARGET,
  templates: { ...EMPTY_TARGET.templates, ...Object.fromEntries(sampleTemplates(42)) },
  recipientFiles: SAMPLE_FILES,
};

/** A run whose only confirmed failures are those of some checks. */
function playbackOf(...checks: readonly string[]): Executed {
  const confirmed = new Map(
    checks.map((check) => [check, [{ testCase: `${check}#0`, isOwn: true, failure: failure("m") }]]),
  );
  return {
    results: new Results(),
    confirmed,
    unconfirmed: new Set(),
    internalErrors: [],
    played: 0,
    exhausted: new Map(),
    accidents: new Accidents(),
    stop: null,
  };
}

interface Measurement extends MeasuredLimits {
  readonly sent: readonly WireRequest[];
}

type Reception = (request: WireRequest, number: number) => Exchange;

async function measuring(
  answer: Reception,
  executed: Executed,
  options: {
    readonly target?: Target;
    readonly maxRequests?: number;
    readonly concurrency?: number;
    readonly good?: GoodReads;
  } = {},
): Promise<Measurement> {
  const { target = TARGET, maxRequests, concurrency = 1, good } = options;
  const sent: WireRequest[] = [];
  const session = sessionWith((request, number) => {
    sent.push(request);
    return answer(request, number);
  }, target);
  const found = await measureLimits(session, executed, { target, definitions: CHECKS, concurrency, maxRequests, good });
  return { ...found, sent };
}

function bodyOf(request: WireRequest): Json {
  return typeof request.body === "string" ? JSON.parse(request.body) : null;
}

function textAt(request: WireRequest, at: Pointer): string {
  return String(valueAt(bodyOf(request), at) ?? "");
}

const ACCEPTED = exchangeOf(responseOf({}, 201));
const REFUSED = exchangeOf(responseOf({ errors: [] }, 422));

/** A service that takes whatever holds. */
function taking(holds: (request: WireRequest) => boolean): Reception {
  return (request) => (holds(request) ? ACCEPTED : REFUSED);
}

const upTo = (most: number) => taking((request) => [...textAt(request, ["business_name"])].length <= most);

function only({ limits }: MeasuredLimits): Limit {
  const [limit, ...others] = limits;
  if (limit === undefined || others.length > 0) throw new Error(`${limits.length} limits instead of one`);
  return limit;
}

describe("a length", () => {
  test("is told with what was documented, in words, and with the requests on either side", async () => {
    const found = await measuring(upTo(140), playbackOf(NAME));
    expect(only(found)).toMatchObject({
      operation: "createRecipient",
      field: "business_name",
      keyword: "maxLength",
      documented: 128,
      measured: 140,
      evidence: {
        text: "140 characters accepted with 201, 141 characters refused with 422",
        accepted: { response: { status: 201 } },
        refused: { response: { status: 422 } },
      },
    });
    expect(found.sent.length).toBeLessThan(25);
  });

  test("is none where everything is taken, and null says so", async () => {
    const limit = only(await measuring(() => ACCEPTED, playbackOf(NAME)));
    expect([limit.measured, limit.evidence.text]).toEqual([null, "none found up to 4,096 characters"]);
    expect(limit.evidence.refused).toBeNull();
  });

  test("that makes the service fail is a limit as well", async () => {
    const failing: Reception = (request) =>
      textAt(request, ["business_name"]).length <= 255 ? ACCEPTED : exchangeOf(responseOf("", 500));
    const limit = only(await measuring(failing, playbackOf(NAME)));
    expect([limit.measured, limit.evidence.text]).toEqual([
      255,
      "255 characters accepted with 201, 256 characters refused with 500",
    ]);
  });

  test("beyond which texts come back cut is where that begins", async () => {
    const cutting: Reception = (request) =>
      exchangeOf(responseOf({ business_name: textAt(request, ["business_name"]).slice(0, 100) }));
    const limit = only(await measuring(cutting, playbackOf(NAME)));
    expect([limit.measured, limit.evidence.text]).toEqual([
      100,
      "100 characters accepted with 200, 101 characters accepted with 200, but come back cut",
    ]);
  });

  test("that holds for some lengths and not for others is not a single one", async () => {
    const odd = taking((request) => {
      const { length } = textAt(request, ["business_name"]);
      return length < 200 || length > 3000;
    });
    expect(only(await measuring(odd, playbackOf(NAME))).measured).toBe(
      "not a single limit: 200 characters refused with 422, 4,096 characters accepted with 201",
    );
  });

  test("that is answered now one way, now another is not a single one", async () => {
    let turn = 0;
    const unsteady: Reception = (request) => {
      const length = [...textAt(request, ["business_name"])].length;
      return length < 128 || (length === 128 && turn++ === 0) ? ACCEPTED : REFUSED;
    };
    const limit = only(await measuring(unsteady, playbackOf(NAME)));
    expect(limit.measured).toBe("not a single limit: 128 characters are answered now one way, now another");
  });
});

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

describe("a list", () => {
  const files = (request: WireRequest): Json[] => {
    const list = valueAt(bodyOf(request), ["file_id_list"]);
    return Array.isArray(list) ? list : [];
  };

  test("is measured beyond the files that there are only where a file may stand in it twice", async () => {
    const any = only(
      await measuring(
        taking((request) => files(request).length <= 40),
        playbackOf(FILES),
      ),
    );
    expect(any.measured).toBe(40);
    const different = (request: WireRequest) => new Set(files(request)).size === files(request).length;
    const limit = only(await measuring(taking(different), playbackOf(FILES)));
    expect([limit.measured, limit.evidence.text]).toEqual([null, "none found up to 12 items"]);
  });

  test("is not measured with fewer files than are documented", async () => {
    const target = { ...TARGET, recipientFiles: ["file_1", "file_2"] };
    const different = taking((request) => new Set(files(request)).size === files(request).length);
    expect(only(await measuring(different, playbackOf(FILES), { target })).measured).toBe(
      "not measured: only 2 items could be made for the list",
    );
  });

  test("of persons has another identity document for each", async () => {
    const target: Target = { ...TARGET, profile: "deep" };
    const definitions = CHECKS.filter(({ id }) => id === "createCustomer/refuses/business_person_list.type");
    const numbers: number[] = [];
    const session = sessionWith((request) => {
      const persons = valueAt(bodyOf(request), ["business_person_list"]);
      const list = Array.isArray(persons) ? persons : [];
      const ids = list.map((person) => valueAt(person, ["identification", "id_number"]));
      expect(new Set(ids).size).toBe(list.length);
      numbers.push(list.length);
      return list.length >= 1 && list.length <= 10 && list.every(isObject) ? ACCEPTED : REFUSED;
    }, target);
    const { limits } = await measureLimits(session, playbackOf(), { target, definitions, concurrency: 1 });
    expect(limits.map(({ keyword, documented, measured }) => [keyword, documented, measured])).toEqual([
      ["minItems", null, 1],
      ["maxItems", null, 10],
    ]);
    expect(Math.max(...numbers)).toBe(100);
  });
});

describe("a pattern", () => {
  const number = (request: WireRequest) => textAt(request, ["payment_details", "account_number"]);

  test("names the characters that are let through", async () => {
    const loose = taking((request) => /^[A-Za-z0-9-]+$/.test(number(request)));
    const limit = only(await measuring(loose, playbackOf(NUMBER)));
    expect(limit).toMatchObject({
      keyword: "pattern",
      documented: "^[A-Z0-9]+$",
      measured: "lets through lower-case letters, a hyphen",
    });
    expect(limit.evidence.accepted?.response?.status).toBe(201);
  });

  test("names the documented characters that are refused, one by one", async () => {
    const strict = taking((request) => /^[A-Z0-9]+$/.test(number(request)) && !/[OI]/.test(number(request)));
    const limit = only(await measuring(strict, playbackOf(NUMBER)));
    expect(limit.measured).toBe("refuses I, O");
    expect(limit.evidence.refused?.response?.status).toBe(422);
  });

  test("claims nothing of digits where only a zero at the beginning is refused", async () => {
    const strict = taking((request) => /^[A-Z1-9][A-Z0-9]+$/.test(number(request)));
    expect(only(await measuring(strict, playbackOf(NUMBER))).measured).toBe("refuses a zero at the beginning");
  });

  test("says less where the control itself holds what another text is refused with", async () => {
    let control = "";
    const only1 = taking((request) => {
      if (control === "") control = number(request);
      return number(request) === control;
    });
    const { measured } = only(await measuring(only1, playbackOf(NUMBER)));
    expect(measured).not.toMatch(/refuses (upper-case letters|digits)/);
    expect(measured).toMatch(/some other texts$/);
  });

  test("is as documented where nothing differs", async () => {
    const exact = taking((request) => /^[A-Z0-9]+$/.test(number(request)));
    expect(only(await measuring(exact, playbackOf(NUMBER))).measured).toBe("^[A-Z0-9]+$");
  });

  test("is not measured where no answer is about the text", async () => {
    const gone: Reception = (_, turn) => (turn === 0 ? ACCEPTED : exchangeOf(responseOf("", 404)));
    expect(only(await measuring(gone, playbackOf(NUMBER))).measured).toBe("not measured: no answer was about the text");
  });
});

test("texts are measured with the characters that showed the failure, unless plain ones show it as well", async () => {
  const bytes = (most: number) => taking((request) => Buffer.byteLength(textAt(request, ["business_name"])) <= most);
  const check = "createRecipient/accepts/business_name.maxLength";
  const base = playbackOf(check);
  const edit = { at: "business_name", from: null, to: "远景国际贸易有限公司" };
  const confirmed = new Map([[check, [{ testCase: "u", isOwn: true, failure: { ...failure("m"), edit } }]]]);
  const measured = async (most: number) => only(await measuring(bytes(most), { ...base, confirmed }));
  expect(await measured(128)).toMatchObject({
    measured: 42,
    evidence: { text: expect.stringMatching(/, measured with Chinese characters$/) },
  });
  expect(await measured(100)).toMatchObject({ measured: 100 });
});

test("the same run asks the same, whatever the concurrency", async () => {
  const logs = await Promise.all(
    [1, 8].map(async (concurrency) => {
      const { sent } = await measuring(upTo(200), playbackOf(NAME, NUMBER, FILES), { concurrency });
      return sent.map(({ body }) => String(body)).sort();
    }),
  );
  expect(logs[1]).toEqual(logs[0]);
  expect(new Set(logs[0]).size).toBe(logs[0]?.length);
});
