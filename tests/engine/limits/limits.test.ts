/** What is told of a limit that was measured. */

import { describe, expect, test } from "vitest";
import type { WireRequest } from "../../../client/model.js";
import { measureLimits } from "../../../engine/limits/limits.js";
import type { Target } from "../../../engine/model.js";
import { isObject, type Json, valueAt } from "../../../schemas/json.js";
import { CHECKS } from "../../../suites/suites.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";
import { failure, sessionWith } from "../executing.js";
import {
  ACCEPTED,
  bodyOf,
  FILES,
  measuring,
  NAME,
  only,
  playbackOf,
  REFUSED,
  type Reception,
  TARGET,
  taking,
  textAt,
  upTo,
} from "./measuring.js";

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
    expect(found.sent.length).toBeLessThan(30);
  });

  test("is none where everything is taken, and null says so", async () => {
    const limit = only(await measuring(() => ACCEPTED, playbackOf(NAME)));
    expect([limit.measured, limit.evidence.text]).toEqual([null, "none found up to 4,096 characters"]);
    expect(limit.evidence.refused).toBeNull();
  });

  test("that depends on what stands beside it is no single limit", async () => {
    const depending = taking((request) => {
      const most = textAt(request, ["payment_details", "network"]) === "SWIFT" ? 34 : 64;
      return textAt(request, ["payment_details", "account_number"]).length <= most;
    });
    const check = "createRecipient/accepts/payment_details.bank.account_number.maxLength";
    const limit = only(await measuring(depending, playbackOf(check)));
    expect(limit.measured).toBe(
      "not a single limit: 35 characters accepted with 201 in one request, refused with 422 in another",
    );
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

test("texts are measured with the characters that showed the failure, and bytes are not told as characters", async () => {
  const bytes = (most: number) => taking((request) => Buffer.byteLength(textAt(request, ["business_name"])) <= most);
  const check = "createRecipient/accepts/business_name.maxLength";
  const base = playbackOf(check);
  const edit = { at: "business_name", from: null, to: "远景国际贸易有限公司" };
  const confirmed = new Map([[check, [{ testCase: "u", isOwn: true, failure: { ...failure("m"), edit } }]]]);
  const measured = async (most: number) => only(await measuring(bytes(most), { ...base, confirmed }));
  expect(await measured(128)).toMatchObject({
    measured: "42 characters of 3 bytes each",
    evidence: { text: expect.stringMatching(/, measured with Chinese characters$/) },
  });
  expect(await measured(100)).toMatchObject({
    measured: "not a single limit: 100 characters accepted with 201 in one request, refused with 422 in another",
  });
});

test("the same run asks the same, whatever the concurrency", async () => {
  const logs = await Promise.all(
    [1, 8].map(async (concurrency) => {
      const { sent } = await measuring(upTo(200), playbackOf(NAME, FILES), { concurrency });
      return sent.map(({ body }) => String(body)).sort();
    }),
  );
  expect(logs[1]).toEqual(logs[0]);
  expect(new Set(logs[0]).size).toBe(logs[0]?.length);
});
