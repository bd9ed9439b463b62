/** A report indexed by ids: what diff, merge, baseline and agreed answers compare. */
import type { Conflict, Observation, Report } from "../model.js";

/** An answer to something that the document leaves open or contradicts. */
export type Point = Observation | Conflict;

export type ReportIndex = ReturnType<typeof indexOf>;

export function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

export function indexOf({ checks, observations, conflicts }: Report) {
  // Observations, then conflicts.
  return { checks: byId(checks), points: byId<Point>([...observations, ...conflicts]) };
}
