/** What deliveries answer to an unknown or a conflict, and how numbers and lists are written there. */
import type { JudgedDelivery } from "../checks/judge.js";

/** An answer, with the delivery that shows it. */
export interface WebhookAnswer {
  readonly id: string;
  readonly answer: string;
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

/** The answer to one unknown of deliveries; none when there is nothing to say. */
export function answer(id: string, text: string, evidence: JudgedDelivery | null): WebhookAnswer[] {
  return text === "" ? [] : [{ id: `unknown.webhooks.${id}`, answer: text, evidence }];
}
