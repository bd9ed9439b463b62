/**
 * Whether two values that a service showed are the same, however it writes them: the order of an object's members never
 * matters (a JSON object has none), the order of list items does, and one instant may be written in several notations.
 */
import { instantOf, sameInstant } from "../schemas/dateTime.js";
import { isObject } from "../schemas/json.js";

/** A value in one spelling: members by name, date-times by instant. For comparing values as texts. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .filter((name) => value[name] !== undefined)
      .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
    return `{${members.join()}}`;
  }
  const instant = typeof value === "string" ? instantOf(value) : null;
  return instant === null ? (JSON.stringify(value) ?? "null") : `@${instant}`;
}

/** Whether two values are the same; an absent member is not the same as one that is null. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameValue(item, right[index]));
  if (isObject(left) && isObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].every((name) => sameValue(left[name], right[name]));
  }
  return typeof left === "string" && typeof right === "string" && sameInstant(left, right);
}

/** Whether a list came back with the same items in another order. */
export function isReordered(sent: unknown, received: unknown): boolean {
  if (!Array.isArray(sent) || !Array.isArray(received)) return false;
  const [left, right] = [sent, received].map((items) => items.map(canonicalText));
  return left?.join() !== right?.join() && left?.toSorted().join() === right?.toSorted().join();
}
