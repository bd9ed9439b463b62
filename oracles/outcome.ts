/** Whether an answer's status is what its request requires (sections 4, 5 and 7). Holds no policy about verdicts. */
import type { Exchange } from "../client/model.js";
import { type OperationId, operationOf } from "../schemas/operation.js";
import { isDocumentedRefusal, isServerError, isSuccessStatus } from "../schemas/statuses.js";

/** What a request requires. */
export type Expectation =
  | { readonly kind: "accept" }
  /** Also with one of these statuses, which mean something else elsewhere. */
  | { readonly kind: "refuse"; readonly also?: readonly number[] }
  /** Exactly one of these statuses. */
  | { readonly kind: "status"; readonly statuses: readonly number[] }
  | { readonly kind: "observe" };

/** The answer in few words: `200`, `no answer: timeout`. */
export function answerText(exchange: Exchange): string {
  if (exchange.response !== null) return String(exchange.response.status);
  return exchange.failure === null ? "no answer" : `no answer (${exchange.failure.kind}: ${exchange.failure.message})`;
}

/** Whether a status reports success. */
export function isSuccess(exchange: Exchange): boolean {
  return hasStatus(exchange, isSuccessStatus);
}

export function hasStatus({ response }: Exchange, such: (status: number) => boolean): boolean {
  return response !== null && such(response.status);
}

/** The statuses of refusals that say nothing about a request's content, as they are listed. */
function otherMeanings(but: readonly number[] = []): string {
  const statuses = [401, 403, 404, 405].filter((status) => !but.includes(status));
  return `${statuses.slice(0, -1).join(", ")} or ${statuses.at(-1)}`;
}

export function expectationText(operation: OperationId, expectation: Expectation): string {
  const { successStatus, refusalStatus } = operationOf(operation);
  switch (expectation.kind) {
    case "accept":
      return successStatus === null ? "accepted with a 2xx status" : `accepted with ${successStatus}`;
    case "refuse":
      return refusalStatus === null
        ? `refused with a 4xx status (not ${otherMeanings(expectation.also)}, which mean something else)`
        : `refused with ${refusalStatus}`;
    case "status":
      return `answered with ${expectation.statuses.join(" or ")}`;
    case "observe":
      return "any answer but a server error";
  }
}

/** What was expected of an answer and what came, as a failure states it: in words, and as data. */
export function outcomeOf(operation: OperationId, expectation: Expectation, exchange: Exchange) {
  return { expected: expectationText(operation, expectation), actual: answerText(exchange), expectation };
}

/** Whether an exchange meets an expectation. An answer that never came meets none. */
export function meets(operation: OperationId, expectation: Expectation, exchange: Exchange): boolean {
  if (exchange.response === null) return false;
  const { status } = exchange.response;
  const { successStatus, refusalStatus } = operationOf(operation);
  switch (expectation.kind) {
    case "accept":
      return successStatus === null ? isSuccessStatus(status) : status === successStatus;
    case "refuse":
      if (refusalStatus !== null) return status === refusalStatus;
      return isDocumentedRefusal(status) || expectation.also?.includes(status) === true;
    case "status":
      return expectation.statuses.includes(status);
    case "observe":
      return !isServerError(status);
  }
}
