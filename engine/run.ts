/** One run: preflight, all cases, verdicts, report. Prints nothing, and knows no check: what is asked is handed to it. */
import { dirname } from "node:path";
import { CREDENTIALS_EDITS, credentialHeaders } from "../client/credentials.js";
import { createJournal } from "../client/journal.js";
import type { CredentialsEdit, Exchange } from "../client/model.js";
import type { Outage } from "../client/outage.js";
import { createTransport } from "../client/transport.js";
import { isAgreed } from "../reports/answers/answers.js";
import type { CreatedResource, Limit, Report, ReportedOutage } from "../reports/model.js";
import { OPERATIONS, type Subject } from "../schemas/operations.js";
import { withListQuery } from "./adaptation/neededFilters.js";
import { judgesOpenControls, observeRequirements, refusedAltogether } from "./adaptation/openRequirements.js";
import { withUpdatePause } from "./adaptation/updatePause.js";
import { type JudgedAgreed, judgeAllAgreed } from "./answers/answers.js";
import { type AgreedPoint, agreedPoints, deploymentReport } from "./answers/checks.js";
import { statedFacts } from "./answers/shortAnswers.js";
import type { Asked } from "./asked.js";
import { casesOf } from "./check.js";
import { creationOf } from "./created.js";
import { type DeliveryFollower, withoutReceiver } from "./deliveries.js";
import { type Executed, executeAll, type Progress } from "./execution.js";
import { measureLimits } from "./limits/limits.js";
import type { CheckDefinition, Suite, Target } from "./model.js";
import type { Observations, TrafficNotes } from "./observations.js";
import { persistent } from "./preflight/persistent.js";
import { type Preflight, runPreflight } from "./preflight/preflight.js";
import { readRequest } from "./preflight/reachability.js";
import { checkResults, type RepeatCommands, replayCommands, reportOf } from "./report.js";
import { Results } from "./results.js";
import { type RunOptions, type RunSettings, settled } from "./runOptions.js";
import { selectCases } from "./selection.js";
import { Session } from "./session.js";
import { type Stop, stopOf, stopText } from "./stop.js";
import { judgesOf } from "./traffic.js";
import { unexercised } from "./unexercised.js";
import { type Beforehand, type Judged, judgeAll } from "./verdicts.js";

/** A finished run. */
export interface RunResult {
  readonly report: Report;
  readonly preflight: readonly string[];
  /** Why the run ended early, or null. */
  readonly stop: Stop;
  /** False when only a part of the suite was run: answers that grow with what is sent are then not complete. */
  readonly whole: boolean;
}

/** A run that is under way: what it was told, what it is about, and what it writes on. */
interface Run {
  readonly asked: Asked;
  readonly settings: RunSettings;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly transport: ReturnType<typeof createTransport>;
  readonly notes: TrafficNotes;
  /** Undefined when nothing receives deliveries. */
  readonly follower: DeliveryFollower | undefined;
  readonly observations: Observations;
  /** The suites and agreed answers of the operations that were chosen. */
  readonly suites: readonly Suite[];
  readonly points: readonly AgreedPoint[];
  /** Ways to edit the credentials that these credentials allow. */
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
}

type Selected = ReturnType<typeof selectCases>;

/** What a run saw. */
interface Seen {
  /** Null when the run ended in its preflight. */
  readonly found: Preflight | null;
  readonly selected: Selected;
  readonly executed: Executed;
  readonly limits: readonly Limit[];
  /** Operations that refused all of their controls, and may. */
  readonly refused: ReturnType<typeof refusedAltogether>;
  readonly agreed: JudgedAgreed;
  /** Checks of deliveries that turned out not to apply. */
  readonly reasons: Beforehand["reasons"];
}

/**
 * Runs what is asked against a deployment. Whatever becomes of the target, there is a result: a run that could not be
 * completed says why.
 */
