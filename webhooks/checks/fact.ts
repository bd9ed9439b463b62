/** What a delivery shows of a check. */
import type { Check } from "../../engine/check.js";

/** What all checks of deliveries say of what they send. */
export const EACH_DELIVERY = "nothing: every delivery that comes is judged";

/** What was seen of one check: how often it held, or a failure. */
export interface DeliveryFact {
  readonly check: Check;
  readonly held: number;
  readonly failure: DeliveryFailure | null;
}

/** In what a delivery does not keep a check. */
interface DeliveryFailure {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
}

/** A check that held. */
export function held(check: Check, times = 1): DeliveryFact {
  return { check, held: times, failure: null };
}

/** A check that was not kept. */
export function notKept(check: Check, message: string, expected: string, actual: string): DeliveryFact {
  return { check, held: 0, failure: { message, expected, actual } };
}
