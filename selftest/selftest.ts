/** Carries out a plan: all trials in worker processes, then the missed ones again, to record what was sent. */
import { CHECKS } from "../suites/suites.js";
import {
  conformingOutcome,
  type DefectOutcome,
  defectOutcome,
  isCaught,
  type Trial,
  type TrialRecord,
} from "./outcomes.js";
import { type Plan, tellingTrial } from "./plan.js";
import { type Score, scoreOf, UNSEEN_REASONS } from "./score.js";
import { runTrials } from "./workers.js";

/** How many of the missed ones are looked at again. */
const MOST_LOOKED_AT = 40;

async function withRequests(outcomes: readonly DefectOutcome[], plan: Plan, workers: number): Promise<DefectOutcome[]> {
  const lost = new Set(
    outcomes
      .filter((outcome) => !isCaught(outcome))
      .slice(0, MOST_LOOKED_AT)
      .map(({ defect }) => defect.id),
  );
  const trials = plan.defects.flatMap((planned) => (lost.has(planned.defect.id) ? (tellingTrial(planned) ?? []) : []));
  const records = await runTrials(trials, workers, () => undefined);
  return outcomes.map((outcome) => {
    const record = records.get(outcome.defect.id);
    return record === undefined ? outcome : { ...outcome, sent: record.sent };
  });
}

function recordOf(records: ReadonlyMap<string, TrialRecord>, { id }: Trial): TrialRecord {
  const record = records.get(id);
  if (record === undefined) throw new Error(`The trial "${id}" was not run.`);
  return record;
}

/** Retries those that the checks of their rule did not find, with every case of all checks. */
async function tryThoroughly(
  plan: Plan,
  records: Map<string, TrialRecord>,
  run: (trials: readonly Trial[]) => Promise<Map<string, TrialRecord>>,
): Promise<void> {
  const again = plan.defects.flatMap(({ defect, trial, thorough }) =>
    thorough === null || defectOutcome(defect, recordOf(records, trial)).fate === "attributed" ? [] : thorough,
  );
  for (const [id, record] of await run(again)) records.set(id, record);
}

/**
 * Runs a selftest.
 * @param workers how many processes share the work
 */
export async function runSelftest(
  plan: Plan,
  workers: number,
  onProgress: (done: number, trials: number) => void,
): Promise<Score> {
  let done = 0;
  let trials = 0;
  const run = (more: readonly Trial[]): Promise<Map<string, TrialRecord>> => {
    trials += more.length;
    return runTrials(more, workers, () => {
      done += 1;
      onProgress(done, trials);
    });
  };
  // The conforming services first: a false alarm there explains much of what follows.
  const records = await run([
    ...[...plan.conforming, ...plan.defects].map(({ trial }) => trial),
    ...plan.defects.flatMap(({ smoke }) => smoke ?? []),
  ]);
  await tryThoroughly(plan, records, run);
  const conforming = plan.conforming.map((planned) => conformingOutcome(planned, recordOf(records, planned.trial)));
  const outcomes = plan.defects.map(({ defect, trial, smoke }) => ({
    ...defectOutcome(defect, recordOf(records, trial)),
    ...(smoke === undefined ? {} : { inSmoke: isCaught(defectOutcome(defect, recordOf(records, smoke))) }),
  }));
  return scoreOf(plan, await withRequests(outcomes, plan, workers), conforming, CHECKS, UNSEEN_REASONS);
}