export async function runChecks(asked: Asked, options: RunOptions): Promise<RunResult> {
  const settings = settled(options);
  const journal = createJournal<CreatedResource>(settings.journalFile ?? undefined);
  const run = begin(asked, settings, (exchange) => {
    const created = creationOf(exchange);
    if (created !== null) journal.add({ ...created, at: new Date(exchange.startedAt).toISOString() });
    settings.onExchange?.(exchange);
  });
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
  }
  const { agreement } = settings;
  const { stop } = seen.agreed;
  const outages = run.transport.outages();
  const requests = run.transport.stats().sent;
  const ended = stop === null ? null : { why: stop, text: stopText(stop, { error: ending, requests, outages }) };
  const report = reportOf({
    target: { baseUrl: settings.baseUrl, kind: settings.kind },
    run: {
      ...timesSince(run.startedAt),
      seed: settings.seed,
      profile: settings.profile,
      requests,
      ...(ended === null ? {} : { ended }),
      ...(outages.length === 0 ? {} : { outages: outages.map(reportedOutage) }),
      ...(settings.shard === null ? {} : { shard: `${settings.shard.index}/${settings.shard.count}` }),
    },
    checks: checkResults(judge(run, seen), commandsOf(settings)),
    observations: run.observations,
    limits: seen.limits,
    created: journal.entries(),
    ...(agreement === null ? {} : { deployment: deploymentReport(agreement) }),
    completed: stop === null,
    policy: settings,
  });
  return { report, preflight: seen.found?.lines ?? [], stop, whole: isWhole(settings, stop) };
}

/** Operations may fail by themselves: only a target that answers none of these is away. */
const HARMLESS_READS = [
  readRequest("listBalances"),
  readRequest("listTransactions", { page_number: "1", page_size: "5" }),
  readRequest("getTransferDetail", { transaction_id: "txn_preflight" }),
];

/** @param onExchange called with every answer, before it is noted */
function begin(asked: Asked, settings: RunSettings, onExchange: (exchange: Exchange) => void): Run {
  const { baseUrl, credentials, concurrency, timeoutMs, requestsPerSecond, maxRequests, signal, onOutage } = settings;
  const observations: Observations = new Map();
  const notes = asked.notesOn(observations);
  const ending = signal === undefined ? {} : { signal };
  const follower = settings.webhooks?.follow({ credentials, observations, ...ending });
  const isChosen = ({ operation }: { readonly operation: Subject }): boolean =>
    settings.operations.length === 0 || settings.operations.includes(operation);
  return {
    asked,
    settings,
    startedAt: Date.now(),
    transport: createTransport({
      ...settings.connection,
      baseUrl,
      credentials,
      concurrency,
      timeoutMs,
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
      ...ending,
      onExchange: (exchange) => {
        follower?.note(exchange);
        notes.noteAnswered(exchange);
        onExchange(exchange);
      },
      onThrottled: (exchange) => notes.noteThrottled(exchange),
      outages: { reads: HARMLESS_READS, ...(onOutage === undefined ? {} : { onOutage }) },
    }),
    notes,
    follower,
    observations,
    suites: asked.suites.filter(isChosen),
    points: agreedPoints(settings.agreement).filter(({ definition }) => isChosen(definition)),
    credentialsEdits: new Set(CREDENTIALS_EDITS.filter((edit) => credentialHeaders(edit, credentials) !== null)),
  };
}

function definitionsOf({ suites, points }: Run): CheckDefinition[] {
  return [...suites.flatMap(({ checks }) => checks), ...points.map(({ definition }) => definition)];
}

/** Sends everything. @throws what ends a run in its preflight */
async function exercise(run: Run): Promise<Seen> {
  const { settings, transport, observations, notes } = run;
  const found = await preflightOf(run);
  const { target } = found;
  settings.onPreflight?.(found.lines);
  const selected = selectCases(definitionsOf(run), casesOf(run.suites, target), settings);
  const attending = selected.definitions.some(({ operation }) => operation === "webhooks")
    ? run.follower?.attend(target, transport)
    : undefined;
  const sender = withUpdatePause(senderOf(run, target), target.updatePause);
  const session = new Session(target, sender, observations, judgesOf(run.asked.suites), notes);
  const pace = {
    concurrency: settings.concurrency,
    onProgress: (progress: Progress) => settings.onProgress?.({ ...progress, requests: transport.stats().sent }),
  };
  const done = await executeAll(session, selected.cases, pace);
  const attended = (await attending?.finish(done)) ?? { executed: done, reasons: new Map() };
  const measuring = { target, definitions: selected.definitions, ...pace, maxRequests: settings.limitRequests };
  const { executed, limits } = await measureLimits(session, attended.executed, measuring);
  const refused = refusedAltogether(executed.results, observations);
  observeRequirements(executed.results, refused, observations);
  notes.finish();
  const agreed = await judgeAgreed(run, selected, found, executed.stop);
  return { found, selected, executed, limits, refused, agreed, reasons: attended.reasons };
}

