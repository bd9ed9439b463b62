/** What is true of an operation of any contract, and which operations there are: each contract adds its own. */

/** Names an operation. Contracts that are judged in one process have names of their own. */
export type OperationId = string;

/** Where a check belongs: an operation, or what a service sends by itself. */
export type Subject = string;

/** What the document says about the header that selects a version. */
export interface VersionHeader {
  /** `stated`: shown in a sample only; `required`: stated as required. */
  readonly presence: "required" | "stated";
  /** Values the document gives for this operation; empty when it gives none. */
  readonly allowed: readonly string[];
  /** The value that holds when none is sent, where the document gives one. */
  readonly standard?: string;
}

/** A documented query parameter. Its name is null where the document does not show it. */
export interface QueryParameter {
  readonly name: string | null;
  /** Null where the document does not show it: it types the pages of an answer, not those of a request. */
  readonly type: "string" | null;
  readonly enum?: readonly string[];
}

/** A documented operation. */
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
  /** Error statuses that the document lists for this operation. */
  readonly errorStatuses: readonly number[];
  /** `write` operations change state and are sent to a remote target only with permission. */
  readonly effect: "read" | "write";
}

const known = new Map<OperationId, Operation>();

/**
 * Makes the operations of a contract known.
 * @throws Error when another contract has an operation of that name: our own mistake
 */
export function addOperations(operations: Iterable<Operation>): void {
  for (const operation of operations) {
    if (known.has(operation.id)) throw new Error(`two operations are called ${operation.id}`);
    known.set(operation.id, operation);
  }
}

/** All operations, those of a contract in the order of its document. */
export function allOperations(): readonly Operation[] {
  return [...known.values()];
}

/** The operation of a name; undefined where it names none. */
export function findOperation(id: string): Operation | undefined {
  return known.get(id);
}

/**
 * The operation of a name.
 * @throws Error where it names none: our own mistake
 */
export function operationOf(id: OperationId): Operation {
  const operation = known.get(id);
  if (operation === undefined) throw new Error(`no operation is called ${id}`);
  return operation;
}

/** What stands for the value of a header that is left out. */
export const WITHOUT = "none";
