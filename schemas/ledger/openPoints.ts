/** What the contract document leaves open or contradicts, by id: the name of a point, and how much it matters. */
import { CONFLICTS } from "./conflicts.js";
import { type ConflictStatement, topicOf, type Unknown } from "./unknown.js";
import { UNKNOWNS } from "./unknowns.js";

export const OPEN_POINTS: ReadonlyMap<string, Unknown | ConflictStatement> = new Map(
  [...UNKNOWNS, ...CONFLICTS].map((point) => [point.id, point]),
);

/** The name of a point; its id where this version does not know it. */
export function labelOf(id: string): string {
  return OPEN_POINTS.get(id)?.label ?? id;
}

/** What a point belongs to: fields of one group, or one thing of several operations. */
export function familyOf(id: string): string {
  const point = OPEN_POINTS.get(id);
  return point === undefined ? id : topicOf(point);
}
