/** One report of the parts of a run, compared with the baseline as a whole. */
import { CONTRACT } from "../contract.js";
import { Timings } from "../engine/send/timings.js";
import { type Merged, mergeReports } from "../reports/across/merge.js";
import type { Shards } from "../reports/across/shards.js";
import { isOwn } from "../reports/facts/checkId.js";
import type { EndingPolicy } from "../reports/facts/ending.js";
import { knownDefects } from "../suites/knownDefects.js";
import { CHECKS } from "../suites/suites.js";
import { growing } from "../suites/unknowns/traffic.js";
import { baselineNames, chooseBaseline, heldAgainst } from "./baseline.js";
import { choosePlan } from "./plan.js";

/** What makes one report of several. */
export interface Merging {
  readonly policy: EndingPolicy;
  /** A release whose rules and checks count, or a file with your own plan. Absent: everything counts. */
  readonly plan?: string | undefined;
  /** A file with known departures and pinned answers. */
  readonly baseline: string | undefined;
  /** Path of the report.json that is written. */
  readonly reportFile: string;
  /** The name of a part. Default: shard I of N. */
  readonly nameOf?: (part: { readonly path: string }) => string;
}

/**
 * Makes one report of the parts of a run.
 * @throws UsageError for an invalid baseline
 */
export async function merged(shards: Shards, { baseline: path, plan: name, ...merging }: Merging): Promise<Merged> {
  const agreed = shards[0].report.deployment?.agreed.map(({ check }) => check) ?? [];
  const own = shards.flatMap(({ report }) => report.checks.filter(isOwn).map(({ id }) => id));
  const more = [...new Set([...own, ...agreed])];
  const baseline = chooseBaseline(path, false, baselineNames(more));
  const plan = choosePlan(name);
  const order = [...CHECKS.map(({ id }) => id), ...more];
  const { report: made, contradictions } = mergeReports(shards, {
    ...merging,
    order,
    growing,
    defects: knownDefects(),
    ledger: CONTRACT,
  });
  const timings = new Timings(Date.parse(made.run.startedAt));
  for (const { report } of shards) timings.addPart(report.run);
  const { options } = made.run;
  const judged = options === undefined ? {} : { options: { ...options, ...merging.policy } };
  const plain = { ...made, run: { ...made.run, ...timings.summary(), ...judged } };
  const { policy } = merging;
  const { report } = await heldAgainst({ plan, baseline }, plain, { policy, whole: plain.run.ended === undefined });
  return { report, contradictions };
}
