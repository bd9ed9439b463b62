/** In what two readings of one transaction differ (sections 2.5 and 2.7). */
import { sameValue } from "../../../oracles/sameValue.js";
import { type Field, fieldTree, ITEM } from "../../../schemas/fieldTree.js";
import { isObject, type JsonRecord } from "../../../schemas/json.js";
import { type DetailOperation, OPERATIONS } from "../../../schemas/operations.js";

/** Fields that may float until a transaction is decided: rates, and what follows from them. */
const FLOATING = new Set(["audit_at", "completed_at", "exchange_rate", "fee", "target"]);

/** A documented field that two readings show differently. */
export interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** The documented fields below a place in which two values differ. What is not documented may be anything. */
function differencesAt(field: Field, left: unknown, right: unknown): Difference[] {
  const { path, children } = field;
  if (children.length > 0 && Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    const item = children.find(({ name }) => name === ITEM);
    return item === undefined ? [] : left.flatMap((value, index) => differencesAt(item, value, right[index]));
  }
  if (children.length > 0 && isObject(left) && isObject(right))
    return children.flatMap((child) => differencesAt(child, left[child.name], right[child.name]));
  return sameValue(left ?? null, right ?? null) ? [] : [{ path, left, right }];
}

function isUndecided(status: unknown): boolean {
  return /pending|processing/i.test(String(status));
}

/** The documented fields in which two readings of one transaction differ. */
export function differences(operation: DetailOperation, left: JsonRecord, right: JsonRecord): Difference[] {
  const moved = left.status !== right.status || isUndecided(left.status);
  return fieldTree(OPERATIONS[operation].responseSchema).children.flatMap((field) => {
    const name = field.location[0] ?? "";
    return moved && FLOATING.has(name) ? [] : differencesAt(field, left[name], right[name]);
  });
}
