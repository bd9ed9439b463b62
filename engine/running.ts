/** A run that is under way, and what it saw. */
import { CREDENTIALS_EDITS, credentialHeaders } from "../client/credentials.js";
import { Journal } from "../client/journal.js";
import type { CredentialsEdit } from "../client/model.js";
import { TimeLimit } from "../client/timeLimit.js";
import { createTransport } from "../client/transport.js";
import type { Limit } from "../reports/model.js";
import type { OperationId, Subject } from "../schemas/operation.js";
import type { JudgedAgreed } from "./answers/answers.js";
import { type AgreedCheck, agreedChecks } from "./answers/checks.js";
import { type Adaptation, type Contract, type Found, openPoints, type TrafficNotes } from "./contract.js";
import type { FailedCase } from "./corpus.js";
import type { DeliveryFollower } from "./deliveries.js";
import type { Observations } from "./judge/observations.js";
import type { Beforehand } from "./judge/verdicts.js";
import type { CheckDefinition, Suite } from "./model.js";
import type { Selected } from "./plan/selection.js";
import type { RunSettings } from "./runOptions.js";
import { Creations } from "./send/created.js";
import type { Executed } from "./send/execution.js";
import type { Rounds } from "./send/rounds.js";
import type { Stop } from "./send/stop.js";
import { Timings } from "./send/timings.js";

/** A run that is under way: its options, its subject, and where it writes. */
export interface Run {
  readonly contract: Contract;
  /** Also what shards are divided by. */
  readonly settings: RunSettings & Pick<Contract, "costs">;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly transport: ReturnType<typeof createTransport>;
  readonly notes: TrafficNotes;
  /** Undefined when nothing receives deliveries. */
  readonly follower: DeliveryFollower | undefined;
  readonly observations: Observations;
  readonly journal: Journal;
  /** What the run makes on the target. */
  readonly creations: Creations;
  readonly timings: Timings;
  /** Null where it takes as long as it takes. */
  readonly timeLimit: TimeLimit | null;
  /** The suites and agreed answers of the operations that were chosen. */
  readonly suites: readonly Suite[];
  readonly agreedChecks: readonly AgreedCheck[];
  /** The edits that these credentials allow. */
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
}

export interface Seen {
  /** Null when the run ended in its preflight. */
  readonly found: Found | null;
  readonly selected: Selected;
  /** What failed in earlier runs and was sent first. */
  readonly sentAgain: readonly FailedCase[];
  /** Seeds of the rounds of random cases that came after all others, and their cases that failed. */
  readonly rounds: Pick<Rounds, "seeds" | "failed">;
  /** Cases that were to be sent. */
  readonly planned: number;
  readonly executed: Executed;
  readonly limits: readonly Limit[];
  /** Operations that refused all of their controls, and may. */
  readonly refused: ReadonlyMap<OperationId, Adaptation>;
  readonly agreed: JudgedAgreed;
  /** Checks of deliveries that turned out not to apply. */
  readonly reasons: Beforehand["reasons"];
}

/** Begins a run: nothing is sent yet. */
export function begin(contract: Contract, settings: RunSettings): Run {
  const { baseUrl, credentials, concurrency, timeoutMs, patienceMs } = settings;
  const { requestsPerSecond, maxRequests, maxTimeMs, signal, onOutage } = settings;
  const journal = new Journal(settings.journalFile ?? null, baseUrl);
  const creations = new Creations(journal, contract.creating, settings.maxCreated);
  const observations: Observations = new Map();
  const notes = contract.notesOn(observations);
  const follower = settings.webhooks?.follow({ credentials, observations, signal });
  const startedAt = Date.now();
  const timings = new Timings(startedAt);
  const timeLimit = maxTimeMs === undefined ? null : new TimeLimit(maxTimeMs, settings.clock);
  const isChosen = ({ operation }: { readonly operation: Subject }): boolean =>
    settings.operations.length === 0 || settings.operations.includes(operation);
  return {
    contract,
    settings: { ...settings, costs: contract.costs },
    startedAt,
    timings,
    timeLimit,
    transport: createTransport({
      ...settings.connection,
      baseUrl,
      credentials,
      seed: settings.seed,
      concurrency,
      timeoutMs,
      requestsPerSecond,
      maxRequests,
      timeLimit: timeLimit ?? undefined,
      signal,
      onSending: creations.begin,
      onExchange: (exchange) => {
        follower?.note(exchange);
        notes.noteAnswered(exchange);
        timings.add(exchange);
        settings.onExchange?.(exchange);
      },
      onThrottled: (exchange) => notes.noteThrottled(exchange),
      patienceMs,
      // Single operations may fail: the target is down only when it answers none of these.
      outages: { reads: contract.doors.reads, patienceMs, onOutage },
    }),
    notes,
    follower,
    observations,
    journal,
    creations,
    suites: contract.suites.filter(isChosen),
    agreedChecks: agreedChecks(openPoints(contract), settings.agreedAnswers).filter(({ definition }) =>
      isChosen(definition),
    ),
    credentialsEdits: new Set(CREDENTIALS_EDITS.filter((edit) => credentialHeaders(edit, credentials) !== null)),
  };
}

/** All checks that were chosen, before patterns and shards. */
export function definitionsOf({ suites, agreedChecks: agreed }: Run): CheckDefinition[] {
  return [...suites.flatMap(({ checks }) => checks), ...agreed.map(({ definition }) => definition)];
}

/** Whether everything was sent that the suite can send: then what an answer lacks, the target lacks. */
export function isWhole(settings: RunSettings, stop: Stop): boolean {
  const { profile, operations, checks, exclude, shard, focus, noWrites } = settings;
  return (
    focus === undefined &&
    profile !== "smoke" &&
    operations.length === 0 &&
    checks.length === 0 &&
    exclude.length === 0 &&
    shard === null &&
    noWrites === null &&
    stop === null
  );
}
