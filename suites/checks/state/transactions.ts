/** The transactions that the preflight read, as checks read them again. */
import type { KnownTransaction, Target } from "../../../discovery/target.js";
import { groupedBy } from "../../../schemas/groups.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";

/** How many transactions the most costly cases are run for, and the costly ones; the others get the cheap ones. */
export const FEW = 12;
export const MANY = 40;
/** How many transactions whose detail shows another one are looked at. */
const MISMATCHED = 4;

/** The transactions of an operation's kind, varied ones first. */
export function known(target: Target, operation: DetailOperation): readonly KnownTransaction[] {
  return operation === "getTransferDetail" ? target.transfers : target.deposits;
}

/** Listed transactions of the operation's kind whose detail shows another one. */
export function listed(target: Target, operation: DetailOperation): readonly KnownTransaction[] {
  const { transfers, deposits } = target.mismatched;
  const mismatched = operation === "getTransferDetail" ? transfers : deposits;
  return [...known(target, operation).slice(0, MANY), ...mismatched.slice(0, MISMATCHED)];
}

export function kindOf(operation: DetailOperation): "transfer" | "deposit" {
  return operation === "getTransferDetail" ? "transfer" : "deposit";
}

export function ofEachStatus(transactions: readonly KnownTransaction[]): KnownTransaction[] {
  return [...groupedBy(transactions, ({ detail }) => jsonText(detail.status)).values()].map(([first]) => first);
}
