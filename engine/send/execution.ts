/** Runs the cases of a run, the most telling first, and has the failing ones confirmed before anything is reported. */
import type { StateLostError } from "../../client/interruption.js";
import type { OperationId, Subject } from "../../schemas/operation.js";
import { Accidents } from "../judge/accidents.js";
import { type Confirmation, confirm, type SeenTwice, suspectsIn } from "../judge/confirmation.js";
import { type Exhausted, findExhausted } from "../judge/exhaustion.js";
import { proveRefusals } from "../judge/refusalProof.js";
import { Results } from "../judge/results.js";
import { type Case, excused } from "../model.js";
import { LEFT_OUT, type Plan } from "../plan/budget.js";
import { inTellingOrder } from "../plan/order.js";
import { CaseRunner, type InternalError } from "./caseRunner.js";
import type { CredentialsLost, GoodReads } from "./credentialWatch.js";
import { inParallel } from "./parallel.js";
import type { Session } from "./session.js";
import { type Group, inGroups, SharedRequests } from "./sharedRequests.js";
import type { Stop } from "./stop.js";
import { Watchdog } from "./watchdog.js";

/** What an ongoing run hands out of its results, so that little is lost when its process is killed. */

/** Milliseconds between two checkpoints at the least. The first one comes with the first case. */
const LEAST = 1_000;
/** After a checkpoint, none follows for this many times as long as it took. */
const SHARE = 40;

class Checkpoints<Seen> {
  #due = 0;

  constructor(private readonly take: ((seen: Seen) => void) | undefined) {}