/** What is left of a run that ended in its preflight. */
async function nothingSeen(run: Run, stop: Stop): Promise<Seen> {
  run.notes.finish();
  const selected = selectCases(definitionsOf(run), [], run.settings);
  const executed: Executed = {
    results: new Results(),
    confirmed: new Map(),
    unconfirmed: new Set(),
    internalErrors: [],
    exhausted: new Map(),
    stop,
  };
  const agreed = await judgeAgreed(run, selected, null, stop);
  return { found: null, selected, executed, limits: [], refused: new Map(), agreed, reasons: new Map() };
}

function preflightOf({ settings, suites, transport, credentialsEdits, startedAt, observations }: Run) {
  const { baseUrl, seed, profile, noWrites, apiVersion, transferId, depositId, agreement } = settings;
  return runPreflight(
    persistent(transport),
    {
      baseUrl,
      seed,
      profile,
      noWrites,
      storing: suites.some(({ operation }) => operation === "webhooks" || OPERATIONS[operation].effect !== "read"),
      credentialsEdits,
      apiVersion,
      transferId,
      depositId,
      stated: statedFacts(agreement?.agreed ?? []),
      now: startedAt,
    },
    observations,
  );
}

/** The transport, with what the list needs to be read. */
function senderOf({ transport }: Run, target: Target | null) {
  return withListQuery(transport, target?.pages?.needed ?? {});
}

function judgeAgreed(run: Run, selected: Selected, found: Preflight | null, stop: Stop): Promise<JudgedAgreed> {
  const { settings, observations } = run;
  const target = found?.target ?? null;
  return judgeAllAgreed(
    run.points.filter(({ definition }) => selected.definitions.includes(definition)),
    {
      target,
      sender: senderOf(run, target),
      cases: selected.cases,
      seen: { observations, facts: found?.facts ?? new Map(), whole: isWhole(settings, stop) },
      profile: settings.profile,
      stop,
      receives: run.follower !== undefined,
    },
  );
}

/** Whether everything was sent that the suite can send: then an answer that lacks something says so of the target. */
function isWhole({ profile, operations, checks, shard, focus, noWrites }: RunSettings, stop: Stop): boolean {
  return (
    focus === undefined &&
    profile !== "smoke" &&
    operations.length === 0 &&
    checks.length === 0 &&
    shard === null &&
    noWrites === null &&
    stop === null
  );
}

/** Reasons why single checks are not exercised, whatever is sent. */
function reasonsFor(run: Run, { found, selected, reasons }: Seen): Beforehand["reasons"] {
  const known = selected.definitions.flatMap((definition) => {
    const reason = unexercised(definition, run.credentialsEdits, found?.target ?? null);
    return reason === null ? [] : [[definition.id, reason] as const];
  });
  const unreceived = run.follower === undefined ? withoutReceiver(selected.definitions) : [];
  return new Map([...known, ...unreceived, ...reasons]);
}

/** The verdicts of a run. */
function judge(run: Run, seen: Seen): Judged[] {
  const { found, selected, executed, refused, agreed } = seen;
  const rules = selected.definitions.filter((definition) => !isAgreed(definition));
  const beforehand = { unready: found?.target.unready ?? {}, reasons: reasonsFor(run, seen) };
  const afterwards = {
    refused: new Map<Subject, { readonly reason: string }>([...executed.exhausted, ...refused]),
    judgesControls: judgesOpenControls,
  };
  return [...judgeAll(rules, executed, beforehand, afterwards), ...agreed.judged];
}

/** The commands that repeat the findings of a check. */
function commandsOf({ reportFile, webhooks }: RunSettings): (definition: CheckDefinition) => RepeatCommands {
  const requests = replayCommands(reportFile);
  const deliveries = webhooks?.commands(dirname(reportFile)) ?? requests;
  return ({ operation }) => (operation === "webhooks" ? deliveries : requests);
}

/** An outage as it is reported. */
function reportedOutage({ from, to, seen, requests }: Outage): ReportedOutage {
  return {
    from: new Date(from).toISOString(),
    to: to === null ? null : new Date(to).toISOString(),
    seen,
    requests,
  };
}

function timesSince(startedAt: number): Pick<Report["run"], "startedAt" | "finishedAt" | "durationMs"> {
  const finishedAt = Date.now();
  return {
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: new Date(finishedAt).toISOString(),
    durationMs: finishedAt - startedAt,
  };
}
