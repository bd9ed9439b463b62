/**
 * Successes of reads that ask for something odd: whatever was asked, what is answered has its documented shape (section 2).
 * How a service says that there is nothing is open, and an answer about another kind of transaction has a check of its own.
 */
import type { Exchange } from "../../../client/model.js";
import { bodyOf } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { isObject } from "../../../schemas/json.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

/** Whether an answer of a read shows documented fields, so that all of them are judged. */
export function showsDocumented(operation: OperationId, exchange: Exchange): boolean {
  const { method, responseSchema } = OPERATIONS[operation];
  if (method !== "GET" || exchange.wire.method !== method || !isSuccess(exchange)) return false;
  const body = bodyOf(exchange);
  if (Array.isArray(body)) return body.length > 0;
  if (!isObject(body)) return body !== undefined && body !== null;
  const { children } = fieldTree(responseSchema);
  const kind = children.find(({ name }) => name === "transaction_type")?.rules.enum;
  const isOtherKind = kind !== undefined && !kind.some((own) => own === body.transaction_type);
  return !isOtherKind && children.some(({ name }) => Object.hasOwn(body, name));
}
