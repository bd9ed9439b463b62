/** What a run saw, in the form that a contract is filled in from: answers by unknown, and exchanges by operation. */
import type { Limit, Report, ReportedExchange, ReportedRequest } from "../reports/model.js";
import { parsedJson } from "../schemas/json.js";
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import type { ConflictStatement, DocumentPlace, Unknown } from "../schemas/ledger/unknown.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import { findOperation } from "../schemas/operation.js";
import { isOperationId, type OperationId, type Subject } from "../schemas/operations.js";
import { operationAt } from "../schemas/paths.js";
import { isAboutTheRequest, isSuccessStatus } from "../schemas/statuses.js";
import type { ConflictMark, ObservedMark, UnknownFields } from "./model.js";

/** What a run saw. */
export type Seen = ReturnType<typeof seenIn>;
/** An exchange of the report that has an answer. */
export type RecordedAnswer = NonNullable<ReturnType<typeof answered>>;

/** No run: the contract as it is documented. */
export const NOTHING_SEEN: Seen = { unknowns: new Map(), answers: new Map(), limits: [] };

/** The address of a request without its query, relative to the base address where it is below it. */
function pathOf(request: ReportedRequest, baseUrl: string): string {
  const [address = ""] = request.url.split("?");
  if (address.startsWith(baseUrl)) return address.slice(baseUrl.length);
  return URL.canParse(address) ? new URL(address).pathname : address;
}

