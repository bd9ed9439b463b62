/**
 * Cases with bad credentials: they go last, and wrong secrets of the real key last of all, since a service may lock a key
 * that somebody seems to guess at. After each few of them the good credentials are asked for; once these are refused, no
 * more are sent.
 */
import { LEFT_OUT } from "./budget.js";
import { CaseRunner } from "./caseRunner.js";
import { confirm, type SeenTwice } from "./confirmation.js";
import type { Executed, RunnerOptions } from "./execution.js";
import type { Case } from "./model.js";
import { inTellingOrder } from "./order.js";
import { letGo } from "./outcome.js";
import { inParallel } from "./parallel.js";
import { Results, type SeenFailure } from "./results.js";
import type { Session } from "./session.js";

/** Cases before the first look at the good credentials; there are twice as many before each later one, up to a number. */
const AT_FIRST = 8;
const AT_MOST = 32;

/** What is sent before anything that a service may lock a key for, and the rest in its order. */
export function guessesLast(cases: readonly Case[]): {
  readonly first: readonly Case[];
  readonly last: readonly Case[];
} {
  const guessing = (what: Case["guesses"]) => inTellingOrder(cases.filter(({ guesses }) => guesses === what));
  return { first: guessing(undefined), last: [...guessing("credentials"), ...guessing("secret")] };
}

/** Whether the key was locked after bad credentials. */
export function isLocked({ locked }: Executed): boolean {
  return locked !== undefined && locked !== null;
}

/**
 * Runs cases with bad credentials after all others, and adds what was seen. A key that is locked meanwhile ends nothing:
 * the cases that are left are not exercised, and say why.
 */
export async function executeLast(
  session: Session,
  executed: Executed,
  cases: readonly Case[],
  { concurrency, good, onProgress, plan = null }: RunnerOptions,
): Promise<Executed> {
  if (executed.stop !== null || cases.length === 0) return executed;
  const { results, exhausted } = executed;
  const runner = new CaseRunner(session, good, AT_MOST);
  const confirmed = new Map<string, readonly SeenFailure[]>(executed.confirmed);
  const unconfirmed = new Set(executed.unconfirmed);
  let done = 0;
  let atOnce = AT_FIRST;
  while (done < cases.length && runner.stop === null && plan?.mayBeginLast() !== false) {
    const batch = cases.slice(done, done + atOnce);
    const seen = new Results();
    await inParallel(batch, concurrency, (testCase) => runner.first(testCase, seen));
    await runner.settle();
    results.add(seen);
    const onConfirmed = (failures: number, seenTwice?: SeenTwice): void =>
      onProgress?.({ done, cases: cases.length, phase: "checks", failures, seenTwice });
    const options = { exhausted, concurrency, known: new Set(confirmed.keys()), onConfirmed };
    const confirmation = await confirm(runner, batch, seen, options);
    for (const [check, failures] of confirmation.confirmed) confirmed.set(check, failures);
    for (const check of confirmation.unconfirmed) if (!confirmed.has(check)) unconfirmed.add(check);
    if (runner.stop !== null) break;
    done += batch.length;
    atOnce = Math.min(2 * atOnce, AT_MOST);
    onProgress?.({ done, cases: cases.length, phase: "checks", failures: confirmed.size });
  }
  if (runner.lost !== null) {
    const { answer } = runner.lost;
    const reason = `bad credentials are not sent any more: after ${Math.min(done + atOnce, cases.length)} cases with them the good ones are refused as well (${answer})`;
    for (const { check } of cases.slice(done)) results.letGo(check, letGo("lock", reason));
  }
  const isLeftOut = plan !== null && runner.lost === null && runner.stop === null && done < cases.length;
  if (isLeftOut) for (const { check } of cases.slice(done)) results.letGo(check, LEFT_OUT[plan.stop]);
  const leftOut = (executed.leftOut ?? 0) + (isLeftOut ? cases.length - done : 0);
  const internalErrors = [...executed.internalErrors, ...runner.internalErrors];
  const stop = runner.stop === "credentials" ? executed.stop : runner.stop;
  const played = executed.played + runner.played;
  const forgotten = runner.forgotten ?? executed.forgotten ?? null;
  return { ...executed, confirmed, unconfirmed, internalErrors, played, leftOut, locked: runner.lost, forgotten, stop };
}
