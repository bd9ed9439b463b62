/** One run: preflight, all cases, verdicts, report. Prints nothing. */
import { dirname } from "node:path";
import { CREDENTIALS_EDITS, type Credentials, credentialHeaders } from "../client/credentials.js";
import { createJournal } from "../client/journal.js";
import type { CredentialsEdit, Exchange } from "../client/model.js";
import { createTransport } from "../client/transport.js";
import { isAgreed } from "../reports/answers/answers.js";
import { endingOf } from "../reports/facts/ending.js";
import { summarise } from "../reports/facts/summary.js";
import type { CreatedResource, Limit, Report } from "../reports/model.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import { ruleCount } from "../schemas/ledger/rules.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { CONTRACT_VERSION, OPERATIONS, type Subject } from "../schemas/operations.js";
import { unusableCredentials } from "../suites/checks/auth/credentials.js";
import { SUITES } from "../suites/suites.js";
import { SUITE_NAME, SUITE_VERSION } from "../version.js";
import { withListQuery } from "./adaptation/neededFilters.js";
import { judgesOpenControls, observeRequirements, refusedAltogether } from "./adaptation/openRequirements.js";
import { withUpdatePause } from "./adaptation/updatePause.js";
import { type JudgedAgreed, judgeAllAgreed } from "./answers/answers.js";
import { type Agreement, agreedPoints, deploymentReport } from "./answers/checks.js";
import type { SeenPoints } from "./answers/judge.js";
import { statedFacts } from "./answers/shortAnswers.js";
import { casesOf } from "./check.js";
import { creationOf } from "./created.js";
import { type DeliverySource, withoutReceiver } from "./deliveries.js";
import { type Executed, executeAll, type Progress, type Stop, stopOf } from "./execution.js";
import { measureLimits } from "./limits/limits.js";
import type { Case, CheckDefinition, Profile, Target } from "./model.js";
import { runPreflight } from "./preflight/preflight.js";
import { checkResults, conflictResults, observationResults, replayCommands } from "./report.js";
import { Results } from "./results.js";
import { selectCases } from "./selection.js";
import { type Observations, Session, trafficNotesOn } from "./session.js";
import { judgesOf } from "./traffic.js";
import { type Beforehand, judgeAll } from "./verdicts.js";

export interface RunOptions {
  readonly baseUrl: string;
  readonly kind: "sandbox" | "remote";
  readonly credentials: Credentials;
  readonly profile: Profile;
  readonly seed: number;
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
  readonly maxRequests?: number;
  /** Milliseconds a request may take. */
  readonly timeoutMs: number;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  readonly apiVersion: string | null;
  readonly transferId: string | null;
  readonly depositId: string | null;
  /** Answers that were agreed about the deployment, and are judged like documented rules. */
  readonly agreement?: Agreement;
  /** Operations to judge; empty for all. */
  readonly operations: readonly Subject[];
  /** Check ids to judge, with `*` for any characters; empty for all. */
  readonly checks: readonly string[];
  readonly shard: { readonly index: number; readonly count: number } | null;
  /** Checks of which every case is run, while the first cases must do for the others. Absent: every case of all. */
  readonly focus?: readonly string[];
  readonly failOn: "must" | "should";
  readonly requireComplete: boolean;
  /** Where the journal of created resources is written at once; null keeps it in memory. */
  readonly journalFile: string | null;
  /** Path of report.json, for the commands that repeat a finding. */
  readonly reportFile: string;
  /** Where deliveries are received; without it no check of deliveries applies. */
  readonly webhooks?: DeliverySource;
  /** Requests that measuring limits may take, of those above; by default as many as suit the profile. 0 measures none. */
  readonly limitRequests?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly requests: number }) => void;
  readonly onPreflight?: (lines: readonly string[]) => void;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** A finished run. */
export interface RunResult {
  readonly report: Report;
  readonly preflight: readonly string[];
  /** Why the run ended early, or null. */
  readonly stop: Stop;
  /** False when only a part of the suite was run: answers that grow with what is sent are then not complete. */
  readonly whole: boolean;
}

function nothingExecuted(stop: Stop): Executed {
  return {
    results: new Results(),
    confirmed: new Map(),
    unconfirmed: new Set(),
    internalErrors: [],
    exhausted: new Map(),
    stop,
  };
}

