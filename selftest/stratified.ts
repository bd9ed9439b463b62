/** A deterministic sample of departures that has every family, operation and area in it. */
import { hash32 } from "../generators/partnerId.js";
import type { Departure } from "./model.js";

/** Departures of one kind: the same family, operation and area of the rule. */
function stratumOf({ family, operation, checks }: Departure): string {
  return [family, operation, checks[0]?.split("/")[1] ?? ""].join(" ");
}

/**
 * Up to `each` departures of every stratum, in the order in which they were given.
 * Which ones depends on their ids only, so that a departure more does not change the choice elsewhere.
 */
export function stratifiedSample(departures: readonly Departure[], each: number): Departure[] {
  const strata = new Map<string, Departure[]>();
  for (const departure of departures) {
    const stratum = stratumOf(departure);
    strata.set(stratum, [...(strata.get(stratum) ?? []), departure]);
  }
  const chosen = new Set(
    [...strata.values()].flatMap((stratum) =>
      stratum.toSorted((left, right) => hash32(left.id) - hash32(right.id)).slice(0, each),
    ),
  );
  return departures.filter((departure) => chosen.has(departure));
}
