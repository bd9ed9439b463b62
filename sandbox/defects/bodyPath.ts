import { isObject, type JsonObject } from "../json.js";

/** What a change returns in place of a value that is to go. */
export const removed = Symbol("removed");

/** A change of one value; `holder` is the object that it is a member of, or the list that it is an item of. */
export type Change = (value: unknown, holder: unknown) => unknown;

/**
 * `value` with the change made at a path: members separated by dots, `[]` for each item of a list, `(name)` for an
 * account of that account_type only, as in `payment_details(bank).swift_code` or `items[].status`. Where the path leads
 * nowhere nothing is changed.
 */
export function changeAt(value: unknown, path: string, change: Change): unknown {
  return changed(value, undefined, path.match(/\[\]|\(\w+\)|[^.()[\]]+/g) ?? [], change);
}

function changed(value: unknown, holder: unknown, steps: readonly string[], change: Change): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value, holder);
  if (step === "[]")
    return Array.isArray(value)
      ? value.map((item: unknown) => changed(item, value, rest, change)).filter(isKept)
      : value;
  if (!isObject(value)) return value;
  if (step.startsWith("("))
    return step === `(${String(value.account_type)})` ? changed(value, holder, rest, change) : value;
  if (!Object.hasOwn(value, step)) return value;
  return withMember(value, step, changed(value[step], value, rest, change));
}

function isKept(value: unknown): boolean {
  return value !== removed;
}

/** `object` with a member set, in its place if it was there, or removed. */
export function withMember(object: JsonObject, name: string, value: unknown): JsonObject {
  if (isKept(value)) return { ...object, [name]: value };
  const { [name]: _removed, ...rest } = object;
  return rest;
}

/** A path as rules name it: the variant is a step like any other. */
export function publishedPath(path: string): string {
  return path.replace(/\((\w+)\)/, ".$1");
}

/** The last name of a path, without what marks it as an item. */
export function lastName(path: string): string {
  return /[^.[\]]+(?=(?:\[\])*$)/.exec(path)?.[0] ?? path;
}
