/** The transactions that preflight read, as programs read them again. */

import type { KnownTransaction, Target } from "../../../engine/model.js";
import type { DetailOperation } from "../../../schemas/operations.js";

export type { DetailOperation };

/** Transactions that the most costly programs are run for, and the costly ones; the others have the cheap ones. */
export const FEW = 12;
export const MANY = 40;

/** The transactions of an operation's kind, varied ones first. */
export function known(target: Target, operation: DetailOperation): readonly KnownTransaction[] {
  return operation === "getTransferDetail" ? target.transfers : target.deposits;
}

/** Listed transactions of the operation's kind, those among them whose detail shows another one. */
export function asked(target: Target, operation: DetailOperation): readonly KnownTransaction[] {
  const misdirected = operation === "getTransferDetail" ? target.misdirected.transfers : target.misdirected.deposits;
  return [...known(target, operation).slice(0, MANY), ...misdirected.slice(0, 4)];
}

export { readTemplate as detailTemplate } from "../../../generators/templates/readTemplate.js";
export type { JsonRecord } from "../../../schemas/json.js";
export { jsonText as show } from "../../../schemas/json.js";
