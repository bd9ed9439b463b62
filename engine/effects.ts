/** What a request may do to the service, and which may be sent. */
import type { Edit } from "../generators/edits/edit.js";
import type { Expectation } from "../oracles/outcome.js";
import { findOperation, type Subject } from "../schemas/operation.js";

/** `refused write`: the service must refuse it, so that it changes something only where a rule is broken. */
export type Effect = "read" | "refused write" | "write";

/** What a case does that asks an operation for nothing out of the ordinary. Deliveries are only listened to. */
export function usualEffect(operation: Subject): Effect {
  return findOperation(operation)?.effect ?? "read";
}

/** What a case does that sends one request with an edit. */
export function effectOf(operation: Subject, edit: Edit | null, { kind }: Expectation): Effect {
  const isOtherMethod = edit?.kind === "method" && edit.method !== "GET";
  if (!isOtherMethod && usualEffect(operation) === "read") return "read";
  return kind === "refuse" || kind === "status" ? "refused write" : "write";
}

/** What may be sent. */
export interface Sendable {
  /** Why requests are left out that change data; null when they are sent. */
  readonly noWrites: string | null;
  /** Whether of these those are sent that must be refused. */
  readonly onlyRefused: boolean;
}

/** Whether cases with an effect may be run. */
export function maySend(effect: Effect, { noWrites, onlyRefused }: Sendable): boolean {
  return noWrites === null || effect === "read" || (onlyRefused && effect === "refused write");
}
