/** What deliveries show of an unknown, and the words that all of them use. */
import type { Observed } from "../../engine/observations.js";
import type { Json } from "../../schemas/json.js";
import type { JudgedDelivery } from "../checks/judge.js";

/** What is seen of an unknown, with the delivery that shows it. */
export interface WebhookAnswer extends Observed {
  readonly id: string;
  readonly evidence: JudgedDelivery | null;
}

/** Different values in the order of the alphabet, `most` of them. */
export function distinct(values: readonly string[], most = 8): string {
  const unique = [...new Set(values)].sort();
  return unique.length > most
    ? `${unique.slice(0, most).join(", ")} and ${unique.length - most} more`
    : unique.join(", ");
}

/** A duration in milliseconds, in words. */
export function inMilliseconds(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  return whole < 1_000 ? `${whole} ms` : `${(whole / 1_000).toFixed(1)} s`;
}

/** Different values, in the order of their texts. */
export function distinctValues(values: readonly Json[]): Json[] {
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}

/** How many of some are so: the numbers themselves are a matter of timing. */
export function share(count: number, all: number): "none" | "some" | "all" {
  return count === 0 ? "none" : count === all ? "all" : "some";
}

/** What is seen of one unknown of deliveries; none when there is nothing to say. */
export function answer(id: string, value: Json, text: string, evidence: JudgedDelivery | null): WebhookAnswer[] {
  return text === "" ? [] : [{ id, value, text, evidence }];
}
