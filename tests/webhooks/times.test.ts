import { expect, test } from "vitest";
import { DeliveryJudge, type JudgedDelivery } from "../../webhooks/checks/judge.js";
import { timeAnswers } from "../../webhooks/observations.js";
import type { CausedChange } from "../../webhooks/run/causedChanges.js";

const CHANGE: CausedChange = {
  category: "Recipient",
  id: "rcp_1",
  partnerId: "p".repeat(20),
  status: "pending",
  update: null,
  at: 1_000,
};

/** A delivery for each status, in the order and at the times given. */
function delivered(statuses: readonly (readonly [status: string, receivedAt: number])[]): JudgedDelivery[] {
  const judge = new DeliveryJudge({ secret: null, others: [], stated: null });
  return statuses.map(([status, receivedAt], index) =>
    judge.judge({
      number: index + 1,
      receivedAt,
      method: "POST",
      path: "/",
      headers: {},
      body: Buffer.from(
        JSON.stringify({
          event: `recipient.${status}`,
          data: {
            recipient_id: "rcp_1",
            partner_recipient_id: "p".repeat(20),
            status,
            business_name: "Sample",
            country_code: "CN",
            payment_details: { account_type: "bank" },
          },
        }),
      ),
      oversized: false,
      answered: 200,
    }),
  );
}

const textOf = (statuses: readonly (readonly [string, number])[]) =>
  Object.fromEntries(timeAnswers(delivered(statuses), [CHANGE]).map(({ id, text }) => [id, text]));

test("a status that comes after a later one is told", () => {
  expect(
    textOf([
      ["active", 1_200],
      ["pending", 1_250],
    ]),
  ).toEqual({
    "unknown.webhooks.delay": "200 ms to 200 ms after creation",
    "unknown.webhooks.ordering": "not always: a first status came after a later one",
  });
});

test("statuses that come in their order are told, with their number", () => {
  expect(
    textOf([
      ["pending", 1_040],
      ["active", 3_000],
    ])["unknown.webhooks.ordering"],
  ).toBe("yes, of 1 resource that changed");
});

test("one status alone tells nothing of an order", () => {
  expect(textOf([["pending", 1_040]])["unknown.webhooks.ordering"]).toBeUndefined();
});
