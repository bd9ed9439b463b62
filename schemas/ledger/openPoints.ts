/** What the contract document leaves open or states twice, by id: what a point is called, and how much it matters. */
import { CONFLICTS } from "./conflicts.js";
import { type ConflictStatement, topicOf, type Unknown } from "./unknown.js";
import { UNKNOWNS } from "./unknowns.js";

/** Every unknown, then every conflict. */
export const OPEN_POINTS: ReadonlyMap<string, Unknown | ConflictStatement> = new Map(
  [...UNKNOWNS, ...CONFLICTS].map((point) => [point.id, point]),
);

/** What a point is called; its id where this version does not know it. */
export function labelOf(id: string): string {
  return OPEN_POINTS.get(id)?.label ?? id;
}

/** What a point is one of: fields of one group, one thing of several operations. */
export function familyOf(id: string): string {
  const point = OPEN_POINTS.get(id);
  return point === undefined ? id : topicOf(point);
}
