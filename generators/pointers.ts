/** Where a field stands in a body. */
import { ITEM } from "../schemas/fieldTree.js";
import { isObject, type Json, type Pointer } from "../schemas/json.js";

/** All places of a field in a body; a list's items are places of their own. */
export function pointersIn(body: Json, location: readonly string[]): Pointer[] {
  const [step, ...rest] = location;
  if (step === undefined) return [[]];
  if (step === ITEM) {
    if (!Array.isArray(body)) return [];
    return body.flatMap((item, index) => pointersIn(item, rest).map((pointer) => [index, ...pointer]));
  }
  if (!isObject(body) || !Object.hasOwn(body, step)) return [];
  return pointersIn(body[step] ?? null, rest).map((pointer) => [step, ...pointer]);
}