const OF_RECIPIENT_FILES = /^(?:create|update)Recipient\/.*file_id_list/;
const OF_CUSTOMER_FILES = /^createCustomer\/.*(?:document_list|_file_id)/;

/** Why a check about references to files cannot be exercised; null when it can. */
function unusableFiles(check: string, target: Target | null): string | null {
  if (OF_RECIPIENT_FILES.test(check)) return target?.noFiles ?? null;
  return OF_CUSTOMER_FILES.test(check) ? (target?.noCustomerFiles ?? null) : null;
}

/** Reasons known beforehand why single checks are not exercised. */
function reasonsFor(
  checks: readonly CheckDefinition[],
  usable: ReadonlySet<CredentialsEdit>,
  target: Target | null,
): Beforehand["reasons"] {
  return new Map(
    checks.flatMap(({ id }) => {
      const reason = unusableCredentials(id, usable);
      if (reason !== null) return [[id, reason] as const];
      const files = unusableFiles(id, target);
      return files === null ? [] : [[id, { verdict: "not-exercised", reason: files }] as const];
    }),
  );
}

/** Whether everything was sent that the suite can send: then an answer that lacks something says so of the target. */
function isWhole({ profile, operations, checks, shard, focus, noWrites }: RunOptions, stop: Stop): boolean {
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

/**
 * Runs the suite against a deployment.
 * @throws TargetError when the target cannot be reached or refuses the credentials everywhere
 */
export async function runSuite(options: RunOptions): Promise<RunResult> {
  const startedAt = Date.now();
  const journal = createJournal<CreatedResource>(options.journalFile ?? undefined);
  const observations: Observations = new Map();
  const follower = options.webhooks?.follow({
    credentials: options.credentials,
    observations,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const notes = trafficNotesOn(observations);
  const transport = createTransport({
    baseUrl: options.baseUrl,
    credentials: options.credentials,
    concurrency: options.concurrency,
    timeoutMs: options.timeoutMs,
    ...(options.requestsPerSecond === undefined ? {} : { requestsPerSecond: options.requestsPerSecond }),
    ...(options.maxRequests === undefined ? {} : { maxRequests: options.maxRequests }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    onExchange: (exchange) => {
      const created = creationOf(exchange);
      if (created !== null) journal.add({ ...created, at: new Date(exchange.startedAt).toISOString() });
      follower?.note(exchange);
      notes.noteAnswered(exchange);
      options.onExchange?.(exchange);
    },
    onThrottled: (exchange) => notes.noteThrottled(exchange),
  });
  const credentialsEdits = new Set(
    CREDENTIALS_EDITS.filter((edit) => credentialHeaders(edit, options.credentials) !== null),
  );
  const isChosen = ({ operation }: { readonly operation: Subject }): boolean =>
    options.operations.length === 0 || options.operations.includes(operation);
  const suites = SUITES.filter(isChosen);
  const agreement = options.agreement ?? null;
  const points = agreedPoints(agreement).filter(({ definition }) => isChosen(definition));
  let executed: Executed;
  let limits: readonly Limit[] = [];
  let preflight: readonly string[] = [];
  let target: Target | null = null;
  let selected: { definitions: CheckDefinition[]; cases: Case[] } = { definitions: [], cases: [] };
  const allDefinitions = [...suites.flatMap(({ checks }) => checks), ...points.map(({ definition }) => definition)];
  let webhookReasons: Beforehand["reasons"] = follower === undefined ? withoutReceiver(allDefinitions) : new Map();
  let refused: ReturnType<typeof refusedAltogether> = new Map();
  let facts: SeenPoints["facts"] = new Map();
  let agreed: JudgedAgreed | null = null;
  const judgeAgreedPoints = (stop: Stop): Promise<JudgedAgreed> =>
    judgeAllAgreed(
      points.filter(({ definition }) => selected.definitions.includes(definition)),
      {
        target,
        sender: withListQuery(transport, target?.pages?.needed ?? {}),
        cases: selected.cases,
        seen: { observations, facts, whole: isWhole(options, stop) },
        profile: options.profile,
        stop,
        receives: options.webhooks !== undefined,
      },
    );
  try {
    const found = await runPreflight(
      transport,
      {
        baseUrl: options.baseUrl,
        seed: options.seed,
        profile: options.profile,
        noWrites: options.noWrites,
        storing: suites.some(({ operation }) => operation === "webhooks" || OPERATIONS[operation].effect !== "read"),
        credentialsEdits,
        apiVersion: options.apiVersion,
        transferId: options.transferId,
        depositId: options.depositId,
        stated: statedFacts(agreement?.agreed ?? []),
        now: startedAt,
      },
      observations,
    );
    target = found.target;
    preflight = found.lines;
    facts = found.facts;
    options.onPreflight?.(preflight);
    selected = selectCases(allDefinitions, casesOf(suites, target), options);
    const attending = selected.definitions.some(({ operation }) => operation === "webhooks")
      ? follower?.attend(target, transport)
      : undefined;
    const listing = withListQuery(transport, target.pages?.needed ?? {});
    const session = new Session(
      target,
      withUpdatePause(listing, target.updatePause),
      observations,
      judgesOf(SUITES),
      notes,
    );
    const pace = {
      concurrency: options.concurrency,
      onProgress: (progress: Progress) => options.onProgress?.({ ...progress, requests: transport.stats().sent }),
    };
    const done = await executeAll(session, selected.cases, pace);
    const attended = await attending?.finish(done);
    webhookReasons = attended?.reasons ?? webhookReasons;
    const measuring = { target, definitions: selected.definitions, ...pace, maxRequests: options.limitRequests };
    ({ executed, limits } = await measureLimits(session, attended?.executed ?? done, measuring));
    refused = refusedAltogether(executed.results, observations);
    observeRequirements(executed.results, refused, observations);
    notes.finish();
    agreed = await judgeAgreedPoints(executed.stop);
  } catch (error) {
    const ended = stopOf(error);
    if (ended === null) throw error;
    notes.finish();
    executed = nothingExecuted(ended);
    selected = selectCases(allDefinitions, [], options);
  } finally {
    await transport.close();
  }
  const beforehand = {
    unready: target?.unready ?? {},
    reasons: new Map([...reasonsFor(selected.definitions, credentialsEdits, target), ...webhookReasons]),
  };
  // A run that ended in its preflight saw nothing.
  agreed ??= await judgeAgreedPoints(executed.stop);
  const { stop } = agreed;
  const rules = selected.definitions.filter((definition) => !isAgreed(definition));
  const afterwards = {
    refused: new Map<Subject, { readonly reason: string }>([...executed.exhausted, ...refused]),
    judgesControls: judgesOpenControls,
  };
  const judged = [...judgeAll(rules, executed, beforehand, afterwards), ...agreed.judged];
  const replaying = replayCommands(options.reportFile);
  const receiving = options.webhooks?.commands(dirname(options.reportFile)) ?? replaying;
  const checks = checkResults(judged, ({ operation }) => (operation === "webhooks" ? receiving : replaying));
  const seen = observationResults(observations);
  const summary = summarise(checks, seen.length);
  const { outcome, exitCode } = endingOf({ summary, completed: stop === null, problems: 0 }, options);
  const finishedAt = Date.now();
  const report: Report = {
    format: 1,
    suite: { name: SUITE_NAME, version: SUITE_VERSION },
    contract: {
      version: CONTRACT_VERSION,
      statements: { rule: ruleCount(), unknown: UNKNOWNS.length, conflict: CONFLICTS.length },
    },
    target: { baseUrl: options.baseUrl, kind: options.kind },
    run: {
      startedAt: new Date(startedAt).toISOString(),
      finishedAt: new Date(finishedAt).toISOString(),
      durationMs: finishedAt - startedAt,
      seed: options.seed,
      profile: options.profile,
      requests: transport.stats().sent,
      ...(options.shard === null ? {} : { shard: `${options.shard.index}/${options.shard.count}` }),
    },
    outcome,
    exitCode,
    summary,
    checks,
    observations: seen,
    conflicts: conflictResults(observations),
    limits: [...limits],
    created: [...journal.entries()],
    ...(agreement === null ? {} : { deployment: deploymentReport(agreement) }),
  };
  return { report, preflight, stop, whole: isWhole(options, stop) };
}
