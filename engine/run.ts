/** One run: preflight, all cases, verdicts, report. Prints nothing, and knows no check: it is given the contract. */

import { type Sender, via } from "../client/send.js";
import { isAgreed } from "../reports/answers/answers.js";
import type { Report } from "../reports/model.js";
import { DELIVERIES, findOperation, type Subject } from "../schemas/operation.js";
import { compileAhead } from "../schemas/validators.js";
import { type JudgedAgreed, judgeAllAgreed } from "./answers/answers.js";
import { casesOf } from "./check.js";
import type { Contract, Found } from "./contract.js";
import { casesOfFailed, type FailedCase, failedCases } from "./corpus.js";
import { Silence } from "./judge/silence.js";
import { judgesOf } from "./judge/traffic.js";
import { measureLimits } from "./limits/limits.js";
import type { Case, Profile, Target } from "./model.js";
import { allOf, failuresPlan, planOf, timePlanOf } from "./plan/budget.js";
import { askedBy, type Selected, selectCases, selectChecks, sentCases } from "./plan/selection.js";
import { begin, definitionsOf, isWhole, type Run, type Seen } from "./running.js";
import { type RunOptions, settled } from "./runOptions.js";
import { reportOfRun } from "./runReport.js";
import { type Executed, executeAll, nothingExecuted, type Progress, withProof } from "./send/execution.js";
import { executeLast, guessesLast, isLocked } from "./send/lastCases.js";
import { persistent } from "./send/persistent.js";
import { drawnAnew, executeRounds } from "./send/rounds.js";
import { Session } from "./send/session.js";
import { type Stop, stopOf } from "./send/stop.js";

export interface RunResult {
  readonly report: Report;
  readonly preflight: readonly string[];
  /** Why the run ended early, or null. */
  readonly stop: Stop;
  /** False when only a part of the suite was run: answers that grow with what is sent are then not complete. */
  readonly whole: boolean;
  /** What failed, to be sent first in the next run. */
  readonly failed: readonly FailedCase[];
  /** What failed in earlier runs and was sent in this one. */
  readonly sentAgain: readonly FailedCase[];
}

/**
 * Runs the chosen checks against a deployment. Whatever happens to the target, there is a result: a run that could not
 * be completed says why.
 */
export async function runChecks(contract: Contract, options: RunOptions): Promise<RunResult> {
  const settings = await settled(options);
  const run = begin(contract, settings);
  let seen: Seen;
  let ending: unknown = null;
  try {
    seen = await exercise(run);
  } catch (error) {
    const stop = stopOf(error);
    if (stop === null) throw error;
    ending = error;
    seen = await nothingSeen(run, stop);
  } finally {
    await run.transport.close();
    run.journal.close();
  }
  const report = reportOfRun(run, seen, ending);
  const stop = report.run.ended?.why ?? null;
  return {
    report,
    preflight: seen.found?.lines ?? [],
    stop,
    whole: isWhole(settings, stop),
    failed: failedCases(report, seen.executed, [...seen.selected.cases, ...seen.rounds.failed]),
    sentAgain: seen.sentAgain,
  };
}

