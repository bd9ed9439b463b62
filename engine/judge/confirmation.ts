/** No failure is reported after being seen only once: its control and its case are sent again. */

import type { Exchange } from "../../client/model.js";
import { hasStatus, isSuccess } from "../../oracles/outcome.js";
import { isValidation } from "../../schemas/statuses.js";
import { type Case, excused, type Failure } from "../model.js";
import type { CaseRunner } from "../send/caseRunner.js";
import { inParallel } from "../send/parallel.js";
import type { Exhausted } from "./exhaustion.js";
import { saysKnownAlready, wordsOf } from "./refusalText.js";
import type { CheckRecord, Results, SeenFailure } from "./results.js";
import { drawnFrom, shrunk } from "./shrinking.js";

/** How many failing cases of one check are run again before it counts as not reproduced. */
const TRIES = 3;
/**
 * How often a request that must be refused but was accepted is sent again: only one of several servers behind an address
 * may accept it. That is always a fault.
 */
const TRIES_LET_IN = 5;
/** Checks that are confirmed at once. */
const AT_ONCE = 4;

const REFUSED_EACH_TIME = excused(
  "premise",
  "one request is refused each time it is sent, while others like it are accepted",
);

const STORED = excused("state", "what it shows was stored by a request that had to be refused, and is told there");

/** Least characters of a text by which what was stored is recognised. */
const TELLING = 16;

/**
 * A value that was accepted as a partner's own id is a duplicate when it is sent again, and may be refused for that:
 * such a failure counts although it does not repeat.
 */
const UNREPEATABLE = new Set(["partner_recipient_id", "partner_customer_id"]);

/** What sending again showed. */
export interface Confirmation {
  /** Per check: the failures that were seen again. */
  readonly confirmed: ReadonlyMap<string, readonly SeenFailure[]>;
  /** Checks with a failure that could not be sent again for lack of time. */
  readonly unconfirmed: ReadonlySet<string>;
}

/** A failure that was seen when it was sent again. */
export interface SeenTwice {
  readonly check: string;
  readonly message: string;
}

/** What confirming needs besides the failures. */
export interface ConfirmationOptions {
  /** Operations that no longer accept any control. */
  readonly exhausted: ReadonlyMap<string, Exhausted>;
  readonly concurrency: number;
  /** Checks that are confirmed already. */
  readonly known?: ReadonlySet<string>;
  readonly isTold: (check: string) => boolean;
  /**
   * Called after each check. @param checks how many there are to confirm and report; @param seen what was confirmed, if
   * anything was
   */
  readonly onConfirmed: (checks: number, seen?: SeenTwice) => void;
}

/** The checks with a failure, each with what was seen of it. */
export function suspectsIn(results: Results): (readonly [string, Readonly<CheckRecord>])[] {
  return results
    .checks()
    .map((check) => [check, results.of(check)] as const)
    .filter(([, { failures }]) => failures.length > 0);
}

/**
 * The lower, the better a failure shows its fault: best in a case made for the check, then where the edited part itself
 * comes back wrong or nothing was edited, with the same credentials as all other requests.
 */
function weightOf({ isOwn, failure: { place, edit, exchange } }: SeenFailure): number {
  const plain = (text: string): string => text.replaceAll(/\[?\d+\]?/g, "");
  const isAside = place !== undefined && edit !== null && plain(edit.at) !== plain(place);
  const isPlain = place === undefined || edit !== null;
  const isUsual = edit !== null || exchange.wire.credentials === "valid";
  return (isOwn ? 0 : 6) + (isAside ? 4 : isPlain ? 0 : 2) + (isUsual ? 0 : 1);
}

function isLetIn({ area }: Case, { exchange }: Failure): boolean {
  return area === "refuses" && isSuccess(exchange);
}

