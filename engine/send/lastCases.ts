/**
 * Cases with bad credentials: they go last, and wrong secrets of the real key last of all, since a service may lock a key
 * that somebody seems to be guessing. After every few of them the good credentials are tried; once these are refused, no
 * more are sent.
 */

import { confirm, type SeenTwice } from "../judge/confirmation.js";
import { Results, type SeenFailure } from "../judge/results.js";
import { type Case, excused } from "../model.js";
import { LEFT_OUT } from "../plan/budget.js";
import { inTellingOrder } from "../plan/order.js";
import { CaseRunner } from "./caseRunner.js";
import type { Executed, RunnerOptions } from "./execution.js";
import type { Session } from "./session.js";

/**
 * Cases that may be sent before it is known that the good credentials are still accepted: the number at first, doubled
 * after each look, and the maximum. The next look comes after most of them; meanwhile the others are sent.
 */
const AT_FIRST = 16;
const AT_MOST = 32;
/**
 * The share of them after which a look comes, and the number by which it must: half of the maximum, less the look itself,
 * so that sixteen at once go on while it is awaited.
 */
const LOOKED_AFTER = 0.75;
const AT_THE_LATEST = AT_MOST / 2 - 1;

/** The cases sent before anything for which a service may lock a key, and the rest in its order. */
export function guessesLast(cases: readonly Case[]) {
  const guessing = (what: Case["guesses"]) => inTellingOrder(cases.filter(({ guesses }) => guesses === what));
  return { first: guessing(undefined), last: [...guessing("credentials"), ...guessing("secret")] };
}

/** Whether the key was locked after bad credentials. */
export function isLocked({ locked }: Executed): boolean {
  return locked !== undefined && locked !== null;
}

/**
 * Runs cases with bad credentials after all others, and adds what was seen. A key that is locked meanwhile ends nothing:
 * the remaining cases are not exercised, and say why.
 */
export async function executeLast(
  session: Session,
  executed: Executed,
  cases: readonly Case[],
  { concurrency, good, isTold = () => true, onProgress, plan = null }: RunnerOptions,
): Promise<Executed> {
  if (executed.stop !== null || cases.length === 0) return executed;
  const { results, exhausted } = executed;
  const runner = new CaseRunner(session, good, AT_MOST);
  const confirmed = new Map<string, readonly SeenFailure[]>(executed.confirmed);
  const unconfirmed = new Set(executed.unconfirmed);
  /** Cases after which the good credentials were accepted. */
  const proved = new Set<Case>();
  let sent: { readonly testCase: Case; readonly seen: Results }[] = [];
  let begun = 0;
  let most = AT_FIRST;

  const begin = async (testCase: Case): Promise<void> => {
    const seen = new Results();
    await runner.first(testCase, seen);
    sent.push({ testCase, seen });
  };

  /** Tries the good credentials, and has failures confirmed before more cases may follow. */
  const look = async (): Promise<void> => {
    const those = sent;
    sent = [];
    await runner.settle();
    const seen = new Results();
    for (const one of those) seen.add(one.seen);
    results.add(seen);
    const onConfirmed = (failures: number, seenTwice?: SeenTwice): void =>
      onProgress?.({ done: proved.size, cases: cases.length, phase: "checks", failures, seenTwice });
    const options = { exhausted, concurrency, known: new Set(confirmed.keys()), isTold, onConfirmed };
    const batch = those.map(({ testCase }) => testCase);
    const confirmation = await confirm(runner, batch, seen, options);
    for (const [check, failures] of confirmation.confirmed) confirmed.set(check, failures);
    for (const check of confirmation.unconfirmed) if (!confirmed.has(check)) unconfirmed.add(check);
    if (runner.stop !== null) return;
    for (const testCase of batch) proved.add(testCase);
    most = Math.min(2 * most, AT_MOST);
    const failures = [...confirmed.keys()].filter(isTold).length;
    onProgress?.({ done: proved.size, cases: cases.length, phase: "checks", failures });
  };

  const atOnce = Math.min(concurrency, plan?.atOnce ?? concurrency);
  const underWay = new Set<Promise<void>>();
  const follow = (work: Promise<void>): Promise<void> => {
    const followed = work.finally(() => underWay.delete(followed));
    underWay.add(followed);
    return followed;
  };
  let looking: Promise<void> | null = null;
  for (;;) {
    const next = runner.stop === null && plan?.mayBeginLast() !== false ? cases[begun] : undefined;
    if (next !== undefined && begun - proved.size < most && underWay.size < atOnce) {
      begun += 1;
      follow(begin(next));
    } else if (
      looking === null &&
      sent.length > 0 &&
      (sent.length >= Math.min(LOOKED_AFTER * most, AT_THE_LATEST) || underWay.size === 0)
    ) {
      looking = follow(
        look().finally(() => {
          looking = null;
        }),
      );
    } else if (underWay.size > 0) await Promise.race(underWay);
    else break;
  }
  const left = cases.filter((testCase) => !proved.has(testCase));
  if (runner.lost !== null) {
    const { answer } = runner.lost;
    const reason = `bad credentials are not sent any more: after ${begun} cases with them the good ones are refused as well (${answer})`;
    for (const { check } of left) results.excuse(check, excused("lock", reason));
  }
  const isLeftOut = plan !== null && runner.lost === null && runner.stop === null && left.length > 0;
  if (isLeftOut) for (const { check } of left) results.excuse(check, LEFT_OUT[plan.stop]);
  const leftOut = (executed.leftOut ?? 0) + (isLeftOut ? left.length : 0);
  const internalErrors = [...executed.internalErrors, ...runner.internalErrors];
  const stop = runner.stop === "credentials" ? executed.stop : runner.stop;
  const played = executed.played + runner.played;
  const forgotten = runner.forgotten ?? executed.forgotten ?? null;
  return { ...executed, confirmed, unconfirmed, internalErrors, played, leftOut, locked: runner.lost, forgotten, stop };
}
