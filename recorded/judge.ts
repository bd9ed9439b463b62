/** Judges and reports recorded traffic like the traffic of a run. Sends nothing. */

import type { NamedSecret } from "../client/redact.js";
import type { Contract, TrafficNotes } from "../engine/contract.js";
import type { Observations } from "../engine/judge/observations.js";
import { Results } from "../engine/judge/results.js";
import { type Judges, judgesOf, judgeTraffic } from "../engine/judge/traffic.js";
import { type Beforehand, judgeAll } from "../engine/judge/verdicts.js";
import type { CheckDefinition, Judging } from "../engine/model.js";
import { checkResults, replayCommands, reportOf } from "../engine/report.js";
import { nothingExecuted, withProof } from "../engine/send/execution.js";
import type { Area, Report } from "../reports/model.js";
import type { Subject } from "../schemas/operation.js";
import { isOperationId } from "../schemas/operations.js";
import { type DocumentedRequest, documentedRequest, Exchanges, type RecordedExchange } from "./exchange.js";
import type { HarEntry } from "./har.js";

/** Areas whose checks are about answers: nothing has to be sent for them. */
const AREAS: ReadonlySet<Area> = new Set(["response", "echo", "errors"]);

function recordedChecks({ suites }: Contract): CheckDefinition[] {
  return suites
    .filter(({ operation }) => isOperationId(operation))
    .flatMap(({ checks }) => checks.filter(({ area }) => AREAS.has(area)));
}

/** What to judge, and how to report it. */
interface RecordedOptions {
  /** All entries of the file: secrets of every one are taken out of every other. */
  readonly entries: readonly HarEntry[];
  /** The requests to judge: those of one deployment. */
  readonly requests: readonly DocumentedRequest[];
  readonly baseUrl: string;
  /** Name of the file, for the report. */
  readonly file: string;
  /** Secrets that the user has besides those in the traffic. */
  readonly secrets: readonly NamedSecret[];
  readonly failOn: "must" | "should";
  readonly requireComplete: boolean;
  /** Path of report.json, for the commands that repeat a finding. */
  readonly reportFile: string;
  /** Which parts of an answer are judged. Default: all. */
  readonly aspectsOf?: (request: DocumentedRequest) => Aspects;
}

/** Which parts of an answer are judged. */
export type Aspects = Pick<Judging, "response" | "echo" | "errors">;

const ALL: Aspects = { response: true, echo: true, errors: true };

/** The requests of some entries to documented operations. */
export function documentedRequests(entries: readonly HarEntry[]): DocumentedRequest[] {
  return entries.flatMap((entry) => documentedRequest(entry) ?? []);
}

/** Why a check was not exercised. @param bodies answers of its operation whose bodies were recorded */
function reasonFor(bodies: number | undefined): string {
  if (bodies === undefined) return "no request to this operation was recorded";
  return bodies === 0 ? "the bodies of the answers were not recorded" : "no recorded answer showed it";
}

function judgeOne(
  { exchange, sent, bodyIsKnown }: RecordedExchange,
  { operation, entry }: DocumentedRequest,
  aspects: Aspects,
  judges: Judges,
  results: Results,
  notes: TrafficNotes,
): void {
  const judging = {
    check: `${operation}/recorded`,
    operation,
    sent,
    edit: null,
    control: null,
    response: bodyIsKnown && aspects.response,
    echo: bodyIsKnown && aspects.echo,
    errors: bodyIsKnown && aspects.errors,
  };
  judgeTraffic(judges, exchange, judging, results.writer(`entry ${entry.number}`));
  if (bodyIsKnown) notes.note(exchange, judging);
}

/**
 * Judges the requests.
 * @param asked what the document requires of a deployment
 */
export function judgeRecorded(asked: Contract, options: RecordedOptions): Report {
  const { requests, aspectsOf = () => ALL } = options;
  const exchanges = new Exchanges(options.entries, options.secrets);
  const observations: Observations = new Map();
  const notes = asked.notesOn(observations);
  const judges = judgesOf(asked.suites);
  const results = new Results();
  const bodies = new Map<Subject, number>();
  for (const request of requests) {
    const recorded = exchanges.of(request);
    bodies.set(request.operation, (bodies.get(request.operation) ?? 0) + Number(recorded.bodyIsKnown));
    judgeOne(recorded, request, aspectsOf(request), judges, results, notes);
  }
  const checks = recordedChecks(asked);
  const reasons: Beforehand["reasons"] = new Map(
    checks.map(({ id, operation }) => [id, { verdict: "not-exercised", reason: reasonFor(bodies.get(operation)) }]),
  );
  const judged = judgeAll(checks, withProof(nothingExecuted(null), results), { unready: {}, reasons });
  const target: Report["target"] = { baseUrl: options.baseUrl, kind: "remote" };
  const commands = replayCommands(options.reportFile, target);
  return reportOf({
    contract: asked,
    target,
    run: { ...timesOf(requests), seed: 0, profile: "standard", requests: requests.length, recorded: options.file },
    checks: (numbers) => checkResults(judged, () => commands, undefined, undefined, numbers),
    observations,
    absent: () => ({ why: "not-chosen", reason: "only the suite's own requests show it" }),
    policy: options,
  });
}

function timesOf(requests: readonly DocumentedRequest[]) {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { entry } of requests) {
    if (entry.startedAt === null) continue;
    first = Math.min(first, entry.startedAt);
    last = Math.max(last, entry.startedAt + entry.durationMs);
  }
  const [start, end] = last === 0 ? [Date.now(), Date.now()] : [first, Math.round(last)];
  const [startedAt = "", finishedAt = ""] = [start, end].map((time) => new Date(time).toISOString());
  return { startedAt, finishedAt, durationMs: end - start };
}
