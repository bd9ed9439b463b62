/** What a value must be to show a behaviour. */
import { isObject, type Json } from "../../../schemas/json.js";

/** A value, an object with some of the members of one, or a condition; a condition may stand inside. */
export type Sign = string | number | boolean | null | Condition | readonly Sign[] | { readonly [name: string]: Sign };

type Condition = (value: Json | undefined) => boolean;

/** Whether a value is as a sign says: lists as a whole, objects in the members that the sign has. */
export function shows(value: Json | undefined, sign: Sign): boolean {
  if (typeof sign === "function") return sign(value);
  if (Array.isArray(sign))
    return (
      Array.isArray(value) &&
      value.length === sign.length &&
      sign.every((each: Sign, index) => shows(value[index], each))
    );
  if (typeof sign === "object" && sign !== null)
    return isObject(value) && Object.entries(sign).every(([name, member]) => shows(value[name], member));
  return value === sign;
}

/** A request that was accepted, whatever the status. */
export const accepted: Condition = (value) => isObject(value) && "accepted" in value;

/** A request that was refused, whatever the status. */
export const refused: Condition = (value) => isObject(value) && "refused" in value;

export const anything: Condition = () => true;

/** Either of two signs. */
export function either(one: Sign, other: Sign): Condition {
  return (value) => shows(value, one) || shows(value, other);
}

/** Two signs at once. */
export function both(one: Sign, other: Sign): Condition {
  return (value) => shows(value, one) && shows(value, other);
}

export function not(sign: Sign): Condition {
  return (value) => !shows(value, sign);
}

/** A list with an item that is as the sign says. */
export function listWith(sign: Sign): Condition {
  return (value) => Array.isArray(value) && value.some((item) => shows(item, sign));
}

/** An object whose members are all as the sign says. */
export function each(sign: Sign): Condition {
  return (value) => isObject(value) && Object.values(value).every((member) => shows(member, sign));
}

/** A text that a pattern fits, where the service's own notation is what was observed. */
export function like(pattern: RegExp): Condition {
  return (value) => typeof value === "string" && pattern.test(value);
}

export function between(least: number, most: number): Condition {
  return (value) => typeof value === "number" && value >= least && value <= most;
}
