/** Fields of a response that its schema does not know (section 4: whether there may be any is not stated). */
import { type Field, ITEM } from "../schemas/fieldTree.js";
import { isObject } from "../schemas/json.js";

/** A field that the document does not know. */
interface UndocumentedField {
  /** As rules name fields: `items[].fee`. */
  readonly path: string;
  /** Property names, and ITEM for each item of a list. */
  readonly location: readonly string[];
  readonly value: unknown;
}

/**
 * The fields of a parsed body that are not in its field tree. The content of such a field is not examined.
 * @param field the tree of the response's schema
 */
export function* undocumentedFields(field: Field, value: unknown): Generator<UndocumentedField> {
  if (Array.isArray(value)) {
    const [item] = field.children;
    if (item !== undefined) for (const entry of value) yield* undocumentedFields(item, entry);
    return;
  }
  if (!isObject(value) || field.type !== "object") return;
  for (const [name, member] of Object.entries(value)) {
    const known = field.children.find((child) => child.name === name && name !== ITEM);
    if (known === undefined) {
      const path = field.path === "" ? name : `${field.path}.${name}`;
      yield { path, location: [...field.location, name], value: member };
    } else yield* undocumentedFields(known, member);
  }
}
