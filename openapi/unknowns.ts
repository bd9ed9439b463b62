/** Where in the document each open point and each conflict of the ledger stands, and how it is marked there. */
import { CONFLICTS, type ConflictStatement } from "../schemas/ledger/conflicts.js";
import { UNKNOWNS, type Unknown } from "../schemas/ledger/unknowns.js";
import type { Subject } from "../schemas/operations.js";
import type { ConflictMark, ObservedMark, OpenPointFields } from "./model.js";
import type { Seen } from "./seen.js";

/** A part of an operation that has open points of its own; `field` is a field of the request's body. */
export type DocumentPlace =
  | "operation"
  | "success"
  | "refusal"
  | "version"
  | "field"
  | "page_number"
  | "page_size"
  | "file_type"
  | "receipt"
  | "signature"
  | "data";

/** By what follows the operation in the id; what is not here stands at the operation itself. */
const PLACES: Readonly<Record<string, DocumentPlace>> = {
  successStatus: "success",
  extraResponseFields: "success",
  encoding: "success",
  stringCount: "success",
  mediaType: "success",
  body: "success",
  accessibleUrl: "success",
  accessibleUrlField: "success",
  refusalStatus: "refusal",
  refusalCode: "refusal",
  apiVersion: "version",
  apiVersionDefault: "version",
  apiVersionRequired: "version",
  apiVersionValues: "version",
  pageBase: "page_number",
  oddPageNumbers: "page_number",
  pastTheEnd: "page_number",
  defaultPageSize: "page_size",
  largestPageSize: "page_size",
  oversizedPage: "page_size",
  oddPageSizes: "page_size",
  fileTypeRequired: "file_type",
  parameterName: "receipt",
  signedContent: "signature",
  signatureEncoding: "signature",
  replayProtection: "signature",
  transferData: "data",
  depositData: "data",
  returnData: "data",
  undescribedData: "data",
  depositOrigin: "data",
  batchTransfers: "data",
};

const REQUIRED = "required.";

/** What follows the operation in an id. */
function topicOf({ id, operation }: Unknown | ConflictStatement): string {
  return id
    .split(".")
    .slice(operation === null ? 1 : 2)
    .join(".");
}

function placeOf(point: Unknown | ConflictStatement): DocumentPlace {
  if (point.operation === null) return "operation";
  const topic = topicOf(point);
  return topic.startsWith(REQUIRED) ? "field" : (PLACES[topic] ?? "operation");
}

/** Open points and conflicts that stand at one place. */
export interface Points {
  readonly unknowns: readonly Unknown[];
  readonly conflicts: readonly ConflictStatement[];
}

/**
 * The points of a place.
 * @param operation null for those that are about several operations or about none
 */
export function pointsAt(operation: Subject | null, place: DocumentPlace): Points {
  const here = (point: Unknown | ConflictStatement): boolean =>
    point.operation === operation && placeOf(point) === place;
  return { unknowns: UNKNOWNS.filter(here), conflicts: CONFLICTS.filter(here) };
}

/** Whether a field must be sent, by the path of the field without its list marks. */
export function requiredPoints(operation: Subject): ReadonlyMap<string, Unknown> {
  const { unknowns } = pointsAt(operation, "field");
  return new Map(unknowns.map((unknown) => [topicOf(unknown).slice(REQUIRED.length), unknown]));
}

/** The mark of an answered open point; null when nothing was seen of it. */
export function observedMark({ id, documented }: Unknown, seen: Seen): ObservedMark | null {
  const point = seen.points.get(id);
  return point === undefined ? null : { documented, answer: point.answer, evidence: point.evidence };
}

function conflictMark({ id, question, documented }: ConflictStatement, seen: Seen): ConflictMark {
  const point = seen.points.get(id);
  return {
    question,
    documented: [...documented],
    ...(point === undefined ? {} : { answer: point.answer, evidence: point.evidence }),
  };
}

/** The marks of a place: answered points as observed, the others as not shown. */
export function openPointFields({ unknowns, conflicts }: Points, seen: Seen): OpenPointFields {
  const notShown: Record<string, string> = {};
  const observed: Record<string, ObservedMark> = {};
  for (const unknown of unknowns) {
    const mark = observedMark(unknown, seen);
    if (mark === null) notShown[unknown.id] = unknown.question;
    else observed[unknown.id] = mark;
  }
  const both = Object.fromEntries(conflicts.map((conflict) => [conflict.id, conflictMark(conflict, seen)]));
  return {
    ...(Object.keys(notShown).length === 0 ? {} : { "x-not-shown": notShown }),
    ...(conflicts.length === 0 ? {} : { "x-conflicts": both }),
    ...(Object.keys(observed).length === 0 ? {} : { "x-observed": observed }),
  };
}