function answered({ request, response }: ReportedExchange) {
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

export function seenIn(report: Report) {
  const { baseUrl } = report.target;
  const points = [...report.observations, ...report.conflicts].map(({ id, answer, evidence }) => {
    const exchange = evidence === null ? null : answered(evidence);
    return [id, { answer, evidence: evidenceText(evidence, baseUrl), exchange }] as const;
  });
  // Every recorded exchange with an operation's own method and path.
  const answers = new Map<OperationId, RecordedAnswer[]>();
  for (const exchange of exchangesOf(report)) {
    const operation = operationAt(pathOf(exchange.request, baseUrl), exchange.request.method)?.operation;
    const recorded = answered(exchange);
    if (operation === undefined || !isOperationId(operation) || recorded === null) continue;
    answers.set(operation, [...(answers.get(operation) ?? []), recorded]);
  }
  return { unknowns: new Map(points), answers, limits: report.limits };
}

/** Whether a request was accepted: yes with a 2xx, no with a refusal of its content, and null where the answer says neither. */
export function wasTaken(answer: RecordedAnswer | null | undefined): boolean | null {
  if (answer === null || answer === undefined) return null;
  const { status } = answer.response;
  if (isSuccessStatus(status)) return true;
  return isAboutTheRequest(status) ? false : null;
}

/** The value of a header, whatever the letter case of its name; null when it is missing. */
export function headerOf(headers: Readonly<Record<string, string>>, name: string): string | null {
  const wanted = name.toLowerCase();
  return Object.entries(headers).find(([key]) => key.toLowerCase() === wanted)?.[1] ?? null;
}

/** The query of a request; it may come without a base address in front. */
export function queryOf({ request }: RecordedAnswer): URLSearchParams {
  return new URLSearchParams(request.url.split("?")[1] ?? "");
}

/** A body as JSON; undefined when it is not JSON. */
export function jsonOf({ body }: { readonly body: string | null }): unknown {
  return body === null ? undefined : parsedJson(body);
}

/* How the unknowns and conflicts of the ledger are marked at their places in the document. */

/**
 * The unknowns of a place.
 * @param operation null for those that are about several operations or about none
 */
export function unknownsAt(operation: Subject | null, place: DocumentPlace) {
  return {
    unknowns: UNKNOWNS.filter((unknown) => unknown.operation === operation && unknown.place === place),
    conflicts: CONFLICTS.filter((conflict) => conflict.operation === operation && conflict.places.includes(place)),
  };
}

/** Whether a field must be sent, by the path of the field without its list marks. */
export function requiredUnknowns(operation: Subject): ReadonlyMap<string, Unknown> {
  const { unknowns } = unknownsAt(operation, "field");
  return new Map(unknowns.flatMap((unknown) => (unknown.field === null ? [] : [[unknown.field, unknown] as const])));
}

/** The mark of an answered unknown; null when nothing was seen of it. */
export function observedMark({ id, documented }: Unknown, seen: Seen): ObservedMark | null {
  const unknown = seen.unknowns.get(id);
  return unknown === undefined ? null : { documented, answer: unknown.answer, evidence: unknown.evidence };
}

function conflictMark({ id, question, documented }: ConflictStatement, seen: Seen): ConflictMark {
  const { answer, evidence } = seen.unknowns.get(id) ?? {};
  return { question, documented: [...documented], ...(answer === undefined ? {} : { answer, evidence }) };
}

/** The marks of a place: answered unknowns as observed, the others as not shown. */
export function unknownFields({ unknowns, conflicts }: ReturnType<typeof unknownsAt>, seen: Seen): UnknownFields {
  const notShown: Record<string, string> = {};
  const observed: Record<string, ObservedMark> = {};
  for (const unknown of unknowns) {
    const mark = observedMark(unknown, seen);
    if (mark === null) notShown[unknown.id] = unknown.question;
    else observed[unknown.id] = mark;
  }
  const both = Object.fromEntries(conflicts.map((conflict) => [conflict.id, conflictMark(conflict, seen)]));
  const marked = {
    ...(Object.keys(notShown).length === 0 ? {} : { "x-not-shown": notShown }),
    ...(conflicts.length === 0 ? {} : { "x-conflicts": both }),
  };
  return withObserved(marked, observed);
}

/** The marks of a place, with anything else that was observed there. */
export function withObserved(fields: UnknownFields, more: Readonly<Record<string, ObservedMark>>): UnknownFields {
  return Object.keys(more).length === 0 ? fields : { ...fields, "x-observed": { ...fields["x-observed"], ...more } };
}

/* Measured limits of a field or parameter: the keywords that they change, and their marks. */

/** Keywords of JSON Schema whose value is a number that can be measured. */
const LIMIT_KEYWORDS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const;
type LimitKeyword = (typeof LIMIT_KEYWORDS)[number];

function isLimitKeyword(keyword: string): keyword is LimitKeyword {
  return LIMIT_KEYWORDS.some((known) => known === keyword);
}

function markOf({ documented, measured, evidence }: Limit): ObservedMark {
  return { documented, measured, evidence: evidence.text };
}

function fieldsOf(operation: Subject, seen: Seen): Limit[] {
  return seen.limits.filter((limit) => limit.operation === operation);
}

/**
 * The measured limits of a field or a query parameter.
 * @param field as named in the report
 */
export function measuredLimits(operation: Subject, field: string, seen: Seen) {
  // By keyword: the measured number, or null where no limit was found. Anything but a number only leaves a mark.
  const values: Partial<Record<LimitKeyword, number | null>> = {};
  const marks: Record<string, ObservedMark> = {};
  for (const limit of fieldsOf(operation, seen)) {
    if (limit.field !== field) continue;
    marks[limit.keyword] = markOf(limit);
    if (isLimitKeyword(limit.keyword) && typeof limit.measured !== "string") values[limit.keyword] = limit.measured;
  }
  return { values, marks };
}

/** Marks of limits that belong to none of the given fields, so that none is lost: by field and keyword. */
export function otherLimits(
  operation: Subject,
  fields: ReadonlySet<string>,
  seen: Seen,
): Readonly<Record<string, ObservedMark>> {
  const others = fieldsOf(operation, seen).filter(({ field }) => !fields.has(field));
  return Object.fromEntries(others.map((limit) => [`${limit.field}.${limit.keyword}`, markOf(limit)]));
}

/** Numbers with the measured ones in place of the documented ones. */
export function withMeasured<T extends Readonly<Partial<Record<LimitKeyword, number>>>>(
  documented: T,
  measured: ReturnType<typeof measuredLimits>["values"],
): Readonly<Partial<Record<LimitKeyword, number>>> {
  const limits: Partial<Record<LimitKeyword, number>> = {};
  for (const keyword of LIMIT_KEYWORDS) {
    const value = measured[keyword] === undefined ? documented[keyword] : measured[keyword];
    if (value !== undefined && value !== null) limits[keyword] = value;
  }
  return limits;
}