/** Sends everything. @throws what ends a run in its preflight */
async function exercise(run: Run): Promise<Seen> {
  const { settings, transport, observations, notes } = run;
  const found = await preflightOf(run);
  const { target } = found;
  settings.onPreflight?.(found.lines);
  const checks = definitionsOf(run);
  const { selected, sentAgain } = selectedCases(run, target);
  const attending = selected.definitions.some(({ operation }) => operation === DELIVERIES)
    ? run.follower?.attend(target, transport)
    : undefined;
  const session = new Session(
    run.contract,
    target,
    senderOf(run, target),
    observations,
    judgesOf(run.contract.suites),
    notes,
    found.answered,
    run.creations.made,
  );
  session.onCase = (exchange, testCase) => {
    run.timings.addTo(testCase.check, exchange);
    settings.onCase?.(exchange, testCase.id);
  };
  // A partial run also judges cases of other operations and checks, which its report does not include.
  const told = new Set([...selected.definitions, ...selected.overheard].map(({ id }) => id));
  const subjects = new Set(selected.definitions.map(({ operation }) => operation));
  // A request may be slow, and the user may allow only a few.
  const fewest = 5_000 / (settings.requestsPerSecond ?? 1_000);
  const pace = {
    isTold: (check: string) => told.has(check),
    concurrency: settings.concurrency,
    patienceMs: Math.max(120_000, 2 * settings.patienceMs, 3 * settings.timeoutMs, fewest),
    good: { reads: found.goodReads, requests: () => transport.stats().sent },
    onProgress: ({ operation, ...progress }: Progress) =>
      settings.onProgress?.({
        ...progress,
        ...(operation === undefined || !subjects.has(operation) ? {} : { operation }),
        requests: transport.stats().sent,
      }),
  };
  const { first, last } = guessesLast(sentCases(selected.cases, settings));
  const planned = first.length + last.length;
  const { maxRequests, maxFailures } = settings;
  let failing = 0;
  const sentSoFar = (): number => transport.stats().sent;
  const plan = allOf([
    ...(maxRequests === undefined ? [] : [planOf(maxRequests, sentSoFar, first, last)]),
    ...(run.timeLimit === null ? [] : [timePlanOf(run.timeLimit, sentSoFar, first, last)]),
    ...(maxFailures === undefined ? [] : [failuresPlan(maxFailures, () => failing)]),
  ]);
  // For progress all cases count as one whole, whenever they are sent.
  const counting = (before: number) => ({
    ...pace,
    onProgress: (progress: Progress) => {
      failing = Math.max(failing, progress.failures);
      pace.onProgress({ ...progress, done: before + progress.done, cases: planned });
    },
    ...(maxFailures === undefined ? {} : { countedEvery: 1 }),
  });
  const { onCheckpoint } = settings;
  const nothingAgreed: JudgedAgreed = { judged: [], stop: "cut" };
  const unfinished = {
    found,
    selected,
    sentAgain,
    planned,
    rounds: NO_ROUNDS,
    limits: [],
    refused: new Map(),
    agreed: nothingAgreed,
    reasons: new Map(),
  };
  const done = await executeAll(session, first, {
    ...counting(0),
    plan,
    reserve: selected.reserve,
    onCheckpoint: onCheckpoint && ((executed) => onCheckpoint(reportOfRun(run, { ...unfinished, executed }, null))),
  });
  const attended = await attending?.();
  const delivered = attended === undefined ? done : withProof(done, attended.results);
  const measuring = {
    target,
    definitions: selected.definitions,
    ...pace,
    maxRequests: target.noWrites === null ? settings.limitRequests : 0,
    left: plan?.measuring(),
  };
  const { executed: before, limits } = await measureLimits(session, delivered, measuring);
  const sent = await executeLast(session, before, last, { ...counting(first.length), plan });
  // A run that leaves something out is not complete, though all that it sent counts.
  const isCut = plan !== null && (sent.leftOut ?? 0) > 0 && sent.stop === null;
  const afterAll: Executed = isCut ? { ...sent, stop: plan.stop } : sent;
  const rounds =
    plan === null || run.timeLimit === null
      ? { ...NO_ROUNDS, executed: afterAll }
      : await executeRounds(session, afterAll, (seed) => roundOf(run, target, seed), { ...pace, plan });
  const { executed } = rounds;
  const { openRequirements } = run.contract;
  const refused = openRequirements.refused(checks, executed.results, observations);
  openRequirements.observe(checks, executed.results, refused, observations, session.refused);
  notes.finish();
  // With a key that is locked by now, nothing can be confirmed.
  const judged = await judgeAgreed(run, selected, found, executed.stop ?? (isLocked(executed) ? "credentials" : null));
  const agreed = isLocked(executed) ? { ...judged, stop: executed.stop } : judged;
  const reasons: Seen["reasons"] = attended?.reasons ?? new Map();
  return { ...unfinished, rounds, executed, limits, refused, agreed, reasons };
}

/** How many requests of one operation in a row may time out in the preflight. */
const SILENT_IN_PREFLIGHT = 2;

