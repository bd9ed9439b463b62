/** Measured limits of a field or parameter: the keywords that they change, and their marks. */
import type { Limit } from "../reports/model.js";
import type { Subject } from "../schemas/operations.js";
import type { ObservedMark } from "./model.js";
import type { Seen } from "./seen.js";

/** Keywords of JSON Schema whose value is a number that can be measured. */
const LIMIT_KEYWORDS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const;
export type LimitKeyword = (typeof LIMIT_KEYWORDS)[number];

/** What was measured of one value. */
export interface MeasuredLimits {
  /** By keyword: the measured number, or null where no limit was found. Others than numbers only leave a mark. */
  readonly values: Readonly<Partial<Record<LimitKeyword, number | null>>>;
  readonly marks: Readonly<Record<string, ObservedMark>>;
}

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
 * The limits that were measured of a field or a query parameter.
 * @param field as the report names it
 */
export function measuredLimits(operation: Subject, field: string, seen: Seen): MeasuredLimits {
  const values: Partial<Record<LimitKeyword, number | null>> = {};
  const marks: Record<string, ObservedMark> = {};
  for (const limit of fieldsOf(operation, seen)) {
    if (limit.field !== field) continue;
    marks[limit.keyword] = markOf(limit);
    if (isLimitKeyword(limit.keyword) && typeof limit.measured !== "string") values[limit.keyword] = limit.measured;
  }
  return { values, marks };
}

/** Marks of limits that belong to none of some fields, so that none is lost: by field and keyword. */
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
  measured: MeasuredLimits["values"],
): Readonly<Partial<Record<LimitKeyword, number>>> {
  const limits: Partial<Record<LimitKeyword, number>> = {};
  for (const keyword of LIMIT_KEYWORDS) {
    const value = measured[keyword] === undefined ? documented[keyword] : measured[keyword];
    if (value !== undefined && value !== null) limits[keyword] = value;
  }
  return limits;
}
