import type { JsonObject } from "../json.js";
import type { BodyOperation } from "../rules.js";
import { type Change, publishedPath } from "./bodyPath.js";
import { storedValueChanged } from "./changes.js";
import { type Defect, defect } from "./defect.js";
import { textOf } from "./text.js";

/** A defect of the echo that damages the value at a path before it is stored; `also` are other fields that show it. */
export function damaged(
  operation: BodyOperation,
  path: string,
  way: string,
  title: string,
  change: Change,
  also: readonly string[] = [],
): Defect {
  const field = publishedPath(path);
  const rules = [field, ...also].map((each) => `echo/${each}`);
  return defect("echo", operation, rules, way, `${field} ${title}`, storedValueChanged(path, change));
}

/** A change of texts only. */
export function text(change: (text: string) => string): Change {
  return (value) => textOf(value, change);
}

/** `object` with the values of two of its members swapped, where it has both. */
export function swapped(object: JsonObject, one: string, other: string): JsonObject {
  return Object.hasOwn(object, one) && Object.hasOwn(object, other)
    ? { ...object, [one]: object[other], [other]: object[one] }
    : object;
}
