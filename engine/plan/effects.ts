/** What a request may do to the service, and which may be sent. */
import type { Edit } from "../../generators/edits/edit.js";
import type { Expectation } from "../../oracles/outcome.js";
import { findOperation, type Subject } from "../../schemas/operation.js";

/** `refused write`: the service must refuse it, so that it changes something only where a rule is broken. */
export type Effect = "read" | "refused write" | "write";

/** The effect of a case that asks an operation for nothing unusual. Deliveries are only listened to. */
export function usualEffect(operation: Subject): Effect {
  return findOperation(operation)?.effect ?? "read";
}

/** The effect of a case that sends one request with an edit. */
export function effectOf(operation: Subject, edit: Edit | null, { kind }: Expectation): Effect {
  const isOtherMethod = edit?.kind === "method" && edit.method !== "GET";
  if (!isOtherMethod && usualEffect(operation) === "read") return "read";
  return kind === "refuse" || kind === "status" ? "refused write" : "write";
}

export interface Sendable {
  /** Why requests that change data are left out; null when they are sent. */
  readonly noWrites: string | null;
  /** Whether those of them that must be refused are sent. */
  readonly onlyRefused: boolean;
}

/** Whether cases with an effect may be run. */
export function maySend(effect: Effect, { noWrites, onlyRefused }: Sendable): boolean {
  return noWrites === null || effect === "read" || (onlyRefused && effect === "refused write");
}
