/** Conforming services: the sandbox under each single value of each behaviour, and under random combinations. */
import fc from "fast-check";
import { listBehaviours } from "../sandbox/behaviours.js";
import type { Choices } from "./model.js";

/** Axes that slow a run down without changing an answer: tried by themselves, left out of combinations. */
const SLOW: ReadonlySet<string> = new Set(["latency", "rateLimit", "webhookDelay"]);

/** Whether a choice slows a run down. */
export function isSlow(choices: Choices): boolean {
  return Object.keys(choices).some((axis) => SLOW.has(axis));
}

/** Whether choices are about deliveries only, so that the operations need not be judged under them. */
export function concernsDeliveriesOnly(choices: Choices): boolean {
  const axes = Object.keys(choices);
  return axes.length > 0 && axes.every((axis) => axis.startsWith("webhook"));
}

/** Every value that is not a default, by itself; the defaults together come first, as no choice at all. */
export function singleChoices(): Choices[] {
  const others = listBehaviours().flatMap(({ axis, values }) =>
    values.filter((value) => value.default !== true).map(({ value }) => ({ [axis]: value })),
  );
  return [{}, ...others];
}

/**
 * Combinations with a random value on every axis but the slow ones. Same seed, same combinations.
 * @param count how many
 */
export function randomChoices(count: number, seed: number): Choices[] {
  const axes = listBehaviours().filter(({ axis }) => !SLOW.has(axis));
  const combination = fc.record(
    Object.fromEntries(axes.map(({ axis, values }) => [axis, fc.constantFrom(...values.map(({ value }) => value))])),
  );
  return fc.sample(combination, { numRuns: count, seed });
}

/** Choices as one reads them: `axis=value`, or `defaults`. */
export function choicesText(choices: Choices): string {
  const parts = Object.entries(choices).map(([axis, value]) => `${axis}=${value}`);
  return parts.length === 0 ? "defaults" : parts.join(" ");
}
