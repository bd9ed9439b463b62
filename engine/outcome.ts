/** What comes of a case, put together. */
import type { CaseOutcome, Excused, Mechanism } from "./model.js";

export const HELD: CaseOutcome = { kind: "held" };
export const OBSERVED: CaseOutcome = { kind: "observed" };

/** A case of which nothing can be said. */
export function excused(mechanism: Mechanism, reason: string): CaseOutcome & Excused {
  return { kind: "excused", mechanism, reason };
}
