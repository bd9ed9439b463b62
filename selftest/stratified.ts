/** Deterministic samples of defects that have every family, operation and area in them. */

import { hash32 } from "../generators/texts/partnerId.js";
import type { Area } from "../schemas/areas.js";
import { groupedBy } from "../schemas/groups.js";
import { CHECKS } from "../suites/suites.js";
import type { Defect } from "./model.js";

/** Areas whose rules are those of a field, by keyword: `website.maxLength`. */
const OF_FIELDS: ReadonlySet<Area> = new Set(["accepts", "refuses", "response"]);

/** Defects of one kind: the same family, operation, area and, of a field's rule, keyword. */
function kindOf({ family, operation, checks }: Defect): string {
  const check = CHECKS.find(({ id }) => id === checks[0]);
  const keyword = check !== undefined && OF_FIELDS.has(check.area) ? check.keyword : undefined;
  return [family, operation, check?.area ?? "", keyword ?? ""].join(" ");
}

/**
 * Up to `each` defects of every kind, in the order in which they were given.
 * Which ones depends on their ids only, so that a defect more does not change the choice elsewhere.
 */
export function stratifiedSample(defects: readonly Defect[], each: number): Defect[] {
  const chosen = new Set(
    [...groupedBy(defects, kindOf).values()].flatMap((kind) =>
      kind.toSorted((left, right) => hash32(left.id) - hash32(right.id)).slice(0, each),
    ),
  );
  return defects.filter((defect) => chosen.has(defect));
}

/** The family of a defect, and the area of an operation that it is about. */
export function partsOf({ family, operation, checks }: Defect): readonly string[] {
  return [family, `${operation} ${checks[0]?.split("/")[1]}`];
}

/** Few defects that have every family in them, and every area of every operation: another seed takes others. */
export function areaSample(defects: readonly Defect[], seed: number): Defect[] {
  const rankOf = ({ id }: Defect): number => hash32(`${seed} ${id}`);
  const met = new Set<string>();
  const chosen = new Set<Defect>();
  for (const defect of defects.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    const parts = partsOf(defect);
    if (parts.every((part) => met.has(part))) continue;
    for (const part of parts) met.add(part);
    chosen.add(defect);
  }
  return defects.filter((defect) => chosen.has(defect));
}
