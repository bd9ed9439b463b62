/** A report indexed by ids: what diff, merge, baseline and agreed answers compare. */
import type { CheckResult, Conflict, Observation, Report } from "../model.js";

/** An answer to something that the document leaves open or contradicts. */
export type Point = Observation | Conflict;

export interface ReportIndex {
  readonly checks: ReadonlyMap<string, CheckResult>;
  /** Observations, then conflicts. */
  readonly points: ReadonlyMap<string, Point>;
}

export function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

export function indexOf({ checks, observations, conflicts }: Report): ReportIndex {
  return { checks: byId(checks), points: byId<Point>([...observations, ...conflicts]) };
}
