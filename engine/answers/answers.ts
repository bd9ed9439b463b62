/**
 * The agreed answers of a run: judged once everything has been sent. A failure that an inquiry saw is confirmed like every
 * failure; what all traffic shows, what was delivered, and the facts that the preflight tried twice are not asked for
 * again.
 */

import type { Sender } from "../../client/send.js";
import { DELIVERIES, type Subject } from "../../schemas/operation.js";
import type { Contract } from "../contract.js";
import type { Observations } from "../judge/observations.js";
import { Results } from "../judge/results.js";
import type { Judged } from "../judge/verdicts.js";
import type { Case, Profile, Target } from "../model.js";
import { Session } from "../send/session.js";
import { type Stop, stopOf } from "../send/stop.js";
import type { AgreedCheck } from "./checks.js";
import {
  type AgreedOutcome,
  firstOutcome,
  judgeAgreed,
  outcomeOf,
  type SecondOutcome,
  type SeenAnswers,
} from "./judge.js";

/** What judging agreed answers needs of a run. */
export interface AgreedRun {
  /** Null when the run ended in its preflight. */
  readonly target: Target | null;
  readonly sender: Sender;
  readonly cases: readonly Case[];
  readonly seen: SeenAnswers;
  readonly profile: Profile;
  readonly stop: Stop;
  readonly receives: boolean;
  readonly contract: Contract;
}

/** Counts as an attempt of its own, so that ids are new; no run repeats a case so often. */
const ASKED_AGAIN = 1_000_000;

function reasonOf(agreed: AgreedCheck, run: AgreedRun): string {
  const { id } = agreed.answer;
  const { operation } = agreed.definition;
  const unready: Readonly<Partial<Record<Subject, string>>> = run.target?.unready ?? {};
  const { unknowns, conflicts } = run.contract;
  const statement: { readonly unanswerable?: string; readonly unasked?: string } =
    [...unknowns, ...conflicts].find((one) => one.id === id) ?? {};
  const { unanswerable, unasked } = statement;
  if (unanswerable !== undefined) return `no run can see it: ${unanswerable}`;
  if (operation === DELIVERIES && !run.receives) return "not tested: give --webhook-port";
  if (unready[operation] !== undefined) return unready[operation];
  if (unasked !== undefined) return `no request answers it: ${unasked}`;
  if (run.stop !== null) return "the run ended before it was seen";
  if (run.profile === "smoke") return "the smoke profile does not ask for it";
  return "nothing in this run showed it";
}

interface AskedAgain {
  readonly observations: Observations;
  readonly stop: Stop;
}

async function askAgain(cases: readonly Case[], target: Target, { sender, contract }: AgreedRun): Promise<AskedAgain> {
  const observations: Observations = new Map();
  const session = new Session(contract, target, sender, observations);
  for (const [index, testCase] of cases.entries()) {
    try {
      await testCase.execute(session.execution(testCase, ASKED_AGAIN + index, new Results(), new Map()));
    } catch (error) {
      const stop = stopOf(error);
      if (stop !== null) return { observations, stop };
      // What breaks inside a case shows as an answer that does not repeat.
    }
  }
  return { observations, stop: null };
}

/** The verdicts on the agreed answers of a run. */
export interface JudgedAgreed {
  readonly judged: readonly Judged[];
  /** Why the run ended while answers were being confirmed, or null. */
  readonly stop: Stop;
}

export async function judgeAllAgreed(checks: readonly AgreedCheck[], run: AgreedRun): Promise<JudgedAgreed> {
  const { target, seen, contract } = run;
  const first = new Map(
    checks.map((agreed) => [agreed, firstOutcome(agreed, seen, contract.isFoundOut(agreed.answer))] as const),
  );
  const caseOf = (agreed: AgreedCheck): Case | undefined => {
    const name = contract.isFoundOut(agreed.answer) ? undefined : seen.observations.get(agreed.answer.id)?.testCase;
    return name === undefined ? undefined : run.cases.find(({ id }) => id === name);
  };
  const suspects = checks.filter((agreed) => first.get(agreed)?.kind === "differs");
  const cases = [...new Set(suspects.flatMap((agreed) => caseOf(agreed) ?? []))];
  const again: AskedAgain =
    cases.length === 0 || target === null || run.stop !== null
      ? { observations: new Map(), stop: run.stop }
      : await askAgain(cases, target, run);
  const second = (agreed: AgreedCheck): SecondOutcome => {
    if (!suspects.includes(agreed) || caseOf(agreed) === undefined) return null;
    const answer = again.observations.get(agreed.answer.id);
    if (answer !== undefined) return outcomeOf(agreed, answer, seen.whole);
    return again.stop === null ? { kind: "open", why: null } : "ended";
  };
  const judged = checks.map((agreed) => {
    const outcome: AgreedOutcome = first.get(agreed) ?? { kind: "open", why: null };
    return judgeAgreed(agreed, outcome, second(agreed), reasonOf(agreed, run));
  });
  return { judged, stop: again.stop };
}