/** Runs failing cases again; a case at which several checks failed is run again once for all of them. */
export async function confirm(
  runner: CaseRunner,
  cases: readonly Case[],
  results: Results,
  { exhausted, concurrency, known = new Set(), isTold, onConfirmed }: ConfirmationOptions,
): Promise<Confirmation> {
  const byId = new Map(cases.map((testCase) => [testCase.id, testCase]));
  const places = new Map(cases.map(({ id }, place) => [id, place]));
  const confirmed = new Map<string, readonly SeenFailure[]>();
  const unconfirmed = new Set<string>();
  const repeated = new Map<string, Promise<Results>>();
  const again = (testCase: Case): Promise<Results> => {
    const repetition = repeated.get(testCase.id) ?? runner.again(testCase);
    repeated.set(testCase.id, repetition);
    return repetition;
  };

  /** The failure as it was seen again, as small as it gets; null when it was not, and "ended" when the run is over. */
  const seenAgain = async (check: string, failures: readonly SeenFailure[]): Promise<SeenFailure | "ended" | null> => {
    const tried = new Set<string>();
    // Of cases that show it equally well, the one planned first is the plainest, whichever was answered first.
    const tierOf = (seen: SeenFailure): number => byId.get(seen.testCase)?.tier ?? 0;
    const placeOf = (seen: SeenFailure): number => places.get(seen.testCase) ?? 0;
    const best = (left: SeenFailure, right: SeenFailure): number =>
      weightOf(left) - weightOf(right) || tierOf(left) - tierOf(right) || placeOf(left) - placeOf(right);
    const silent = failures.toSorted(best).find(({ failure }) => runner.isSilent(failure.exchange));
    if (silent !== undefined) return silent;
    for (const seen of failures.toSorted(best)) {
      const testCase = byId.get(seen.testCase);
      if (testCase === undefined || tried.has(testCase.id)) continue;
      // No control that a repetition could be compared with is accepted any more.
      if (exhausted.has(testCase.operation)) return failures[0] ?? seen;
      tried.add(testCase.id);
      const first = (await again(testCase)).of(check);
      // Its control has new texts as well, and may be refused for them.
      const isMissed = first.failures.length === 0 && first.excused?.mechanism === "control";
      const [repetition] = isMissed ? (await runner.again(testCase)).of(check).failures : first.failures;
      if (runner.stop !== null) return "ended";
      if (repetition !== undefined)
        return (await shrunk(runner, testCase, check)) ?? { ...repetition, ...drawnFrom(testCase) };
      if (tried.size >= TRIES) break;
    }
    const [letIn] = failures.toSorted(best).flatMap((seen) => {
      const testCase = byId.get(seen.testCase);
      return seen.isOwn && testCase !== undefined && isLetIn(testCase, seen.failure) ? [{ seen, testCase }] : [];
    });
    for (let turn = 0; letIn !== undefined && turn < TRIES_LET_IN; turn++) {
      // Servers take turns: with one extra request, control and case do not meet the same ones each time.
      const answer = await runner.resend(letIn.seen.failure.exchange.wire);
      // What is known by now was accepted.
      if (answer !== null && (isSuccess(answer) || saysKnownAlready(answer))) return letIn.seen;
      const [repetition] = (await runner.again(letIn.testCase)).of(check).failures;
      if (runner.stop !== null) return "ended";
      if (repetition !== undefined && isLetIn(letIn.testCase, repetition.failure)) return repetition;
    }
    const provesIt = ({ edit, sentTwice, isProof }: Failure): boolean =>
      sentTwice === true || isProof === true || UNREPEATABLE.has(edit?.at ?? "");
    return failures.find(({ failure }) => provesIt(failure)) ?? null;
  };

  /** Of the failures that did not repeat with other new texts: those whose exact request is refused again in the same words. */
  const refusedEachTime = async (failures: readonly SeenFailure[]): Promise<ReadonlySet<Exchange>> => {
    const refusals = new Set(
      failures.map(({ failure }) => failure.exchange).filter((one) => hasStatus(one, isValidation)),
    );
    for (const refusal of refusals) {
      const answer = await runner.resend(refusal.wire);
      if (answer === null || wordsOf(answer) !== wordsOf(refusal)) refusals.delete(refusal);
    }
    return refusals;
  };

  const storedTexts = suspectsIn(results).flatMap(([, { failures }]) =>
    failures.flatMap(({ testCase, failure }) => {
      const { to } = failure.edit ?? {};
      const suspect = byId.get(testCase);
      const isTelling = typeof to === "string" && to.length >= TELLING;
      return suspect !== undefined && isLetIn(suspect, failure) && isTelling ? [to] : [];
    }),
  );
  /** Whether an answer shows a text that another request should not have got stored. */
  const showsLetIn = ({ exchange }: Failure): boolean =>
    storedTexts.some(
      (text) => exchange.response?.body.includes(text) === true && !exchange.request.body?.includes(text),
    );

  const suspects = suspectsIn(results).filter(([check]) => !known.has(check));
  const told = suspects.filter(([check]) => isTold(check)).length;
  await inParallel(suspects, Math.min(AT_ONCE, concurrency), async ([check, { failures }]) => {
    const seen = await seenAgain(check, failures);
    if (seen === null) {
      const refused = await refusedEachTime(failures);
      if (refused.size > 0) results.exclude({ ...REFUSED_EACH_TIME, covers: (exchange) => refused.has(exchange) });
      const stored = failures.filter(({ failure }) => showsLetIn(failure)).map(({ failure }) => failure.exchange);
      if (stored.length > 0) results.exclude({ ...STORED, covers: (exchange) => stored.includes(exchange) });
    }
    if (seen === "ended") unconfirmed.add(check);
    else if (seen !== null) confirmed.set(check, [seen]);
    const isConfirmed = seen !== null && seen !== "ended" && isTold(check);
    onConfirmed(told, isConfirmed ? { check, message: seen.failure.message } : undefined);
  });
  return { confirmed, unconfirmed };
}