const NO_ROUNDS: Seen["rounds"] = { seeds: [], failed: [] };

/** What a run sends: what failed before comes first. */
function selectedCases(run: Run, target: Target): Pick<Seen, "selected" | "sentAgain"> {
  const { settings } = run;
  const definitions = definitionsOf(run);
  // Whatever its tier, what failed once is sent.
  const everyTier = { ...settings, profile: "deep" } as const;
  const upTo = askedBy(definitions, settings.corpus.length > 0 ? everyTier : settings);
  const cases = casesOf(run.contract.suites, target, upTo);
  const failed = casesOfFailed(settings.corpus, cases, (drawn) => drawnAnew(run.contract.suites, target, drawn, upTo));
  const again = new Set(selectCases(definitions, [...failed.values()].flat(), everyTier).cases);
  const sentAgain = settings.corpus.filter((one) => failed.get(one)?.some((testCase) => again.has(testCase)));
  const firstOfId = new Map([...again].map((testCase) => [testCase.id, testCase]));
  const selected = selectCases(definitions, settings.onlyCorpus ? [] : cases, settings);
  const others = selected.cases.filter(({ id }) => !firstOfId.has(id));
  return { selected: { ...selected, cases: [...firstOfId.values(), ...others] }, sentAgain };
}

/** The random cases of a round, for the checks that the run judges. The smallest profile has next to none. */
function roundOf(run: Run, target: Target, seed: number): readonly Case[] {
  const profile: Profile = run.settings.profile === "deep" ? "deep" : "standard";
  const definitions = definitionsOf(run);
  const selection = { ...run.settings, profile };
  const cases = drawnAnew(run.contract.suites, target, { seed, profile }, askedBy(definitions, selection));
  return selectCases(definitions, cases, selection).cases;
}

/** The result of a run that ended in its preflight. */
async function nothingSeen(run: Run, stop: Stop): Promise<Seen> {
  run.notes.finish();
  const selected = selectCases(definitionsOf(run), [], run.settings);
  const executed = nothingExecuted(stop);
  const agreed = await judgeAgreed(run, selected, null, stop);
  const nothing = { planned: 0, sentAgain: [], rounds: NO_ROUNDS, limits: [], refused: new Map(), reasons: new Map() };
  return { ...nothing, found: null, selected, executed, agreed };
}

function preflightOf(run: Run): Promise<Found> {
  const { contract, settings, suites, transport, credentialsEdits, startedAt: now, observations } = run;
  const judged = selectChecks(definitionsOf(run), settings);
  const stores = ({ operation }: { readonly operation: Subject }): boolean =>
    findOperation(operation)?.effect !== "read";
  // An agreed answer is judged by what the inquiries of all operations find out.
  const storing = judged.some(stores) || (judged.some(isAgreed) && suites.some(stores));
  const sender = via(transport, persistent, new Silence(SILENT_IN_PREFLIGHT).intercept);
  const bodies = suites.flatMap(({ operation }) => {
    const { requestSchema = null, responseSchema = null } = findOperation(operation) ?? {};
    return [requestSchema, responseSchema];
  });
  void compileAhead(new Set(bodies.filter((name) => name !== null)));
  return contract.discover(sender, { settings, storing, credentialsEdits, now }, observations);
}

/** The transport, with what a contract puts between it and the cases. */
function senderOf({ contract, transport }: Run, target: Target | null): Sender {
  return via(transport, ...contract.sendingTo(target));
}

function judgeAgreed(run: Run, selected: Selected, found: Found | null, stop: Stop): Promise<JudgedAgreed> {
  const { settings, observations } = run;
  const target = found?.target ?? null;
  const checks = run.agreedChecks.filter(({ definition }) => selected.definitions.includes(definition));
  return judgeAllAgreed(checks, {
    target,
    sender: senderOf(run, target),
    cases: selected.cases,
    seen: { observations, facts: found?.facts ?? new Map(), whole: isWhole(settings, stop) },
    profile: settings.profile,
    stop,
    receives: run.follower !== undefined,
    contract: run.contract,
  });
}
