/** Runs the cases of a run, the most telling first, and executes the failing ones again before anything is reported. */
import { LostInOutageError } from "../client/interruption.js";
import type { Exchange } from "../client/model.js";
import type { OperationId } from "../schemas/operations.js";
import { type Exhausted, exhaustedOperations, withoutExhausted } from "./adaptation/exhaustion.js";
import type { Case } from "./model.js";
import { Results, type SeenFailure } from "./results.js";
import type { Session } from "./session.js";
import { type Stop, stopOf } from "./stop.js";

/** How far a run has come, for progress lines. When limits are measured, these are the cases. */
export interface Progress {
  readonly done: number;
  readonly cases: number;
  readonly phase: "checks" | "confirming" | "measuring";
  /** Checks with a failure so far, confirmed or not. */
  readonly failures: number;
}

/** A case that broke inside the suite itself: our fault, never the target's. */
export interface InternalError {
  readonly check: string;
  readonly message: string;
}

/** Everything that was seen. */
export interface Executed {
  readonly results: Results;
  /** Per check: the failures that were seen again. */
  readonly confirmed: ReadonlyMap<string, readonly SeenFailure[]>;
  /** Checks with a failure that there was no time to execute again. */
  readonly unconfirmed: ReadonlySet<string>;
  readonly internalErrors: readonly InternalError[];
  /** Operations that refuse everything by now, though they did not at first. */
  readonly exhausted: ReadonlyMap<OperationId, Exhausted>;
  readonly stop: Stop;
}

export interface RunnerOptions {
  readonly concurrency: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** How many failures of one check are run again before it counts as not reproduced. */
const TRIES = 3;

/**
 * A value that was let in as a partner's own id is a duplicate when it is sent again, and may be refused for that: such
 * a failure counts although it does not repeat.
 */
const UNREPEATABLE = new Set(["partner_recipient_id", "partner_customer_id"]);

/** Works on all items, so many at once, beginning with the first. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}

/** Outages that one case may fall into before it is our own error. */
const OUTAGES = 3;
/** Lies between the attempts of a case that fell into an outage, so that its ids are fresh. */
const NEXT = 100_000;

/** Runs a case again, with fresh ids, when it fell into an outage of the target: what became of it nobody knows. */
async function untilAnswered(attempt: number, run: (attempt: number) => Promise<void>): Promise<void> {
  for (let turn = 0; ; turn++) {
    try {
      return await run(attempt + turn * NEXT);
    } catch (error) {
      if (!(error instanceof LostInOutageError) || turn >= OUTAGES) throw error;
    }
  }
}

/**
 * Plays all cases.
 * Never throws for what the target does; an error inside a case is recorded as internal, and the run goes on.
 */
export async function executeAll(session: Session, cases: readonly Case[], options: RunnerOptions): Promise<Executed> {
  const results = new Results();
  const controls = new Map<string, Promise<Exchange | null>>();
  const internalErrors: InternalError[] = [];
  const confirmed = new Map<string, SeenFailure[]>();
  const unconfirmed = new Set<string>();
  const byId = new Map(cases.map((testCase) => [testCase.id, testCase]));
  let stop: Stop = null;
  let done = 0;
  let failures = 0;

  const execute = async (testCase: Case, attempt: number, into: Results, known: typeof controls): Promise<void> => {
    if (stop !== null) return;
    try {
      await untilAnswered(attempt, (turn) => testCase.execute(session.execution(testCase.id, turn, into, known)));
    } catch (error) {
      const reason = stopOf(error);
      if (reason !== null) stop ??= reason;
      else
        internalErrors.push({
          check: testCase.check,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
    }
  };

  const executeFirst = async (testCase: Case): Promise<void> => {
    await execute(testCase, 0, results, controls);
    done += 1;
    if (options.onProgress !== undefined) {
      if (done % 64 === 0)
        failures = [...results.checks.values()].filter((record) => record.failures.length > 0).length;
      options.onProgress({ done, cases: cases.length, phase: "checks", failures });
    }
  };
  const exhaustedNow = async (): Promise<ReadonlyMap<OperationId, Exhausted>> => {
    try {
      return await exhaustedOperations(session, results);
    } catch (error) {
      const reason = stopOf(error);
      if (reason === null) throw error;
      stop ??= reason;
      return new Map();
    }
  };
  const patient = cases.filter((testCase) => testCase.patient === true);
  // Array.prototype.sort is stable: within a tier the order of declaration stays.
  const busy = cases.filter((testCase) => testCase.patient !== true).sort((left, right) => left.tier - right.tier);
  await Promise.all([...patient.map(executeFirst), inParallel(busy, options.concurrency, executeFirst)]);

  const exhausted = stop === null ? await exhaustedNow() : new Map<OperationId, Exhausted>();
  withoutExhausted(results, exhausted);
  const suspects = [...results.checks].filter(([, record]) => record.failures.length > 0);
  let attempt = 0;
  const replayed = new Map<string, Promise<Results>>();
  const again = (testCase: Case): Promise<Results> => {
    let replay = replayed.get(testCase.id);
    if (replay === undefined) {
      const fresh = new Results();
      attempt += 1;
      replay = execute(testCase, attempt, fresh, new Map()).then(() => fresh);
      replayed.set(testCase.id, replay);
    }
    return replay;
  };
  /** The failure of the smallest random edit that still shows the fault; null when there is nothing to shrink. */
  const shrunk = async (testCase: Case, check: string): Promise<SeenFailure | null> => {
    if (testCase.shrink === undefined) return null;
    const failureOf = async (candidate: Case): Promise<SeenFailure | undefined> => {
      const fresh = new Results();
      attempt += 1;
      await execute(candidate, attempt, fresh, new Map());
      return fresh.of(check).failures[0];
    };
    const smaller = await testCase.shrink(async (candidate) => (await failureOf(candidate)) !== undefined);
    return smaller === null ? null : ((await failureOf(smaller)) ?? null);
  };
  await inParallel(suspects, Math.min(4, options.concurrency), async ([check, record]) => {
    const tried = new Set<string>();
    // A case that was made for the check shows its fault best.
    const isOwn = ({ testCase }: SeenFailure): boolean => byId.get(testCase)?.check === check;
    const departed = [...record.failures.filter(isOwn), ...record.failures.filter((met) => !isOwn(met))];
    for (const { testCase: caseId } of departed) {
      const testCase = byId.get(caseId);
      if (testCase === undefined || tried.has(caseId)) continue;
      if (testCase.operation !== "webhooks" && exhausted.has(testCase.operation)) {
        // No control is accepted any more that a repetition could be compared with.
        confirmed.set(check, record.failures.slice(0, 1));
        return;
      }
      tried.add(caseId);
      const repeated = (await again(testCase)).of(check).failures[0];
      if (stop !== null) {
        unconfirmed.add(check);
        return;
      }
      if (repeated !== undefined) {
        confirmed.set(check, [(await shrunk(testCase, check)) ?? repeated]);
        break;
      }
      if (tried.size >= TRIES) break;
    }
    if (!confirmed.has(check)) {
      const once = record.failures.find(({ failure }) => UNREPEATABLE.has(failure.edit?.at ?? ""));
      if (once !== undefined) confirmed.set(check, [once]);
    }
    options.onProgress?.({ done, cases: cases.length, phase: "confirming", failures: suspects.length });
  });
  return { results, confirmed, unconfirmed, internalErrors, exhausted, stop };
}
