/** What is expected of answers, in the words that every check uses (contract document, sections 4.2 and 7). */
import { type OperationId, operationOf } from "../schemas/operation.js";

/** What a refusal of a request for what it holds must be answered with. */
export function refusalText(operation: OperationId): string {
  const { refusalStatus } = operationOf(operation);
  return refusalStatus === null ? "a 4xx status other than 401, 403, 404 and 405" : `status ${refusalStatus}`;
}

/** What a success must be answered with. */
export function successText(operation: OperationId): string {
  const { successStatus } = operationOf(operation);
  return successStatus === null ? "a 2xx status" : `status ${successStatus}`;
}
