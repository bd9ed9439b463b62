/** The sentence about a request that was not answered as expected: who accepts, refuses or answers what. */
import type { Exchange } from "../../client/model.js";
import { type Expectation, isSuccess } from "../../oracles/outcome.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { isRefusalStatus } from "../../schemas/statuses.js";

/** Who accepts what. The title and the failure of a check are made from it. */
export interface About {
  /** What accepts or refuses it: an operation, or a field. */
  readonly subject: string;
  /** `more than 128 characters`, `an empty body` */
  readonly object: string;
  /** The object where the subject is not named: `more than 128 characters in business_name`. Absent: the object alone. */
  readonly whole?: string;
}

/** Values of a field. @param object `values other than CN` */
export function valuesOf(path: string, object: string): About {
  return { subject: path, object, whole: `${object} in ${path}` };
}

function documentedStatus(operation: OperationId, expect: Expectation): string {
  if (expect.kind === "status") return expect.statuses.join(" or ");
  const { refusalStatus, successStatus } = operationOf(operation);
  if (expect.kind === "accept") return successStatus === null ? "a 2xx status" : String(successStatus);
  return refusalStatus === null ? "400 or similar" : String(refusalStatus);
}

/** The sentence about an answer that does not meet an expectation, without its end. */
export function failureText(about: About, operation: OperationId, expect: Expectation, exchange: Exchange): string {
  const { subject, object, whole = object } = about;
  const { response } = exchange;
  if (response === null) return `${operation} gives no answer to ${whole}`;
  if (expect.kind === "accept" && isRefusalStatus(response.status)) return `${subject} refuses ${object}`;
  if (expect.kind !== "accept" && isSuccess(exchange)) return `${subject} accepts ${object}`;
  return `${operation} returns ${response.status} instead of ${documentedStatus(operation, expect)} for ${whole}`;
}
