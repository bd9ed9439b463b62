/** What recorded times of deliveries show, where those of a run are as long as the machine makes them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LookedTime } from "../../suites/deliveries/attend.js";
import type { CausedChange } from "../../suites/deliveries/causes.js";
import { deliveryAnswers } from "../../suites/unknowns/deliveries.js";
import { DeliveryReader } from "../../webhooks/reader.js";

const CHANGE: CausedChange = {
  category: "Recipient",
  id: "rcp_1",
  partnerId: "p".repeat(20),
  status: "pending",
  update: null,
  at: 1_000,
};

interface Came {
  readonly status: string;
  readonly receivedAt: number;
  readonly id?: string;
  readonly answered?: number;
}

/** The answers that deliveries give, by topic. */
function answersOf(came: readonly Came[]): Readonly<Record<string, string>> {
  const reader = new DeliveryReader({ apiKey: "", apiSecret: "" }, null);
  const exchanges = came.map(({ status, receivedAt, id = "rcp_1", answered = 200 }, index) => {
    const data = { recipient_id: id, partner_recipient_id: "p".repeat(20), status, business_name: "Sample" };
    const body = Buffer.from(JSON.stringify({ event: `recipient.${status}`, data }));
    const how = { number: index + 1, method: "POST", path: "/", headers: {}, oversized: false };
    return reader.read({ ...how, receivedAt, body, answered });
  });
  const answers = deliveryAnswers(exchanges, [CHANGE], new Map());
  return Object.fromEntries([...answers].map(([id, { text }]) => [id.replace("unknown.webhooks.", ""), text]));
}

test("a status that comes after a later one is told", () => {
  expect(
    answersOf([
      { status: "active", receivedAt: 1_200 },
      { status: "pending", receivedAt: 1_250 },
    ]),
  ).toMatchObject({
    delay: "200 ms to 200 ms after creation",
    ordering: "not always: a first status came after a later one",
  });
});

test("statuses that come in their order are told, with their number", () => {
  const { ordering } = answersOf([
    { status: "pending", receivedAt: 1_040 },
    { status: "active", receivedAt: 3_000 },
  ]);
  expect(ordering).toBe("yes, of 1 resource that changed");
});

test("one status alone tells nothing of an order", () => {
  expect(answersOf([{ status: "pending", receivedAt: 1_040 }]).ordering).toBeUndefined();
});

/** Deliveries that are answered with 500 until the last time, each repeated after the pauses given. */
function repeatedAfter(...deliveries: readonly (readonly number[])[]): Came[] {
  return deliveries.flatMap((pauses, index) => {
    let receivedAt = 1_000 * index;
    return [0, ...pauses].map((pause, turn) => {
      receivedAt += pause;
      const answered = turn > 0 && turn === pauses.length ? 200 : 500;
      return { status: "active", id: `rcp_${index}`, receivedAt, answered };
    });
  });
}

test.each([
  ["that grow", "200 400 800 1600, 210 420 790", "repeated after 200 ms to 210 ms, with growing pauses"],
  [
    "of about the same length",
    "1000 1000 1010, 1020 990 1000",
    "repeated after 1.0 s to 1.0 s, with pauses of about the same length",
  ],
  ["of which the first were held up", "1200 400 800 1600, 5800 400 800 1600", "repeated after 1.2 s to 5.8 s"],
  ["that disagree", "200 400 800, 200 200 200", "repeated after 200 ms to 200 ms"],
  ["of which there are too few", "200 400", "repeated after 200 ms to 200 ms"],
  ["of which there is none", "", "not repeated while the run waited"],
])("pauses %s", (_, deliveries, text) => {
  const pauses = deliveries.split(", ").map((row) => row.split(" ").filter(Boolean).map(Number));
  expect(answersOf(repeatedAfter(...pauses)).retries).toBe(text);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("time in which nobody could look is not held against the deployment", () => {
  const time = new LookedTime();
  const counted = [50, 51, 30_000, 50].map((milliseconds) => {
    vi.advanceTimersByTime(milliseconds);
    return time.look();
  });
  expect(counted).toEqual([50, 101, 201, 251]);
});
