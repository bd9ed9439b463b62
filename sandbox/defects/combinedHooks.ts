import type { DefectHooks } from "./hooks.js";

/** Hooks that apply `first` and then `second`; a point that only one of them uses costs nothing more. */
export function chain(first: DefectHooks, second: DefectHooks): DefectHooks {
  return {
    ...optional("rules", both(first.rules, second.rules)),
    ...optional("call", both(first.call, second.call)),
    ...optional("principal", both(first.principal, second.principal)),
    ...optional("refusal", bothRefusals(first.refusal, second.refusal)),
    ...optional("stored", both(first.stored, second.stored)),
    ...optional("answer", both(first.answer, second.answer)),
    ...optional("delay", both(first.delay, second.delay)),
    ...optional("unrouted", both(first.unrouted, second.unrouted)),
    ...optional("response", both(first.response, second.response)),
  };
}

type Point<Value, Rest extends readonly unknown[]> = ((value: Value, ...rest: Rest) => Value) | undefined;

function both<Value, Rest extends readonly unknown[]>(
  first: Point<Value, Rest>,
  second: Point<Value, Rest>,
): Point<Value, Rest> {
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

function optional<Name extends keyof DefectHooks>(
  name: Name,
  hook: DefectHooks[Name],
): { readonly [Key in Name]?: DefectHooks[Name] } {
  return hook === undefined ? {} : pair(name, hook);
}

function pair<Name extends string, Value>(name: Name, value: Value): { readonly [Key in Name]?: Value } {
  const named: { [Key in Name]?: Value } = {};
  named[name] = value;
  return named;
}
