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

function sample(
  defects: readonly Defect[],
  each: number,
  stratumOf: (defect: Defect) => string,
  rankOf: (id: string) => number,
): Defect[] {
  const chosen = new Set(
    [...groupedBy(defects, stratumOf).values()].flatMap((stratum) =>
      stratum.toSorted((left, right) => rankOf(left.id) - rankOf(right.id)).slice(0, each),
    ),
  );
  return defects.filter((defect) => chosen.has(defect));
}

/**
 * Up to `each` defects of every kind, in the order in which they were given.
 * Which ones depends on their ids only, so that a defect more does not change the choice elsewhere.
 */
export function stratifiedSample(defects: readonly Defect[], each: number): Defect[] {
  return sample(defects, each, kindOf, hash32);
}

/** One defect of every family, operation and area: another seed takes others. */
export function areaSample(defects: readonly Defect[], seed: number): Defect[] {
  const stratumOf = ({ family, operation, checks }: Defect): string =>
    [family, operation, checks[0]?.split("/")[1]].join(" ");
  return sample(defects, 1, stratumOf, (id) => hash32(`${seed} ${id}`));
}
