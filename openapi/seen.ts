/** What a run saw, in the form that a contract is filled in from: answers by unknown, and exchanges by operation. */

import type { Limit, Report, ReportedExchange, ReportedRequest, ReportedResponse } from "../reports/model.js";
import { parsedJson } from "../schemas/json.js";
import { findOperation } from "../schemas/operation.js";
import { isOperationId, type OperationId } from "../schemas/operations.js";
import { operationAt } from "../schemas/paths.js";
import { isAboutTheRequest, isSuccessStatus } from "../schemas/statuses.js";

/** An answer to an unknown or a conflict. */
export interface SeenUnknown {
  readonly answer: string;
  /** The request that shows it, and how it was answered, in a few words. */
  readonly evidence: string;
  readonly exchange: RecordedAnswer | null;
}

/** An exchange of the report that has an answer. */
export interface RecordedAnswer {
  readonly request: ReportedRequest;
  readonly response: ReportedResponse;
}

/** What a run saw. */
export interface Seen {
  readonly unknowns: ReadonlyMap<string, SeenUnknown>;
  /** Every recorded exchange with an operation's own method and path. */
  readonly answers: ReadonlyMap<OperationId, readonly RecordedAnswer[]>;
  readonly limits: readonly Limit[];
}

/** No run: the contract as it is documented. */
export const NOTHING_SEEN: Seen = { unknowns: new Map(), answers: new Map(), limits: [] };

/** The address of a request without its query, relative to the base address where it is below it. */
function pathOf(request: ReportedRequest, baseUrl: string): string {
  const [address = ""] = request.url.split("?");
  if (address.startsWith(baseUrl)) return address.slice(baseUrl.length);
  return URL.canParse(address) ? new URL(address).pathname : address;
}

function answered({ request, response }: ReportedExchange): RecordedAnswer | null {
  return response === null ? null : { request, response };
}

/** A request and its answer in words that are the same in every run: ids in a path are not shown. */
function evidenceText(exchange: ReportedExchange | null, baseUrl: string): string {
  if (exchange === null) return "no exchange is recorded";
  const path = pathOf(exchange.request, baseUrl);
  const shown = findOperation(operationAt(path, null)?.operation ?? "")?.path ?? path;
  const answer = exchange.response === null ? "not answered" : `answered with ${exchange.response.status}`;
  return `${exchange.request.method} ${shown} ${answer}`;
}

function exchangesOf(report: Report): ReportedExchange[] {
  const findings = report.checks.flatMap((check) => check.findings);
  return [
    ...[...report.observations, ...report.conflicts].flatMap(({ evidence }) => evidence ?? []),
    ...findings.flatMap(({ control, exchange }) => [...(control === null ? [] : [control]), exchange]),
  ];
}

/** Reads a report. */
export function seenIn(report: Report): Seen {
  const { baseUrl } = report.target;
  const unknowns = new Map<string, SeenUnknown>();
  for (const { id, answer, evidence } of [...report.observations, ...report.conflicts]) {
    unknowns.set(id, {
      answer,
      evidence: evidenceText(evidence, baseUrl),
      exchange: evidence === null ? null : answered(evidence),
    });
  }
  const answers = new Map<OperationId, RecordedAnswer[]>();
  for (const exchange of exchangesOf(report)) {
    const operation = operationAt(pathOf(exchange.request, baseUrl), exchange.request.method)?.operation;
    const recorded = answered(exchange);
    if (operation === undefined || !isOperationId(operation) || recorded === null) continue;
    answers.set(operation, [...(answers.get(operation) ?? []), recorded]);
  }
  return { unknowns, answers, limits: report.limits };
}

/** Whether a request was taken: by a 2xx yes, by a refusal of what it said no, and null where the answer says neither. */
export function wasTaken(answer: RecordedAnswer | null | undefined): boolean | null {
  if (answer === null || answer === undefined) return null;
  const { status } = answer.response;
  if (isSuccessStatus(status)) return true;
  return isAboutTheRequest(status) ? false : null;
}

/** The value of a header, whatever the letter case of its name; null when it is not there. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | null {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1] ?? null;
}

/** The query of a request; it may come without a base address in front. */
export function queryOf({ request }: RecordedAnswer): URLSearchParams {
  return new URLSearchParams(request.url.split("?")[1] ?? "");
}

/** A body as JSON; undefined when it is none. */
export function jsonOf({ body }: { readonly body: string | null }): unknown {
  return body === null ? undefined : parsedJson(body);
}
