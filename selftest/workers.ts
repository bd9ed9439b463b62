/** Worker processes: trials are spread over them, and one that hangs or dies costs only its own trial. */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Trial, type TrialRecord, withoutReport } from "./outcomes.js";

/** Milliseconds after which a trial counts as hung. The slowest behaviour, 50 requests a second, needs most of them. */
const LONGEST_MS = 300_000;

/** How many processes for waiting trials there are for each working one. */
const WAITERS = 3;

/** Makes a worker run one trial. Never rejects; `alive` says whether the worker can take another. */
function ask(child: ChildProcess, trial: Trial): Promise<{ record: TrialRecord; alive: boolean }> {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const finish = (record: TrialRecord, alive: boolean): void => {
      clearTimeout(patience);
      child.off("message", answered);
      child.off("exit", died);
      resolve({ record, alive });
    };
    const answered = (record: TrialRecord): void => finish(record, true);
    const died = (code: number | null, signal: string | null): void =>
      finish(
        withoutReport(trial, `the worker ended (${signal ?? `exit code ${code}`})`, Date.now() - startedAt),
        false,
      );
    const patience = setTimeout(() => {
      child.kill("SIGKILL");
      finish(withoutReport(trial, `no result within ${LONGEST_MS / 1_000} s`, LONGEST_MS), false);
    }, LONGEST_MS);
    child.once("message", answered);
    child.once("exit", died);
    child.send(trial);
  });
}

function startWorker(): ChildProcess {
  return fork(fileURLToPath(new URL("./worker.js", import.meta.url)), [], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

async function runQueue(
  trials: readonly Trial[],
  workers: number,
  onRecord: (record: TrialRecord) => void,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    let child: ChildProcess | null = null;
    for (let trial = trials[next++]; trial !== undefined; trial = trials[next++]) {
      child ??= startWorker();
      const { record, alive } = await ask(child, trial);
      onRecord(record);
      if (!alive) child = null;
    }
    if (child?.connected === true) child.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(workers, trials.length) }, work));
}

/**
 * Runs trials in worker processes. Works from compiled code only.
 * @param workers how many processes work; additional ones are for trials that wait more than they work
 * @param onRecord called with each record as it comes
 * @returns the records by the id of their trial
 */
export async function runTrials(
  trials: readonly Trial[],
  workers: number,
  onRecord: (record: TrialRecord) => void,
): Promise<Map<string, TrialRecord>> {
  const records = new Map<string, TrialRecord>();
  const keep = (record: TrialRecord): void => {
    records.set(record.id, record);
    onRecord(record);
  };
  const working = trials.filter(({ waits }) => !waits);
  const waiting = trials.filter(({ waits }) => waits);
  await Promise.all([runQueue(working, workers, keep), runQueue(waiting, workers * WAITERS, keep)]);
  return records;
}
