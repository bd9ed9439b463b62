import { expect, test } from "vitest";
import type { Exchange } from "../../client/model.js";
import { sentLine } from "../../selftest/sentValues.js";
import { CHECKS } from "../../suites/suites.js";

function exchange(body: string | null, status: number | null): Exchange {
  const path = "/api/recipients/create";
  return {
    wire: { method: "POST", path, headers: {}, body, credentials: "valid" },
    request: { method: "POST", url: path, headers: {}, body },
    response: status === null ? null : { status, headers: {}, body: "", truncated: false },
    failure: status === null ? { kind: "timeout", message: "no answer in time" } : null,
    startedAt: 0,
    durationMs: 1,
    leaked: [],
  };
}

function fieldOf(check: string) {
  return CHECKS.find(({ id }) => id === check)?.field;
}

const body = JSON.stringify({
  payment_details: { account_type: "bank", swift_code: "ABCDCNSH\n" },
  file_id_list: ["f1"],
});

test.each([
  ["createRecipient/refuses/payment_details.bank.swift_code.pattern", '"ABCDCNSH\\n"'],
  ["createRecipient/echo/payment_details.bank.swift_code", '"ABCDCNSH\\n"'],
  ["createRecipient/refuses/file_id_list[].type", '"f1"'],
])("a line about %s shows the value that counts", (check, value) => {
  expect(sentLine(fieldOf(check), exchange(body, 201))).toBe(`POST /api/recipients/create ${value} → 201`);
});

test("a line without a body or an answer says so", () => {
  expect(sentLine(undefined, exchange(null, null))).toBe("POST /api/recipients/create → timeout");
  expect(sentLine(undefined, exchange("{", 400))).toBe('POST /api/recipients/create "{" → 400');
});
