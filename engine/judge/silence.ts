/**
 * Operations that give no answer: after several unanswered requests in a row an operation is reported as silent and left
 * alone, so that a run does not wait for each of its requests.
 */
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Interceptor } from "../../client/send.js";
import type { OperationId } from "../../schemas/operation.js";
import { operationAt } from "../../schemas/paths.js";
import { type Excused, excused } from "../model.js";

/** A request was not sent, since its operation never answers. */
export class SilentOperationError extends Error {
  override readonly name = "SilentOperationError";

  constructor(readonly operation: OperationId) {
    super(`${operation} answers nothing.`);
  }
}

/** Why a case was abandoned unsent. */
export function leftAlone({ operation }: SilentOperationError): Excused {
  return excused("failure", `${operation} gave no answer to several requests in a row, and was not tried again`);
}

function operationOf({ path }: WireRequest): OperationId | undefined {
  return operationAt(path, null)?.operation;
}

/** Sends nothing more to an operation that never answers. */
export class Silence {
  /** Unanswered requests since the last answer, and the last of them. */
  private readonly unanswered = new Map<OperationId, { readonly count: number; readonly last: Exchange }>();

  /** @param patience requests in a row that may stay without an answer */
  constructor(private readonly patience: number) {}

  /** Whether the operation of a request never answers. */
  has(request: WireRequest): OperationId | null {
    const operation = operationOf(request);
    if (operation === undefined) return null;
    return (this.unanswered.get(operation)?.count ?? 0) >= this.patience ? operation : null;
  }

  /** The answer; for a silent operation the outcome of its last request, at once. */
  readonly intercept: Interceptor = (next) => async (request) => {
    const silent = this.has(request);
    const known = silent === null ? undefined : this.unanswered.get(silent);
    if (known !== undefined) return { ...known.last, wire: request };
    const exchange = await next(request);
    const operation = operationOf(request);
    if (operation === undefined) return exchange;
    const { response, failure } = exchange;
    // Nothing came back, although something is listening.
    if (response === null && (failure?.kind === "timeout" || failure?.kind === "connection-lost"))
      this.unanswered.set(operation, { count: (this.unanswered.get(operation)?.count ?? 0) + 1, last: exchange });
    else this.unanswered.delete(operation);
    return exchange;
  };
}
