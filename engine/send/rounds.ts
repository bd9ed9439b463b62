/** What follows when all planned cases are done and there is time left: random cases, drawn with another seed each round. */
import { hash32, runToken } from "../../generators/texts/partnerId.js";
import { casesOf } from "../check.js";
import type { Case, Profile, Suite, Target, UpTo } from "../model.js";
import type { Plan } from "../plan/budget.js";
import { type Executed, executeAll, type Progress, type RunnerOptions } from "./execution.js";
import type { Session } from "./session.js";
import type { Stop } from "./stop.js";

/** Random cases as another run would draw them, with unique ids. */
export function drawnAnew(
  suites: readonly Suite[],
  target: Target,
  { seed, profile }: { readonly seed: number; readonly profile: Profile },
  upTo: UpTo,
): Case[] {
  const cases = casesOf(suites, { ...target, seed, profile, round: `~${seed}` }, upTo);
  return cases.filter(({ drawn }) => drawn !== undefined);
}

/** The result of the rounds of a run. */
export interface Rounds {
  /** Everything that was seen, before them and in them. */
  readonly executed: Executed;
  readonly seeds: readonly number[];
  readonly failed: readonly Case[];
}

/** Ends only the rounds, not a run that did everything planned. */
const EXPECTED: ReadonlySet<Stop> = new Set<Stop>(["time", "budget", "creations"]);

function withRound(before: Executed, round: Executed): Executed {
  // What refusals prove is decided in each round: keeping those of all rounds would fill the memory.
  before.results.add(round.results, { withRefusals: false });
  return {
    ...before,
    confirmed: new Map([...round.confirmed, ...before.confirmed]),
    unconfirmed: new Set([...before.unconfirmed, ...round.unconfirmed]),
    internalErrors: [...before.internalErrors, ...round.internalErrors],
    lost: round.lost ?? null,
    forgotten: round.forgotten ?? null,
    stalledAt: round.stalledAt ?? [],
    stop: EXPECTED.has(round.stop) ? null : round.stop,
  };
}

/**
 * Runs round after round until the plan lets no case begin.
 * @param drawn the cases of a round
 */
export async function executeRounds(
  session: Session,
  executed: Executed,
  drawn: (seed: number) => readonly Case[],
  { plan, onProgress, ...options }: Omit<RunnerOptions, "plan"> & { readonly plan: Plan },
): Promise<Rounds> {
  const seeds: number[] = [];
  const failed: Case[] = [];
  let sofar = executed;
  let done = 0;
  while (sofar.stop === null && plan.mayBeginLast()) {
    const seed = hash32(`${session.target.seed} round ${seeds.length + 1}`);
    const cases = drawn(seed).filter(({ check }) => !sofar.confirmed.has(check));
    if (cases.length === 0) break;
    seeds.push(seed);
    const before = done;
    const { target } = session;
    const own = session.another({ ...target, run: runToken(seed, seeds.length) });
    const round = await executeAll(own, cases, {
      ...options,
      known: new Set(sofar.confirmed.keys()),
      plan: { ...plan, mayBegin: plan.mayBeginLast },
      onProgress: (progress: Progress) => {
        done = before + progress.done;
        onProgress?.({ ...progress, done, cases: done, phase: "rounds" });
      },
    });
    sofar = withRound(sofar, round);
    // For a check that fails now and then, only the first failures are kept, with their cases.
    const { results } = sofar;
    const kept = results.checks().map((check) => results.of(check).failures);
    const failing = new Set([...kept, ...round.confirmed.values()].flat().map(({ testCase }) => testCase));
    failed.push(...cases.filter(({ id }) => failing.has(id)));
    if (EXPECTED.has(round.stop) || round.exhausted.size > 0) break;
  }
  return { executed: sofar, seeds, failed };
}
