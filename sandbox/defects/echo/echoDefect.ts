import type { JsonObject } from "../../json.js";
import type { BodyOperation } from "../../rules.js";
import { type Change, publishedPath } from "../bodyPath.js";
import { storedValueChanged } from "../changes.js";
import { type Defect, defectOf } from "../defect.js";

/** A defect of the echo that changes the value at a path before it is stored; `also` are other fields that show it. */
export function echoDefect(
  operation: BodyOperation,
  path: string,
  way: string,
  title: string,
  change: Change,
  also: readonly string[] = [],
): Defect {
  const field = publishedPath(path);
  const rules = [field, ...also].map((each) => `echo/${each}`);
  return defectOf("echo", operation, rules, way, `${field} ${title}`, storedValueChanged(path, change));
}

/** `object` with the values of two of its members swapped, where it has both. */
export function swapped(object: JsonObject, one: string, other: string): JsonObject {
  return Object.hasOwn(object, one) && Object.hasOwn(object, other)
    ? { ...object, [one]: object[other], [other]: object[one] }
    : object;
}
