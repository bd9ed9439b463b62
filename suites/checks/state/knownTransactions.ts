/** The transactions that preflight read, as programs read them again. */
import type { Template } from "../../../generators/edits/edit.js";
import type { KnownTransaction, World } from "../../../engine/model.js";

export type DetailOperation = "getTransferDetail" | "getDepositDetail";
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Transactions that the most costly programs are played for, and the costly ones; the others have the cheap ones. */
export const FEW = 12;
export const MANY = 40;

/** The transactions of an operation's kind, varied ones first. */
export function known(world: World, operation: DetailOperation): readonly KnownTransaction[] {
  return operation === "getTransferDetail" ? world.transfers : world.deposits;
}

/** Listed transactions of the operation's kind, those among them whose detail shows another one. */
export function asked(world: World, operation: DetailOperation): readonly KnownTransaction[] {
  const strays = operation === "getTransferDetail" ? world.strays.transfers : world.strays.deposits;
  return [...known(world, operation).slice(0, MANY), ...strays.slice(0, 4)];
}

/** The reading of a detail. */
export function detailTemplate(operation: DetailOperation, query: Readonly<Record<string, string>>): Template {
  return { id: JSON.stringify(query), operation, body: null, query, path: {}, version: null, freshField: null };
}

/** A value as it stands in JSON, or `absent`. */
export function show(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}
