/** How the unknowns and conflicts of the ledger are marked at their places in the document. */
import { CONFLICTS } from "../schemas/ledger/conflicts.js";
import type { ConflictStatement, DocumentPlace, Unknown } from "../schemas/ledger/unknown.js";
import { UNKNOWNS } from "../schemas/ledger/unknowns.js";
import type { Subject } from "../schemas/operations.js";
import type { ConflictMark, ObservedMark, UnknownFields } from "./model.js";
import type { Seen } from "./seen.js";

/** Unknowns and conflicts that stand at one place. */
export interface Marked {
  readonly unknowns: readonly Unknown[];
  readonly conflicts: readonly ConflictStatement[];
}

/**
 * The unknowns of a place.
 * @param operation null for those that are about several operations or about none
 */
export function unknownsAt(operation: Subject | null, place: DocumentPlace): Marked {
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
  const unknown = seen.unknowns.get(id);
  return {
    question,
    documented: [...documented],
    ...(unknown === undefined ? {} : { answer: unknown.answer, evidence: unknown.evidence }),
  };
}

/** The marks of a place: answered unknowns as observed, the others as not shown. */
export function unknownFields({ unknowns, conflicts }: Marked, seen: Seen): UnknownFields {
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
