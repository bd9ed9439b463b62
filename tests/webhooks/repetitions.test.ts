import { expect, test } from "vitest";
import { DeliveryJudge, type JudgedDelivery } from "../../webhooks/checks/judge.js";
import { repetitionAnswers } from "../../webhooks/observations.js";

/** Deliveries that are answered with 500 until the last time, each repeated after the pauses given. */
function repeatedAfter(...deliveries: readonly (readonly number[])[]): readonly JudgedDelivery[] {
  const judge = new DeliveryJudge({ secret: null, others: [], stated: null });
  const arrivals = deliveries.flatMap((pauses, index) => {
    let receivedAt = 1_000 * index;
    return [0, ...pauses].map((pause, turn) => {
      receivedAt += pause;
      const answered = turn > 0 && turn === pauses.length ? 200 : 500;
      return {
        answered,
        receivedAt,
        body: Buffer.from(JSON.stringify({ event: "recipient.active", data: { number: index } })),
      };
    });
  });
  return arrivals.map((arrival, index) =>
    judge.judge({
      ...arrival,
      number: index + 1,
      method: "POST",
      path: "/",
      headers: {},
      oversized: false,
    }),
  );
}

const retriesOf = (...deliveries: readonly (readonly number[])[]): string | undefined =>
  repetitionAnswers(repeatedAfter(...deliveries)).find(({ id }) => id === "unknown.webhooks.retries")?.text;

test.each<[string, readonly (readonly number[])[], string]>([
  [
    "that grow",
    [
      [200, 400, 800, 1_600],
      [210, 420, 790],
    ],
    "repeated after 200 ms to 210 ms, with growing pauses",
  ],
  [
    "of about the same length",
    [
      [1_000, 1_000, 1_010],
      [1_020, 990, 1_000],
    ],
    "repeated after 1.0 s to 1.0 s, with pauses of about the same length",
  ],
  [
    "of which the first were held up",
    [
      [1_200, 400, 800, 1_600],
      [5_800, 400, 800, 1_600],
    ],
    "repeated after 1.2 s to 5.8 s",
  ],
  [
    "that disagree",
    [
      [200, 400, 800],
      [200, 200, 200],
    ],
    "repeated after 200 ms to 200 ms",
  ],
  ["of which there are too few", [[200, 400]], "repeated after 200 ms to 200 ms"],
  ["of which there is none", [[]], "not repeated while the run waited"],
])("pauses %s", (_, deliveries, text) => {
  expect(retriesOf(...deliveries)).toBe(text);
});
