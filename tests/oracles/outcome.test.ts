import { describe, expect, test } from "vitest";
import { answerText, type Expectation, expectationText, isSuccess, meets } from "../../oracles/outcome.js";
import { OPERATION_IDS, type OperationId } from "../../schemas/operations.js";
import { exchangeOf, responseOf } from "./answers.js";

const STATUSES = [
  100, 200, 201, 202, 204, 299, 301, 302, 400, 401, 403, 404, 405, 409, 415, 422, 429, 499, 500, 502, 503,
];

function statusesThatMeet(operation: OperationId, expectation: Expectation): number[] {
  return STATUSES.filter((status) => meets(operation, expectation, exchangeOf(responseOf("", status))));
}

const TIMEOUT = exchangeOf({ kind: "timeout", message: "no answer within 100 ms" });

describe("acceptance", () => {
  test("is exactly 200 on recipient update", () => {
    expect(statusesThatMeet("updateRecipient", { kind: "accept" })).toEqual([200]);
  });

  test.each(OPERATION_IDS.filter((id) => id !== "updateRecipient"))("is any 2xx status on %s", (operation) => {
    expect(statusesThatMeet(operation, { kind: "accept" })).toEqual([200, 201, 202, 204, 299]);
  });
});

describe("refusal", () => {
  test("is exactly 400 on recipient update", () => {
    expect(statusesThatMeet("updateRecipient", { kind: "refuse" })).toEqual([400]);
  });

  test.each(OPERATION_IDS.filter((id) => id !== "updateRecipient"))(
    "is a 4xx status that has no other meaning on %s",
    (operation) => {
      expect(statusesThatMeet(operation, { kind: "refuse" })).toEqual([400, 409, 415, 422, 429, 499]);
    },
  );
});

test("a stated status is met by that status only", () => {
  expect(statusesThatMeet("listBalances", { kind: "status", statuses: [401] })).toEqual([401]);
  expect(statusesThatMeet("updateRecipient", { kind: "status", statuses: [404, 405] })).toEqual([404, 405]);
});

test("what is only observed may be answered with anything but a server error", () => {
  expect(statusesThatMeet("createCustomer", { kind: "observe" })).toEqual(STATUSES.filter((status) => status < 500));
});

test.each<Expectation>([
  { kind: "accept" },
  { kind: "refuse" },
  { kind: "observe" },
  { kind: "status", statuses: [200] },
])("an answer that never came does not meet %j", (expectation) => {
  expect(meets("uploadFile", expectation, TIMEOUT)).toBe(false);
});

test("success is a 2xx status, and an answer that never came is none", () => {
  expect([199, 200, 299, 300, 404].filter((status) => isSuccess(exchangeOf(responseOf("", status))))).toEqual([
    200, 299,
  ]);
  expect(isSuccess(TIMEOUT)).toBe(false);
});

test("an answer is told by its status, or by what came in its way", () => {
  expect(answerText(exchangeOf(responseOf("", 418)))).toBe("418");
  expect(answerText(TIMEOUT)).toBe("no answer (timeout: no answer within 100 ms)");
});

test.each<[OperationId, Expectation, string]>([
  ["updateRecipient", { kind: "accept" }, "accepted with 200"],
  ["createRecipient", { kind: "accept" }, "accepted with a 2xx status"],
  ["updateRecipient", { kind: "refuse" }, "refused with 400"],
  [
    "createRecipient",
    { kind: "refuse" },
    "refused with a 4xx status (not 401, 403, 404 or 405, which mean something else)",
  ],
  ["listBalances", { kind: "status", statuses: [401, 403] }, "answered with 401 or 403"],
  ["listBalances", { kind: "observe" }, "any answer but a server error"],
])('on %s %j reads as "%s"', (operation, expectation, text) => {
  expect(expectationText(operation, expectation)).toBe(text);
});
