import type { Principal } from "../credentials.js";
import type { FieldRule } from "../fieldRule.js";
import type { JsonObject } from "../json.js";
import type { OperationName } from "../operations/names.js";
import type { PartnerRequest } from "../partnerRequest.js";
import type { Refusal, Result } from "../result.js";
import type { BodyOperation } from "../rules.js";
import type { Service } from "../service.js";

/** The step of a request's way that a refusal comes from; `state` is everything after the checks. */
export type CheckStep = "authentication" | "permission" | "version" | "existence" | "body" | "state";

/** A response just before it is written. */
export interface OutgoingResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Hook<Value, Rest extends readonly unknown[]> = ((value: Value, ...rest: Rest) => Value) | undefined;

/**
 * Where a defect may leave the conforming path. The hooks are called in the order of a request's way, and each returns
 * what takes the place of its first argument. A defect uses as few as it can.
 */
export interface DefectHooks {
  /** Once for each operation with a body, before the service starts: the rules that it will enforce. */
  readonly rules?: Hook<readonly FieldRule[], [operation: BodyOperation]>;
  /** The request as the checks will see it. */
  readonly request?: Hook<PartnerRequest, [service: Service]>;
  /** The authentication decision. */
  readonly principal?: Hook<Principal | undefined, [request: PartnerRequest, service: Service]>;
  /** A refusal that is due; undefined lets the request through to what comes next. */
  readonly refusal?:
    | ((refusal: Refusal, step: CheckStep, request: PartnerRequest, service: Service) => Refusal | undefined)
    | undefined;
  /** What is about to be stored. */
  readonly stored?: Hook<JsonObject, [request: PartnerRequest, service: Service]>;
  /** The status and body that are about to be written. */
  readonly result?: Hook<Result, [request: PartnerRequest, service: Service]>;
  /** The answer to a wrong method on the path of an operation, or to an unknown path (undefined). */
  readonly unrouted?: Hook<Result, [operation: OperationName | undefined, method: string]>;
  /** How long a response is held back, in milliseconds more, so that requests can overlap. */
  readonly delay?: Hook<number, [request: PartnerRequest, service: Service]>;
  /** The finished response. */
  readonly response?: Hook<OutgoingResponse, [request: PartnerRequest, service: Service]>;
}

/** Hooks that are called for one operation only. */
export function confined(operation: OperationName, hooks: DefectHooks): DefectHooks {
  const { rules, refusal, request, unrouted } = hooks;
  return {
    rules: rules && ((table, of) => (of === operation ? rules(table, of) : table)),
    request:
      request && ((received, service) => (received.operation === operation ? request(received, service) : received)),
    principal: ofCalls(operation, hooks.principal),
    refusal:
      refusal && ((due, step, of, service) => (of.operation === operation ? refusal(due, step, of, service) : due)),
    stored: ofCalls(operation, hooks.stored),
    result: ofCalls(operation, hooks.result),
    unrouted: unrouted && ((result, of, method) => (of === operation ? unrouted(result, of, method) : result)),
    delay: ofCalls(operation, hooks.delay),
    response: ofCalls(operation, hooks.response),
  };
}

function ofCalls<Value>(
  operation: OperationName,
  hook: Hook<Value, [request: PartnerRequest, service: Service]>,
): Hook<Value, [request: PartnerRequest, service: Service]> {
  return (
    hook && ((value, request, service) => (request.operation === operation ? hook(value, request, service) : value))
  );
}

/** Hooks that apply `first` and then `second`; where only one of them has a hook it costs nothing more. */
export function combined(first: DefectHooks, second: DefectHooks): DefectHooks {
  return {
    rules: both(first.rules, second.rules),
    request: both(first.request, second.request),
    principal: both(first.principal, second.principal),
    refusal: bothRefusals(first.refusal, second.refusal),
    stored: both(first.stored, second.stored),
    result: both(first.result, second.result),
    unrouted: both(first.unrouted, second.unrouted),
    delay: both(first.delay, second.delay),
    response: both(first.response, second.response),
  };
}

function both<Value, Rest extends readonly unknown[]>(
  first: Hook<Value, Rest>,
  second: Hook<Value, Rest>,
): Hook<Value, Rest> {
  if (first === undefined || second === undefined) return first ?? second;
  return (value, ...rest) => second(first(value, ...rest), ...rest);
}

function bothRefusals(first: DefectHooks["refusal"], second: DefectHooks["refusal"]): DefectHooks["refusal"] {
  if (first === undefined || second === undefined) return first ?? second;
  return (due, ...rest) => {
    const refusal = first(due, ...rest);
    return refusal && second(refusal, ...rest);
  };
}
