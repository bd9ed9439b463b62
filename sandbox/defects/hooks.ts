import type { Answer, Refusal } from "../answer.js";
import type { Call } from "../call.js";
import type { Principal } from "../credentials.js";
import type { JsonObject } from "../json.js";
import type { OperationName } from "../operations/names.js";
import type { RuleTable } from "../rules.js";
import type { Service } from "../service.js";

/** The stage of a request that a refusal comes from; `state` is everything after the checks. */
export type CheckStage = "authentication" | "permission" | "version" | "existence" | "body" | "state";

/** A response just before it is written. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * The points at which a defect may depart from the conforming path. Each is called in the order of a request's way and
 * returns what takes the place of its first argument. A defect uses as few as it can.
 */
export interface DefectHooks {
  /** Once, before the service starts: the rules it will enforce. */
  rules?(table: RuleTable): RuleTable;
  /** The request as the checks will see it. */
  call?(call: Call, service: Service): Call;
  /** The authentication decision. */
  principal?(principal: Principal | undefined, call: Call, service: Service): Principal | undefined;
  /** A refusal that is due; undefined lets the request through to what comes next. */
  refusal?(refusal: Refusal, stage: CheckStage, call: Call, service: Service): Refusal | undefined;
  /** What is about to be stored. */
  stored?(fields: JsonObject, call: Call, service: Service): JsonObject;
  /** The status and body that are about to be written. */
  answer?(answer: Answer, call: Call, service: Service): Answer;
  /** The answer to a wrong method on the path of an operation, or to an unknown path (undefined). */
  unrouted?(answer: Answer, operation: OperationName | undefined, method: string, service: Service): Answer;
  /** How long a response is held back, in milliseconds more, so that requests can overlap. */
  delay?(milliseconds: number, call: Call, service: Service): number;
  /** The finished response. */
  response?(response: OutgoingResponse, call: Call, service: Service): OutgoingResponse;
}
