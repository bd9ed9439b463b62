import type { Answer, Refusal } from "../answer.js";
import type { Call } from "../call.js";
import type { Principal } from "../credentials.js";
import type { FieldRule } from "../fieldRule.js";
import type { JsonObject } from "../json.js";
import type { OperationName } from "../operations/names.js";
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
  readonly request?: Hook<Call, [service: Service]>;
  /** The authentication decision. */
  readonly principal?: Hook<Principal | undefined, [call: Call, service: Service]>;
  /** A refusal that is due; undefined lets the request through to what comes next. */
  readonly refusal?:
    | ((refusal: Refusal, step: CheckStep, call: Call, service: Service) => Refusal | undefined)
    | undefined;
  /** What is about to be stored. */
  readonly stored?: Hook<JsonObject, [call: Call, service: Service]>;
  /** The status and body that are about to be written. */
  readonly answer?: Hook<Answer, [call: Call, service: Service]>;
  /** The answer to a wrong method on the path of an operation, or to an unknown path (undefined). */
  readonly unrouted?: Hook<Answer, [operation: OperationName | undefined, method: string]>;
  /** How long a response is held back, in milliseconds more, so that requests can overlap. */
  readonly delay?: Hook<number, [call: Call, service: Service]>;
  /** The finished response. */
  readonly response?: Hook<OutgoingResponse, [call: Call, service: Service]>;
}

/** Hooks that are called for one operation only. */
export function confined(operation: OperationName, hooks: DefectHooks): DefectHooks {
  const { rules, refusal, request, unrouted } = hooks;
  return {
    rules: rules && ((table, of) => (of === operation ? rules(table, of) : table)),
    request: request && ((call, service) => (call.operation === operation ? request(call, service) : call)),
    principal: ofCalls(operation, hooks.principal),
    refusal:
      refusal && ((due, step, of, service) => (of.operation === operation ? refusal(due, step, of, service) : due)),
    stored: ofCalls(operation, hooks.stored),
    answer: ofCalls(operation, hooks.answer),
    unrouted: unrouted && ((answer, of, method) => (of === operation ? unrouted(answer, of, method) : answer)),
    delay: ofCalls(operation, hooks.delay),
    response: ofCalls(operation, hooks.response),
  };
}

function ofCalls<Value>(
  operation: OperationName,
  hook: Hook<Value, [call: Call, service: Service]>,
): Hook<Value, [call: Call, service: Service]> {
  return hook && ((value, call, service) => (call.operation === operation ? hook(value, call, service) : value));
}

/** Hooks that apply `first` and then `second`; where only one of them has a hook it costs nothing more. */
export function combined(first: DefectHooks, second: DefectHooks): DefectHooks {
  return {
    rules: both(first.rules, second.rules),
    request: both(first.request, second.request),
    principal: both(first.principal, second.principal),
    refusal: bothRefusals(first.refusal, second.refusal),
    stored: both(first.stored, second.stored),
    answer: both(first.answer, second.answer),
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
