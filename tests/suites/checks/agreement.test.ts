/** Which delivered data is compared with the detail of its transfer, and which may be something else. */
import { expect, test } from "vitest";
import { mayBeReturn } from "../../../suites/checks/webhooks/agreement.js";
import { readDelivery } from "../../../webhooks/reading.js";
import { exchangeOf } from "../../oracles/answers.js";

const DETAIL = { transaction_id: "txn_1", created_at: "2026-01-01T00:00:00Z" };
const DATA = { transaction_id: "txn_1", customer_id: "cus_1", recipient_id: "rcp_1", amount: 5 };

function isOpen(data: Record<string, unknown>, event?: string): boolean {
  const body = event === undefined ? data : { event, data };
  const reading = readDelivery(Buffer.from(JSON.stringify(body)), {});
  return mayBeReturn(reading, data, { detail: DETAIL, exchange: exchangeOf({ kind: "timeout", message: "" }) });
}

const later = "2026-01-02T00:00:00Z";

test.each([
  ["data that nothing names, made after its transfer", true, isOpen({ ...DATA, created_at: later })],
  ["data that was made with its transfer", false, isOpen({ ...DATA, created_at: DETAIL.created_at })],
  ["data that says that it is a transfer", false, isOpen({ ...DATA, created_at: later, transaction_type: "transfer" })],
  ["data that its event calls a transfer", false, isOpen({ ...DATA, created_at: later }, "transfer.completed")],
])("%s may be a return: %s", (_what, expected, found) => {
  expect(found).toBe(expected);
});
