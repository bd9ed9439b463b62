/** Carries out a plan: all trials in worker processes, then once more those that got away, to tell what was sent. */
import { CHECKS } from "../suites/suites.js";
import type { Trial, TrialRecord } from "./model.js";
import { conformingOutcome, type DepartureOutcome, departureOutcome, isCaught } from "./outcomes.js";
import type { DepartureTrial, Plan } from "./plan.js";
import { type Score, scoreOf } from "./score.js";
import { UNSEEN_REASONS } from "./unseen.js";
import { runTrials } from "./workers.js";

export interface SelftestProgress {
  readonly done: number;
  readonly trials: number;
}

/** How many of those that got away are looked at again. */
const MOST_LOOKED_AT = 40;

const KNOWN: ReadonlySet<string> = new Set(CHECKS.map(({ id }) => id));

/** The trial that tells what the check of a departure's rule sent; null where no check has that name. */
function tellingTrial({ departure, trial }: DepartureTrial): Trial | null {
  const checks = departure.checks.filter((id) => KNOWN.has(id)).slice(0, 1);
  return checks.length === 0 ? null : { ...trial, checks, operations: [departure.operation], tellsRequests: true };
}

async function withRequests(
  outcomes: readonly DepartureOutcome[],
  plan: Plan,
  workers: number,
): Promise<DepartureOutcome[]> {
  const lost = new Set(
    outcomes
      .filter((outcome) => !isCaught(outcome))
      .slice(0, MOST_LOOKED_AT)
      .map(({ departure }) => departure.id),
  );
  const trials = plan.departures.flatMap((planned) =>
    lost.has(planned.departure.id) ? (tellingTrial(planned) ?? []) : [],
  );
  const records = await runTrials(trials, workers, () => undefined);
  return outcomes.map((outcome) => {
    const record = records.get(outcome.departure.id);
    return record === undefined ? outcome : { ...outcome, sent: record.sent };
  });
}

function recordOf(records: ReadonlyMap<string, TrialRecord>, { id }: Trial): TrialRecord {
  const record = records.get(id);
  if (record === undefined) throw new Error(`The trial "${id}" was not run.`);
  return record;
}

/**
 * Runs a selftest.
 * @param workers how many processes share the work
 */
export async function runSelftest(
  plan: Plan,
  workers: number,
  onProgress: (progress: SelftestProgress) => void,
): Promise<Score> {
  // The conforming services first: a false alarm there explains much of what follows.
  const trials = [...plan.conforming, ...plan.departures].map(({ trial }) => trial);
  let done = 0;
  const records = await runTrials(trials, workers, () => {
    done += 1;
    onProgress({ done, trials: trials.length });
  });
  const conforming = plan.conforming.map((planned) => conformingOutcome(planned, recordOf(records, planned.trial)));
  const outcomes = plan.departures.map(({ departure, trial }) => departureOutcome(departure, recordOf(records, trial)));
  return scoreOf(plan, await withRequests(outcomes, plan, workers), conforming, CHECKS, UNSEEN_REASONS);
}
