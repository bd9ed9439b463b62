/** Objects with as little as the document allows. */
import type { Field } from "../../schemas/fieldTree.js";
import type { JsonObject } from "../../schemas/json.js";

/** Names of the members of an object that the document says may be left out. */
export function optionalMembers({ children }: Field): readonly string[] {
  return children.filter(({ absence }) => absence === "optional").map(({ name }) => name);
}

/** An object without the members that the document says may be left out. */
export function withoutOptional(value: JsonObject, field: Field): JsonObject {
  const optional = optionalMembers(field);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !optional.includes(name)));
}
