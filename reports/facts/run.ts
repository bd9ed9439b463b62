/**
 * What is known of a run itself, in few words: its seed and profile, or the file in which its traffic was recorded, and when
 * the target was down.
 */
import type { Report } from "../model.js";
import { amount, brief, duration } from "../visible.js";

/** The facts with their names. */
export function runFacts({ recorded, profile, options, seed, roundSeeds, shard }: Report["run"]) {
  if (recorded !== undefined) return [{ name: "Recorded in", value: brief(recorded, 200) }];
  return [
    { name: "Profile", value: options?.profile ?? profile },
    { name: "Seed", value: String(seed) },
    ...(roundSeeds === undefined ? [] : [{ name: "Seeds of later rounds", value: brief(roundSeeds.join(", "), 200) }]),
    ...(shard === undefined ? [] : [{ name: "Shard", value: shard }]),
  ];
}

/** The facts as short phrases: `seed 42`, `standard`. */
export function runPhrases({ recorded, profile, options, seed, roundSeeds, shard }: Report["run"]): string[] {
  if (recorded !== undefined) return [`recorded in ${brief(recorded, 200)}`];
  const rounds = roundSeeds === undefined ? [] : [`${amount(roundSeeds.length, "more round")} of random cases`];
  return [`seed ${seed}`, options?.profile ?? profile, ...rounds, ...(shard === undefined ? [] : [`shard ${shard}`])];
}

/** When the target did not answer, for how long, and what was seen: one sentence for each outage. */
export function outageTexts({ outages = [], startedAt }: Report["run"]): string[] {
  return outages.map(({ from, to, seen, requests }) => {
    const lasted = to === null ? "to the end of the run" : `for ${duration(Date.parse(to) - Date.parse(from))}`;
    return `Away after ${duration(Date.parse(from) - Date.parse(startedAt))}, ${lasted}: ${brief(seen, 100)}, ${amount(requests, "request")} not answered`;
  });
}