  /** @param seen what is known by now; asked for only when it is time */
  reach(seen: () => Seen): void {
    const now = performance.now();
    if (this.take === undefined || now < this.#due) return;
    this.take(seen());
    const took = performance.now() - now;
    this.#due = now + took + Math.max(LEAST, SHARE * took);
  }
}

/**
 * How far a run has come, for progress lines. While limits are measured, these count as the cases; in rounds, the cases
 * so far.
 */
export interface Progress {
  readonly done: number;
  readonly cases: number;
  readonly phase: "checks" | "confirming" | "measuring" | "rounds";
  /** Checks with a failure so far, confirmed or not. */
  readonly failures: number;
  /** The operation that the last case was about. */
  readonly operation?: Subject;
  /** A failure that was just seen for the second time. */
  readonly seenTwice?: SeenTwice | undefined;
}

/** Everything that was seen when the cases of a run were executed. */
export interface Executed extends Confirmation {
  readonly results: Results;
  readonly internalErrors: readonly InternalError[];
  /** Cases that were sent and could be judged. */
  readonly played: number;
  /** Cases that were left out in favour of more telling ones. */
  readonly leftOut?: number;
  /** Operations that by now refuse everything, though not at first. */
  readonly exhausted: ReadonlyMap<OperationId, Exhausted>;
  /** What went wrong by accident. */
  readonly accidents: Accidents;
  /** What is known of credentials that stopped working, where that ended the run. */
  readonly lost?: CredentialsLost | null;
  /** What is known of state that the target lost, where that ended the run. */
  readonly forgotten?: StateLostError | null;
  /** What is known of a key that was locked after bad credentials, which ends nothing. */
  readonly locked?: CredentialsLost | null;
  readonly stop: Stop;
  /** The cases that were waited for when the run got stuck; mostly none. */
  readonly stalledAt?: readonly string[];
}

/** What was seen by a run that sent nothing, or nothing yet. */
export function nothingExecuted(stop: Stop, results = new Results(), accidents = new Accidents()): Executed {
  return {
    results,
    confirmed: new Map(),
    unconfirmed: new Set(),
    internalErrors: [],
    played: 0,
    exhausted: new Map(),
    accidents,
    stop,
  };
}

/** What was received or recorded cannot be requested again: the first failure of each check counts as it was seen. */
export function withProof(executed: Executed, seen: Results): Executed {
  executed.results.add(seen);
  const confirmed = new Map(executed.confirmed);
  for (const [check, { failures }] of suspectsIn(seen))
    if (!confirmed.has(check)) confirmed.set(check, failures.slice(0, 1));
  return { ...executed, confirmed };
}

export interface RunnerOptions {
  readonly concurrency: number;
  /** Longest time without progress, in milliseconds. Default: two minutes. */
  readonly patienceMs?: number;
  /** How to find out whether the credentials still work; absent: that is not checked. */
  readonly good?: GoodReads | undefined;
  /** Which cases may begin. What may not is left out, and ends nothing. Default: each may. */
  readonly plan?: Plan | null;
  /** Checks whose failures are confirmed already. Default: none. */
  readonly known?: ReadonlySet<string>;
  /** Extra cases for operations that failed once by accident. Default: none. */
  readonly reserve?: readonly Case[];
  /** Whether the failures of a check count in the progress: those of the checks that the report includes. Default: of each. */
  readonly isTold?: (check: string) => boolean;
  /** After how many cases failures are counted again. Default: 64. */
  readonly countedEvery?: number;
  readonly onProgress?: (progress: Progress) => void;
  /** Called with the results so far, every now and then while cases are run for the first time. */
  readonly onCheckpoint?: (seen: Executed) => void;
}

/** Longest time without progress, in milliseconds. */
const PATIENCE = 120_000;
const FORGOTTEN = excused("premise", "the target lost what it had stored before the case reached what it tests");
/** After how many cases the failures are counted again. */
const COUNTED_EVERY = 64;

/**
 * Cases that go on at once: while some wait for their recipient or for a control, or are judged, others send as many requests as may
 * be under way. One at a time stays one at a time, and where requests are limited, no case begins for which too few may be left.
 */
function casesAtOnce(concurrency: number, plan: Plan | null): number {
  const most = concurrency === 1 || plan?.stop === "budget" ? concurrency : 2 * concurrency;
  return Math.min(most, plan?.atOnce ?? most);
}

/**
 * Runs all cases.
 * Never throws for what the target does; an error inside a case is recorded as internal, and the run goes on.
 */
export async function executeAll(session: Session, cases: readonly Case[], options: RunnerOptions): Promise<Executed> {
  const { concurrency, onProgress, onCheckpoint, patienceMs = PATIENCE, good, plan = null } = options;
  const { known = new Set(), reserve = [], isTold = () => true, countedEvery = COUNTED_EVERY } = options;
  const runner = new CaseRunner(session, good);
  const { accidents } = session;
  const results = new Results();
  const watchdog = new Watchdog(patienceMs);
  session.onAnswer = () => watchdog.touch();
  const none: ReadonlyMap<OperationId, Exhausted> = new Map();
  const checkpoints = new Checkpoints(onCheckpoint);
  const seenSoFar = (): Executed => {
    const { internalErrors, played } = runner;
    const unconfirmed = new Set(suspectsIn(results).map(([check]) => check));
    return { ...nothingExecuted("cut", results, accidents), unconfirmed, internalErrors, played };
  };
  let done = 0;
  let failures = 0;
  const shared = new SharedRequests(runner, results);
  let counted = 0;
  let leftOut = 0;
  const execute = async (group: Group): Promise<void> => {
    if (plan?.mayBegin() === false) {
      leftOut += group.length;
      for (const { check } of group) results.excuse(check, LEFT_OUT[plan.stop]);
      return;
    }
    await watchdog.during(group[0].id, () => shared.run(group));
    done += group.length;
    if (done - counted >= countedEvery) {
      counted = done;
      failures = suspectsIn(results).filter(([check]) => isTold(check)).length;
    }
    onProgress?.({ done, cases: cases.length, phase: "checks", failures, operation: group[0].operation });
    checkpoints.reach(seenSoFar);
  };
  const patient = cases.filter((testCase) => testCase.patient === true);
  const busy = inTellingOrder(cases.filter((testCase) => testCase.patient !== true));
  const goesOn = await watchdog.watch(
    Promise.all([
      ...inGroups(patient).map(execute),
      inParallel(inGroups(busy), casesAtOnce(concurrency, plan), execute),
    ]),
  );
  const stalledAt = goesOn ? [] : watchdog.waiting();
  if (!goesOn) runner.stop ??= "stalled";
  for (const testCase of reserve) {
    if (runner.stop !== null || plan?.mayBegin() === false) break;
    if (accidents.mayComeAgain(testCase.operation)) await runner.first({ ...testCase, isShared: true }, results);
  }
  await runner.settle();
  // What was refused may refer to what the target lost.
  if (runner.stop === null && suspectsIn(results).length > 0)
    await runner.unlessEnded(session.memory.askForOne(), undefined);
  const { forgotten } = runner;
  if (forgotten !== null)
    results.exclude({ ...FORGOTTEN, covers: ({ startedAt }) => startedAt >= forgotten.lastKnown });
  session.memory.conclude();

  const mayAsk = runner.stop === null && session.target.noWrites === null;
  if (mayAsk) await runner.unlessEnded(proveRefusals(session, results), undefined);
  const exhausted =
    mayAsk && runner.stop === null
      ? await runner.unlessEnded(findExhausted(session, results, session.contract.exhaustible), none)
      : none;
  for (const { matches, reason } of exhausted.values())
    results.exclude({ mechanism: "allowance", reason, covers: matches });
  session.refused.forget(
    ({ operation, exchange }) => session.isOfState(exchange) || exhausted.get(operation)?.matches(exchange) === true,
  );
  const traced =
    mayAsk && plan?.mayBegin() !== false
      ? session.contract.casesOfRefused(session.refused, session.target, cases, results)
      : [];
  for (const testCase of traced) await runner.first(testCase, results);
  const confirmation = await confirm(runner, [...cases, ...reserve, ...shared.cases, ...traced], results, {
    exhausted,
    concurrency,
    known,
    isTold,
    onConfirmed: (failures, seenTwice) =>
      onProgress?.({ done, cases: cases.length, phase: "confirming", failures, seenTwice }),
  });
  const { internalErrors, played, lost, stop } = runner;
  const ending = { lost, forgotten: runner.forgotten, stop, stalledAt };
  return { results, ...confirmation, internalErrors, played, leftOut, exhausted, accidents, ...ending };
}
