/** What is true of an operation of any contract, and the registry of operations: each contract adds its own. */

/** Names an operation. Contracts that are judged in one process must use different names. */
export type OperationId = string;

/** Where a check belongs: an operation, or what a service sends on its own. */
export type Subject = string;

/** The subject of what a service sends on its own. */
export const DELIVERIES = "webhooks";

/** What the document says about the header that selects a version. */
export interface VersionHeader {
  readonly header: string;
  /** `stated`: shown in a sample only; `required`: stated as required. */
  readonly presence: "required" | "stated";
  /** Values the document gives for this operation; empty when it gives none. */
  readonly allowed: readonly string[];
  /** The default value, where the document gives one. */
  readonly standard?: string;
}

/** A documented query parameter. Its name is null where the document does not show it. */
export interface QueryParameter {
  readonly name: string | null;
  /** Null where the document does not show it: it gives types for the pages of an answer, not for those of a request. */
  readonly type: "string" | null;
  readonly enum?: readonly string[];
}

export interface Operation {
  readonly id: OperationId;
  readonly title: string;
  readonly section: string;
  readonly method: "GET" | "POST";
  /** Path relative to the base address; `{name}` marks a path parameter. */
  readonly path: string;
  readonly query: readonly QueryParameter[];
  readonly version: VersionHeader | null;
  /** File name of the request body's schema, or null when there is no body. */
  readonly requestSchema: string | null;
  readonly responseSchema: string;
  /** The success status where the document fixes one, else null (any 2xx). */
  readonly successStatus: number | null;
  /** The status of a refused parameter where the document fixes one, else null. */
  readonly refusalStatus: number | null;
  readonly errorStatuses: readonly number[];
  /** The path parameter that names what an operation works on, where that is something that a run makes itself. Absent: none. */
  readonly worksOn?: string;
  /** What it creates, in a word. Absent: nothing that stays. */
  readonly creates?: string;
  /** `write` operations change state and are sent to a remote target only with permission. */
  readonly effect: "read" | "write";
}

const known = new Map<OperationId, Operation>();
/** The names of the operations that were registered together, by each of them. */
const contracts = new Map<OperationId, readonly OperationId[]>();

/**
 * Registers the operations of a contract.
 * @throws Error when another contract has an operation of that name: our own bug
 */
export function addOperations(operations: readonly Operation[]): void {
  const names = operations.map(({ id }) => id);
  for (const operation of operations) {
    if (known.has(operation.id)) throw new Error(`two operations are called ${operation.id}`);
    known.set(operation.id, operation);
    contracts.set(operation.id, names);
  }
}

/** All operations, those of a contract in the order of its document. */
export function allOperations(): readonly Operation[] {
  return [...known.values()];
}

/** The operations of the contract that some checks belong to, in its order; all where none is about an operation. */
export function operationsBeside(checks: readonly { readonly operation: Subject }[]): readonly OperationId[] {
  const first = checks.find(({ operation }) => contracts.has(operation));
  return (first === undefined ? undefined : contracts.get(first.operation)) ?? [...known.keys()];
}

/** Where a check may belong, in the order of the document: the operations, then what a service sends on its own. */
export function subjects(): readonly Subject[] {
  return [...known.keys(), DELIVERIES];
}

/** The operation of a name; undefined where it names none. */
export function findOperation(id: string): Operation | undefined {
  return known.get(id);
}

/** The operation with a name. @throws Error where it names none: our own bug */
export function operationOf(id: OperationId): Operation {
  const operation = known.get(id);
  if (operation === undefined) throw new Error(`no operation is called ${id}`);
  return operation;
}

/** The placeholder for the value of a header that is left out. */
export const WITHOUT = "none";
