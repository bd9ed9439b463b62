import type { JsonObject } from "../json.js";
import type { OperationName, PartnerRequest, Refusal, Result } from "../request.js";
import type { BodyOperation, FieldRule } from "../rules.js";
import type { Service } from "../service.js";

/** The processing step that a refusal comes from; `state` is everything after the checks. */
export type CheckStep = "authentication" | "permission" | "version" | "existence" | "body" | "state";

/** A response just before it is written. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a defect may replace, in the order in which a request is processed. */
interface Points {
  /** The request as the checks will see it. */
  request: PartnerRequest;
  /** A refusal that is due at a step; undefined passes the request on to the next step. */
  refusal: Refusal | undefined;
  stored: JsonObject;
  /** The status and body that are about to be written. */
  result: Result;
  /** The answer to a wrong method on the path of an operation. */
  unrouted: Result;
  /** How many more milliseconds a response is held back, so that requests can overlap. */
  delay: number;
  response: OutgoingResponse;
}

type Hook<Point extends keyof Points> = (
  value: Points[Point],
  request: PartnerRequest,
  service: Service,
  step: CheckStep,
) => Points[Point];

type PointHooks = { readonly [Point in keyof Points]?: Hook<Point> };

/** Where a defect leaves the conforming path; it uses as few points as it can. */
export type DefectHooks = PointHooks & {
  /** Once for each operation with a body, before the service starts: the rules that it will enforce. */
  readonly rules?: (rules: readonly FieldRule[]) => readonly FieldRule[];
};

/** The hooks of one sandbox's defects, each called with what the one before it returned, for the operations that it is about. */
export class Hooks {
  constructor(
    private readonly all: readonly { readonly on: readonly OperationName[]; readonly hooks: DefectHooks }[] = [],
  ) {}

  /** The rules that an operation enforces. */
  rules(documented: readonly FieldRule[], operation: BodyOperation): readonly FieldRule[] {
    const own = this.all.filter(({ on }) => on.includes(operation));
    return own.reduce((rules, { hooks }) => hooks.rules?.(rules) ?? rules, documented);
  }

  /** What continues from a point; a refusal that is not due, or no longer due, is dropped. */
  at<Point extends keyof Points>(
    point: Point,
    value: Points[Point],
    request: PartnerRequest,
    service: Service,
    step: CheckStep = "state",
  ): Points[Point] {
    let now = value;
    for (const { on, hooks } of this.all) {
      const own: PointHooks = hooks;
      const hook: Hook<Point> | undefined = own[point];
      if (hook === undefined || !on.includes(request.operation)) continue;
      if (point !== "refusal" || now !== undefined) now = hook(now, request, service, step);
    }
    return now;
  }
}
