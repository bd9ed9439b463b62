/** What comes of a case, put together. */
import type { CaseOutcome, LetGo, Mechanism } from "./model.js";

export const HELD: CaseOutcome = { kind: "held" };
export const OBSERVED: CaseOutcome = { kind: "observed" };

/** A case of which nothing can be said. */
export function letGo(mechanism: Mechanism, reason: string): CaseOutcome & LetGo {
  return { kind: "open", mechanism, reason };
}
